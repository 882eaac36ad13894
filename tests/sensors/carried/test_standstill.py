"""Stasis wheel and image difference tell a robot that is stuck from one that moves."""

import math

import pytest

from robopitch import BodyVelocity


def pushing(trial, kind, **settings):
    made = trial(kind, **settings)
    field = made.world.league.field
    made.place(field.length / 2 + field.margin_goal - 0.26, 3.0)
    made.command(BodyVelocity(1.0))
    made.run(0.5)
    return made


def test_a_robot_that_pushes_in_vain_is_in_stasis(trial):
    made = pushing(trial, "stasis_wheel")
    reports = made.run(1.0)
    assert all(report.stasis for report in reports)
    assert min(report.driven for report in reports) > 0.5


@pytest.mark.parametrize("command", [BodyVelocity(1.0), BodyVelocity(0.0, 1.0), BodyVelocity(0.5, -0.5, 1.0)])
def test_a_robot_that_drives_is_not_in_stasis(trial, command):
    made = trial("stasis_wheel", forward=-0.1)
    made.sample()
    made.command(command)
    assert not any(report.stasis for report in made.run(1.5)[20:])


def test_a_robot_at_rest_is_not_in_stasis(trial):
    assert not any(report.stasis for report in trial("stasis_wheel").run(0.2))


def test_the_free_wheel_counts_the_way_of_the_floor(trial):
    made = trial("stasis_wheel", noise=0.0, radius=0.02, ticks_per_turn=512)
    made.sample()
    made.command(BodyVelocity(0.6, 0.8))
    report = made.run(2.0)[-1]
    way = math.hypot(made.robot.pose.x, made.robot.pose.y)
    assert report.ticks * math.tau * 0.02 / 512 == pytest.approx(way, abs=0.005)
    assert report.speed == pytest.approx(1.0, abs=0.05)


def test_the_free_wheel_beside_the_centre_moves_when_the_robot_turns(trial):
    made = trial("stasis_wheel", level="truth", left=0.2)
    made.sample()
    made.command(BodyVelocity(0.0, 0.0, 2.0))
    assert made.run(1.0)[-1].speed == pytest.approx(0.4, abs=0.02)


def test_the_picture_of_a_robot_that_is_stuck_stands_still(trial):
    made = pushing(trial, "image_difference", noise=0.02)
    reports = made.run(1.0, period=0.04)
    assert sum(report.still for report in reports) >= len(reports) - 1
    made = trial("image_difference", noise=0.02)
    made.command(BodyVelocity(1.0))
    assert not any(report.still for report in made.run(1.5, period=0.04)[10:])


def test_differences_grow_from_none_to_the_contrast_with_the_way(trial):
    made = trial("image_difference", level="truth", contrast=0.4, texture=0.02)
    made.sample()
    assert made.sample()[0].differences == (0.0,) * 8
    made.place(0.02, 0.0)
    assert made.sample()[0].differences == pytest.approx([0.4 * (1 - math.exp(-1.0))] * 8)
    made.place(1.0, 0.0)
    assert made.sample()[0].differences == pytest.approx([0.4] * 8)
    made.place(1.0, 0.0, 0.02)
    turned = 0.4 * (1 - math.exp(-((0.5 * 0.02 / 0.02) ** 2)))
    assert made.sample()[0].differences == pytest.approx([turned] * 8, rel=1e-3)
