"""The registers of a servo as a bus sees them: bytes at addresses.

Functions on the numbers of one servo, ``block[robot, servo]``. A write is checked as a whole: if a part of it is
refused, nothing changes.
"""

from __future__ import annotations

from robopitch.physics.scalar import Floats
from robopitch.physics.servos import errors as e
from robopitch.physics.servos import modes
from robopitch.physics.servos import rows as r
from robopitch.physics.servos.rows import NAMES
from robopitch.physics.servos.table import Register, Table

__all__ = ["error_bits", "read_registers", "value_of", "write_registers"]

_ROW = {name: row for row, name in enumerate(NAMES) if row >= r.DYNAMIC_ROWS}
_MODES = frozenset((modes.VELOCITY, modes.POSITION, modes.MULTI_TURN, modes.PWM))
_MODES_WITH_CURRENT = _MODES | {modes.CURRENT, modes.CURRENT_POSITION}


def value_of(row: Floats, name: str) -> int:
    """The value of a register by its name."""
    return int(row.item(_ROW[name]))


def error_bits(table: Table, row: Floats) -> int:
    """The errors that a status packet reports whatever it answers: bits of protocol 1.0, the alert bit of 2.0."""
    found = int(row.item(r.ERRORS)) & e.HARDWARE
    return found if table.protocol == 1 else e.ALERT if found else 0


def read_registers(table: Table, row: Floats, address: int, length: int) -> bytes:
    """The bytes at these addresses; a ValueError if the table has not all of them."""
    if address < 0 or length < 1 or address + length > table.size:
        raise ValueError(f"{table.model} has addresses 0 to {table.size - 1}, not {address} to {address + length - 1}")
    registers = table.within(address, length)
    if len(registers) == 1 and (one := registers[0]).address == address and one.size == length and not table.indirect:
        return one.encode(int(row.item(_ROW[one.name])))  # what a bus asks all the time
    data = bytearray(length)
    for register in registers:
        held, start = register.encode(int(row.item(_ROW[register.name]))), register.address - address
        first, last = max(start, 0), min(start + register.size, length)
        data[first:last] = held[first - start : last - start]
    if table.has_indirect(address, length):
        for place in range(length):
            target = _target(table, row, address + place)
            if target != address + place and not table.behind(target):
                data[place] = read_registers(table, row, target, 1)[0]
    return bytes(data)


def _target(table: Table, row: Floats, address: int) -> int:
    """The address for which an address stands: itself, or what an indirect address says."""
    name = table.behind(address)
    return value_of(row, name) if name else address


def write_registers(table: Table, row: Floats, address: int, data: bytes) -> int:
    """Write bytes; returns the error bits of protocol 1.0, or the error number of 2.0 with the alert bit; 0 if all is
    well.

    What can only be read is skipped by protocol 1.0 and refused by 2.0.
    """
    plain = table.plain(address, len(data))
    if len(plain) == 1 and plain[0].name == "goal_position" and table.protocol == 1:
        return _write_goal(table, row, plain[0], plain[0].decode(data))
    written, refusal = _new_values(table, row, address, data)
    if not refusal:
        refusal = _refusal(table, row, written)
    if refusal:
        return refusal | error_bits(table, row)
    _apply(table, row, written)
    return error_bits(table, row)


def _write_goal(table: Table, row: Floats, register: Register, goal: int) -> int:
    """Write a goal position of protocol 1.0, which control programs do all the time; the same as the general way."""
    if not register.low <= goal <= register.high:
        return e.RANGE | error_bits(table, row)
    low, high = row.item(r.CW_ANGLE_LIMIT), row.item(r.CCW_ANGLE_LIMIT)
    if not low <= goal <= high and not low == high == 0 and not low == high == 4095:  # the modes wheel and multi-turn
        return e.ANGLE | error_bits(table, row)
    row[r.GOAL_POSITION] = goal
    row[r.TORQUE_ENABLE] = 1  # a goal switches the torque on
    return error_bits(table, row)


def _new_values(table: Table, row: Floats, address: int, data: bytes) -> tuple[dict[str, int], int]:
    """The values of the registers that the bytes change, or why they are refused."""
    out_of_range = e.RANGE if table.protocol == 1 else e.DATA_RANGE
    written: dict[str, int] = {}
    if plain := table.plain(address, len(data)):
        for register in plain:
            start = register.address - address
            value = register.decode(data[start : start + register.size])
            if not register.low <= value <= register.high:
                return written, out_of_range
            written[register.name] = value
        return written, 0
    if address < 0 or not data or address + len(data) > table.size:
        return written, out_of_range
    if table.has_indirect(address, len(data)):
        new = {_target(table, row, address + place): byte for place, byte in enumerate(data)}
        registers = tuple(dict.fromkeys(one for place in sorted(new) for one in table.within(place, 1)))
    else:
        new = dict(enumerate(data, address))
        registers = table.within(address, len(data))
    for register in registers:
        if not register.writable:
            if table.protocol == 2:
                return written, e.ACCESS
            continue
        if table.protocol == 2 and not all(place in new for place in range(register.address, register.end)):
            return written, e.DATA_LENGTH
        before = register.encode(int(row.item(_ROW[register.name])))  # bytes that are not written stay
        value = register.decode(bytes(new.get(register.address + n, byte) for n, byte in enumerate(before)))
        if not register.low <= value <= register.high:
            return written, out_of_range
        if register.eeprom and (row[r.LOCK] > 0 if table.protocol == 1 else row[r.TORQUE_ENABLE] > 0):
            return written, e.RANGE if table.protocol == 1 else e.ACCESS
        written[register.name] = value
    return written, 0


def _refusal(table: Table, row: Floats, written: dict[str, int]) -> int:
    """The error of values that are in the range of their registers, but beyond what other registers allow."""

    def now(name: str) -> int:
        return written[name] if name in written else value_of(row, name)

    if table.protocol == 1:
        limits = now("cw_angle_limit"), now("ccw_angle_limit")
        wheel, multi_turn = limits == (0, 0), limits == (4095, 4095)
        goal = written.get("goal_position")
        if goal is not None and not wheel and not multi_turn and not limits[0] <= goal <= limits[1]:
            return e.ANGLE
        if not wheel and written.get("moving_speed", 0) > 1023:
            return e.RANGE
        return e.RANGE if written.get("lock", 1) == 0 and row[r.LOCK] > 0 else 0
    if "operating_mode" in written:
        known = _MODES_WITH_CURRENT if "goal_current" in table.by_name else _MODES
        if written["operating_mode"] not in known:
            return e.DATA_RANGE
    for goal_name, limit in (
        ("goal_velocity", "velocity_limit"),
        ("goal_pwm", "pwm_limit"),
        ("goal_current", "current_limit"),
    ):
        if abs(written.get(goal_name, 0)) > (now(limit) if goal_name in written else 0):
            return e.DATA_LIMIT
    if "goal_position" in written and now("operating_mode") == modes.POSITION:
        goal = written["goal_position"] - now("homing_offset")
        if not now("min_position_limit") <= goal <= now("max_position_limit"):
            return e.DATA_LIMIT
    return 0


def _apply(table: Table, row: Floats, written: dict[str, int]) -> None:
    """Store the values, with what they cause."""
    before = row.item(r.TORQUE_ENABLE) > 0
    for name, value in written.items():
        row[_ROW[name]] = value
    if table.protocol == 1:
        if "goal_position" in written and "torque_enable" not in written:
            row[r.TORQUE_ENABLE] = 1  # a goal switches the torque on
        if written.get("torque_limit", 0) > 0:  # ends a shutdown
            row[r.ERRORS] = int(row[r.ERRORS]) & ~e.OVERLOAD
            row[r.OVERLOAD] = 0
    if "operating_mode" in written:
        row[r.INTEGRAL] = row[r.LAST_ERROR] = 0
    if not before and row.item(r.TORQUE_ENABLE) > 0 and "goal_position" not in written:
        row[r.GOAL_POSITION] = row[r.PRESENT_POSITION]  # a servo that is switched on stays where it is
