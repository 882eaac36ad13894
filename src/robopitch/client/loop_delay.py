"""Estimation of the delay from a command to its effect in a frame, during play [CAMBADA-control §4.4]."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

import numpy as np

from robopitch.control.latency import latency

__all__ = ["LoopDelay"]

WINDOW = 2.0  # s of rotation that are used
EVERY = 0.5  # s between two estimates for the same robot; one robot at a time, so that no frame takes long
PERIOD = 0.01  # s of a cycle
SMOOTH = np.full(5, 0.2)  # moving average of command and motion, against the noise of headings
LONGEST = 0.25  # s: longest delay that is considered
LIVELY = 0.7  # rad/s: below this variation of commands there is no estimate
SURE = 0.95  # least correlation; otherwise the robot is pushed, or its wheels slip
LEAST, MOST = 5, 41  # estimates of single robots …
QUICKEST = 1 / 3  # … of which this quantile is used: disturbances only make a robot slower
STEP = 0.005  # s, largest change at a time: commands must not overtake each other


class LoopDelay:
    """Seconds from a frame until the resulting command takes effect, from the rotation of robots.

    Robots follow turn rates quickly, and all of them turn all the time. The effect of a robot's own limiter and motors
    is removed first: a filter that models them needs the pure delay.

    robots:        number of robots
    first:         s, used until there is an estimate
    time_constant: s, of turn rates
    acceleration:  rad/s², limit of their change
    """

    def __init__(self, robots: int, first: float, time_constant: float, acceleration: float) -> None:
        self.seconds = first
        self.looks: deque[float] = deque(maxlen=MOST)  # s, estimates of single robots
        self._lag, self._acceleration = time_constant, acceleration
        self._past: deque[tuple[float, Sequence[float], Sequence[float]]] = (
            deque()
        )  # time, limited turn rates, headings
        self._followed = [0.0] * robots
        self._due, self._next = -math.inf, 0  # time and robot of the next estimate

    def note(self, time: float, turns: Sequence[float], headings: Sequence[float]) -> None:
        """Add the turn rates that were sent after the frame of that time, and the headings in it; nan for robots that
        are not in it.
        """
        past = self._past
        if past:
            dt = time - past[-1][0]
            if dt <= 0:
                return
            most = self._acceleration * dt
            self._followed = [
                before + min(max(turn - before, -most), most)
                for before, turn in zip(self._followed, turns, strict=True)
            ]
        past.append((time, self._followed, headings))
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
        """Estimate the delay of one robot; return whether it was possible."""
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
            return False  # no information
        if found.correlation < SURE:
            return False
        self.looks.append(found.seconds)
        return True
