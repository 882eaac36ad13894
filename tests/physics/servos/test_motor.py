"""Motor, gear, friction and backlash against the data sheets."""

import math

import numpy as np
import pytest

from robopitch.physics.servos import rows as r
from robopitch.physics.servos.model import MODELS
from robopitch.physics.servos.params import Supply, compile_servos, motor_constants
from robopitch.physics.servos.stand import ServoStand

# Every row of the data sheets: volts, stall torque in N m, no-load speed in rpm
SHEETS = [
    ("AX-12", 12.0, 1.5, 59),
    ("RX-28", 18.5, 3.7, 85),
    ("RX-64", 18.5, 5.3, 64),
    ("MX-28", 12.0, 2.5, 55),
    ("MX-28", 14.8, 3.1, 67),
    ("MX-64", 12.0, 6.0, 63),
    ("MX-64", 14.8, 7.3, 78),
    ("MX-106", 12.0, 8.4, 45),
    ("MX-106", 14.8, 10.0, 55),
]


def turning(model: str, volts: float, **options) -> ServoStand:
    """A servo in its wheel mode at full speed, with a supply that does not sag."""
    stand = ServoStand(model, supply=Supply(volts, 0.0), **options)
    stand.write("cw_angle_limit", 0)
    stand.write("ccw_angle_limit", 0)
    stand.write("moving_speed", 1023)
    stand.write("torque_enable", 1)
    return stand


@pytest.mark.parametrize(("model", "volts", "torque", "rpm"), SHEETS)
def test_stall_torque_and_no_load_speed_are_those_of_the_data_sheet(model, volts, torque, rpm):
    """One shaft is free; another, too heavy to be moved, creeps at 1° per second against the friction of the gear."""
    stand = turning(model, volts, count=2, inertia=[0.001, 1e6])
    stand.speeds[1] = 0.02
    stand.run(0.8)
    assert stand.speeds[0] == pytest.approx(rpm * math.tau / 60, rel=0.01)
    assert stand.torques[1] == pytest.approx(torque, rel=0.01)


def test_a_servo_lifts_nearly_its_stall_torque_and_does_not_lift_more():
    stand = turning("RX-64", 18.5, count=2, load=[0.98 * 5.3, 1.04 * 5.3])
    stand.run(0.3)
    before = stand.angles.copy()
    stand.run(0.3)
    assert stand.angles[0] > before[0] + 0.01
    assert stand.angles[1] < before[1] + 1e-4


def test_between_two_rows_of_the_data_sheet_the_motor_is_between_them():
    low, middle, high = (motor_constants(MODELS["MX-106"], volts) for volts in (12.0, 13.4, 14.8))
    assert all(min(a, c) <= b <= max(a, c) for a, b, c in zip(low, middle, high, strict=True))
    assert motor_constants(MODELS["MX-106"], 11.1) == low


def test_without_torque_the_shaft_turns_against_friction_alone():
    """Below the breakaway torque it rests; above it turns, and does not feel the back-EMF."""
    static = MODELS["MX-64"].friction.stribeck
    stand = ServoStand("MX-64", count=2, load=-static * np.array([0.5, 2.0]))
    stand.run(1.0)
    assert abs(stand.angles[0]) < 0.01
    assert abs(stand.speeds[0]) < 1e-3
    assert stand.speeds[1] > 3.0


def test_a_shaft_without_load_has_the_play_of_the_backlash():
    """A push that friction holds moves it by the backlash, and no further."""
    stand = ServoStand("MX-64", load=0.01)
    stand.run(0.6)
    low = stand.angles[0]
    stand.load[:] = -0.01
    stand.run(0.6)
    assert stand.angles[0] - low == pytest.approx(MODELS["MX-64"].backlash, rel=0.2)


@pytest.mark.parametrize("timestep", [0.0005, 0.001, 0.002])
def test_a_servo_comes_to_rest_with_any_load_at_time_steps_up_to_2_ms(timestep):
    for model, goal, per_count in (("RX-28", 612, math.radians(300 / 1024)), ("MX-106", 2448, math.tau / 4096)):
        stand = ServoStand(
            model, count=4, inertia=[0.0, 0.002, 0.02, 0.2], load=[0.0, 0.0, 0.3, 0.6], timestep=timestep
        )
        stand.write("goal_position", goal)
        stand.run(1.5)
        last = stand.traced(0.3)
        assert np.abs(last[-1] / per_count - (goal - stand.table.by_name["goal_position"].default)).max() < 12
        assert np.ptp(last, axis=0).max() < 2 * per_count


def test_friction_grows_with_the_torque_of_the_motor():
    """bam: a loaded MX-64 loses half of its torque at rest, and less of it when it moves."""
    model = MODELS["MX-64"]
    k, resistance, _ = motor_constants(model, 12.0)
    electric = k * 12.0 / resistance
    assert 6.0 / electric == pytest.approx(0.49, abs=0.01)


def test_the_armature_belongs_to_the_joint_of_the_servo(figure):
    params = compile_servos([figure(["a", "b"], ["MX-106", "RX-28"], joints=["b", "a"]), None])
    assert params is not None
    assert params.armatures(0, 2)[0] == MODELS["RX-28"].friction.armature
    assert params.armatures(0, 2)[1] == MODELS["MX-106"].friction.armature
    assert params.counts.tolist() == [2, 0]
    assert compile_servos([None]) is None


def test_an_unknown_model_or_joint_is_an_error_that_names_it(figure):
    with pytest.raises(ValueError, match="servo 1: there is no model 'RX-29', but AX-12, "):
        compile_servos([figure(["a"], ["RX-29"])])
    with pytest.raises(ValueError, match="servo 1: there is no joint 'knee', but a"):
        compile_servos([figure(["a"], ["RX-28"], joints=["knee"])])


def test_a_servo_that_turns_the_other_way_gives_the_mirrored_motion(figure, run_figure):
    state, angles = run_figure(figure(["a", "b"], ["RX-28", "RX-28"], directions=[1, -1], zeros=[0.2, -0.2]), 0.3)
    assert angles[1] == -angles[0]
    assert abs(angles[0]) > 0.1
    assert (state[r.PRESENT_POSITION, 0] - 512) * math.radians(300 / 1024) == pytest.approx(angles[0] - 0.2, abs=0.01)
