"""Packets of MI20's network: a header of six bytes, then data [MI20 appendix A]."""

from __future__ import annotations

import struct
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from robopitch.messages import Refusal

__all__ = [
    "HEADER",
    "LONGEST",
    "EventPacket",
    "PacketFraming",
    "PacketType",
    "crc8",
    "decode_packet",
    "encode_packet",
    "seal",
]

SIGNATURE, VERSION = 0x20, 0x01
POLYNOMIAL = 0x07  # x⁸ + x² + x + 1 without its highest term
HEADER = struct.Struct("<BBBBH")  # signature, version, checksum, type, length of the data
LONGEST = 0xFFFF  # bytes of data


class PacketType(IntEnum):
    """What a packet is for."""

    HELLO = 0x01
    REFUSED = 0x02
    ACCEPTED = 0x03
    REGISTER = 0x10
    UNREGISTER = 0x11
    EVENT = 0x20
    SETTING_CHANGED = 0x30


class EventPacket(NamedTuple):
    """A packet that was received."""

    type: PacketType
    data: bytes


def _row(byte: int) -> int:
    for _ in range(8):
        byte = byte << 1 ^ (POLYNOMIAL if byte & 0x80 else 0)
        byte &= 0xFF
    return byte


_TABLE = bytes(_row(byte) for byte in range(256))
_SHORT = 24  # bytes that are not halved: the loop is as quick
_PERIOD = 127  # bytes after which powers of x repeat: the polynomial is x + 1 times a primitive one of degree 7


@lru_cache(maxsize=_PERIOD)
def _shifted(count: int) -> bytes:
    """The remainder of each byte times x⁸ to this power, as a table."""
    table = bytes(range(256))
    for _ in range(count):
        table = table.translate(_TABLE)
    return table


def crc8(data: bytes) -> int:
    """The checksum of bytes: CRC-8, highest bit first, beginning with 0.

    It is a remainder of polynomials: the first half of the bytes, times the power of x by which it is ahead, can be
    added to the second half, so that only a few bytes are left for the loop.

    >>> hex(crc8(b"123456789"))
    '0xf4'
    """
    while len(data) > _SHORT:
        half = (len(data) + 1) // 2
        moved = int.from_bytes(data[:-half].translate(_shifted(half % _PERIOD)), "big")
        data = (moved ^ int.from_bytes(data[-half:], "big")).to_bytes(half, "big")
    value = 0
    for byte in data:
        value = _TABLE[value ^ byte]
    return value


def encode_packet(type: PacketType, data: bytes = b"") -> bytes:
    """A packet; raises a ValueError if the data is too long for one.

    >>> encode_packet(PacketType.EVENT, bytes.fromhex("7c03ab0f")).hex(" ")
    '20 01 c0 20 04 00 7c 03 ab 0f'
    """
    if len(data) > LONGEST:
        raise ValueError(f"{len(data)} bytes of data; a packet of MI20 holds {LONGEST} at most")
    return seal(struct.pack("<BH", type, len(data)) + data)


def seal(rest: bytes) -> bytes:
    """The packet of its type, length and data: signature, version and checksum are put before them."""
    return bytes((SIGNATURE, VERSION, crc8(rest))) + rest


def decode_packet(data: bytes) -> EventPacket | Refusal:
    """Decode one whole packet, or say why it is none."""
    if len(data) < HEADER.size:
        return Refusal("UNREADABLE", f"{len(data)} bytes are no packet: its header alone has {HEADER.size}")
    signature, version, checksum, kind, length = HEADER.unpack_from(data)
    if signature != SIGNATURE or version != VERSION:
        return Refusal("UNREADABLE", _strange(signature, version))
    if len(data) != HEADER.size + length:
        return Refusal("UNREADABLE", f"the packet announces {length} bytes of data and has {len(data) - HEADER.size}")
    if crc8(data[3:]) != checksum:
        return Refusal("CHECKSUM", f"the checksum is {checksum:#04x}; that of these bytes is {crc8(data[3:]):#04x}")
    try:
        return EventPacket(PacketType(kind), data[HEADER.size :])
    except ValueError:
        known = ", ".join(f"{one:#04x}" for one in PacketType)
        return Refusal("TYPE", f"packets of type {kind:#04x} are not known here; known are {known}")


class PacketFraming:
    """Splits a stream of bytes into packets, however they were cut on their way.

    A wrong signature or version means that the other side sends something else, or that its place in the stream is
    lost: both end the stream. A packet with a wrong checksum is passed on, and refused by `decode_packet`.

    >>> PacketFraming().feed(bytes.fromhex("2001c02004007c03ab0f 2001"))[0].hex()
    '2001c02004007c03ab0f'
    """

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The packets that these bytes complete; raises a ValueError if the stream is invalid."""
        rest = self._rest
        rest += data
        packets: list[bytes] = []
        begin = 0
        while begin < len(rest):
            version = rest[begin + 1] if begin + 1 < len(rest) else VERSION
            if rest[begin] != SIGNATURE or version != VERSION:
                raise ValueError(_strange(rest[begin], version))
            if len(rest) < begin + HEADER.size:
                break
            end = begin + HEADER.size + HEADER.unpack_from(rest, begin)[4]
            if len(rest) < end:
                break
            packets.append(bytes(rest[begin:end]))
            begin = end
        del rest[:begin]
        return packets


def _strange(signature: int, version: int) -> str:
    if signature != SIGNATURE:
        return f"a packet of MI20 begins with {SIGNATURE:#04x}; these bytes begin with {signature:#04x}"
    return f"version {version} of MI20's packets; {VERSION} is known here"
