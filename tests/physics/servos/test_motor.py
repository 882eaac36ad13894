"""Motor, gear, friction and backlash against the data sheets."""

import math

import numpy as np
import pytest

from robopitch.physics.servos import params as p
from robopitch.physics.servos import rows as r
from robopitch.physics.servos.constants import gear, gear_loss, hold_lift, motor_of
from robopitch.physics.servos.model import MODELS
from robopitch.physics.servos.params import Supply, compile_servos
from robopitch.physics.servos.stand import ServoStand
from robopitch.spec.figure import ServoConstants

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
    low, middle, high = (motor_of(MODELS["MX-106"], volts) for volts in (12.0, 13.4, 14.8))
    for name in ("torque_constant", "resistance"):
        a, b, c = (getattr(motor, name) for motor in (low, middle, high))
        assert min(a, c) <= b <= max(a, c)
    assert motor_of(MODELS["MX-106"], 11.1) == low


@pytest.mark.parametrize(("model", "volts", "torque", "rpm"), SHEETS)
def test_torque_current_and_back_emf_are_one_set(model, volts, torque, rpm):
    """Kt = V/ω₀ and R = V/I₀; at stall flows the current of the data sheet."""
    motor = motor_of(MODELS[model], volts)
    assert motor.torque_constant == pytest.approx(volts / (rpm * math.tau / 60))
    stand = ServoStand(model, supply=Supply(volts, 0.0), inertia=1e6)
    stand.write("goal_position", 1000)
    stand.run(0.02)
    sheet = next(sheet for sheet in MODELS[model].sheets if sheet.voltage == volts)
    assert abs(stand.rows[r.DUTY, 0]) == pytest.approx(1.0)
    assert abs(stand.rows[r.CURRENT, 0]) == pytest.approx(sheet.stall_current, rel=1e-3)


def test_the_constants_of_an_rx_64_are_those_that_follow_from_its_data_sheet():
    motor = motor_of(MODELS["RX-64"], 14.8)
    assert (motor.torque_constant, motor.resistance) == pytest.approx((2.760, 7.115), abs=1e-3)
    assert gear_loss(motor.friction) + motor.friction.stribeck / (2.76 * 2.6) == pytest.approx(0.262, abs=1e-3)


def most(ratio: float | None, lifts: bool) -> float:
    """The greatest load in N m that a blocked RX-64 at full output lifts, or holds."""
    loads = np.arange(3.0, 18.0, 0.25)
    constants = ServoConstants() if ratio is None else ServoConstants(hold_lift=ratio)
    stand = ServoStand("RX-64", len(loads), Supply(18.5, 0.0), 0.05, loads, constants=constants)
    stand.write("cw_angle_limit", 0)
    stand.write("ccw_angle_limit", 0)
    stand.write("moving_speed", 1023)
    stand.write("torque_enable", 1)
    stand.write("shutdown", 0)
    stand.run(0.3)
    before = stand.angles.copy()
    stand.run(0.3)
    moved = stand.angles - before
    return float(loads[moved > 0.01].max() if lifts else loads[moved > -0.01].max())


@pytest.mark.parametrize(("ratio", "expected"), [(None, 1.7), (3.1, 3.1)])
def test_a_servo_holds_more_than_it_lifts_by_a_ratio_that_can_be_set(ratio, expected):
    lift, hold = most(ratio, lifts=True), most(ratio, lifts=False)
    assert lift == pytest.approx(5.3, abs=0.3), "the data sheet, whatever it holds"
    assert hold / lift == pytest.approx(expected, rel=0.08)


def test_an_rx_64_by_its_constants_is_an_rx_64_to_the_last_bit():
    motor = motor_of(MODELS["RX-64"], MODELS["RX-64"].supply)
    constants = ServoConstants(
        torque_constant=motor.torque_constant,
        resistance=motor.resistance,
        gear_loss=gear_loss(motor.friction),
        hold_lift=hold_lift(motor.friction),
        dry_friction=motor.friction.stribeck,
        rotor_inertia=motor.friction.armature,
        counts=MODELS["RX-64"].counts,
        voltage=MODELS["RX-64"].supply,
    )
    found = []
    for given in (None, constants):
        stand = ServoStand("RX-64", 2, inertia=0.02, load=[0.5, -1.0], constants=given)
        stand.write("goal_position", 700)
        stand.run(0.4)
        found.append((stand.numbers.tobytes(), stand.rows.tobytes(), stand.angles.tobytes()))
    assert found[0] == found[1]


def test_constants_replace_those_of_the_model_one_by_one():
    plain, own = ServoStand("MX-28"), ServoStand("MX-28", constants=ServoConstants(resistance=4.0, voltage=11.1))
    changed = {row for row in range(len(plain.numbers)) if plain.numbers[row] != own.numbers[row]}
    assert changed == {p.PER_R, p.WINDING}
    own.step()
    assert own.read("present_voltage") == 111


def test_a_gear_holds_at_least_the_torque_of_its_motor():
    with pytest.raises(ValueError, match=r"loses 0\.5 of the torque of its motor holds 2 times what it lifts, or more"):
        gear(0.5, 1.2)


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
        stand.run(5.0)  # the RX-28, whose gear loses next to nothing, swings the heaviest load for a while
        last = stand.traced(0.3)
        assert np.abs(last[-1] / per_count - (goal - stand.table.by_name["goal_position"].default)).max() < 12
        assert np.ptp(last, axis=0).max() < 2 * per_count


def test_friction_grows_with_the_torque_of_the_motor():
    """What the gear of an MX-64 loses of its motor's 7.46 N m leaves the 6 N m of the data sheet."""
    motor = motor_of(MODELS["MX-64"], 12.0)
    electric = motor.torque_constant * 12.0 / motor.resistance
    assert 1 - 6.0 / electric == pytest.approx(0.20, abs=0.01)


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
