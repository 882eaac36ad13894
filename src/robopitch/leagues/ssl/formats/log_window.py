"""A log through a window: records one after another, however damaged the file is, in little memory."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

__all__ = ["HEAD", "HEADER", "LONGEST", "Kind", "Window", "plausible"]

HEADER = 16  # bytes before the first record
HEAD = struct.Struct(">qii")  # time in ns, kind, length: before each packet
LONGEST = 10 << 20  # bytes: no packet of any league comes near it
SEARCH = 16 << 20  # bytes in which the next good record must begin
DAY = 86_400 * 10**9  # ns: how far it may be from the one before
CHUNK = 1 << 18
LEAST_ROOM, MOST_RATIO = 64 << 20, 50  # a packed log may unpack to so many bytes, or times its size; real ones: to 4
HINT = re.compile(rb"\x00\x00\x00[\x01-\x05]\x00")  # a kind, and the highest byte of a length


class Kind(IntEnum):
    """What a record holds; numbers as in the file."""

    BLANK = 0
    UNKNOWN = 1
    VISION_2010 = 2
    REFEREE = 3
    VISION = 4
    TRACKER = 5
    INDEX = 6


def plausible(time: int, kind: int, length: int) -> bool:
    """Whether this can be the head of a record; zeros, as a file that was never filled has them, are none."""
    if kind == Kind.INDEX:
        return time == 0 and length >= 15 and length % 8 == 7
    return time >= 0 and 0 <= kind < 256 and 0 <= length <= LONGEST and (time, kind, length) != (0, 0, 0)


class Window:
    """What was read of a file but not yet taken. *packed*: the size of a packed file on the disk, None for others."""

    def __init__(self, file: Any, packed: int | None, position: int = 0) -> None:
        self.buffer = bytearray()
        self.notes: list[str] = []
        self._file = file
        self._position = position  # of the buffer's first byte in the file
        self._room = None if packed is None else max(LEAST_ROOM, MOST_RATIO * packed)
        self._ended = False

    def fill(self, count: int) -> bool:
        """Have so many bytes; False if there are no more in the file."""
        while len(self.buffer) < count and not self._ended:
            try:
                more = self._file.read1(CHUNK)  # read() would lose what it has when the next part is damaged
            except (EOFError, zlib.error, OSError) as error:
                self.notes.append(f"cannot be read beyond byte {self._position + len(self.buffer)}: {error}")
                more = b""
            self._ended = not more
            self.buffer += more
            if self._room is not None and self._position + len(self.buffer) > self._room:
                self.notes.append(f"unpacks to more than {self._room >> 20} MiB, which no log does: stopped there")
                self._ended = True
        return len(self.buffer) >= count

    def drop(self, count: int) -> None:
        """Go on by so many bytes."""
        while count > 0 and self.fill(1):
            now = min(count, len(self.buffer))
            del self.buffer[:now]
            self._position += now
            count -= now

    def records(self) -> Iterator[tuple[int, int, int, bytes]]:
        """Offset, time, kind and packet of all good records; an index is none of them."""
        last: int | None = None
        while self.fill(HEAD.size):
            time, kind, length = HEAD.unpack_from(self.buffer)
            good = plausible(time, kind, length)
            if good and kind == Kind.INDEX:
                self.drop(HEAD.size + length)
                continue
            end = HEAD.size + length
            whole = good and self.fill(end)
            if whole and (not self.fill(end + HEAD.size) or plausible(*HEAD.unpack_from(self.buffer, end))):
                following: int | None = end
            else:  # either this head is wrong, or what follows is damaged: the next good record tells
                following = self._find(HEAD.size if good else 1, time if good else last)
            taken = 0
            if whole and (following is None or following >= end):
                last = time
                yield self._position, time, kind, bytes(self.buffer[HEAD.size : end])
                taken = end
                self.drop(end)
            if following is None:
                cut = good and not whole
                self.notes.append(self._cut_off() if cut else f"damaged from byte {self._position} on: stopped there")
                return
            if following > taken:
                skipped = following - taken
                self.notes.append(f"{skipped} bytes from byte {self._position} on are damaged: skipped")
                self.drop(skipped)
        if self.buffer:
            self.notes.append(self._cut_off())

    def _cut_off(self) -> str:
        return f"cut off at byte {self._position + len(self.buffer)}, in the middle of a record"

    def _find(self, begin: int, near: int | None) -> int | None:
        """Where in the window the next good record begins, at *begin* or later; *near*: about when it is from."""
        self.fill(begin + SEARCH)
        at = begin + 8
        while (hint := HINT.search(self.buffer, at)) is not None:
            start, at = hint.start() - 8, hint.start() + 1
            if start + HEAD.size > len(self.buffer):
                return None
            time, kind, length = HEAD.unpack_from(self.buffer, start)
            if not plausible(time, kind, length) or (near is not None and abs(time - near) > DAY):
                continue
            end = start + HEAD.size + length
            if self.fill(end + HEAD.size):
                if plausible(*HEAD.unpack_from(self.buffer, end)):
                    return start
            elif len(self.buffer) == end:
                return start
        return None
