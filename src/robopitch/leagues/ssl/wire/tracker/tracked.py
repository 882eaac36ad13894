"""Compiled encoder of tracked frames: the bytes that protobuf writes, from a table of numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from robopitch.elementary.caching import cached
from robopitch.physics.scalar import Floats, routine
from robopitch.wire.encoding import (
    Bytes,
    put_byte,
    put_bytes,
    put_double,
    put_float,
    put_length,
    put_varint,
    wire_digest,
)

__all__ = ["write_tracked"]

_HEAD, _ROW = 64, 80  # bytes that the rest of a packet and each of its objects take at most
_MOST = 2**32  # whole numbers are below this
_YELLOW, _BLUE = 1, 2


@routine
def _put_ball(out: Bytes, at: int, row: Floats) -> int:
    end = at
    at = put_float(out, at, 0x1D, row[6])
    for first, tag in ((3, 0x12), (0, 0x0A)):
        inner = at
        at = put_float(out, at, 0x1D, row[first + 2])
        at = put_float(out, at, 0x15, row[first + 1])
        at = put_float(out, at, 0x0D, row[first])
        at = put_length(out, at, inner, tag)
    return put_length(out, at, end, 0x1A)


@routine
def _put_robot(out: Bytes, at: int, row: Floats) -> int:
    """Write a robot; −1 if its id is not a whole number of 32 bits."""
    number = row[1]
    if not (number >= 0.0 and number < _MOST):
        return -1
    end = at
    at = put_float(out, at, 0x35, row[8])
    at = put_float(out, at, 0x2D, row[7])
    inner = at
    at = put_float(out, at, 0x15, row[6])
    at = put_float(out, at, 0x0D, row[5])
    at = put_length(out, at, inner, 0x22)
    at = put_float(out, at, 0x1D, row[4])
    inner = at
    at = put_float(out, at, 0x15, row[3])
    at = put_float(out, at, 0x0D, row[2])
    at = put_length(out, at, inner, 0x12)
    inner = at
    at = put_byte(out, put_byte(out, at, _YELLOW if row[0] == _YELLOW else _BLUE), 0x10)
    at = put_byte(out, put_varint(out, at, int(number)), 0x08)
    at = put_length(out, at, inner, 0x0A)
    return put_length(out, at, end, 0x22)


def _write(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which becomes part of the key of Numba's disk cache."""

    @cached(error_model="numpy")
    def write(rows: Floats, balls: int, number: int, timestamp: float, head: Bytes, tail: Bytes, out: Bytes) -> int:
        """Write a packet to the end of *out*; returns its first position, or −1 if a number is out of range."""
        at = out.shape[0] + 0 * digest  # used, or else it would not be part of the key
        end = at
        at = put_bytes(out, at, tail)
        for n in range(rows.shape[0] - 1, balls - 1, -1):
            at = _put_robot(out, at, rows[n])
            if at < 0:
                return -1
        for n in range(balls - 1, -1, -1):
            at = _put_ball(out, at, rows[n])
        at = put_double(out, at, 0x11, timestamp)
        at = put_byte(out, put_varint(out, at, number), 0x08)
        at = put_length(out, at, end, 0x1A)
        return put_bytes(out, at, head)

    return write


_encode = _write(wire_digest(Path(__file__).parents[1]))


def write_tracked(rows: Floats, balls: int, number: int, timestamp: float, head: Bytes, tail: Bytes) -> bytes | None:
    """A wrapper packet of a frame's table; None if a number is out of range.

    head: the packet's fields before the frame; tail: the frame's fields after its robots; both as they are encoded
    """
    if not 0 <= number < _MOST:
        return None
    out = np.empty(_HEAD + len(head) + len(tail) + _ROW * len(rows), np.uint8)
    begin = _encode(rows, balls, number, timestamp, head, tail, out)
    return None if begin < 0 else out[begin:].tobytes()
