"""Framing of messages on a stream: each is preceded by its length as a varint, as in the game controller's protocol."""

from __future__ import annotations

from robopitch.wire.encoding import varint

__all__ = ["LONGEST", "Deframer", "FrameError", "frame"]

LONGEST = 1 << 20  # bytes


class FrameError(ValueError):
    """The stream is invalid and cannot be split into messages."""


def frame(data: bytes) -> bytes:
    """The message, preceded by its length.

    >>> frame(bytes(300))[:2].hex()
    'ac02'
    """
    return varint(len(data)) + data


class Deframer:
    """Splits a stream of bytes into messages."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that these bytes complete."""
        rest = self._rest
        rest += data
        messages: list[bytes] = []
        begin = 0
        while begin < len(rest):
            start, length = self._length(begin)
            if start < 0 or len(rest) < start + length:
                break
            messages.append(bytes(rest[start : start + length]))
            begin = start + length
        if begin > 0:
            del rest[:begin]
        return messages

    def _length(self, begin: int) -> tuple[int, int]:
        """Start and length of the message; −1 if the length is incomplete."""
        length = shift = 0
        for index in range(begin, len(self._rest)):
            byte = self._rest[index]
            length |= (byte & 0x7F) << shift
            if length > LONGEST or shift > 28:
                raise FrameError(
                    f"a message of {length} bytes or more was announced, but none here is longer than {LONGEST}; "
                    "each message must follow its length as a varint"
                )
            if byte < 0x80:
                return index + 1, length
            shift += 7
        return -1, 0
