"""The controllers of a servo: compliance, PID, profiles, modes, limits and quantisation."""

import math

import numpy as np
import pytest

from robopitch.physics.servos import rows as r
from robopitch.physics.servos.control import slope_of
from robopitch.physics.servos.params import Supply
from robopitch.physics.servos.stand import ServoStand

HEAVY = 1e6  # kg m²: the shaft stays where it is


def compliance(error: int, margin: int, slope: int, punch: int, limit: int) -> float:
    """Points on the curve of the e-Manual, written out once more."""
    if abs(error) <= margin:
        return 0.0
    rising = punch + (limit - punch) * (abs(error) - margin) / slope
    return math.copysign(min(limit, rising), error) / 1023


def blocked(model: str, registers: dict[str, int], errors: list[int]) -> np.ndarray:
    """The outputs of servos whose shafts cannot move, at these distances of the goal."""
    stand = ServoStand(model, count=len(errors), inertia=HEAVY)
    stand.step()
    for name, value in registers.items():
        assert stand.write(name, value) == 0
    here = stand.read("present_position")
    for index, error in enumerate(errors):
        assert stand.write("goal_position", here + error, index) == 0
    stand.step()
    return stand.rows[r.DUTY]


@pytest.mark.parametrize(
    ("margins", "slopes", "punch", "limit"),
    [
        ((1, 1), (32, 32), 32, 1023),
        ((0, 5), (16, 64), 0, 1023),
        ((10, 2), (128, 8), 200, 512),
        ((3, 3), (4, 2), 0, 100),
    ],
)
def test_margin_slope_and_punch_give_the_curve_of_the_e_manual(margins, slopes, punch, limit):
    """Each direction has its own margin and slope."""
    errors = [*range(-150, 151, 3), -1, 1, -2, 2, -11, 11]
    registers = {"cw_margin": margins[0], "ccw_margin": margins[1], "cw_slope": slopes[0], "ccw_slope": slopes[1]}
    found = blocked("RX-64", {**registers, "punch": punch, "torque_limit": limit}, errors)
    wanted = [compliance(error, margins[error > 0], slopes[error > 0], punch, limit) for error in errors]
    assert found == pytest.approx(wanted, abs=1e-12)


def test_a_slope_is_a_power_of_two():
    values = [0, 2, 3, 4, 7, 8, 31, 32, 63, 64, 127, 128, 254]
    assert [slope_of(float(value)) for value in values] == [2, 2, 2, 4, 4, 8, 16, 32, 32, 64, 64, 128, 128]


def test_the_gains_of_an_mx_have_the_units_of_the_e_manual():
    """P = 32 is 0.158 · 32 of the voltage per rad, as bam measured; 850 of protocol 2.0 is nearly the same."""
    per_count = math.tau / 4096
    outputs = blocked("MX-28", {"p_gain": 32}, [-20, 0, 1, 50, 4])
    assert outputs == pytest.approx(0.158 * 32 * per_count * np.array([-20, 0, 1, 50, 4]), rel=1e-3)
    assert blocked("MX-28", {"p_gain": 64}, [10])[0] == pytest.approx(2 * blocked("MX-28", {}, [10])[0])
    assert blocked("MX-28-2", {"torque_enable": 1}, [10])[0] == pytest.approx(10 * 850 / 128 / 885)
    assert blocked("MX-28", {}, [1000])[0] == 1.0


def test_the_integral_removes_the_error_that_a_load_leaves_and_the_derivative_damps():
    settled = []
    for i_gain in (0, 32):
        stand = ServoStand("MX-64", load=1.5)
        stand.write("i_gain", i_gain)
        stand.write("goal_position", 2048)
        stand.run(2.5)
        settled.append(2048 - stand.read("present_position"))
    assert settled[0] >= 8
    assert abs(settled[1]) <= 2
    overshoots = []
    for d_gain in (0, 160):
        stand = ServoStand("MX-64", inertia=0.3)
        stand.write("p_gain", 128)
        stand.write("d_gain", d_gain)
        stand.write("goal_position", 2248)
        overshoots.append(stand.traced(1.0).max() / (200 * math.tau / 4096) - 1)
    assert overshoots[0] > 0.05
    assert overshoots[1] < 0.3 * overshoots[0]


def test_the_integral_does_not_wind_up_while_the_output_is_at_its_limit():
    stand = ServoStand("MX-28", inertia=HEAVY)
    stand.write("i_gain", 100)
    stand.write("goal_position", 4000)
    stand.run(0.5)
    assert stand.rows[r.DUTY, 0] == 1.0
    assert stand.rows[r.INTEGRAL, 0] == 0.0


@pytest.mark.parametrize(
    ("model", "unit", "start"), [("AX-12", 0.111, 512), ("RX-28", 0.111, 512), ("MX-64", 0.114, 2048)]
)
def test_the_moving_speed_limits_the_speed_towards_a_goal(model, unit, start):
    stand = ServoStand(model)
    stand.write("moving_speed", 200)
    stand.write("goal_position", start + start // 2)
    stand.run(0.1)
    before = stand.angles[0]
    stand.run(0.3)
    assert (stand.angles[0] - before) / 0.3 == pytest.approx(200 * unit * math.tau / 60, rel=0.04)
    assert stand.read("present_speed") == pytest.approx(200, abs=25)
    assert stand.read("moving") == 1
    stand.run(1.0)
    assert stand.read("moving") == 0


def test_a_profile_is_a_trapezium():
    """100 units of 214.577 rev/min² for the ramps, 100 units of 0.229 rpm between them."""
    stand = ServoStand("MX-28-2", inertia=HEAVY)
    stand.write("profile_acceleration", 20)
    stand.write("profile_velocity", 100)
    stand.write("torque_enable", 1)
    stand.write("goal_position", 2048 + 1024)
    references = []
    for _ in range(1200):
        stand.step()
        references.append(stand.rows[r.REFERENCE, 0])
    speeds = np.diff(references) / 0.001 / 4096  # turns/s
    assert speeds.max() == pytest.approx(100 * 0.229 / 60, rel=1e-6)
    assert np.abs(np.diff(speeds)).max() / 0.001 == pytest.approx(20 * 214.577 / 3600, rel=0.1)
    assert references[-1] == 2048 + 1024
    assert np.all(np.diff(references) >= -1e-9)


def test_an_mx_of_protocol_1_has_an_acceleration():
    stand = ServoStand("MX-28", inertia=HEAVY)
    stand.write("goal_acceleration", 10)
    stand.write("goal_position", 3000)
    stand.run(0.5)
    assert stand.rows[r.REFERENCE_SPEED, 0] / 4096 * 360 == pytest.approx(10 * 8.583 * 0.5, rel=0.01)


def test_the_torque_limit_limits_the_stall_torque():
    for limit in (256, 512, 1023):
        stand = ServoStand("RX-64", supply=Supply(18.5, 0.0), inertia=HEAVY)
        stand.write("torque_limit", limit)
        stand.write("goal_position", 900)
        stand.run(0.1)
        assert stand.rows[r.DUTY, 0] == pytest.approx(limit / 1023)


def test_a_goal_is_kept_within_limits_that_are_set_later():
    stand = ServoStand("RX-28")
    stand.write("goal_position", 800)
    stand.write("ccw_angle_limit", 600)
    stand.run(1.0)
    assert stand.read("present_position") == pytest.approx(600, abs=2)


def test_positions_have_the_steps_of_the_sensor():
    """0.29° of a potentiometer, 0.088° of an encoder; the middle is the zero of the joint."""
    for model, step, middle in (("RX-64", 300 / 1024, 512), ("MX-28", 360 / 4096, 2048)):
        degrees = np.array([0.0, 0.4 * step, 0.6 * step, -0.6 * step, 10 * step, 90.0, -120.0])
        stand = ServoStand(model, count=len(degrees), inertia=HEAVY)
        stand.angles[:] = np.radians(degrees)
        stand.step()
        found = [stand.read("present_position", index) for index in range(len(degrees))]
        assert found == [middle + math.floor(angle / step + 0.5) for angle in degrees.tolist()]


def test_a_potentiometer_has_no_track_beyond_300_degrees_and_an_encoder_counts_round():
    degrees = [149.0, 151.0, 170.0, 190.0, 209.0, 211.0]
    pot = ServoStand("AX-12", count=len(degrees), inertia=HEAVY)
    encoder = ServoStand("MX-28", count=len(degrees), inertia=HEAVY)
    for stand in (pot, encoder):
        stand.angles[:] = np.radians(degrees)
        stand.step()
    assert [pot.read("present_position", i) for i in range(6)] == [1021, 1023, 1023, 0, 0, 3]
    assert [encoder.read("present_position", i) for i in range(6)] == [3743, 3766, 3982, 114, 330, 353]


def test_in_the_wheel_mode_ax_and_rx_set_a_voltage_and_mx_a_speed():
    for model, speed, wanted in (("AX-12", 1024 + 512, -0.5), ("RX-64", 300, 0.3)):
        stand = ServoStand(model)
        stand.write("cw_angle_limit", 0)
        stand.write("ccw_angle_limit", 0)
        stand.write("moving_speed", speed)
        stand.write("torque_enable", 1)
        stand.run(0.1)
        assert stand.rows[r.DUTY, 0] == pytest.approx(wanted, abs=0.01)
    loads = np.array([0.0, 1.0])
    for value, turns in ((200, 1), (1024 + 200, -1)):
        stand = ServoStand("MX-64", count=2, load=loads)
        stand.write("cw_angle_limit", 0)
        stand.write("ccw_angle_limit", 0)
        stand.write("moving_speed", value)
        stand.write("torque_enable", 1)
        stand.run(1.5)
        assert stand.speeds == pytest.approx([turns * 200 * 0.114 * math.tau / 60] * 2, rel=0.02)
        assert stand.read("present_speed") == pytest.approx(value, abs=4)


def test_in_the_multi_turn_mode_positions_go_on():
    stand = ServoStand("MX-28")
    stand.write("cw_angle_limit", 4095)
    stand.write("ccw_angle_limit", 4095)
    stand.write("goal_position", 2048 + 2 * 4096)
    stand.run(4.0)
    assert stand.angles[0] == pytest.approx(2 * math.tau, abs=0.01)
    assert stand.read("present_position") == pytest.approx(2048 + 2 * 4096, abs=3)
    stand.write("resolution_divider", 4)
    stand.write("multi_turn_offset", 100)
    stand.step()
    assert stand.read("present_position") == pytest.approx((2048 + 2 * 4096) // 4 + 100, abs=1)


def test_the_modes_of_protocol_2():
    """Velocity, extended position, PWM; current and current-based position where the servo measures its current."""
    stand = ServoStand("MX-106-2", count=5, inertia=[0.001, 0.001, 0.001, HEAVY, 0.001], load=[0, 0, 0, 0, 2])
    goals = [(1, "goal_velocity", -100), (4, "goal_position", -3000), (16, "goal_pwm", 200), (0, "goal_current", 500)]
    for index, (mode, name, value) in enumerate([*goals, (5, "goal_position", 2500)]):
        assert stand.write("operating_mode", mode, index) == 0
        assert stand.write("torque_enable", 1, index) == 0
        assert stand.write(name, value, index) == 0
    stand.write("goal_current", 300, 4)
    stand.run(0.5)
    assert stand.rows[r.CURRENT, 4] <= 300 * 0.00336 * 1.01
    assert stand.rows[r.CURRENT, 3] == pytest.approx(500 * 0.00336, rel=0.01)
    assert stand.read("present_current", 3) == pytest.approx(500, abs=5)
    stand.run(2.0)
    assert stand.speeds[0] == pytest.approx(-100 * 0.229 * math.tau / 60, rel=0.02)
    assert stand.read("present_position", 1) == pytest.approx(-3000, abs=5)
    assert stand.rows[r.DUTY, 2] == pytest.approx(200 / 885)
    assert stand.read("present_pwm", 2) == 200


def test_a_reversed_servo_counts_clockwise():
    stand = ServoStand("MX-28-2")
    stand.write("drive_mode", 1)
    stand.write("torque_enable", 1)
    stand.write("goal_position", 2548)
    stand.run(1.0)
    assert stand.read("present_position") == pytest.approx(2548, abs=3)
    assert stand.angles[0] == pytest.approx(-500 * math.tau / 4096, abs=0.01)


def test_the_torque_control_mode_sets_a_current():
    stand = ServoStand("MX-64", inertia=HEAVY)
    stand.write("torque_control_mode", 1)
    stand.write("goal_torque", 1024 + 100)
    stand.write("torque_enable", 1)
    stand.run(0.1)
    assert stand.rows[r.CURRENT, 0] == pytest.approx(-0.45, rel=0.01)
    assert stand.read("present_current") == 1948


def test_moving_ends_when_a_load_keeps_a_servo_from_its_goal():
    """It has gone as far as it gets: a program that waits for it goes on."""
    stand = ServoStand("RX-64", inertia=0.01, load=2.0)
    stand.write("goal_position", 612)
    stand.run(0.05)
    assert stand.read("moving") == 1
    stand.run(1.0)
    assert 612 - stand.read("present_position") > 6, "the load holds it back"
    assert stand.read("moving") == 0
    stand.write("moving_speed", 5)  # so slowly that it hardly turns within a step
    stand.write("goal_position", 400)
    stand.run(0.005)
    assert stand.read("moving") == 1
