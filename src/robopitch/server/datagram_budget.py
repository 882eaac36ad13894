"""How much of the loop's time datagrams may take: a flood waits in the kernel, and frames leave on time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

__all__ = ["DatagramBudget", "Source"]

MOST = 64  # datagrams of a socket in a turn
SECONDS = 0.005  # of a turn for all of them
LONGEST_REST = 0.1  # s


class Source(Protocol):
    """A socket with datagrams."""

    def serve(self, now: float, limit: int) -> bool:
        """Handle up to *limit* datagrams; whether there was any."""
        ...


class DatagramBudget:
    """Serves sockets one datagram after another, each socket in its turn, as long as time allows.

    What datagrams bring can take longer in the match than reading them did. So a turn that took too long in all is
    followed by a rest, in which none are read, and the next one handles half as many.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._most = MOST
        self._first = 0  # with whom the next turn begins
        self._spent = 0.0  # s in this turn
        self.rests_until = 0.0  # of the clock

    def serve(self, sources: Sequence[Source], now: float) -> bool:
        """Handle what has come at these sockets, or as much as time allows; whether anything had."""
        clock, heard = self._clock, False
        began = clock()
        waiting = [*sources[self._first % len(sources) :], *sources[: self._first % len(sources)]]
        for _ in range(self._most):
            still = []
            for source in waiting:
                if source.serve(now, 1):
                    heard = True
                    still.append(source)
                if clock() - began > SECONDS:
                    self._first += 1
                    self._spent = clock() - began
                    return heard
            waiting = still
            if not waiting:
                break
        self._spent = clock() - began
        return heard

    def finish(self, seconds: float) -> None:
        """The turn is over; the match took so long to take in what was heard."""
        spent = self._spent + seconds
        if spent > SECONDS:
            self._most = max(1, self._most // 2)
            self.rests_until = self._clock() + min(spent - SECONDS, LONGEST_REST)
        else:
            self._most = min(MOST, 2 * self._most)
