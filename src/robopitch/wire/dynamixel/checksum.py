"""The checksums of both protocols: the inverted sum of protocol 1.0, and the CRC-16 of protocol 2.0."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["checksum", "crc"]

_POLYNOMIAL = 0x8005  # x¹⁶ + x¹⁵ + x² + 1, most significant bit first, from 0: CRC-16/BUYPASS


def checksum(data: Iterable[int]) -> int:
    """The last byte of a packet of protocol 1.0, from its bytes after the header [FUmanoid-emulator §4.2.1.2].

    >>> hex(checksum(b"\\x01\\x02\\x01"))
    '0xfb'
    """
    return ~sum(data) & 0xFF


def crc(data: Iterable[int]) -> int:
    """The last two bytes of a packet of protocol 2.0, from all bytes before them.

    >>> hex(crc(b"\\xff\\xff\\xfd\\x00\\x01\\x03\\x00\\x01"))
    '0x4e19'
    """
    found = 0
    for byte in data:
        found = (found << 8 & 0xFF00) ^ _TABLE[found >> 8 ^ byte]
    return found


def _shifted(byte: int) -> int:
    """The remainder of one byte."""
    found = byte << 8
    for _ in range(8):
        found = found << 1 ^ (_POLYNOMIAL if found & 0x8000 else 0)
    return found & 0xFFFF


_TABLE = tuple(_shifted(byte) for byte in range(256))
