"""Odometry counts wheels: it is right while they roll, and wrong where they slip."""

import math

import pytest

from robopitch import BodyVelocity


def error(made, report):
    """Distance between the reported and the true place, of a robot that started at the origin."""
    x, y, _ = made.robot.pose
    return math.hypot(report.x - x, report.y - y)


def test_a_robot_that_rolls_knows_its_way(trial):
    made = trial("odometry")
    made.sample()
    made.command(BodyVelocity(0.6, 0.3, 0.5))
    report = made.run(2.0)[-1]
    assert math.hypot(report.x, report.y) > 0.8
    assert error(made, report) < 0.02
    assert report.heading == pytest.approx(made.robot.pose.heading, abs=0.02)
    assert (report.forward, report.left, report.turn) == pytest.approx((0.6, 0.3, 0.5), abs=0.03)


def test_a_robot_on_two_wheels_knows_its_curve(trial):
    made = trial("odometry", league="mirosot-5v5")
    made.sample()
    made.command(BodyVelocity(0.3, 0.0, 2.0))
    report = made.run(1.0)[-1]
    assert made.robot.pose.heading > 1.0
    assert error(made, report) < 0.02
    assert report.left == 0.0


def test_it_drifts_where_wheels_slip(trial):
    """A robot pushes against the wall: its wheels turn, and it does not move."""
    made = trial("odometry")
    wall = made.world.league.field.length / 2 + made.world.league.field.margin_goal
    made.place(wall - 0.26, 3.0)
    made.sample()
    made.command(BodyVelocity(1.0))
    report = made.run(2.0)[-1]
    assert made.robot.pose.x < wall - 0.2
    assert report.x > 1.0


def test_it_does_not_notice_that_the_robot_is_carried_away(trial):
    made = trial("odometry")
    made.run(0.1)
    made.place(3.0, 2.0, 1.0)
    report = made.run(0.1)[-1]
    assert (report.x, report.y, report.heading) == (0.0, 0.0, 0.0)


def test_ticks_are_whole_turns_of_the_wheels(trial):
    made = trial("odometry", ticks_per_turn=100)
    made.sample()
    made.command(BodyVelocity(0.0, 0.0, 2.0))
    made.run(1.0)
    before = made.sample()[0].ticks
    speeds = made.robot.wheel_speeds
    after = made.run(1.0)[-1].ticks
    counted = [b - a for a, b in zip(before, after, strict=True)]
    assert counted == pytest.approx([100 * speed / math.tau for speed in speeds], abs=1.5)


def test_the_truth_is_the_true_way(trial):
    made = trial("odometry", level="truth")
    made.sample()
    made.command(BodyVelocity(1.0, 0.5, 3.0))
    report = made.run(1.5)[-1]
    assert error(made, report) < 1e-9
    assert math.remainder(report.heading - made.robot.pose.heading, math.tau) == pytest.approx(0.0, abs=1e-9)


def test_wrong_wheel_radii_bend_or_stretch_the_way(trial):
    def way(**settings):
        made = trial("odometry", **settings)
        made.sample()
        made.command(BodyVelocity(0.8))
        report = made.run(2.0)[-1]
        return error(made, report)

    assert way(calibration=0.02) > 3 * way()
    assert way(calibration=0.02) < 0.5


def test_noise_of_the_encoders_adds_up(trial):
    def way(noise):
        made = trial("odometry", noise=noise)
        made.sample()
        made.command(BodyVelocity(0.8))
        return made.run(1.0)[-1]

    assert way(0.2).ticks != way(0.0).ticks
    assert way(0.2).x == pytest.approx(way(0.0).x, abs=0.1)
