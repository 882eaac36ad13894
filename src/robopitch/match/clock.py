"""Simulated time that follows the wall clock."""

from __future__ import annotations

import math

__all__ = ["RealTime"]

PATIENCE = 0.1  # s: a clock that is further behind gives the time up instead of rushing after it
MOST = 1000.0  # times real time


class RealTime:
    """Which tick belongs to which moment of the wall clock, at a speed that can change and may be 0.

    The wall clock is handed in, in seconds: this is arithmetic.
    """

    def __init__(self, timestep: float, now: float, tick: int = 0, speed: float = 1.0) -> None:
        self._timestep = timestep
        self.lost = 0.0  # s of the wall clock that were given up, all together
        self.times_lost = 0
        self._speed = check_speed(speed)
        self.start(now, tick)

    @property
    def speed(self) -> float:
        """Simulated seconds in a second; 0 is a pause."""
        return self._speed

    def start(self, now: float, tick: int) -> None:
        """From now on, at this tick."""
        self._now, self._tick = now, tick

    def set_speed(self, speed: float, now: float, tick: int) -> None:
        """Another speed from this tick on."""
        self._speed = check_speed(speed)
        self.start(now, tick)

    def tick_at(self, now: float) -> int:
        """The last tick that has come."""
        return self._tick + math.floor((now - self._now) * self._speed / self._timestep + 1e-6)

    def when(self, tick: int) -> float:
        """The moment of a tick; never, in a pause."""
        if self._speed == 0:
            return math.inf
        return self._now + (tick - self._tick) * self._timestep / self._speed

    def slip(self, now: float, tick: int) -> float:
        """Seconds of the wall clock by which a simulation that has come to this tick is late.

        If these are too many they are given up, counted in `lost`: slip is seen, and never grows silently.
        """
        late = now - self.when(tick + 1)
        if late > PATIENCE:
            self.lost += late
            self.times_lost += 1
            self.start(now, tick)
        return max(late, 0.0)


def check_speed(speed: float) -> float:
    """The speed, if a clock can run at it."""
    if not (math.isfinite(speed) and 0 <= speed <= MOST):
        raise ValueError(f"a speed of {speed} times real time; from 0, which is a pause, to {MOST:g} is possible")
    return speed
