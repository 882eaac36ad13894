"""Rate and delay of a sensor: the ticks at which it takes frames and at which they arrive. No wall clock."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from robopitch.messages.tick import NEVER

__all__ = ["DelayQueue", "Entry", "Schedule", "ScheduleState"]

Item = TypeVar("Item")


class ScheduleState(NamedTuple):
    """The state of a channel."""

    rate: float
    start: int
    fired: int


class Schedule:
    """The ticks at which a sensor fires: its k-th frame is at start + round(k / (rate · timestep)).

    If the period is not a whole number of ticks, the rate is correct on average and does not drift.

    >>> channel = Schedule(rate=70.0, timestep=0.001)
    >>> [channel.take() for _ in range(5)]
    [0, 14, 29, 43, 57]

    next: the tick of the next frame; read-only. An attribute, because it is read at every step.
    """

    next: int

    def __init__(self, rate: float, timestep: float, phase: int = 0) -> None:
        """rate in Hz, timestep in s; phase is the tick of the first frame."""
        self._timestep = timestep
        self.reset(rate, phase)

    @property
    def rate(self) -> float:
        """Frames per second."""
        return self._rate

    def is_due(self, tick: int) -> bool:
        """Whether a frame is due at *tick* or earlier."""
        return tick >= self.next

    def take(self) -> int:
        """Return the tick of the next frame and advance."""
        tick = self.next
        self._count += 1
        self.next = self._start + round(self._count / self._per_tick)
        return tick

    def reset(self, rate: float, tick: int) -> None:
        """Change the rate, with the next frame at *tick*."""
        if not 0 < rate * self._timestep <= 1:
            raise ValueError(
                f"a rate of {rate} Hz; with steps of {self._timestep} s it is above 0 and at most 1 / step"
            )
        self._rate, self._start = rate, tick
        self._set(0)

    @property
    def state(self) -> ScheduleState:
        """The state, to be saved; assigning it restores it."""
        return ScheduleState(self._rate, self._start, self._count)

    @state.setter
    def state(self, saved: tuple[float, int, int]) -> None:
        self._rate, self._start, count = saved
        self._set(count)

    def _set(self, count: int) -> None:
        self._count, self._per_tick = count, self._rate * self._timestep
        self.next = self._start + round(count / self._per_tick)


class Entry(NamedTuple, Generic[Item]):
    """A delayed item."""

    due: int
    sequence: int
    item: Item


class DelayQueue(Generic[Item]):
    """Delayed items, each with its tick of arrival; items of the same tick stay in the order of sending.

    next_due: the tick of the next arrival; `NEVER` if the queue is empty; read-only
    """

    def __init__(self, entries: Iterable[tuple[int, int, Item]] = ()) -> None:
        """entries: the `entries` of another queue."""
        # Items that were sent together stay together. The number of the first one is unique, so that the heap never
        # compares two items.
        self._heap: list[tuple[int, int, Sequence[Item]]] = [(due, number, (item,)) for due, number, item in entries]
        heapq.heapify(self._heap)
        self._sent = 1 + max((entry[1] for entry in self._heap), default=-1)
        self.next_due = self._heap[0][0] if self._heap else NEVER

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def entries(self) -> tuple[Entry[Item], ...]:
        """All items in order: `DelayQueue(entries)` is the same queue."""
        together = sorted(self._heap, key=lambda entry: entry[:2])
        return tuple(Entry(due, first + n, item) for due, first, items in together for n, item in enumerate(items))

    def push(self, due: int, items: Sequence[Item]) -> None:
        """Add items that arrive together at tick *due*."""
        if items:
            heapq.heappush(self._heap, (due, self._sent, items))
            self._sent += len(items)
            self.next_due = self._heap[0][0]

    def pop_due(self, tick: int) -> list[Sequence[Item]]:
        """Remove and return the items that have arrived by *tick*, in order; those that were sent together."""
        heap, arrived = self._heap, []
        while heap and heap[0][0] <= tick:
            arrived.append(heapq.heappop(heap)[2])
        self.next_due = heap[0][0] if heap else NEVER
        return arrived
