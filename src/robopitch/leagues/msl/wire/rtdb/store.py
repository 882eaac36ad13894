"""The data base of one agent: own records, and the last that was heard of its mates [CAMBADA-sim §3.4.1, §4.3.1].

Every read states the age of the value. The clock is an argument: in lockstep, ages run on simulated time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from robopitch.leagues.msl.wire.rtdb.configuration import ANY_SIZE, SELF, Configuration, Item, Place
from robopitch.leagues.msl.wire.rtdb.memory import Stamped

__all__ = ["LONGEST_LIFE", "UNKNOWN_AGE", "Reading", "Record", "Records", "Store"]

UNKNOWN_AGE = -1
LONGEST_LIFE = 2**31 - 1  # ms: a signed number of 32 bits in every generation


class Reading(NamedTuple):
    """What a read gives: the value, its age in ms (`UNKNOWN_AGE`: there is no value), and when it was written in µs."""

    data: bytes
    age: int
    time: int = 0


class Record(NamedTuple):
    """A record in a frame: its number, its age in ms when the frame was sent, and its value."""

    id: int
    life: int
    data: bytes


class Records(Protocol):
    """Where the records of an area are: in this process, or in shared memory (`Area`)."""

    def put(self, id: int, data: bytes, time: int) -> None:
        """Write a record. *time*: in µs."""
        ...

    def get(self, id: int) -> Stamped | None:
        """Read a record; None if it was never written."""
        ...

    def written(self, id: int) -> int:
        """When a record was written last, in µs; 0 if never."""
        ...


class _ProcessRecords:
    """Records in the memory of this process."""

    def __init__(self) -> None:
        self._values: dict[int, Stamped] = {}

    def put(self, id: int, data: bytes, time: int) -> None:
        self._values[id] = Stamped(bytes(data), time or 1)  # 0 means that nothing was written

    def get(self, id: int) -> Stamped | None:
        return self._values.get(id)

    def written(self, id: int) -> int:
        found = self._values.get(id)
        return 0 if found is None else found.time


class Store:
    """The data base of an agent.

    agent:  its number
    clock:  gives the time in µs
    shared: the shared areas, by agent, and *local* the local one; by default in this process
    """

    def __init__(
        self,
        configuration: Configuration,
        agent: int,
        clock: Callable[[], int],
        shared: Sequence[Records] | None = None,
        local: Records | None = None,
    ) -> None:
        if not 0 <= agent < len(configuration.agents):
            raise ValueError(f"agent {agent} does not exist; there are 0 to {len(configuration.agents) - 1}")
        self.configuration, self.agent = configuration, agent
        self._clock = clock
        self._shared: Sequence[Records] = shared or tuple(_ProcessRecords() for _ in configuration.agents)
        self._local: Records = local or _ProcessRecords()

    @property
    def now(self) -> int:
        """The time in µs."""
        return self._clock()

    def put(self, key: int | str, data: bytes) -> None:
        """Write an own record; a ValueError if the agent does not have it, or if its size is another."""
        place = self.configuration.find(self.agent, key)
        if place is None:
            raise ValueError(f"agent {self.agent} has no record {key}")
        self._write(self.agent, place, data, self._clock())

    def put_received(self, agent: int, key: int | str, data: bytes, life: int) -> bool:
        """Write a record of a mate that was *life* ms old when it arrived; returns whether it was accepted.

        Nobody writes own records, records that are not shared, or records of another size.
        """
        place = self.configuration.find(agent, key)
        if agent == self.agent or place is None or not place.shared:
            return False
        if place.item.size not in (ANY_SIZE, len(data)) or not 0 <= life <= LONGEST_LIFE:
            return False
        self._write(agent, place, data, self._clock() - 1000 * life)
        return True

    def get(self, agent: int, key: int | str) -> Reading:
        """Read a record of an agent, or an own one (`SELF`)."""
        number = self.agent if agent == SELF else agent
        place = self.configuration.find(number, key)
        if place is None or (number != self.agent and not place.shared):
            return Reading(b"", UNKNOWN_AGE)
        found = self._area(number, place).get(place.item.id)
        if found is None:
            return Reading(b"", UNKNOWN_AGE)
        return Reading(found.data, self._age(found.time), found.time)

    @property
    def silence(self) -> int:
        """The age in ms of the own shared record that was written last; `UNKNOWN_AGE` if none was written."""
        own = self._shared[self.agent]
        last = max((own.written(item.id) for item in self.configuration.agents[self.agent].shared), default=0)
        return UNKNOWN_AGE if last == 0 else self._age(last)

    def written(self, key: int | str) -> int:
        """When an own record was written last, in µs; 0 if never. Faster than reading it."""
        place = self.configuration.find(self.agent, key)
        return 0 if place is None else self._area(self.agent, place).written(place.item.id)

    def due(self, counter: int) -> Mapping[Item, Reading]:
        """The own shared records that belong into the frame of this number; those never written are left out."""
        readings = {
            item: self.get(self.agent, item.id)
            for item in self.configuration.agents[self.agent].shared
            if item.is_due(counter)
        }
        return {item: reading for item, reading in readings.items() if reading.age != UNKNOWN_AGE}

    def _age(self, time: int) -> int:
        return min(max(0, (self._clock() - time) // 1000), LONGEST_LIFE)

    def _write(self, agent: int, place: Place, data: bytes, time: int) -> None:
        if place.item.size not in (ANY_SIZE, len(data)):
            name = place.item.name or place.item.id
            raise ValueError(f"record {name}: {len(data)} bytes; it has {place.item.size}")
        self._area(agent, place).put(place.item.id, data, time)

    def _area(self, agent: int, place: Place) -> Records:
        return self._shared[agent] if place.shared else self._local
