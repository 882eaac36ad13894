"""A frame of a CAN bus, and its sixteen bytes on SocketCAN: identifier, length, three unused bytes, eight of data."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from robopitch.messages import Refusal

__all__ = ["FRAME_SIZE", "MOST_FRAMES", "CanFrame", "decode_frames", "encode_frames"]

MOST_FRAMES = 32  # in one datagram
LARGEST_ID = 0x7FF  # of the standard format: 11 bits
LONGEST = 8  # bytes of data
_FRAME = struct.Struct("<IB3x8s")
FRAME_SIZE = _FRAME.size


@dataclass(frozen=True, slots=True)
class CanFrame:
    """Identifier and data. A lower identifier has a higher priority."""

    id: int
    data: bytes = b""


def encode_frames(*frames: CanFrame) -> bytes:
    """The bytes of some frames, one after the other.

    >>> encode_frames(CanFrame(0x61, bytes([1, 2]))).hex(" ", 4)
    '61000000 02000000 01020000 00000000'
    """
    return b"".join(_FRAME.pack(frame.id, len(frame.data), frame.data) for frame in frames)


def decode_frames(data: bytes) -> tuple[list[CanFrame], list[Refusal]]:
    """The frames in some bytes, and what is wrong with the others."""
    if len(data) % FRAME_SIZE or not 0 < len(data) <= MOST_FRAMES * FRAME_SIZE:
        text = f"{len(data)} bytes: 1 to {MOST_FRAMES} frames of {FRAME_SIZE} bytes are wanted"
        return [], [Refusal("UNREADABLE", text)]
    frames, refusals = [], []
    for number, length, content in _FRAME.iter_unpack(data):
        if number > LARGEST_ID:  # the highest bits say: extended format, remote request, error
            refusals.append(Refusal("IDENTIFIER", f"identifier {number:#x}: only data frames of 11 bits are known"))
        elif length > LONGEST:
            refusals.append(Refusal("LENGTH", f"frame {number:#05x} with {length} bytes; it has at most {LONGEST}"))
        else:
            frames.append(CanFrame(number, content[:length]))
    return frames, refusals
