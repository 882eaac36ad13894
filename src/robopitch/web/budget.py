"""Limits the work for spectators: a share of one processor core, and a number of waiting requests.

Everything that pages ask for is done in the process that simulates the match, and takes its time from it.
"""

from __future__ import annotations

from robopitch.net.real import REAL
from robopitch.net.system import Clock, Lock

__all__ = ["Budget", "BusyError"]

SOON = 0.1  # s after which a place in a full queue may be free again


class BusyError(ValueError):
    """The budget is used up; the request may be repeated after *retry* seconds."""

    def __init__(self, retry: float) -> None:
        self.retry = round(max(retry, SOON), 2)
        super().__init__(f"too many requests, try again in {self.retry:g} s")


class Budget:
    """A bucket of seconds of work that fills with time; running requests may overdraw it.

    share: seconds of work per second; None: as much as is asked for
    burst: seconds of work at once
    most:  asks that may wait at once
    whole: the budget of which this one is a part
    """

    def __init__(
        self, share: float | None, burst: float, most: int, whole: Budget | None = None, clock: Clock = REAL.clock
    ) -> None:
        self._monotonic = clock.monotonic
        self._share, self._burst, self._most, self._whole = share, burst, most, whole
        self._lock = Lock()
        self._left, self._then = burst, self._monotonic()
        self._waiting = 0

    def enter(self) -> None:
        """Count one more request; a `BusyError` if the budget is used up."""
        if self._whole is not None:
            self._whole.enter()
        with self._lock:
            wait = self._wait()
            if wait <= 0 and self._waiting < self._most:
                self._waiting += 1
                return
        if self._whole is not None:
            self._whole.leave()
        raise BusyError(wait)

    def leave(self) -> None:
        """A request is answered or dropped."""
        with self._lock:
            self._waiting -= 1
        if self._whole is not None:
            self._whole.leave()

    def charge(self, seconds: float) -> None:
        """Charge seconds of work; from any thread."""
        with self._lock:
            self._wait()
            self._left -= seconds
        if self._whole is not None:
            self._whole.charge(seconds)

    def _wait(self) -> float:
        """Seconds until the budget is positive again."""
        if self._share is None:
            self._left = self._burst
            return 0.0
        now = self._monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._share)
        self._then = now
        return -self._left / self._share if self._left < 0 else 0.0
