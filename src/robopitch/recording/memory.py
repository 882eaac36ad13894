"""The history of the last minute, in memory."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any

from robopitch.recording.sink import Entry
from robopitch.recording.topics import INPUTS, ORDERS, SNAPSHOTS

__all__ = ["MemorySink"]

PART = 4 * 1024  # values of a stretch, four for each entry, that are packed into one block
ROOM = 2**26  # bytes of inputs in a minute, or in a shorter history: 4000 sets of orders a second
UNPACKED = 1000  # bytes that an input takes which is not encoded yet, about


class MemorySink:
    """The last minute, in stretches that each begin with a snapshot, so that it can be simulated again.

    Everything but inputs comes with simulated time, and goes with it. Inputs also come while time stands still: if they
    take more than *room* bytes, the oldest stretches are dropped as well.
    """

    def __init__(self, seconds: float = 60.0, room: int = ROOM) -> None:
        self._span = round(seconds * 1e9)
        self._room = round(room * max(seconds / 60, 1.0))
        self._stretches: deque[_Stretch] = deque()

    def put(self, topic: str, time: int, content: bytes | Callable[[], bytes], outcome: bool = False) -> None:
        """Take a message; the oldest stretches are dropped."""
        stretches = self._stretches
        if topic == SNAPSHOTS or not stretches:
            stretches.append(_Stretch(time))
            while len(stretches) > 2 and (time - stretches[1].start > self._span or self.inputs > self._room):
                stretches.popleft()
        latest = stretches[-1].latest
        latest += topic, time, content, outcome
        stretches[-1].inputs += _size(topic, content)
        if len(latest) >= PART:
            stretches[-1].pack()

    def put_packets(self, packets: Sequence[tuple[str, bytes | Callable[[], bytes]]], time: int) -> None:
        """Take packets that were sent; a snapshot came before."""
        latest = self._stretches[-1].latest
        for topic, content in packets:
            latest += topic, time, content, True

    @property
    def inputs(self) -> int:
        """Bytes of the inputs in memory, about."""
        return sum(stretch.inputs for stretch in self._stretches)

    @property
    def is_crowded(self) -> bool:
        """Whether a new stretch should begin: only whole ones are dropped, and this one would soon fill the room."""
        return bool(self._stretches) and self._stretches[-1].inputs > self._room // 8

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


def _size(topic: str, content: bytes | Callable[[], bytes]) -> int:
    """Bytes of an input, about; 0 for anything else."""
    if topic not in (INPUTS, ORDERS):
        return 0
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
        self.inputs = sum(_size(entry.topic, entry.content) for entry in entries)  # bytes

    def pack(self) -> None:
        """Pack the latest entries into a block."""
        self.blocks.append(_Block(self.latest))
        self.latest = []

    def __iter__(self) -> Iterator[Entry]:
        for block in list(self.blocks):
            yield from block
        values = iter(list(self.latest))
        yield from (Entry(*entry) for entry in zip(values, values, values, values, strict=True))


class _Block:
    """Entries whose contents lie one after the other in a single object; those not encoded yet are kept aside."""

    def __init__(self, values: list[Any]) -> None:
        contents = values[2::4]
        self._topics = values[::4]
        self._times = array("q", values[1::4])
        self._outcomes = bytes(values[3::4])
        self._encoders = {at: content for at, content in enumerate(contents) if not isinstance(content, bytes)}
        for at in self._encoders:
            contents[at] = b""
        self._ends = array("q", accumulate(map(len, contents)))
        self._data = b"".join(contents)

    def __iter__(self) -> Iterator[Entry]:
        start = 0
        for at, (topic, time, outcome, end) in enumerate(
            zip(self._topics, self._times, self._outcomes, self._ends, strict=True)
        ):
            content = self._encoders.get(at) or self._data[start:end]
            yield Entry(topic, time, content, bool(outcome))
            start = end
