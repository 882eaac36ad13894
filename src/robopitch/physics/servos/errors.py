"""The error bits and error numbers of a servo, as a status packet carries them."""

from __future__ import annotations

__all__: list[str] = []

# Bits of protocol 1.0; the ones of hardware errors are also those of the register `hardware_error` of protocol 2.0.
VOLTAGE = 0x01
ANGLE = 0x02  # a goal outside the angle limits
HEAT = 0x04
RANGE = 0x08  # a value outside the range of its register
OVERLOAD = 0x20
HARDWARE = VOLTAGE | HEAT | OVERLOAD

# Numbers of protocol 2.0, and the bit that says that `hardware_error` is not 0
DATA_RANGE = 0x04  # a value outside the range of its register, or an address beyond the table
DATA_LENGTH = 0x05  # only a part of a register
DATA_LIMIT = 0x06  # a goal beyond the limit that is set
ACCESS = 0x07  # a register that can only be read, or EEPROM while torque is on
ALERT = 0x80
