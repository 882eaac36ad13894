"""The errors in a status packet: bits of protocol 1.0, a number and an alert bit of protocol 2.0."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ALERT", "ERRORS", "Errors", "error_text"]

ALERT = 0x80  # protocol 2.0: the register `hardware_error` is not 0


class Errors(NamedTuple):
    """The values of one protocol for what the bus itself finds wrong."""

    instruction: int  # an unknown instruction, malformed parameters, or an action without a registered write
    checksum: int
    range: int  # an address beyond the table, or a value beyond its register's range
    length: int  # a part of a register
    access: int  # a register that can only be read, or EEPROM that is locked
    failed: int  # it cannot be done now


ERRORS = {
    1: Errors(instruction=0x40, checksum=0x10, range=0x08, length=0x08, access=0x08, failed=0x40),
    2: Errors(instruction=0x02, checksum=0x03, range=0x04, length=0x05, access=0x07, failed=0x01),
}
"""By protocol [ROBOTIS e-Manual]."""

_BITS = ("input voltage", "angle limit", "overheating", "range", "checksum", "overload", "instruction")
_NUMBERS = ("", "result", "instruction", "CRC", "data range", "data length", "data limit", "access")


def error_text(protocol: int, error: int) -> str:
    """An error in words; "" if there is none.

    >>> error_text(1, 0x24), error_text(2, 0x87), error_text(2, 0)
    ('overheating, overload', 'access, hardware alert', '')
    """
    if protocol == 1:
        return ", ".join(text for bit, text in enumerate(_BITS) if error >> bit & 1)
    number = error & ~ALERT
    known = _NUMBERS[number] if number < len(_NUMBERS) else f"unknown {number}"
    return ", ".join(filter(None, (known, "hardware alert" if error & ALERT else "")))
