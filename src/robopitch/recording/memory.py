"""The history of the last minute, in memory."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any

import zstandard

from robopitch.messages.compact import Compact
from robopitch.recording.sink import Entry
from robopitch.recording.topics import INPUTS, ORDERS, SNAPSHOTS

__all__ = ["MemorySink"]

PART = 4 * 1024  # values of a stretch, four for each entry, that are packed into one block
ROOM = 2**27  # bytes of a minute, or of a shorter history
UNPACKED = 1000  # bytes that a message takes which is not encoded yet, about
LARGE = 2**20  # bytes of a block that is not compressed: images, which would take the match milliseconds


class MemorySink:
    """The last minute, in stretches that each begin with a snapshot, so that it can be simulated again.

    What comes with simulated time goes with it. Inputs also come while time stands still, and sensors may be set to
    high rates: if everything takes more than *room* bytes, the oldest stretches are dropped as well.
    """

    def __init__(self, seconds: float = 60.0, room: int = ROOM) -> None:
        self._span = round(seconds * 1e9)
        self.room = round(room * max(seconds / 60, 1.0))
        self._stretches: deque[_Stretch] = deque()
        self._compressor = zstandard.ZstdCompressor(level=1)  # one for all: it has a buffer of half a megabyte

    def put(self, topic: str, time: int, content: bytes | Callable[[], bytes], outcome: bool = False) -> None:
        """Take a message; the oldest stretches are dropped."""
        stretches = self._stretches
        if topic == SNAPSHOTS or not stretches:
            stretches.append(_Stretch(time))
            while len(stretches) > 2 and (time - stretches[1].start >= self._span or self.size > self.room):
                stretches.popleft()
        newest = stretches[-1]
        newest.latest += topic, time, content, outcome
        newest.waiting += _size(content)
        if len(newest.latest) >= PART:
            newest.pack(self._compressor)

    def put_packets(self, packets: Sequence[tuple[str, bytes | Callable[[], bytes]]], time: int) -> None:
        """Take packets that were sent; a snapshot came before."""
        latest = self._stretches[-1].latest
        for topic, content in packets:
            latest += topic, time, content, True

    @property
    def size(self) -> int:
        """Bytes in memory, about."""
        return sum(stretch.size for stretch in self._stretches)

    @property
    def is_crowded(self) -> bool:
        """Whether a new stretch should begin: only whole ones are dropped, and this one would soon fill the room."""
        return bool(self._stretches) and self._stretches[-1].size > self.room // 8

    @property
    def oldest(self) -> int | None:
        """The time of the first message in memory, ns; None if there is none."""
        return self._stretches[0].start if self._stretches else None

    def entries(self) -> list[Entry]:
        """All messages in memory, oldest first."""
        return [entry for stretch in list(self._stretches) for entry in stretch]

    def saved(self) -> list[Entry]:
        """All messages for a file: without snapshots between inputs of one tick, since readers go by time."""
        kept: list[Entry] = []
        last = -1  # time of the last input
        for entry in self.entries():
            if entry.topic in (INPUTS, ORDERS):
                last = entry.time
            if entry.topic != SNAPSHOTS or entry.time != last:
                kept.append(entry)
        return kept

    def forget_from(self, time: int) -> None:
        """Forget what is of that time, in ns, or later; but what was sent or happened just then is part of the past."""
        late: list[Entry] = []
        while self._stretches:
            stretch = list(self._stretches.pop())
            late = [entry for entry in stretch if entry.time == time and entry.outcome] + late
            before = [entry for entry in stretch if entry.time < time]
            if before:
                self._stretches.append(_Stretch(before[0].time, before + late))
                return

    def clear(self) -> None:
        """Forget everything."""
        self._stretches.clear()


def _size(content: bytes | Callable[[], bytes]) -> int:
    """Bytes of a message, about."""
    return len(content) if isinstance(content, bytes) else UNPACKED


class _Stretch:
    """Consecutive entries from a snapshot on.

    The values of the latest entries are one flat list: a tuple for each of a hundred thousand messages would be one
    more object to allocate, and to visit when Python looks for garbage. Older ones are packed into blocks: small
    objects that live for a minute between others that live for a millisecond would leave the heap full of gaps.
    """

    def __init__(self, start: int, entries: Sequence[Entry] = ()) -> None:
        self.start = start  # ns, unix
        self.blocks: list[_Block] = []
        self.latest: list[Any] = [value for entry in entries for value in entry]
        self.waiting = sum(_size(entry.content) for entry in entries)  # bytes of the latest, without sent packets
        self._packed = 0  # bytes of the blocks

    @property
    def size(self) -> int:
        """Bytes in memory, about."""
        return self._packed + self.waiting

    def pack(self, compressor: zstandard.ZstdCompressor) -> None:
        """Pack the latest entries into a block."""
        block = _Block(self.latest, compressor)
        self.blocks.append(block)
        self._packed += block.size
        self.latest, self.waiting = [], 0

    def __iter__(self) -> Iterator[Entry]:
        for block in list(self.blocks):
            yield from block
        values = iter(list(self.latest))
        yield from (Entry(*entry) for entry in zip(values, values, values, values, strict=True))


class _Block:
    """Entries in one object, compressed; contents that are neither bytes nor compact are kept aside."""

    def __init__(self, values: list[Any], compressor: zstandard.ZstdCompressor) -> None:
        self._count = len(values) // 4
        self._topics: dict[str, int] = {}
        self._encoders: dict[Callable[[bytes], bytes] | None, int] = {}
        self._late: dict[int, Callable[[], bytes]] = {}
        parts, encoders = [], []
        for at, content in enumerate(values[2::4]):
            compact = isinstance(content, Compact)
            encoders.append(content.encode if compact else None)
            if compact:
                parts.append(content.raw)
            elif isinstance(content, bytes):
                parts.append(content)
            else:
                self._late[at] = content
                parts.append(b"")
        columns = (
            array("q", values[1::4]),
            array("q", accumulate(map(len, parts))),
            array("I", _numbers(values[::4], self._topics)),
            array("I", _numbers(encoders, self._encoders)),
            array("b", map(bool, values[3::4])),
        )
        data = b"".join((*map(array.tobytes, columns), *parts))
        self._is_compressed = len(data) < LARGE
        self._data = compressor.compress(data) if self._is_compressed else data
        self.size = len(self._data) + UNPACKED * len(self._late)

    def __iter__(self) -> Iterator[Entry]:
        data, count = self._data, self._count
        if self._is_compressed:
            data = zstandard.ZstdDecompressor().decompress(data)
        columns, start = [], 0
        for code in "qqIIb":
            column = array(code)
            end = start + count * column.itemsize
            column.frombytes(data[start:end])
            columns.append(column)
            start = end
        topics, encoders, first = list(self._topics), list(self._encoders), start
        for at, (time, end, topic, encoder, outcome) in enumerate(zip(*columns, strict=True)):
            content: bytes | Callable[[], bytes] = data[start : first + end]
            if (encode := encoders[encoder]) is not None:
                content = Compact(encode, data[start : first + end])
            start = first + end
            yield Entry(topics[topic], time, self._late.get(at, content), bool(outcome))


def _numbers(things: list[Any], known: dict[Any, int]) -> list[int]:
    """The number of each thing; new ones get the next."""
    return [known.setdefault(thing, len(known)) for thing in things]
