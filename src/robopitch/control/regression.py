"""The velocity of the ball from a regression line through its last positions [CAMBADA-control §4.2.2]."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Any

__all__ = ["BallRegression"]

LEAST, MOST = 3, 10  # samples [CAMBADA-control §4.2.2]
FAILURES = 3  # predictions in a row [CAMBADA-control §4.2.2]

Vector = tuple[float, float]


class BallRegression:
    """Linear regression over a window that grows from 3 to 10 samples [CAMBADA-control §4.2.2].

    tolerance: m; if the ball is seen farther than this from its prediction, the prediction has failed. After three
    consecutive failures the ball has hit something, and the window is reduced to its last three samples.
    [CAMBADA-control] says "a large margin": use about three times the noise of a prediction to avoid needless resets.

    Call `see` once per cycle. If the ball will hit the robot within the cycle, call `collide`: then the velocity is
    right in the next cycle, and not three cycles later.
    """

    def __init__(self, tolerance: float, least: int = LEAST, most: int = MOST, failures: int = FAILURES) -> None:
        if not (tolerance > 0 and 2 <= least <= most and failures >= 1):
            raise ValueError(f"a window of {least} to {most} samples, {failures} failures beyond {tolerance} m")
        self.tolerance = tolerance
        self._least, self._most, self._allowed = least, most, failures
        self._samples: deque[tuple[float, float, float]] = deque(maxlen=most)  # time, x, y
        self._velocity: Vector = (0.0, 0.0)
        self._failures = 0
        self._made_up = 0  # number of the oldest samples that `collide` has set

    def __len__(self) -> int:
        return len(self._samples)

    @property
    def velocity(self) -> Vector:
        """The slope of the line, m/s; 0 before the ball was seen twice."""
        return self._velocity

    def see(self, time: float, x: float, y: float) -> Vector:
        """Add a sighting of the ball; return its velocity."""
        samples = self._samples
        if samples:
            last, was_x, was_y = samples[-1]
            dt = time - last
            if dt <= 0:
                return self._velocity  # seen twice at the same time, or too late
            vx, vy = self._velocity
            if len(samples) >= 2:
                miss = math.hypot(x - was_x - vx * dt, y - was_y - vy * dt)
                self._failures = self._failures + 1 if miss > self.tolerance else 0
        if len(samples) == self._most and self._made_up:
            self._made_up -= 1
        samples.append((time, x, y))
        if self._failures >= self._allowed:
            self._shorten()
        if self._made_up and len(samples) - self._made_up >= self._least:
            while self._made_up:
                samples.popleft()
                self._made_up -= 1
        self._velocity = _slope(samples)
        return self._velocity

    def collide(self, time: float, x: float, y: float, velocity: Vector) -> None:
        """Announce an impact of the ball within this cycle: position, time, and velocity after it.

        The window is reduced to its last three samples, and these are moved to a line on which the ball would come out
        of the robot with the new velocity: the estimate is the reflected velocity at once, with little weight, so that
        the next samples soon correct it [CAMBADA-control fig. 4.9]. After three true samples the moved ones are
        removed, which [CAMBADA-control] does not say: an inexact reflection would otherwise have an effect for seven
        more cycles.
        """
        self._shorten()
        vx, vy = velocity
        moved = [(then, x + vx * (then - time), y + vy * (then - time)) for then, _, _ in self._samples]
        self._samples.clear()
        self._samples.extend(moved)
        self._made_up = len(moved)
        self._velocity = velocity

    def clear(self) -> None:
        """Remove all samples: the ball was lost, or carried elsewhere."""
        self._samples.clear()
        self._velocity, self._failures, self._made_up = (0.0, 0.0), 0, 0

    def state(self) -> list[Any]:
        """The state, in plain values."""
        return [[list(sample) for sample in self._samples], list(self._velocity), self._failures, self._made_up]

    def load(self, state: Sequence[Any]) -> None:
        """Restore a saved state."""
        samples, (vx, vy), self._failures, self._made_up = state
        self._samples.clear()
        self._samples.extend((time, x, y) for time, x, y in samples)
        self._velocity = (vx, vy)

    def _shorten(self) -> None:
        while len(self._samples) > self._least:
            self._samples.popleft()
        self._failures = self._made_up = 0


def _slope(samples: Sequence[tuple[float, float, float]]) -> Vector:
    """Velocity of the straight line with the least squared distances: Σ(t − t̄)(x − x̄)/Σ(t − t̄)²."""
    count = len(samples)
    if count < 2:
        return 0.0, 0.0
    origin = samples[-1][0]
    st = sx = sy = stt = stx = sty = 0.0
    for time, x, y in samples:
        t = time - origin  # small, to keep precision
        st += t
        sx += x
        sy += y
        stt += t * t
        stx += t * x
        sty += t * y
    spread = count * stt - st * st
    return (count * stx - st * sx) / spread, (count * sty - st * sy) / spread
