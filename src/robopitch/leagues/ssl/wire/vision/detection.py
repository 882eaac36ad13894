"""Compiled encoder of detection frames: the bytes that protobuf writes, from a table of numbers."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from robopitch.elementary.caching import cached
from robopitch.messages.camera_frame import CameraFrames
from robopitch.physics.scalar import Floats, Ints, routine
from robopitch.wire.encoding import Bytes, put_byte, put_double, put_float, put_length, put_varint, wire_digest

__all__ = ["encode_detections"]

_HEAD, _ROW = 64, 64  # bytes that the rest of a packet and each of its objects take at most
_MOST = 2**32  # whole numbers are below this
_SOURCE, _OTHER = 0x18, 1


@routine
def _whole(number: float) -> int:
    """A number rounded as Python rounds it, half to even; −1 if no field of 32 bits holds it."""
    if not (number > -0.5 and number < _MOST - 0.5):
        return -1
    low = math.floor(number)
    rest = number - low
    if rest > 0.5 or (rest == 0.5 and int(low) % 2 == 1):
        return int(low) + 1
    return int(low)


@routine
def _put_robot(out: Bytes, at: int, row: Floats, tag: int) -> int:
    """Write a robot; −1 if its id is not a whole number of 32 bits."""
    number = _whole(row[0])
    if number < 0 or number != row[0]:
        return -1
    end = at
    at = put_float(out, at, 0x45, row[6] * 1000.0)
    at = put_float(out, at, 0x3D, row[5])
    at = put_float(out, at, 0x35, row[4])
    at = put_float(out, at, 0x2D, row[3])
    at = put_float(out, at, 0x25, row[2] * 1000.0)
    at = put_float(out, at, 0x1D, row[1] * 1000.0)
    at = put_byte(out, put_varint(out, at, number), 0x10)
    at = put_float(out, at, 0x0D, row[7])
    return put_length(out, at, end, tag)


@routine
def _put_ball(out: Bytes, at: int, row: Floats) -> int:
    """Write a ball; −1 if its area is not a whole number of 32 bits."""
    area = _whole(row[4])
    if area < 0:
        return -1
    end = at
    at = put_float(out, at, 0x3D, row[3])
    at = put_float(out, at, 0x35, row[2])
    at = put_float(out, at, 0x25, row[1] * 1000.0)
    at = put_float(out, at, 0x1D, row[0] * 1000.0)
    at = put_byte(out, put_varint(out, at, area), 0x10)
    at = put_float(out, at, 0x0D, row[5])
    return put_length(out, at, end, 0x2A)


@routine
def _put_frame(out: Bytes, at: int, rows: Floats, head: Ints, capture: float, sent: float) -> int:
    """Write a wrapper packet; −1 if a number is out of range."""
    camera, number, start, balls, blue, yellow = head[0], head[1], head[2], head[3], head[4], head[5]
    if not (camera >= 0 and camera < _MOST and number >= 0 and number < _MOST):
        return -1
    at = put_byte(out, put_byte(out, at, _OTHER), _SOURCE)
    end = at
    at = put_double(out, at, 0x41, capture)
    first, middle = start + balls, start + balls + blue
    for n in range(middle - 1, first - 1, -1):
        at = _put_robot(out, at, rows[n], 0x3A)
        if at < 0:
            return -1
    for n in range(middle + yellow - 1, middle - 1, -1):
        at = _put_robot(out, at, rows[n], 0x32)
        if at < 0:
            return -1
    for n in range(first - 1, start - 1, -1):
        at = _put_ball(out, at, rows[n])
        if at < 0:
            return -1
    at = put_byte(out, put_varint(out, at, camera), 0x20)
    at = put_double(out, at, 0x19, sent)
    at = put_double(out, at, 0x11, capture)
    at = put_byte(out, put_varint(out, at, number), 0x08)
    return put_length(out, at, end, 0x0A)


def _write(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which becomes part of the key of Numba's disk cache."""

    @cached(error_model="numpy")
    def write(
        rows: Floats, heads: Ints, capture: float, sent: float, out: Bytes, begins: Ints
    ) -> int:  # fmt: skip
        """Write a wrapper packet for each frame to the end of *out*, and where they begin and the last ends; returns
        the first position, or −1 if a number is out of range.
        """
        at = out.shape[0] + 0 * digest  # used, or else it would not be part of the key
        begins[heads.shape[0]] = at
        for f in range(heads.shape[0] - 1, -1, -1):
            at = _put_frame(out, at, rows, heads[f], capture, sent)
            if at < 0:
                return -1
            begins[f] = at
        return at

    return write


_encode = _write(wire_digest(Path(__file__).parents[1]))


def encode_detections(frames: CameraFrames, epoch: float) -> list[bytes] | None:
    """A wrapper packet for each frame, with unix times; None if a number of them is out of range."""
    rows, heads = frames.rows, frames.heads
    count = len(heads)
    out, begins = np.empty(_HEAD * count + _ROW * len(rows), np.uint8), np.empty(count + 1, np.int64)
    if _encode(rows, heads, epoch + frames.capture, epoch + frames.sent, out, begins) < 0:
        return None
    packets = out.tobytes()
    return [packets[begin:end] for begin, end in pairwise(begins.tolist())]
