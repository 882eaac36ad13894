"""The inertial measurement unit."""

import statistics

import pytest

from robopitch import BodyVelocity


def test_it_measures_the_acceleration_in_the_frame_of_the_robot(trial):
    made = trial("imu", level="truth")
    made.place(0.0, 0.0, heading=1.2)
    made.sample()
    made.command(BodyVelocity(2.0))
    reports = made.run(0.5)
    speeding_up = reports[10:40]  # its limiter allows 3 m/s²
    assert statistics.mean(report.forward for report in speeding_up) == pytest.approx(3.0, abs=0.2)
    assert statistics.mean(report.left for report in speeding_up) == pytest.approx(0.0, abs=0.2)
    assert {report.up for report in reports} == {9.81}


def test_the_accelerations_add_up_to_the_speed(trial):
    made = trial("imu", level="truth")
    made.sample()
    made.command(BodyVelocity(0.0, 1.5))
    reports = made.run(1.0)
    assert sum(report.left for report in reports) * 0.01 == pytest.approx(made.robot.velocity.y, abs=1e-6)


def test_it_measures_the_turn_rate(trial):
    made = trial("imu", level="truth")
    made.sample()
    made.command(BodyVelocity(0.0, 0.0, -2.0))
    assert made.run(1.0)[-1].turn_rate == pytest.approx(-2.0, abs=0.05)


def test_a_robot_that_drives_in_a_circle_feels_the_centrifugal_acceleration(trial):
    made = trial("imu", level="truth")
    made.sample()
    made.command(BodyVelocity(1.0, 0.0, 2.0))
    assert statistics.mean(report.left for report in made.run(3.0)[-100:]) == pytest.approx(2.0, abs=0.2)


def test_at_rest_there_is_noise_around_a_constant_error(trial):
    made = trial("imu", noise=0.1, calibration=1.0, turn_noise=0.02, turn_calibration=0.0)
    reports = made.run(10.0)
    forward = [report.forward for report in reports]
    assert statistics.stdev(forward) == pytest.approx(0.1, rel=0.1)
    assert abs(statistics.mean(forward)) > 0.02  # drawn from the seed; the mean of the noise deviates by 0.003
    turning = [report.turn_rate for report in reports]
    assert statistics.stdev(turning) == pytest.approx(0.02, rel=0.1)
    assert statistics.mean(turning) == pytest.approx(0.0, abs=0.003)


def test_an_impact_is_cut_off_at_the_range(trial):
    made = trial("imu", range=20.0, noise=0.0, calibration=0.0)
    wall = made.world.league.field.length / 2 + made.world.league.field.margin_goal
    made.place(wall - 0.3, 3.0, vx=2.0)
    made.sample()
    made.command(BodyVelocity(2.0))
    assert min(report.forward for report in made.run(0.2)) == -20.0
