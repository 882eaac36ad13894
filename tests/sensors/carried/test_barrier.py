"""The barrier: a polar area in front of the robot [CAMBADA-sim §4.5.3 and §5.2.4]."""

import math

import pytest


def sees(made, distance, angle=0.0, height=0.0):
    """Whether the barrier sees a ball whose nearest point has this distance."""
    away, radius = distance + float(made.world.league.ball.radius), float(made.world.league.ball.radius)
    made.world.place_ball(away * math.cos(angle), away * math.sin(angle), z=radius + height)
    return made.sample()[0].ball


def test_the_ball_is_under_control_within_the_distance_and_the_angle(trial):
    made = trial("barrier", distance=0.3, angle=0.5)
    assert sees(made, 0.299)
    assert not sees(made, 0.301)
    assert [sees(made, 0.2, angle) for angle in (0.49, -0.49, 0.51, -0.51, math.pi)] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_an_area_can_be_wider_than_half_a_turn(trial):
    made = trial("barrier", distance=0.3, angle=2.5)
    assert sees(made, 0.2, 2.4)
    assert not sees(made, 0.2, 2.6)


def test_it_turns_with_the_robot(trial):
    made = trial("barrier", distance=0.3, angle=0.5)
    made.place(0.0, 0.0, heading=2.0)
    assert sees(made, 0.2, 2.1)
    assert not sees(made, 0.2, 0.0)


def test_a_ball_in_the_air_is_not_under_control(trial):
    made = trial("barrier", distance=0.3, height=0.05)
    assert sees(made, 0.2, height=0.049)
    assert not sees(made, 0.2, height=0.051)


def test_by_default_the_area_ends_where_the_kicker_does(trial):
    made = trial("barrier")
    robot = made.robot.spec
    front = robot.outline.ball_front(float(made.world.league.ball.radius))
    assert sees(made, front + 0.001)
    assert sees(made, front + robot.kicker.reach - 0.001)
    assert not sees(made, front + robot.kicker.reach + 0.001)


def test_with_a_distance_shorter_than_the_front_the_ball_is_never_under_control(trial):
    made = trial("barrier", distance=0.1)
    front = made.robot.spec.outline.ball_front(float(made.world.league.ball.radius))
    assert front > 0.1
    assert not sees(made, front)


def test_noise_blurs_the_border_of_the_area(trial):
    made = trial("barrier", distance=0.3, noise=0.01)
    seen = [sum(sees(made, 0.3 + shift) for _ in range(200)) for shift in (-0.03, 0.0, 0.03)]
    assert seen[0] >= 198
    assert 70 <= seen[1] <= 130
    assert seen[2] <= 2


def test_wrong_readings_come_as_often_as_the_settings_say(trial):
    made = trial("barrier", distance=0.3, wrong=0.2)
    assert sum(sees(made, 1.0) for _ in range(500)) == pytest.approx(100, abs=30)
    made = trial("barrier", distance=0.3, wrong=1.0, level="truth")
    assert not sees(made, 1.0)


def test_a_window_shows_it_as_a_number(trial):
    made = trial("barrier", distance=0.3)
    sees(made, 0.2)
    assert made.sample()[0].values == {"ball": 1.0}
