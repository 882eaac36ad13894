"""Reads of one device, answered on a short path: nearly all packets of a control program are such reads.

A program sends the same few packets again and again, so their meaning is remembered by their bytes. The answers are
those of the general path, byte for byte; whatever is not ordinary is left to it.
"""

from __future__ import annotations

from typing import NamedTuple

from robopitch.wire.dynamixel.checksum import checksum
from robopitch.wire.dynamixel.framing import Framing
from robopitch.wire.dynamixel.instructions import Answer
from robopitch.wire.dynamixel.packet import BROADCAST, HEADER_1, Instruction, encode_status
from robopitch.wire.dynamixel.units import Units

__all__ = ["QuickReads"]

MOST = 1000  # packets whose meaning is remembered
SIZES = (8, 14)  # bytes of a read of protocol 1.0 and 2.0


class _Read(NamedTuple):
    """The meaning of a packet."""

    protocol: int
    id: int
    address: int
    length: int


class QuickReads:
    """The short path of a bus."""

    def __init__(self, units: Units) -> None:
        self._units = units
        self._known: dict[bytes, _Read | None] = {}

    def answer(self, data: bytes) -> Answer | None:
        """The answer to bytes that are one intact read and nothing else; None: they are left to the general path.

        It changes nothing.
        """
        if len(data) not in SIZES:
            return None
        known = self._known
        read = known[data] if data in known else self._learn(data)
        if read is None:
            return None
        protocol, id, address, length = read
        unit = self._units.known(id)
        if unit is None or unit.quick is None or unit.protocol != protocol or unit.registered is not None:
            return None
        if address + length > unit.table.size:
            return None
        now, level, errors, found = unit.quick.reading(address, length)
        if now != id or level < 1:
            return None
        if protocol == 1:
            body = bytes((id, length + 2, errors)) + found
            return Answer(unit, HEADER_1 + body + bytes((checksum(body),)))
        return Answer(unit, encode_status(protocol, id, errors, found))

    def _learn(self, data: bytes) -> _Read | None:
        """The meaning of bytes; None if they are not one intact read of one device."""
        framing, found = Framing(), None
        packets = framing.feed(data)
        if len(packets) == 1 and not (framing.skipped or framing.waiting):
            protocol, id, code, parameters, intact, _ = packets[0]
            if intact and code == Instruction.READ and id != BROADCAST and len(parameters) == 2 * protocol:
                address = int.from_bytes(parameters[:protocol], "little")
                length = int.from_bytes(parameters[protocol:], "little")
                found = _Read(protocol, id, address, length) if length > 0 else None
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[data] = found
        return found
