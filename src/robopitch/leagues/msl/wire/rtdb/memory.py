"""The shared memory of the first generation: its System V keys, and the layout of its areas.

Each agent has its own copy of everything: a definition area (numbers of records, sizes and a table that finds them),
one shared area for each agent of the team, and one local area. A record has two banks: a writer fills the one that is
not read and then switches, without locks. This is what CAMBADA's library of 2017 does on x86-64, so that a program
linked with it attaches to memory that was formatted here. The clock area is ours.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from robopitch.leagues.msl.wire.rtdb.configuration import ANY_SIZE, MOST_RECORDS, Configuration, Item

__all__ = ["CAMBADA_2009", "CAMBADA_2017", "CLOCK_SIZE", "Area", "Clock", "Keys", "Stamped", "Variant", "area_size"]

_RECORD = struct.Struct("<5i4x4q")  # id, size, period, offset, bank that is read; seconds and µs of both banks
_STAMP = struct.Struct("<2q")
_BANK, _STAMPS = 16, 24  # positions within a record's header
_CLOCK = struct.Struct("<qi4x")  # µs since 1970 or since the start; 1: simulated time
_TRIES = 4  # reads of a record that is being written
CLOCK_SIZE = _CLOCK.size


@dataclass(frozen=True, slots=True)
class Variant:
    """The constants that a team compiled into its library.

    agents:  size of the tables of agents
    first, second: the lowest key of the first team, and of a second team on the same machine
    stride:  number of keys of one agent
    """

    agents: int
    first: int
    second: int
    stride: int

    def keys(self, configuration: Configuration, agent: int, second: bool = False) -> Keys:
        """The keys of an agent's areas."""
        count = len(configuration.agents)
        if count > self.agents or count + 3 > self.stride:
            raise ValueError(f"{count} agents; {min(self.agents, self.stride - 3)} fit into this memory")
        if not 0 <= agent < count:
            raise ValueError(f"agent {agent} does not exist; there are 0 to {count - 1}")
        for one in configuration.agents:
            for item in (*one.shared, *one.local):
                if item.size == ANY_SIZE:
                    raise ValueError(f"record {item.name or item.id} has no size; in memory each record has one")
        first = (self.second if second else self.first) + agent * self.stride
        shared = tuple(range(first + 1, first + 1 + count))
        return Keys(first, shared, first + 1 + count, first + self.stride - 1)

    @property
    def definition_size(self) -> int:
        """Bytes of a definition area.

        >>> CAMBADA_2017.definition_size
        2872
        """
        return 4 * (4 + 2 * self.agents + self.agents * MOST_RECORDS)

    def definition(self, configuration: Configuration, agent: int) -> bytes:
        """The contents of an agent's definition area."""
        padding = [0] * (self.agents - len(configuration.agents))
        records = configuration.agents[agent]
        shared = [one.shared for one in configuration.agents]
        table = [-1] * (self.agents * MOST_RECORDS)
        for number, items in enumerate(shared):
            for index, item in enumerate(items):
                table[number * MOST_RECORDS + item.id] = index
        for index, item in enumerate(records.local):
            table[agent * MOST_RECORDS + item.id] = MOST_RECORDS + index
        numbers = [agent, len(shared)]
        numbers += [*(len(items) for items in shared), *padding, len(records.local)]
        numbers += [*(area_size(items) for items in shared), *padding, area_size(records.local)]
        return struct.pack(f"<{len(numbers) + len(table)}i", *numbers, *table)


CAMBADA_2017 = Variant(agents=7, first=0x2000, second=0x2000 + 7 * 28, stride=28)
"""The library of cambada-pub: four keys for each pair of agents."""

CAMBADA_2009 = Variant(agents=10, first=0x2000, second=0x3000, stride=20)
"""The library of 2009 as other teams still compile it, with ten agents and two keys for each pair."""


class Keys(NamedTuple):
    """The System V keys of an agent: definition, one shared area for each agent, local area, and our clock."""

    definition: int
    shared: tuple[int, ...]
    local: int
    clock: int


class Stamped(NamedTuple):
    """The value of a record, and the time at which it was written in µs."""

    data: bytes
    time: int


def area_size(items: Sequence[Item]) -> int:
    """Bytes of an area: a header and two banks for each record."""
    return _RECORD.size * len(items) + 2 * sum(item.size for item in items)


class Area:
    """The records of an area, over memory that other processes may write.

    Nothing that they write moves a read or write out of the area: positions and sizes come from the configuration.
    """

    def __init__(self, memory: memoryview, items: Sequence[Item]) -> None:
        if len(memory) < area_size(items):
            raise ValueError(f"an area of {len(memory)} bytes; its records need {area_size(items)}")
        self._memory = memory
        self._places: dict[int, tuple[int, int, int]] = {}  # header, first bank and size, by number
        bank = _RECORD.size * len(items)
        for index, item in enumerate(items):
            self._places[item.id] = _RECORD.size * index, bank, item.size
            bank += 2 * item.size
        self._items = tuple(items)

    def format(self) -> None:
        """Write the headers; no record has been written since."""
        for item in self._items:
            header, bank, size = self._places[item.id]
            _RECORD.pack_into(self._memory, header, item.id, size, item.period, bank - header, 0, 0, 0, 0, 0)

    def put(self, id: int, data: bytes, time: int) -> None:
        """Write a record. *time*: in µs."""
        header, first, size = self._places[id]
        if len(data) != size:
            raise ValueError(f"record {id}: {len(data)} bytes; it has {size}")
        memory = self._memory
        bank = 1 - (memory[header + _BANK] & 1)
        start = first + bank * size
        memory[start : start + size] = data
        stamp = divmod(time or 1, 1_000_000)  # a time of 0 means that nothing was written
        _STAMP.pack_into(memory, header + _STAMPS + bank * _STAMP.size, *stamp)
        memory[header + _BANK] = bank  # one byte, hence at once: a reader sees the old value or the new one

    def written(self, id: int) -> int:
        """When a record was written last, in µs; 0 if never. Faster than reading it."""
        header = self._places[id][0]
        bank = self._memory[header + _BANK] & 1
        seconds, rest = _STAMP.unpack_from(self._memory, header + _STAMPS + bank * _STAMP.size)
        return int(seconds * 1_000_000 + rest)

    def get(self, id: int) -> Stamped | None:
        """Read a record; None if it was never written."""
        header, first, size = self._places[id]
        memory = self._memory
        data, stamp = b"", (0, 0)
        for _ in range(_TRIES):
            bank = memory[header + _BANK] & 1
            start, at = first + bank * size, header + _STAMPS + bank * _STAMP.size
            stamp = _STAMP.unpack_from(memory, at)
            data = bytes(memory[start : start + size])
            # A writer comes back to this bank only after it has switched; then bank or time has changed.
            if memory[header + _BANK] & 1 == bank and _STAMP.unpack_from(memory, at) == stamp:
                break
        else:
            return None
        if stamp == (0, 0):
            return None
        return Stamped(data, stamp[0] * 1_000_000 + stamp[1])


class Clock:
    """The clock area, which is ours: the time by which programs of ours stamp and judge records.

    A program linked with CAMBADA's library does not know it, and takes the time of the machine. So the two agree in
    real time, but not in lockstep.
    """

    def __init__(self, memory: memoryview) -> None:
        if len(memory) < CLOCK_SIZE:
            raise ValueError(f"a clock of {len(memory)} bytes; it needs {CLOCK_SIZE}")
        self._memory = memory

    def set(self, time: int, simulated: bool) -> None:
        """Set the time in µs. *simulated*: programs read it here instead of asking the machine."""
        _CLOCK.pack_into(self._memory, 0, time, simulated)

    def read(self) -> int | None:
        """The simulated time in µs; None if records carry the time of the machine."""
        time, simulated = _CLOCK.unpack_from(self._memory)
        return int(time) if simulated else None
