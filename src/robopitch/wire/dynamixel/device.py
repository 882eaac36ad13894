"""Devices on a bus: what the bus needs of one, and a device whose registers are plain memory."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

from robopitch.physics.servos.table import Register, Table
from robopitch.wire.dynamixel.errors import ERRORS

__all__ = ["Device", "MemoryDevice", "QuickDevice", "Reading"]


class Device(Protocol):
    """A servo, or another device with a control table. Its table has the registers id, baud_rate, return_delay,
    status_return_level and firmware_version; the bus reads them as a master would.
    """

    @property
    def table(self) -> Table:
        """Its registers."""
        ...

    def read(self, address: int, length: int) -> bytes:
        """The bytes at these addresses; the bus asks only for those that the table has."""
        ...

    def write(self, address: int, data: bytes) -> int:
        """Write bytes; returns the error of its protocol, 0 if all is well."""
        ...

    def reset(self, factory: bool, keep: tuple[str, ...] = ()) -> None:
        """Switch it off and on.

        factory: all registers get their values at delivery first, except those named in *keep*
        """
        ...

    def errors(self) -> int:
        """The hardware errors that it reports now: bits of protocol 1.0, or the alert bit of protocol 2.0."""
        ...


class Reading(NamedTuple):
    """What the answer to a read consists of.

    level:  status return level
    errors: hardware errors, as `Device.errors` returns them
    """

    id: int
    level: int
    errors: int
    data: bytes


@runtime_checkable
class QuickDevice(Protocol):
    """A device that has a short path for reads."""

    def reading(self, address: int, length: int) -> Reading:
        """Its settings and the bytes at these addresses, at once; the bus asks only for those that the table has."""
        ...


class MemoryDevice:
    """A device whose registers keep what is written to them.

    A write is checked as a whole: if a part of it is refused, nothing changes. What can only be read is skipped by
    protocol 1.0 and refused by protocol 2.0. EEPROM cannot be written while `lock` is set (1.0) or torque is on (2.0).

    measured: the first address of what it measures
    """

    measured = 0

    def __init__(self, table: Table, **values: int) -> None:
        """values: of registers, by name, instead of those at delivery."""
        self.table = table
        self._memory = bytearray(table.size)
        for register in table.registers:
            self._put(register, register.default)
        for name, value in values.items():
            self[name] = value

    def __getitem__(self, name: str) -> int:
        """The value of a register."""
        register = self.table.by_name[name]
        return register.decode(bytes(self._memory[register.address : register.end]))

    def __setitem__(self, name: str, value: int) -> None:
        """Set a register, whether or not a master can."""
        self._put(self.table.by_name[name], value)

    def _put(self, register: Register, value: int) -> None:
        self._memory[register.address : register.end] = register.encode(value)

    def refresh(self) -> None:
        """Called before a read from `measured` on: devices that measure something put it into the registers."""

    def read(self, address: int, length: int) -> bytes:
        """The bytes at these addresses."""
        if address + length > self.measured:
            self.refresh()
        return bytes(self._memory[address : address + length])

    def write(self, address: int, data: bytes) -> int:
        """Write bytes; returns the error of its protocol."""
        errors, end = ERRORS[self.table.protocol], address + len(data)
        if not data or end > self.table.size:
            return errors.range
        memory = bytearray(self._memory)
        memory[address:end] = data
        for register in self.table.within(address, len(data)):
            where = slice(register.address, register.end)
            if not register.writable:
                if self.table.protocol == 2:
                    return errors.access
                memory[where] = self._memory[where]
                continue
            if self.table.protocol == 2 and (register.address < address or register.end > end):
                return errors.length
            if not register.low <= register.decode(bytes(memory[where])) <= register.high:
                return errors.range
            if register.eeprom and self._is_locked():
                return errors.access
        self._memory = memory
        return 0

    def _is_locked(self) -> bool:
        name = "lock" if self.table.protocol == 1 else "torque_enable"
        return name in self.table.by_name and self[name] > 0

    def reset(self, factory: bool, keep: tuple[str, ...] = ()) -> None:
        """RAM as at power-on: values of delivery, goals at the present position, full torque; or all as at delivery."""
        for register in self.table.registers:
            if register.writable and (factory or not register.eeprom) and register.name not in keep:
                self._put(register, register.default)
        for name, source in (("goal_position", "present_position"), ("torque_limit", "max_torque")):
            if name in self.table.by_name and source in self.table.by_name:
                self[name] = self[source]

    def errors(self) -> int:
        """None."""
        return 0
