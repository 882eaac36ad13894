"""Datagrams written from field numbers, without protobuf."""

from __future__ import annotations

import struct

import pytest

from robopitch.spec import load_league


class Wire:
    """Writes the fields of a protobuf message, one after the other."""

    @staticmethod
    def varint(value: int) -> bytes:
        value &= (1 << 64) - 1
        out = bytearray()
        while value > 0x7F:
            out.append(value & 0x7F | 0x80)
            value >>= 7
        return bytes([*out, value])

    def uint(self, field: int, value: int) -> bytes:
        return self.varint(field << 3) + self.varint(value)

    def sint(self, field: int, value: int) -> bytes:
        return self.uint(field, value << 1 if value >= 0 else (-value << 1) - 1)

    def float(self, field: int, value: float) -> bytes:
        return self.varint(field << 3 | 5) + struct.pack("<f", value)

    def double(self, field: int, value: float) -> bytes:
        return self.varint(field << 3 | 1) + struct.pack("<d", value)

    def sub(self, field: int, *parts: bytes) -> bytes:
        body = b"".join(parts)
        return self.varint(field << 3 | 2) + self.varint(len(body)) + body

    def text(self, field: int, value: str) -> bytes:
        return self.sub(field, value.encode())

    def floats(self, *values: float, first: int = 1) -> bytes:
        """Float fields with consecutive numbers."""
        return b"".join(self.float(first + index, value) for index, value in enumerate(values))

    @staticmethod
    def float32(value: float) -> float:
        """What a float is after it was on the wire."""
        return float(struct.unpack("<f", struct.pack("<f", value))[0])


@pytest.fixture(scope="session")
def wire() -> Wire:
    return Wire()


@pytest.fixture(scope="session")
def league():
    return load_league("ssl-div-a")
