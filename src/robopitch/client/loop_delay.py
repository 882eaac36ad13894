"""How long it takes until a command shows in a picture, learnt while playing [CAMBADA-control §4.4]."""

from __future__ import annotations

import math
from collections import deque

import numpy as np
from numpy.typing import NDArray

from robopitch.control.latency import latency

__all__ = ["LoopDelay"]

Floats = NDArray[np.float64]

WINDOW = 2.0  # s of turning that is looked at
EVERY = 0.5  # s between two looks at the same robot; one at a time, so that no frame has to wait for all of them
PERIOD = 0.01  # s of the cycles in which it is looked at
SMOOTH = np.full(5, 0.2)  # mean of so many cycles, of command and motion alike, against the noise of headings
LONGEST = 0.25  # s: no delay beyond is looked for
LIVELY = 0.7  # rad/s: a robot whose commands vary by less says nothing
SURE = 0.95  # correlation from which on a robot is believed: others are pushed, or their wheels slip
LEAST, MOST = 5, 41  # looks at single robots …
QUICKEST = 1 / 3  # … of which that counts than which so many are quicker: what hinders a robot only makes it later
STEP = 0.005  # s by which it changes at most at a time: commands must not overtake each other


class LoopDelay:
    """Seconds from a picture until the command that answers it takes effect, by how robots turn.

    They follow turn rates quickly, and all of them turn all the time. What a robot's own limiter and motors make of a
    command is taken out before: a filter that knows of those wants the pure delay.

    robots:        how many
    first:         s, taken until something is learnt
    time_constant: s in which turn rates follow
    acceleration:  rad/s², within which they change
    """

    def __init__(self, robots: int, first: float, time_constant: float, acceleration: float) -> None:
        self.seconds = first
        self.looks: deque[float] = deque(maxlen=MOST)  # s, each of one robot
        self._lag, self._acceleration = time_constant, acceleration
        self._past: deque[tuple[float, Floats, Floats]] = deque()  # time, limited turn rates, headings
        self._followed = np.zeros(robots)
        self._due, self._next = -math.inf, 0  # when to look next, and at whom

    def note(self, time: float, turns: Floats, headings: Floats) -> None:
        """What was sent after the picture of that time, and where it shows robots to look; nan for who is not in it."""
        past = self._past
        if past:
            dt = time - past[-1][0]
            if dt <= 0:
                return
            most = self._acceleration * dt
            self._followed = self._followed + np.clip(turns - self._followed, -most, most)
        past.append((time, self._followed, headings.copy()))
        while past[0][0] < time - WINDOW:
            past.popleft()
        if time - past[0][0] > 0.9 * WINDOW and time >= self._due:
            self._due = time + EVERY / len(turns)
            self._next = (self._next + 1) % len(turns)
            if self._look(self._next) and len(self.looks) >= LEAST:
                found = sorted(self.looks)[int(QUICKEST * len(self.looks))]
                change = max(0.0, found - self._lag) - self.seconds
                self.seconds += max(-STEP, min(STEP, change))

    def _look(self, robot: int) -> bool:
        """How late one robot was; whether that could be seen."""
        times, followed, headings = np.array([(at, turns[robot], seen[robot]) for at, turns, seen in self._past]).T
        seen = np.isfinite(headings)
        if followed.std() < LIVELY or seen.mean() < 0.8:
            return False
        edges = np.arange(times[0], times[-1], PERIOD)
        middles = np.searchsorted(times, edges[:-1] + PERIOD / 2, side="right") - 1
        done = np.diff(np.interp(edges, times[seen], np.unwrap(headings[seen]))) / PERIOD
        told = np.convolve(followed[middles], SMOOTH, "valid")
        try:
            found = latency(told, np.convolve(done, SMOOTH, "valid"), PERIOD, LONGEST)
        except ValueError:
            return False  # nothing to be seen in it
        if found.correlation < SURE:
            return False
        self.looks.append(found.seconds)
        return True
