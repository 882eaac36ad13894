"""Messages by hand, from field numbers alone: nothing here knows protobuf, or robopitch."""

from __future__ import annotations

import struct
from collections.abc import Iterator

VARINT, DOUBLE, BYTES, FLOAT = 0, 1, 2, 5  # wire types
GROUP = (3, 4)  # its begin and its end


def varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def uint(field: int, value: int) -> bytes:
    return varint(field << 3 | VARINT) + varint(int(value))


def real(field: int, value: float | None) -> bytes:
    """A float; nothing where there is none."""
    return b"" if value is None else varint(field << 3 | FLOAT) + struct.pack("<f", value)


def reals(first: int, *values: float | None) -> bytes:
    """Floats in fields that follow each other."""
    return b"".join(real(first + index, value) for index, value in enumerate(values))


def double(field: int, value: float) -> bytes:
    return varint(field << 3 | DOUBLE) + struct.pack("<d", value)


def message(field: int, *parts: bytes) -> bytes:
    """Bytes, a text, or a message within a message."""
    body = b"".join(parts)
    return varint(field << 3 | BYTES) + varint(len(body)) + body


def framed(data: bytes) -> bytes:
    """As on a stream: after its length."""
    return varint(len(data)) + data


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """The number and where it ends; an IndexError if it does not."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


class Fixed(bytes):
    """A float or a double, still packed: not to be taken for a message."""


class Fields:
    """The fields of a message, by number; a ValueError if it is none."""

    def __init__(self, data: bytes) -> None:
        self.raw: dict[int, list[int | bytes]] = {}
        try:
            for field, value in self._parse(data):
                self.raw.setdefault(field, []).append(value)
        except IndexError:
            raise ValueError(f"not a whole message: {data[:40].hex()}…") from None

    @staticmethod
    def _parse(data: bytes) -> Iterator[tuple[int, int | bytes]]:
        at = 0
        while at < len(data):
            key, at = read_varint(data, at)
            kind = key & 7
            if kind == VARINT:
                number, at = read_varint(data, at)
                yield key >> 3, number
                continue
            if kind in GROUP:
                continue  # nobody uses them; what is inside is read as if it were outside
            if kind not in (DOUBLE, BYTES, FLOAT):
                raise ValueError(f"wire type {kind}")
            size = {DOUBLE: 8, FLOAT: 4}.get(kind, 0)
            if kind == BYTES:
                size, at = read_varint(data, at)
            if at + size > len(data):
                raise IndexError
            value = data[at : at + size]
            yield key >> 3, value if kind == BYTES else Fixed(value)
            at += size

    def __contains__(self, field: int) -> bool:
        return field in self.raw

    def int(self, field: int) -> int:
        value = self.raw[field][-1]
        assert isinstance(value, int)
        return value

    def float(self, field: int) -> float:
        value = self.raw[field][-1]
        assert isinstance(value, Fixed)
        return struct.unpack("<f" if len(value) == 4 else "<d", value)[0]

    def text(self, field: int) -> str:
        value = self.raw[field][-1]
        assert isinstance(value, bytes)
        return value.decode()

    def each(self, field: int) -> list[Fields]:
        """The messages in a repeated field."""
        return [Fields(value) for value in self.raw.get(field, []) if type(value) is bytes]

    def one(self, field: int) -> Fields:
        return self.each(field)[-1]


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
