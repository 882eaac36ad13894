"""What devices do when an instruction packet arrives, and what they answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from robopitch.wire.dynamixel.errors import ERRORS
from robopitch.wire.dynamixel.packet import BROADCAST, STATUS, DynamixelPacket, Instruction, encode_status
from robopitch.wire.dynamixel.unit import Unit
from robopitch.wire.dynamixel.units import Units

__all__ = ["Answer", "bulk_read", "bulk_write", "execute", "sync_write"]

_ADDRESS = {1: 1, 2: 2}  # bytes of an address, and of a length, by protocol


class Answer(NamedTuple):
    """A status packet, and who sends it."""

    unit: Unit
    data: bytes


def execute(units: Units, packet: DynamixelPacket) -> list[Answer]:
    """Carry out an instruction; returns the answers in the order in which they are sent. It never raises.

    Several answers to an id that is not the broadcast id are sent at once, and collide.
    """
    if packet.protocol == 2 and packet.code == STATUS:
        return []
    if packet.id == BROADCAST:
        return list(_broadcast(units, packet)) if packet.intact else []
    answers = [_single(unit, packet) for unit in units.find(packet.protocol, packet.id)]
    return [answer for answer in answers if answer is not None]


# ---- one device ------------------------------------------------------------------------------------------------------


def _single(unit: Unit, packet: DynamixelPacket) -> Answer | None:
    """What one device does and answers."""
    id, level, width, data = packet.id, unit.level, _ADDRESS[packet.protocol], packet.data
    errors, error, answer, least = ERRORS[packet.protocol], 0, b"", 2  # least: return level at which it is answered
    code = packet.code
    if not packet.intact:
        error = errors.checksum
    elif code == Instruction.PING:
        least, answer = 0, _identity(unit)
    elif code == Instruction.READ and len(data) == 2 * width:
        least = 1
        error, answer = unit.read(*_numbers(data, width))
    elif code == Instruction.WRITE and len(data) > width:
        error = unit.write(_number(data[:width]), data[width:])
    elif code == Instruction.REG_WRITE and len(data) > width:
        error = _register(unit, _number(data[:width]), data[width:])
    elif code == Instruction.ACTION:
        error = unit.act()
    elif code == Instruction.FACTORY_RESET:
        unit.factory_reset(data[0] if data else 0xFF)
    elif code == Instruction.REBOOT and _reboots(unit):
        unit.reboot()
    elif code == Instruction.CLEAR and packet.protocol == 2:
        error = errors.failed  # turns cannot be forgotten: the joint has them
    else:
        error = errors.instruction
    if level < least:
        return None
    return Answer(unit, encode_status(packet.protocol, id, error | unit.device.errors(), answer))


def _identity(unit: Unit) -> bytes:
    """What a ping returns: nothing but the answer, or model number and firmware."""
    if unit.protocol == 1:
        return b""
    return unit.table.number.to_bytes(2, "little") + bytes((unit.value("firmware_version"),))


def _register(unit: Unit, address: int, data: bytes) -> int:
    """Keep a write for an action; returns the error."""
    if address + len(data) > unit.table.size:
        return ERRORS[unit.protocol].range
    unit.registered = address, data
    return 0


def _reboots(unit: Unit) -> bool:
    """Whether it knows the instruction: AX and RX servos do not."""
    return unit.reads_in_bulk


# ---- all devices -----------------------------------------------------------------------------------------------------


def _broadcast(units: Units, packet: DynamixelPacket) -> Iterator[Answer]:
    """What all devices do and answer. Only what is to be read is answered."""
    protocol, data, width = packet.protocol, packet.data, _ADDRESS[packet.protocol]
    match packet.code:
        case Instruction.PING if protocol == 2:
            for unit in units.of(2):
                yield Answer(unit, encode_status(2, unit.id, unit.device.errors(), _identity(unit)))
        case Instruction.WRITE if len(data) > width:
            for unit in units.of(protocol):
                unit.write(_number(data[:width]), data[width:])
        case Instruction.REG_WRITE if len(data) > width:
            for unit in units.of(protocol):
                _register(unit, _number(data[:width]), data[width:])
        case Instruction.ACTION:
            for unit in units.of(protocol):
                unit.act()
        case Instruction.FACTORY_RESET if protocol == 1 or data[:1] in (b"\x01", b"\x02"):
            for unit in units.of(protocol):  # protocol 2.0: not with 0xFF, which would give all the same id
                unit.factory_reset(data[0] if data else 0xFF)
        case Instruction.REBOOT:
            for unit in filter(_reboots, units.of(protocol)):
                unit.reboot()
        case Instruction.SYNC_WRITE:
            for id, address, written in sync_write(data, width):
                for unit in units.find(protocol, id):
                    unit.write(address, written)
        case Instruction.BULK_WRITE if protocol == 2:
            for id, address, written in bulk_write(data):
                for unit in units.find(2, id):
                    unit.write(address, written)
        case Instruction.SYNC_READ if protocol == 2 and len(data) > 4:
            address, length = _numbers(data[:4], 2)
            yield from _chain(units, protocol, [(id, address, length) for id in data[4:]])
        case Instruction.BULK_READ:
            yield from _chain(units, protocol, bulk_read(data, protocol))


def _chain(units: Units, protocol: int, wanted: list[tuple[int, int, int]]) -> Iterator[Answer]:
    """The answers to a read of many. Each device waits for the answer of the one before it: the first that is silent,
    because it is missing or does not know the instruction, ends them. Each answers once.
    """
    done = set()
    for id, address, length in wanted:
        if id in done:
            continue
        done.add(id)
        unit = units.one(protocol, id)
        if unit is None or unit.level < 1 or not unit.reads_in_bulk:
            return
        error, data = unit.read(address, length)
        yield Answer(unit, encode_status(protocol, id, error | unit.device.errors(), data))


def sync_write(data: bytes, width: int) -> Iterator[tuple[int, int, bytes]]:
    """Id, address and bytes of each device; none if the length does not fit."""
    if len(data) < 2 * width:
        return
    address, length = _numbers(data[: 2 * width], width)
    rest = data[2 * width :]
    if length < 1 or len(rest) % (length + 1):
        return
    for start in range(0, len(rest), length + 1):
        yield rest[start], address, rest[start + 1 : start + 1 + length]


def bulk_write(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Id, address and bytes of each device, up to the first that is incomplete."""
    while len(data) >= 5:
        address, length = _numbers(data[1:5], 2)
        if length < 1 or len(data) < 5 + length:
            return
        yield data[0], address, data[5 : 5 + length]
        data = data[5 + length :]


def bulk_read(data: bytes, protocol: int) -> list[tuple[int, int, int]]:
    """Id, address and length for each device; none if the length of the parameters does not fit."""
    if protocol == 1:
        rest = data[1:]
        if data[:1] != b"\x00" or len(rest) % 3:
            return []
        return [(rest[n + 1], rest[n + 2], rest[n]) for n in range(0, len(rest), 3)]
    if len(data) % 5:
        return []
    return [(data[n], *_numbers(data[n + 1 : n + 5], 2)) for n in range(0, len(data), 5)]


def _number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _numbers(data: bytes, width: int) -> tuple[int, int]:
    """The two numbers of *width* bytes each."""
    return _number(data[:width]), _number(data[width : 2 * width])
