"""The form of a control table: which register of a servo lies at which address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

__all__ = ["Indirect", "Register", "Table"]

_REMEMBERED = 500  # ranges of addresses; a program asks for a few of them again and again


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
        size, signed = self.size, self.low < 0
        try:
            return value.to_bytes(size, "little", signed=signed)
        except OverflowError:
            bits = 8 * size
            least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
            return min(max(value, least), most).to_bytes(size, "little", signed=signed)

    def decode(self, data: bytes) -> int:
        """The value of its bytes."""
        return int.from_bytes(data, "little", signed=self.low < 0)


class Indirect(NamedTuple):
    """Bytes that stand for other bytes: the n-th data byte for the one whose address the n-th register holds.

    first: number of the first of these registers, called indirect_address_1 and so on
    data:  address of the first data byte
    """

    first: int
    data: int
    length: int


@dataclass(frozen=True)
class Table:
    """The control table of a model of servo.

    number:    model number, as a ping returns it
    protocol:  1 or 2
    size:      addresses 0 to size - 1 exist; those without a register read as 0
    registers: in the order of their addresses
    indirect:  groups of indirect addresses
    """

    model: str
    number: int
    protocol: int
    size: int
    registers: tuple[Register, ...]
    indirect: tuple[Indirect, ...] = ()

    @cached_property
    def by_name(self) -> Mapping[str, Register]:
        """The registers by name."""
        return {register.name: register for register in self.registers}

    @cached_property
    def _within(self) -> dict[tuple[int, int], tuple[Register, ...]]:
        return {}

    def within(self, address: int, length: int) -> tuple[Register, ...]:
        """The registers with a byte in this range of addresses."""
        found = self._within.get((address, length))
        if found is None:
            found = tuple(one for one in self.registers if one.address < address + length and address < one.end)
            if len(self._within) < _REMEMBERED:
                self._within[address, length] = found
        return found

    @cached_property
    def _plain(self) -> dict[tuple[int, int], tuple[Register, ...]]:
        return {}

    def plain(self, address: int, length: int) -> tuple[Register, ...]:
        """The registers in this range of addresses, if all of them lie in it as a whole and can be written at any time;
        otherwise none.
        """
        found = self._plain.get((address, length))
        if found is None:
            inside, end = self.within(address, length), address + length
            whole = all(address <= one.address and one.end <= end for one in inside)
            free = all(one.writable and not one.eeprom for one in inside) and not self.has_indirect(address, length)
            found = inside if whole and free and 0 <= address < end <= self.size else ()
            if len(self._plain) < _REMEMBERED:
                self._plain[address, length] = found
        return found

    def has_indirect(self, address: int, length: int) -> bool:
        """Whether a byte of this range of addresses stands for another."""
        return any(group.data < address + length and address < group.data + group.length for group in self.indirect)

    def behind(self, address: int) -> str:
        """The register that says for which byte an address stands; empty for an address that is only itself."""
        for group in self.indirect:
            if group.data <= address < group.data + group.length:
                return f"indirect_address_{group.first + address - group.data}"
        return ""
