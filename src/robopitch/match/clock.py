"""Simulated time that follows the wall clock."""

from __future__ import annotations

import math

__all__ = ["RealTime"]

PATIENCE = 0.1  # s: a simulation that is further behind drops the lost time instead of catching up
MOST = 1000.0  # times real time


class RealTime:
    """Maps ticks to wall-clock times, at a speed that can change and may be 0.

    The caller passes the wall-clock time, in seconds.
    """

    def __init__(self, timestep: float, now: float, tick: int = 0, speed: float = 1.0) -> None:
        self._timestep = timestep
        self.lost = 0.0  # s of wall-clock time that were dropped, in total
        self.times_lost = 0
        self._speed = check_speed(speed)
        self.start(now, tick)

    @property
    def speed(self) -> float:
        """Simulated seconds per second; 0 is a pause."""
        return self._speed

    def start(self, now: float, tick: int) -> None:
        """Let this tick be now."""
        self._now, self._tick = now, tick

    def set_speed(self, speed: float, now: float, tick: int) -> None:
        """Change the speed from this tick on."""
        self._speed = check_speed(speed)
        self.start(now, tick)

    def tick_at(self, now: float) -> int:
        """The last tick due by a wall-clock time."""
        return self._tick + math.floor((now - self._now) * self._speed / self._timestep + 1e-6)

    def when(self, tick: int) -> float:
        """The wall-clock time of a tick; infinity in a pause."""
        if self._speed == 0:
            return math.inf
        return self._now + (tick - self._tick) * self._timestep / self._speed

    def slip(self, now: float, tick: int) -> float:
        """Wall-clock seconds by which a simulation that has reached this tick is late.

        More than PATIENCE is dropped and counted in `lost`, so that slip never grows unnoticed.
        """
        late = now - self.when(tick + 1)
        if late > PATIENCE:
            self.lost += late
            self.times_lost += 1
            self.start(now, tick)
        return max(late, 0.0)


def check_speed(speed: float) -> float:
    """The speed; raises a ValueError if it is not from 0 to MOST."""
    if not (math.isfinite(speed) and 0 <= speed <= MOST):
        raise ValueError(f"a speed of {speed} times real time; from 0, which is a pause, to {MOST:g} is possible")
    return speed
