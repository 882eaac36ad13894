"""Protobuf's wire format in compiled code: writing numbers into a buffer, and reading them.

Messages are written from their end to their beginning, as protobuf's own encoder does: the length of a part is known
when its header is written. Each function takes the position of what is already written, and returns the new one.

The functions are for compiled code alone, except under NUMBA_DISABLE_JIT. Numba's disk cache does not notice changes in
this file: entry points that use it carry `wire_digest`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robopitch.physics.scalar import physics_digest, routine

__all__ = [
    "Bytes",
    "float_at",
    "put_byte",
    "put_bytes",
    "put_double",
    "put_float",
    "put_length",
    "put_varint",
    "varint",
    "wire_digest",
]

Bytes = NDArray[np.uint8]


def wire_digest(protocols: Path) -> int:
    """A number that changes whenever a file of this package, or of a folder of protocols that use it, changes."""
    return physics_digest(Path(__file__).parent) ^ physics_digest(protocols)


def varint(value: int) -> bytes:
    """A whole number from 0 up, for Python: seven bits in each byte, the lowest first.

    >>> varint(300).hex()
    'ac02'
    """
    data = bytearray()
    while value > 0x7F:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    data.append(value)
    return bytes(data)


@routine
def put_byte(out: Bytes, at: int, value: int) -> int:
    """Write one byte, a tag for example."""
    out[at - 1] = value
    return at - 1


@routine
def put_bytes(out: Bytes, at: int, data: Bytes) -> int:
    """Write bytes as they are."""
    at -= data.shape[0]
    for index in range(data.shape[0]):
        out[at + index] = data[index]
    return at


@routine
def put_varint(out: Bytes, at: int, value: int) -> int:
    """Write a whole number from 0 up: seven bits in each byte, the lowest first."""
    size, rest = 1, value >> 7
    while rest > 0:
        size += 1
        rest >>= 7
    at -= size
    for index in range(size - 1):
        out[at + index] = value & 0x7F | 0x80
        value >>= 7
    out[at + size - 1] = value
    return at


@routine
def put_length(out: Bytes, at: int, end: int, tag: int) -> int:
    """Write the header of a part that reaches from *at* to *end*."""
    at = put_varint(out, at, end - at)
    return put_byte(out, at, tag)


@routine
def put_float(out: Bytes, at: int, tag: int, value: float) -> int:
    """Write a field of type float."""
    bits = np.int64(np.float32(value).view(np.uint32))
    out[at - 5] = tag
    for index in range(4):
        out[at - 4 + index] = bits >> (8 * index) & 0xFF
    return at - 5


@routine
def put_double(out: Bytes, at: int, tag: int, value: float) -> int:
    """Write a field of type double."""
    bits = np.float64(value).view(np.int64)
    out[at - 9] = tag
    for index in range(8):
        out[at - 8 + index] = bits >> (8 * index) & 0xFF
    return at - 9


@routine
def float_at(data: Bytes, at: int) -> Any:
    """The float that is written at a position, as a float64."""
    bits = (
        np.int64(data[at]) | np.int64(data[at + 1]) << 8 | np.int64(data[at + 2]) << 16 | np.int64(data[at + 3]) << 24
    )
    return np.float64(np.uint32(bits).view(np.float32))
