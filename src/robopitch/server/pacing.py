"""Paces a match by the wall clock: speed, lateness, lost time, and timestamps in unix time."""

from __future__ import annotations

import math
from collections import deque

from robopitch.match import Match, RealTime
from robopitch.messages import MoveEpoch
from robopitch.net import REAL
from robopitch.net.system import Clock

__all__ = ["Pacing"]

LATENESS = 1000  # frames over which lateness is measured
CLOCK_ERROR = 0.0005  # s by which sent timestamps may differ from unix time


class Pacing:
    """The clock of a server, and how well the match keeps up with it.

    speed:     times real time; 0 pauses, infinity runs as fast as possible
    unix_time: at speed 1, timestamps that are sent are unix time, whatever the epoch of the match
    """

    def __init__(self, match: Match, speed: float, unix_time: bool, clock: Clock = REAL.clock) -> None:
        self._monotonic, self._system = clock.monotonic, clock
        self._match, self._unix_time = match, unix_time
        self._anew = unix_time and match.tick == 0  # it is no continuation of a match whose timestamps were sent
        self._unix = _unix_offset(self._system)
        self.free = math.isinf(speed)
        self.clock = RealTime(match.world.timestep, self._monotonic(), match.tick, 1.0 if self.free else speed)
        self._second = (self._monotonic(), match.tick)  # when the current second of statistics began
        self._late: deque[float] = deque(maxlen=LATENESS)
        self.real_time_factor = 0.0
        self.slip = 0.0
        self.ahead = 0.0  # s by which sent timestamps are later than unix time

    def begin(self) -> None:
        """Called when the loop starts: the warm-up took time."""
        match = self._match
        if self._anew:
            match.epoch = match.origin = self._system.unix() - match.world.time

    def restart(self) -> None:
        """Start the clock again, at the present tick."""
        self.clock.start(self._monotonic(), self._match.tick)
        self._second = (self._monotonic(), self._match.tick)

    def set_speed(self, speed: float) -> None:
        """Set the speed; 0 pauses, infinity runs as fast as possible."""
        if math.isinf(speed) and speed > 0:
            self.free = True
            return
        self.clock.set_speed(speed, self._monotonic(), self._match.tick)
        self.free = False

    def is_second_over(self, now: float) -> bool:
        """Whether the statistics of a second are due."""
        return now - self._second[0] >= 1.0

    def roll(self, now: float) -> None:
        """Update the statistics of the last second."""
        since, tick = self._second
        self.real_time_factor = (self._match.tick - tick) * self._match.world.timestep / (now - since)
        self._second = (now, self._match.tick)
        self._unix = _unix_offset(self._system)

    def note_sent(self) -> None:
        """Measure how late the packets of this tick were sent."""
        if not self.free:
            self._late.append(self._monotonic() - self.clock.when(self._match.tick))

    def note_slip(self) -> None:
        """Measure how far the match is behind its clock."""
        if not self.free:
            self.slip = self.clock.slip(self._monotonic(), self._match.tick)

    @property
    def lateness(self) -> float:
        """99th percentile of the lateness of the last frames, s."""
        late = sorted(self._late)
        return late[int(0.99 * (len(late) - 1))] if late else 0.0

    def follow_unix_time(self) -> None:
        """Set sent timestamps to unix time again, after a start, a pause or lost time.

        Timestamps never go back: a match that is ahead, because it ran faster for a while, stays ahead.
        """
        if not self._unix_time or self.clock.speed != 1 or self.free:
            return
        match = self._match
        behind = self._unix + self.clock.when(match.tick) - match.epoch - match.world.time
        self.ahead = max(-behind, 0.0)
        if behind > CLOCK_ERROR:
            match.offer("time", MoveEpoch(behind))
            match.advance(match.tick)


def _unix_offset(clock: Clock) -> float:
    """Unix time minus monotonic time."""
    before, now = clock.monotonic(), clock.unix()
    return now - (before + clock.monotonic()) / 2
