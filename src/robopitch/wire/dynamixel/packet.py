"""Packets of Dynamixel protocols 1.0 and 2.0, and their bytes.

An instruction packet goes from a master to a device, or to all of them; a status packet is a device's answer.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from robopitch.wire.dynamixel.checksum import checksum, crc

__all__ = ["BROADCAST", "HEADER_1", "HEADER_2", "DynamixelPacket", "Instruction", "encode_packet", "encode_status"]

BROADCAST = 0xFE
HEADER_1 = b"\xff\xff"
HEADER_2 = b"\xff\xff\xfd\x00"
STATUS = 0x55  # the "instruction" of a status packet of protocol 2.0
_STUFFED = b"\xff\xff\xfd"


class Instruction(IntEnum):
    """What a device shall do. From CLEAR on only protocol 2.0, except BULK_READ and SYNC_WRITE."""

    PING = 0x01
    READ = 0x02
    WRITE = 0x03
    REG_WRITE = 0x04
    ACTION = 0x05
    FACTORY_RESET = 0x06
    REBOOT = 0x08
    CLEAR = 0x10
    SYNC_READ = 0x82
    SYNC_WRITE = 0x83
    BULK_READ = 0x92
    BULK_WRITE = 0x93


class DynamixelPacket(NamedTuple):
    """A packet as it came over the line.

    protocol: 1 or 2
    code:     the instruction; of a status packet of protocol 1.0, its error bits; of protocol 2.0, STATUS
    data:     the parameters; of a status packet of protocol 2.0 the first is the error
    intact:   the checksum is right
    size:     bytes on the line
    """

    protocol: int
    id: int
    code: int
    data: bytes
    intact: bool = True
    size: int = 0


def encode_packet(protocol: int, id: int, code: int, data: bytes = b"") -> bytes:
    """The bytes of an instruction packet; a ValueError if it is too long.

    >>> encode_packet(1, 1, Instruction.READ, bytes((0x2B, 1))).hex(" ")
    'ff ff 01 04 02 2b 01 cc'
    """
    if protocol == 1:
        if len(data) > 253:
            raise ValueError(f"{len(data)} parameters; a packet of protocol 1.0 has at most 253")
        body = bytes((id, len(data) + 2, code)) + data
        return HEADER_1 + body + bytes((checksum(body),))
    stuffed = stuff(bytes((code,)) + data)
    if len(stuffed) > 0xFFFF - 2:
        raise ValueError(f"{len(data)} parameters are too many for a packet")
    packet = HEADER_2 + bytes((id,)) + (len(stuffed) + 2).to_bytes(2, "little") + stuffed
    return packet + crc(packet).to_bytes(2, "little")


def encode_status(protocol: int, id: int, error: int, data: bytes = b"") -> bytes:
    """The bytes of a status packet.

    error: bits of protocol 1.0, or the number of protocol 2.0 with the alert bit

    >>> encode_status(1, 1, 0, b"\\x20").hex(" ")
    'ff ff 01 03 00 20 db'
    """
    if protocol == 1:
        return encode_packet(1, id, error, data)
    return encode_packet(2, id, STATUS, bytes((error,)) + data)


def stuff(data: bytes) -> bytes:
    """Protocol 2.0: an FD more after each FF FF FD, so that no header occurs within a packet."""
    return data.replace(_STUFFED, _STUFFED + b"\xfd")


def unstuff(data: bytes) -> bytes:
    """Remove what `stuff` added."""
    return data.replace(_STUFFED + b"\xfd", _STUFFED)
