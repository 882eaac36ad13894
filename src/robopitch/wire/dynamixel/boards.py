"""The registers that boards on the bus besides servos have in common. Maps and units of boards are ours.

As in a servo, what describes the board is below address 24 and is kept without power; what it measures is above.
"""

from __future__ import annotations

from collections.abc import Iterable

from robopitch.physics.servos.table import Register, Table

__all__ = ["MEASURED", "board_table", "clipped", "eeprom", "reading"]

MEASURED = 24  # the first address of what a board measures
MEGABIT = {1: 1, 2: 3}  # code of 1 Mbit/s, by protocol
_S16 = 0x7FFF


def eeprom(address: int, size: int, name: str, default: int, low: int, high: int) -> Register:
    """A setting that is kept without power."""
    return Register(address, size, name, True, True, default, low, high)


def reading(address: int, size: int, name: str, signed: bool = False) -> Register:
    """A register that can only be read."""
    low, high = (-_S16 - 1, _S16) if signed else (0, (1 << 8 * size) - 1)
    return Register(address, size, name, False, False, 0, low, high)


def board_table(model: str, number: int, protocol: int, more: Iterable[Register]) -> Table:
    """The table of a board: id, baud rate, return delay and status return level where servos of protocol 1.0 have
    them, a counter of measurements and their age, and its own registers.
    """
    shared = [
        Register(0, 2, "model_number", False, True, number, 0, 0xFFFF),
        Register(2, 1, "firmware_version", False, True, 1, 0, 0xFF),
        eeprom(3, 1, "id", 1, 0, 252),
        eeprom(4, 1, "baud_rate", MEGABIT[protocol], 0, 254 if protocol == 1 else 7),
        eeprom(5, 1, "return_delay", 250, 0, 254),
        eeprom(16, 1, "status_return_level", 2, 0, 2),
        reading(44, 1, "registered"),
        reading(46, 2, "frame"),
        reading(48, 2, "age"),
    ]
    registers = tuple(sorted([*shared, *more]))
    return Table(model, number, protocol, registers[-1].end, registers)


def clipped(register: Register, value: float, unit: float) -> int:
    """A quantity in units of its register, as far as the register can hold it."""
    limited = min(max(value / unit, float(register.low)), float(register.high))
    return round(limited) if limited == limited else 0  # not a number: nothing was measured
