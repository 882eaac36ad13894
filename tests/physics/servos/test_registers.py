"""Registers as a bus sees them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robopitch.physics.servos import errors as e
from robopitch.physics.servos.power import factory_reset, install
from robopitch.physics.servos.registers import read_registers, value_of, write_registers
from robopitch.physics.servos.rows import ALL_ROWS, NAMES, UNITS
from robopitch.physics.servos.tables import TABLES


def new(model: str) -> tuple:
    table, row = TABLES[model], np.zeros(ALL_ROWS)
    install(table, row, 7, 12.0)
    return table, row


def test_every_register_has_a_row():
    assert len(set(NAMES)) == len(NAMES) == len(UNITS) == ALL_ROWS
    for table in TABLES.values():
        assert set(table.by_name) <= set(NAMES)


def test_a_new_servo_answers_with_its_values_at_delivery_and_its_id():
    table, row = new("RX-64")
    assert read_registers(table, row, 0, 20) == bytes.fromhex("4000 18 07 22 fa 0000 ff03 00 50 3c be ff03 02 24 24 00")
    assert read_registers(table, row, 30, 6) == bytes.fromhex("0002 0000 ff03")
    assert read_registers(table, row, 31, 1) == b"\x02"
    table, row = new("MX-28-2")
    assert read_registers(table, row, 116, 4) == bytes.fromhex("00080000")


def test_one_write_changes_several_registers():
    table, row = new("RX-28")
    assert write_registers(table, row, 30, bytes.fromhex("5802 6400 0002")) == 0
    assert [value_of(row, name) for name in ("goal_position", "moving_speed", "torque_limit")] == [600, 100, 512]
    assert value_of(row, "torque_enable") == 1, "a goal switches the torque on"


def test_a_refused_write_changes_nothing():
    cases = [
        ("RX-64", 24, "02", e.RANGE),  # torque_enable is 0 or 1
        ("RX-64", 30, "5802 6400 0004", e.RANGE),  # the torque limit of 1024 is refused, and the goal with it
        ("RX-64", 32, "0004", e.RANGE),  # a direction, but not in the wheel mode
        ("RX-64", 30, "0004", e.RANGE),
        ("RX-64", 48, "0000 00", e.RANGE),  # beyond the table
        ("MX-28", 6, "0004 0008 00 50 3c a0 ff03 05", e.RANGE),
        ("MX-28-2", 64, "02", e.DATA_RANGE),
        ("MX-28-2", 116, "0008", e.DATA_LENGTH),
        ("MX-28-2", 132, "00080000", e.ACCESS),
        ("MX-28-2", 116, "00100000", e.DATA_LIMIT),  # 4096, beyond max_position_limit
        ("MX-28-2", 104, "7d010000", e.DATA_LIMIT),  # 381 > velocity_limit
        ("MX-28-2", 11, "05", e.DATA_RANGE),  # it does not measure its current
        ("MX-28-2", 661, "0000", e.DATA_RANGE),
        ("MX-28-2", 146, "0000", e.ACCESS),
        ("MX-28-2", 168, "0000", e.DATA_RANGE),  # only RAM has indirect addresses
    ]
    for model, address, data, error in cases:
        table, row = new(model)
        before = row.copy()
        assert write_registers(table, row, address, bytes.fromhex(data)) == error, (model, address, data)
        assert np.array_equal(row, before), (model, address, data)


def test_a_goal_beyond_the_angle_limits_is_an_angle_error():
    table, row = new("AX-12")
    write_registers(table, row, 6, bytes.fromhex("6400 8403"))
    assert value_of(row, "ccw_angle_limit") == 900
    assert write_registers(table, row, 30, bytes.fromhex("8503")) == e.ANGLE
    assert value_of(row, "goal_position") == 512
    assert write_registers(table, row, 30, bytes.fromhex("8403")) == 0
    write_registers(table, row, 6, bytes.fromhex("0000 0000"))  # the wheel mode has no limits
    assert write_registers(table, row, 30, bytes.fromhex("ff03 ff07")) == 0


def test_protocol_1_skips_what_can_only_be_read_and_writes_the_rest():
    table, row = new("RX-64")
    assert write_registers(table, row, 34, bytes.fromhex("0002 ffff")) == 0
    assert value_of(row, "torque_limit") == 512
    assert value_of(row, "present_position") == 512
    assert write_registers(table, row, 0, b"\x01\x01\x01\x09") == 0
    assert [value_of(row, "model_number"), value_of(row, "id")] == [64, 9]


def test_protocol_1_writes_a_byte_of_a_register():
    table, row = new("RX-64")
    assert write_registers(table, row, 30, b"\x58") == 0
    assert value_of(row, "goal_position") == 0x0258
    assert write_registers(table, row, 31, b"\x03") == 0
    assert value_of(row, "goal_position") == 0x0358


def test_lock_protects_the_eeprom_until_a_reboot(reboot_row):
    table, row = new("RX-64")
    assert write_registers(table, row, 47, b"\x01") == 0
    assert write_registers(table, row, 3, b"\x08") == e.RANGE
    assert write_registers(table, row, 47, b"\x00") == e.RANGE
    assert write_registers(table, row, 25, b"\x01") == 0, "RAM can still be written"
    assert value_of(row, "id") == 7
    reboot_row(table, row)
    assert write_registers(table, row, 3, b"\x08") == 0


def test_protocol_2_writes_eeprom_only_without_torque():
    table, row = new("MX-64-2")
    assert write_registers(table, row, 64, b"\x01") == 0
    assert write_registers(table, row, 11, b"\x04") == e.ACCESS
    assert write_registers(table, row, 64, b"\x00") == 0
    assert write_registers(table, row, 11, b"\x04") == 0
    assert write_registers(table, row, 116, bytes.fromhex("00f0ffff")) == 0, "several turns back"
    assert value_of(row, "goal_position") == -4096


def test_a_servo_that_is_switched_on_stays_where_it_is():
    for model, address in (("RX-64", 24), ("MX-28-2", 64)):
        table, row = new(model)
        row[NAMES.index("present_position")] = 300
        assert write_registers(table, row, address, b"\x01") == 0
        assert value_of(row, "goal_position") == 300


def test_an_indirect_byte_stands_for_another():
    table, row = new("MX-28-2")
    addresses = [*range(132, 136), *range(116, 120), 65]
    for first, data in ((168, 224), (578, 634)):
        indirect = b"".join(place.to_bytes(2, "little") for place in addresses)
        assert write_registers(table, row, first, indirect) == 0
        row[NAMES.index("present_position")] = 1234
        assert read_registers(table, row, data, 4) == (1234).to_bytes(4, "little")
        assert write_registers(table, row, data + 4, (3000).to_bytes(4, "little") + b"\x01") == 0
        assert [value_of(row, "goal_position"), value_of(row, "led")] == [3000, 1]
        assert write_registers(table, row, data + 4, (5000).to_bytes(4, "little") + b"\x00") == e.DATA_LIMIT
        assert write_registers(table, row, data, b"\0\0\0\0") == e.ACCESS
        assert write_registers(table, row, data + 4, b"\0\0") == e.DATA_LENGTH
        assert [value_of(row, "goal_position"), value_of(row, "led")] == [3000, 1]
        write_registers(table, row, 65, b"\0")
    assert read_registers(table, row, 250, 2) == b"\0\0", "one that nobody set stands for nothing"


def test_a_reboot_restores_ram_and_a_factory_reset_all(reboot_row):
    table, row = new("MX-28")
    write_registers(table, row, 14, bytes.fromhex("0002"))
    write_registers(table, row, 26, bytes.fromhex("010203"))
    reboot_row(table, row)
    assert [value_of(row, name) for name in ("torque_limit", "p_gain", "id", "torque_enable")] == [512, 32, 7, 0]
    write_registers(table, row, 4, b"\x01")
    factory_reset(table, row, keep=("id",))
    assert [value_of(row, name) for name in ("max_torque", "baud_rate", "id")] == [1023, 34, 7]
    factory_reset(table, row)
    assert value_of(row, "id") == 1


def test_reading_beyond_the_table_is_an_error_that_says_so():
    table, row = new("AX-12")
    with pytest.raises(ValueError, match="AX-12 has addresses 0 to 49, not 48 to 50"):
        read_registers(table, row, 48, 3)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted(TABLES)),
    st.lists(st.tuples(st.integers(-2, 260), st.binary(max_size=12)), max_size=5),
)
def test_any_bytes_leave_every_register_in_its_range(model, writes):
    table, row = new(model)
    for address, data in writes:
        before = row.copy()
        error = write_registers(table, row, address, data)
        assert 0 <= error <= 255
        if error:
            assert np.array_equal(row, before)
    for register in table.registers:
        assert register.low <= value_of(row, register.name) <= register.high
    assert len(read_registers(table, row, 0, table.size)) == table.size


@given(
    st.sampled_from(["AX-12", "RX-64", "MX-28"]),
    st.integers(0, 0xFFFF),
    st.sampled_from([(0, 0), (4095, 4095), (0, 1023), (100, 600), (300, 300)]),
    st.sampled_from([0, 0x24]),
)
@settings(max_examples=60, deadline=None)
def test_a_goal_alone_is_written_as_a_goal_with_the_same_speed(model, goal, limits, errors):
    """The first takes a shorter path."""
    rows = []
    for length in (2, 4):
        table, row = new(model)
        for name, value in zip(("cw_angle_limit", "ccw_angle_limit", "errors"), (*limits, errors), strict=True):
            row[NAMES.index(name)] = value
        speed = value_of(row, "moving_speed")
        data = goal.to_bytes(2, "little") + speed.to_bytes(2, "little")
        rows.append((write_registers(table, row, 30, data[:length]), row.tolist()))
    assert rows[0] == rows[1]
