"""Limits the loop's time for datagrams: a flood waits in the kernel, and frames leave on time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

__all__ = ["DatagramBudget", "Source"]

MOST = 64  # datagrams of a socket per cycle of the loop
SECONDS = 0.005  # per cycle, for all sockets
LONGEST_REST = 0.1  # s


class Source(Protocol):
    """A socket with datagrams."""

    def serve(self, now: float, limit: int) -> bool:
        """Handle up to *limit* datagrams; returns True if there was any."""
        ...


class DatagramBudget:
    """Serves the sockets round robin, one datagram each, within a time limit.

    The inputs in datagrams can take longer in the match than reading them did. So a cycle that took too long in total
    is followed by a rest, in which no datagrams are read, and the next cycle handles half as many.

    meter: s that count; the clock if not given. That of the thread does not count what other programs of a busy machine
           take from it
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, meter: Callable[[], float] | None = None) -> None:
        self._clock, self._meter = clock, meter or clock
        self._most = MOST
        self._first = 0  # the socket that the next cycle begins with, modulo their number
        self._spent = 0.0  # s in this cycle
        self.rests_until = 0.0  # time of the clock

    def serve(self, sources: Sequence[Source], now: float) -> bool:
        """Handle waiting datagrams of these sockets within the time limit; returns True if there were any."""
        clock, meter, heard = self._clock, self._meter, False
        start, began = clock(), meter()
        waiting = [*sources[self._first % len(sources) :], *sources[: self._first % len(sources)]]
        for _ in range(self._most):
            still = []
            for source in waiting:
                if source.serve(now, 1):
                    heard = True
                    still.append(source)
                # The clock is never behind the meter, and the meter of a thread costs twenty times as much to read.
                if clock() - start > SECONDS and meter() - began > SECONDS:
                    self._first += 1
                    self._spent += meter() - began
                    return heard
            waiting = still
            if not waiting:
                break
        self._spent += meter() - began
        return heard

    def begin(self) -> float:
        """The meter, for `count`."""
        return self._meter()

    def count(self, began: float) -> None:
        """Count what was handled without `serve` since `begin`."""
        self._spent += self._meter() - began

    def finish(self, seconds: float) -> None:
        """End the cycle; *seconds* is the time that the match took to process the inputs."""
        spent, self._spent = self._spent + seconds, 0.0
        if spent > SECONDS:
            self._most = max(1, self._most // 2)
            self.rests_until = self._clock() + min(spent - SECONDS, LONGEST_REST)
        else:
            self._most = min(MOST, 2 * self._most)
