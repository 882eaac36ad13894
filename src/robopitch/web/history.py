"""The last minute of a match: positions, detections of the cameras and signals of the teams, 50 times a second."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

from robopitch.web.frame import Sighting
from robopitch.world.state_view import StateView

__all__ = ["RATE", "Sample", "Samples"]

RATE = 50.0  # Hz of simulated time


class Sample(NamedTuple):
    """One moment. It is immutable, so that any thread may read it."""

    state_view: StateView
    sighting: Sighting
    published: Mapping[str, float]  # the newest of what teams say about themselves, by signal: "team.blue.attackers"


class Samples:
    """Samples in the order of their ticks, as many as fit into a span of simulated time."""

    def __init__(self, seconds: float, timestep: float) -> None:
        self._samples: deque[Sample] = deque()
        self._span = round(seconds / timestep)

    def put(self, sample: Sample) -> None:
        """Add a sample; the oldest are dropped."""
        samples = self._samples
        if samples and samples[-1].state_view.tick == sample.state_view.tick:
            samples.pop()
        samples.append(sample)
        while samples[0].state_view.tick < sample.state_view.tick - self._span:
            samples.popleft()

    def forget_after(self, tick: int) -> None:
        """Drop all samples after a tick."""
        while self._samples and self._samples[-1].state_view.tick > tick:
            self._samples.pop()

    def clear(self) -> None:
        """Drop all samples."""
        self._samples.clear()

    @property
    def first(self) -> int | None:
        """The oldest tick."""
        return self._samples[0].state_view.tick if self._samples else None

    def at(self, tick: int) -> Sample | None:
        """The last sample up to a tick; the first one if the tick is older."""
        samples = self._samples
        if not samples:
            return None
        return samples[max(bisect_right(samples, tick, key=lambda sample: sample.state_view.tick) - 1, 0)]

    def samples(self) -> list[Sample]:
        """All of them, oldest first."""
        return list(self._samples)
