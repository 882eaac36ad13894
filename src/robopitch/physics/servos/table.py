"""The form of a control table: which register of a servo lies at which address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

__all__ = ["Register", "Table"]


class Register(NamedTuple):
    """A number in the memory of a servo, least significant byte first; signed if `low` is negative.

    eeprom:    keeps its value without power
    low, high: range of what can be written; of a register that can only be read, the range of its values
    """

    address: int
    size: int
    name: str
    writable: bool
    eeprom: bool
    default: int
    low: int
    high: int

    @property
    def end(self) -> int:
        """The address after its last byte."""
        return self.address + self.size

    def encode(self, value: int) -> bytes:
        """The bytes of a value; one that the bytes cannot hold is cut to the nearest that they can."""
        bits = 8 * self.size
        least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if self.low < 0 else (0, (1 << bits) - 1)
        return min(max(value, least), most).to_bytes(self.size, "little", signed=self.low < 0)

    def decode(self, data: bytes) -> int:
        """The value of its bytes."""
        return int.from_bytes(data, "little", signed=self.low < 0)


@dataclass(frozen=True)
class Table:
    """The control table of a model of servo.

    number:    model number, as a ping returns it
    protocol:  1 or 2
    size:      addresses 0 to size - 1 exist; those without a register read as 0
    registers: in the order of their addresses
    """

    model: str
    number: int
    protocol: int
    size: int
    registers: tuple[Register, ...]

    @cached_property
    def by_name(self) -> Mapping[str, Register]:
        """The registers by name."""
        return {register.name: register for register in self.registers}

    def within(self, address: int, length: int) -> list[Register]:
        """The registers with a byte in this range of addresses."""
        return [one for one in self.registers if one.address < address + length and address < one.end]
