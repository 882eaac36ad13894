"""Heat, overload, supply voltage: shutdown and recovery."""

import numpy as np
import pytest

from robopitch.physics.servos import errors as e
from robopitch.physics.servos import rows as r
from robopitch.physics.servos.params import Supply
from robopitch.physics.servos.registers import error_bits
from robopitch.physics.servos.stand import ServoStand

HEAVY = 1e6


def stalled(model: str) -> ServoStand:
    """A servo whose shaft cannot move, far from its goal."""
    stand = ServoStand(model, inertia=HEAVY)
    stand.step()
    stand.write("torque_enable", 1)
    stand.write("goal_position", stand.read("present_position") + 400)
    return stand


def test_a_stalled_servo_switches_off_until_its_torque_limit_is_written():
    stand = stalled("RX-64")
    stand.run(0.9)
    assert stand.read("torque_limit") == 1023
    stand.run(0.2)
    assert stand.read("torque_limit") == 0
    assert stand.torques[0] == pytest.approx(0.0, abs=0.5)
    assert error_bits(stand.table, stand.rows[:, 0]) == e.OVERLOAD
    stand.run(5.0)  # waiting does not help, nor does a goal
    assert stand.write("goal_position", 700) == e.OVERLOAD
    stand.run(0.1)
    assert stand.rows[r.DUTY, 0] == 0
    assert stand.write("torque_limit", 800) == 0
    stand.run(0.1)
    assert stand.rows[r.DUTY, 0] == pytest.approx(800 / 1023)


def test_protocol_2_switches_the_torque_off_until_a_reboot(reboot):
    stand = stalled("MX-64-2")
    stand.run(1.2)
    assert stand.read("torque_enable") == 0
    assert stand.read("hardware_error") == e.OVERLOAD
    assert stand.write("torque_enable", 1) == e.ALERT
    stand.step()
    assert stand.read("torque_enable") == 0
    reboot(stand)
    assert stand.write("torque_enable", 1) == 0
    stand.run(0.1)
    assert stand.read("torque_enable") == 1


def test_only_the_errors_that_shutdown_names_switch_off():
    stand = stalled("MX-28")
    stand.write("shutdown", e.HEAT)
    stand.run(1.5)
    assert stand.read("torque_limit") == 1023
    assert error_bits(stand.table, stand.rows[:, 0]) == e.OVERLOAD


def test_a_free_movement_is_no_overload():
    stand = ServoStand("AX-12", inertia=0.002)
    for goal in (1023, 0, 1023, 0):
        stand.write("goal_position", goal)
        stand.run(1.0)
    assert stand.read("torque_limit") == 1023
    assert error_bits(stand.table, stand.rows[:, 0]) == 0


def test_a_hot_servo_switches_off_and_works_again_when_it_is_cool():
    stand = stalled("RX-28")
    stand.write("shutdown", e.HEAT)
    stand.rows[r.TEMPERATURE] = 85.0
    stand.run(0.1)
    assert stand.read("present_temperature") >= 84
    assert error_bits(stand.table, stand.rows[:, 0]) == e.HEAT
    assert stand.read("torque_limit") == 0
    stand.write("torque_limit", 1023)
    stand.step()
    assert stand.read("torque_limit") == 0, "it is still hot"
    stand.rows[r.TEMPERATURE] = 60.0
    stand.step()
    stand.write("torque_limit", 1023)
    stand.run(0.1)
    assert stand.read("torque_limit") == 1023
    assert not error_bits(stand.table, stand.rows[:, 0]) & e.HEAT


def test_a_stalled_servo_gets_hot_within_minutes_and_a_lightly_loaded_one_stays_cool():
    """The whole stall torque, and a fifth of it, which the e-Manual recommends as the greatest load."""
    stand = ServoStand("MX-64", count=2, inertia=HEAVY, timestep=0.05)
    stand.write("shutdown", 0)
    stand.write("torque_control_mode", 1)
    stand.write("torque_enable", 1)
    stand.write("goal_torque", 900, 0)
    stand.write("goal_torque", 180, 1)
    stand.run(120.0)
    assert stand.read("present_temperature", 0) > 80
    assert 26 < stand.read("present_temperature", 1) < 40


def test_the_voltage_sags_with_the_currents_of_all_servos_of_a_robot(figure, run_figure):
    voltages = []
    for count in (1, 6):
        names = [f"j{index}" for index in range(count)]
        state, _ = run_figure(figure(names, ["RX-64"] * count), 0.006)
        voltages.append(state[r.PRESENT_VOLTAGE, 0])
        assert np.all(state[r.PRESENT_VOLTAGE] == voltages[-1])
    assert voltages[0] - voltages[1] >= 4  # tenths of a volt
    assert voltages[1] > 120


def test_a_voltage_out_of_range_is_an_error():
    stand = ServoStand("AX-12", supply=Supply(14.8, 0.0))
    stand.step()
    assert error_bits(stand.table, stand.rows[:, 0]) == e.VOLTAGE
    assert stand.read("present_voltage") == 148
    assert stand.write("goal_position", 600) == e.VOLTAGE
    assert stand.read("goal_position") == 600, "it is reported; the servo goes on"
