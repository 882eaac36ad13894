"""The last minute of a match, to be looked at again: where everything was, what was seen of it, what teams said."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

from robopitch.web.frame import Sighting
from robopitch.world.glance import Glance

__all__ = ["RATE", "History", "Sample"]

RATE = 50.0  # Hz of simulated time


class Sample(NamedTuple):
    """One moment. All of it is never changed again, so that any thread may look at it."""

    glance: Glance
    sighting: Sighting
    published: Mapping[str, float]  # the newest of what teams say about themselves, by signal: "team.blue.attackers"


class History:
    """Samples in the order of their ticks, as many as fit into a span of simulated time."""

    def __init__(self, seconds: float, timestep: float) -> None:
        self._samples: deque[Sample] = deque()
        self._span = round(seconds / timestep)

    def put(self, sample: Sample) -> None:
        """One more; the oldest are forgotten."""
        samples = self._samples
        if samples and samples[-1].glance.tick == sample.glance.tick:
            samples.pop()
        samples.append(sample)
        while samples[0].glance.tick < sample.glance.tick - self._span:
            samples.popleft()

    def forget_after(self, tick: int) -> None:
        """Time went back to this tick."""
        while self._samples and self._samples[-1].glance.tick > tick:
            self._samples.pop()

    def clear(self) -> None:
        """Nothing is remembered."""
        self._samples.clear()

    @property
    def first(self) -> int | None:
        """The oldest tick."""
        return self._samples[0].glance.tick if self._samples else None

    def at(self, tick: int) -> Sample | None:
        """The last one up to a tick; the first one of all if it is older."""
        samples = self._samples
        if not samples:
            return None
        return samples[max(bisect_right(samples, tick, key=lambda sample: sample.glance.tick) - 1, 0)]

    def samples(self) -> list[Sample]:
        """All of them, oldest first."""
        return list(self._samples)
