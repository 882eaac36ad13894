"""Packets in words, for people who watch a bus: instructions and registers by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from robopitch.physics.servos.table import Table
from robopitch.wire.dynamixel.errors import error_text
from robopitch.wire.dynamixel.instructions import bulk_read, bulk_write, sync_write
from robopitch.wire.dynamixel.packet import DynamixelPacket, Instruction

__all__ = ["PacketDecoder", "PacketText"]

MOST_DEVICES = 40  # of a sync write or bulk write that are written out
FindTable = Callable[[int, int], Table | None]
"""The table of the device of a protocol with an id; None: there is none."""


class PacketText(NamedTuple):
    """A packet in words: the instruction, "status" for an answer; registers with their values; what is wrong."""

    instruction: str
    text: str
    error: str = ""


class PacketDecoder:
    """Decodes the packets of a bus in their order: an answer does not say which registers it has, the read did."""

    def __init__(self, find_table: FindTable) -> None:
        self._find_table = find_table
        self._asked: dict[int, tuple[int, int]] = {}  # address and length that were last read, by id

    def instruction(self, packet: DynamixelPacket) -> PacketText:
        """A packet of a master."""
        try:
            name = Instruction(packet.code).name.lower().replace("_", " ")
        except ValueError:
            name = f"instruction {packet.code}"
        self._asked.pop(packet.id, None)
        if not packet.intact:
            return PacketText(name, packet.data.hex(" "), "wrong checksum")
        return PacketText(name, self._parameters(packet))

    def status(self, packet: DynamixelPacket) -> PacketText:
        """An answer."""
        first = 0 if packet.protocol == 1 else 1
        error = packet.code if packet.protocol == 1 else next(iter(packet.data), 0)
        data = packet.data[first:]
        address, length = self._asked.get(packet.id, (0, 0))
        text = (
            self._values(packet.protocol, packet.id, address, data) if data and len(data) == length else data.hex(" ")
        )
        wrong = error_text(packet.protocol, error) if packet.intact else "wrong checksum"
        return PacketText("status", text, wrong)

    def _parameters(self, packet: DynamixelPacket) -> str:
        protocol, id, data, width = packet.protocol, packet.id, packet.data, packet.protocol
        number = [int.from_bytes(data[place : place + width], "little") for place in (0, width)]
        match packet.code:
            case Instruction.READ if len(data) == 2 * width:
                return self._read(protocol, id, number[0], number[1])
            case Instruction.WRITE | Instruction.REG_WRITE if len(data) > width:
                return self._values(protocol, id, number[0], data[width:])
            case Instruction.SYNC_WRITE:
                return _joined(self._written(protocol, sync_write(data, width))) or data.hex(" ")
            case Instruction.BULK_WRITE:
                return _joined(self._written(protocol, bulk_write(data))) or data.hex(" ")
            case Instruction.BULK_READ:
                reads = bulk_read(data, protocol)
            case Instruction.SYNC_READ if len(data) > 4:
                reads = [(id, number[0], number[1]) for id in data[4:]]
            case _:
                return data.hex(" ")
        return _joined(f"{id}: {self._read(protocol, id, address, size)}" for id, address, size in reads)

    def _written(self, protocol: int, writes: Iterator[tuple[int, int, bytes]]) -> Iterator[str]:
        for id, address, data in writes:
            yield f"{id}: {self._values(protocol, id, address, data)}"

    def _read(self, protocol: int, id: int, address: int, length: int) -> str:
        """The names of the registers that are read."""
        self._asked[id] = (address, length)
        table = self._find_table(protocol, id)
        names = [] if table is None else [register.name for register in table.within(address, length)]
        return ", ".join(names) if len(names) <= MOST_DEVICES and names else f"{length} bytes at {address}"

    def _values(self, protocol: int, id: int, address: int, data: bytes) -> str:
        """The registers that lie in these bytes with their values; bytes of no whole register as they are."""
        table = self._find_table(protocol, id)
        end = address + len(data)
        whole = (
            []
            if table is None
            else [one for one in table.within(address, len(data)) if one.address >= address and one.end <= end]
        )
        if not whole:
            return f"{data.hex(' ')} at {address}"
        return ", ".join(f"{one.name} = {one.decode(data[one.address - address : one.end - address])}" for one in whole)


def _joined(parts: Iterator[str]) -> str:
    found = list(parts)
    more = len(found) - MOST_DEVICES
    return " · ".join(found[:MOST_DEVICES]) + (f" · and {more} more" if more > 0 else "")
