"""Bumper and haptic ring feel robots and walls."""

import math

import pytest

from robopitch import BodyVelocity


def at_wall(trial, kind, heading=0.0, **settings):
    """A robot that touches the wall at +y with the side that has this angle."""
    made = trial(kind, **settings)
    field = made.world.league.field
    made.place(3.0, field.width / 2 + field.margin_touch - 0.2501, math.pi / 2 - heading)
    made.sample()
    return made


@pytest.mark.parametrize(("side", "switch"), [(math.pi, 4), (math.pi / 2, 2), (-math.pi / 2, 6)])
def test_a_wall_presses_the_switch_that_touches_it(trial, side, switch):
    made = at_wall(trial, "bumper", side)
    assert [n for n, pressed in enumerate(made.sample()[0].pressed) if pressed] == [switch]


def test_nothing_presses_a_robot_that_stands_alone(trial):
    assert not any(trial("bumper").sample()[0].pressed)
    made = trial("haptic_ring", level="truth")
    made.command(BodyVelocity(1.5, 0.5, 1.0))
    assert {force for report in made.run(1.0) for force in report.forces} == {0.0}


def test_a_robot_presses_the_switch_that_it_touches(trial):
    made = trial("bumper")
    made.world.place_robot("yellow", 0, 0.0, -0.5)
    assert [n for n, pressed in enumerate(made.sample()[0].pressed) if pressed] == [6]
    made.world.place_robot("yellow", 0, 0.0, -0.51)
    assert not any(made.sample()[0].pressed)


def test_a_short_hit_between_two_reports_is_not_missed(trial):
    made = trial("bumper")
    made.world.place_robot("yellow", 0, -0.6, 0.0, vx=2.0)
    made.world.command("yellow", 0, BodyVelocity(-1.0))
    reports = made.run(1.0, period=1.0)
    assert made.world.robot("yellow", 0).pose.x < made.robot.pose.x - 0.51
    assert [n for n, pressed in enumerate(reports[0].pressed) if pressed] == [4]


def test_the_ball_does_not_press_it(trial):
    made = trial("bumper")
    made.world.place_ball(-0.25 - made.world.league.ball.radius, 0.0)
    assert not any(made.sample()[0].pressed)


def test_switches_fail_as_often_as_the_settings_say(trial):
    made = trial("bumper", wrong=0.25, switches=10)
    pressed = sum(sum(made.sample()[0].pressed) for _ in range(100))
    assert pressed == pytest.approx(250, abs=50)


def pushing(trial, **settings):
    """A robot that pushes its front against the wall at +y."""
    made = trial("haptic_ring", **settings)
    field = made.world.league.field
    made.place(3.0, field.width / 2 + field.margin_touch - 0.25, math.pi / 2)
    made.command(BodyVelocity(1.0))
    made.run(0.5)
    return made


def test_a_robot_that_pushes_feels_its_own_traction(trial):
    made = pushing(trial, level="truth")
    forces = made.run(0.2)[-1].forces
    assert [n for n, force in enumerate(forces) if force > 1.0] == [0]
    grip = 0.8 * 22 * 9.81  # of all wheels together: two of three push, obliquely
    assert 0.3 * grip < forces[0] < grip


def test_the_pads_have_noise_a_scale_and_a_limit(trial):
    made = pushing(trial, limit=20.0, noise=0.5)
    reports = made.run(1.0)
    assert reports[-1].forces[0] == 20.0
    others = [report.forces[n] for report in reports for n in (4, 8, 12)]
    assert 0.1 < sum(others) / len(others) < 0.3  # the positive half of the noise: 0.2 in the mean
