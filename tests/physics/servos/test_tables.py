"""The control tables, against addresses and values that the e-Manual prints."""

import pytest

from robopitch.physics.servos.table import Register
from robopitch.physics.servos.tables import TABLES

PROTOCOL_1 = ("AX-12", "RX-28", "RX-64", "MX-28", "MX-64", "MX-106")
COMPLIANT = PROTOCOL_1[:3]
SHARED = {  # address and size
    "model_number": (0, 2), "firmware_version": (2, 1), "id": (3, 1), "baud_rate": (4, 1), "return_delay": (5, 1),
    "cw_angle_limit": (6, 2), "ccw_angle_limit": (8, 2), "temperature_limit": (11, 1), "voltage_low": (12, 1),
    "voltage_high": (13, 1), "max_torque": (14, 2), "status_return_level": (16, 1), "alarm_led": (17, 1),
    "shutdown": (18, 1), "torque_enable": (24, 1), "led": (25, 1), "goal_position": (30, 2), "moving_speed": (32, 2),
    "torque_limit": (34, 2), "present_position": (36, 2), "present_speed": (38, 2), "present_load": (40, 2),
    "present_voltage": (42, 1), "present_temperature": (43, 1), "registered": (44, 1), "moving": (46, 1),
    "lock": (47, 1), "punch": (48, 2),
}  # fmt: skip


def places(model: str, names: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    return {name: (TABLES[model].by_name[name].address, TABLES[model].by_name[name].size) for name in names}


def defaults(model: str, *names: str) -> list[int]:
    return [TABLES[model].by_name[name].default for name in names]


def test_all_tables_of_protocol_1_share_the_addresses_up_to_49():
    for model in PROTOCOL_1:
        assert places(model, SHARED) == SHARED


def test_only_servos_with_a_potentiometer_have_compliance_and_only_mx_have_gains():
    for model in PROTOCOL_1:
        names = TABLES[model].by_name
        margins = {"cw_margin": (26, 1), "ccw_margin": (27, 1), "cw_slope": (28, 1), "ccw_slope": (29, 1)}
        gains = {"d_gain": (26, 1), "i_gain": (27, 1), "p_gain": (28, 1)}
        here, absent = (margins, gains) if model in COMPLIANT else (gains, margins)
        assert places(model, here) == here
        assert not absent.keys() & names.keys()
        assert TABLES[model].size == (50 if model in COMPLIANT else 74)
    assert places("MX-106", {"drive_mode": (10, 1)}) == {"drive_mode": (10, 1)}
    more = {"present_current": (68, 2), "torque_control_mode": (70, 1), "goal_torque": (71, 2)}
    assert places("MX-64", more) == more
    last = {"realtime_tick": (50, 2), "goal_acceleration": (73, 1), "multi_turn_offset": (20, 2)}
    assert places("MX-28", last) == last


def test_model_numbers_and_values_at_delivery_are_those_of_the_e_manual():
    numbers = [TABLES[model].number for model in TABLES]
    assert numbers == [12, 28, 64, 29, 310, 320, 30, 311, 321, 1200]
    assert all(defaults(model, "model_number") == [TABLES[model].number] for model in TABLES)
    assert defaults("AX-12", "baud_rate", "temperature_limit", "voltage_high", "ccw_angle_limit") == [1, 70, 140, 1023]
    assert defaults("RX-64", "baud_rate", "temperature_limit", "voltage_high", "ccw_angle_limit") == [34, 80, 190, 1023]
    assert defaults("MX-28", "baud_rate", "temperature_limit", "voltage_high", "ccw_angle_limit") == [34, 80, 160, 4095]
    for model in PROTOCOL_1:
        assert defaults(model, "return_delay", "shutdown", "max_torque", "status_return_level") == [250, 36, 1023, 2]
    assert defaults("XL330-M288", "p_gain", "velocity_limit", "current_limit", "shutdown") == [400, 445, 1750, 53]
    assert TABLES["XL330-M288"].by_name["indirect_address_20"].address == 206
    assert TABLES["XL330-M288"].size == 228
    assert defaults("RX-28", "cw_margin", "ccw_slope", "punch") == [1, 32, 32]
    assert defaults("MX-64", "p_gain", "i_gain", "d_gain", "punch") == [32, 0, 0, 0]


def test_the_tables_of_protocol_2_are_those_of_the_e_manual():
    known = {
        "id": (7, 1), "operating_mode": (11, 1), "homing_offset": (20, 4), "max_position_limit": (48, 4),
        "torque_enable": (64, 1), "hardware_error": (70, 1), "p_gain": (84, 2), "goal_pwm": (100, 2),
        "goal_velocity": (104, 4), "profile_velocity": (112, 4), "goal_position": (116, 4), "present_speed": (128, 4),
        "present_position": (132, 4), "present_voltage": (144, 2), "present_temperature": (146, 1),
    }  # fmt: skip
    for model, fastest in (("MX-28-2", 380), ("MX-64-2", 435), ("MX-106-2", 360)):
        assert places(model, known) == known
        assert TABLES[model].size == 662
        assert defaults(model, "velocity_limit", "p_gain", "shutdown", "baud_rate") == [fastest, 850, 52, 1]
    assert TABLES["MX-28-2"].by_name["present_load"].address == 126
    assert defaults("MX-64-2", "current_limit") == [1941]
    assert places("MX-106-2", {"goal_current": (102, 2)}) == {"goal_current": (102, 2)}


@pytest.mark.parametrize("model", TABLES)
def test_registers_do_not_overlap_and_their_bytes_hold_their_range(model):
    table = TABLES[model]
    assert len(table.by_name) == len(table.registers)
    for before, after in zip(table.registers, table.registers[1:], strict=False):
        assert before.end <= after.address
    for register in table.registers:
        assert register.low <= register.default <= register.high, register.name
        for value in (register.low, register.default, register.high):
            assert register.decode(register.encode(value)) == value
    assert all(one.eeprom == (one.address < (24 if table.protocol == 1 else 64)) for one in table.registers)


def test_bytes_are_little_endian_and_a_value_beyond_them_is_cut():
    goal = TABLES["MX-28"].by_name["goal_position"]
    assert goal.encode(-1) == b"\xff\xff"
    assert goal.decode(b"\x00\x08") == 2048
    assert Register(0, 1, "x", True, False, 0, 0, 255).encode(300) == b"\xff"
    assert [one.name for one in TABLES["RX-64"].within(31, 2)] == ["goal_position", "moving_speed"]
