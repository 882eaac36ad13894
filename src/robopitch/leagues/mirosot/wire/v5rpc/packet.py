"""The header of a datagram of V5RPC: a call and its reply carry the same 16 bytes, by which a reply is recognized."""

from __future__ import annotations

import struct
from typing import NamedTuple

from robopitch.messages import Refusal

__all__ = ["GUID_LENGTH", "V5Packet", "decode_packet", "encode_packet"]

MAGIC = b"V5++"
REPLY = 1  # bit of the flags
GUID_LENGTH = 16
_HEADER = struct.Struct("<4s16sBH")  # magic, GUID, flags, length of the payload


class V5Packet(NamedTuple):
    """A call, or the reply to it."""

    guid: bytes
    payload: bytes
    reply: bool = False


def encode_packet(packet: V5Packet) -> bytes:
    """Encode a datagram; a ValueError if the GUID or the payload has an impossible length."""
    if len(packet.guid) != GUID_LENGTH or len(packet.payload) > 0xFFFF:
        raise ValueError(f"a GUID of {len(packet.guid)} and a payload of {len(packet.payload)} bytes do not fit")
    return _HEADER.pack(MAGIC, packet.guid, REPLY * packet.reply, len(packet.payload)) + packet.payload


def decode_packet(data: bytes) -> V5Packet | Refusal:
    """Decode a datagram. Bytes after the payload are ignored, as the platform does."""
    if len(data) < _HEADER.size:
        return Refusal("UNREADABLE", f"{len(data)} bytes; a header of {_HEADER.size} bytes is wanted")
    magic, guid, flags, length = _HEADER.unpack_from(data)
    payload = data[_HEADER.size : _HEADER.size + length]
    if magic != MAGIC:
        return Refusal("UNREADABLE", f"begins with {magic!r}; {MAGIC!r} is wanted")
    if len(payload) < length:
        return Refusal("UNREADABLE", f"a payload of {len(payload)} bytes; the header says {length}")
    return V5Packet(guid, payload, bool(flags & REPLY))
