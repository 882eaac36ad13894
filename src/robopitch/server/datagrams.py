"""Serves the ports for datagrams: a flood waits in the kernel, and frames leave on time."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

from robopitch.net import REAL

__all__ = ["Datagrams", "Port"]

MOST = 64  # messages of a port per cycle of the loop; of a sender over its budget, so many are read at a time
SECONDS = 0.001  # per cycle, for all ports: a match that is late goes on for four times as long in between


class Port(Protocol):
    """A port for datagrams."""

    rests_until: float  # monotonic time before which it is not read, because of a flood
    due: float  # monotonic time at which what was held back can be handled

    def serve(self, now: float, limit: int = 1) -> bool:
        """Handle up to *limit* datagrams; returns True if there was any."""
        ...

    def release(self, now: float) -> bool:
        """Handle what was held back and is due; returns True if there was any."""
        ...


class Datagrams:
    """All ports for datagrams of a server."""

    def __init__(self, ports: Sequence[Port], clock: Callable[[], float] = REAL.clock.monotonic) -> None:
        self._ports, self._clock = ports, clock
        self._first = 0  # the port that the next cycle begins with, modulo their number

    def serve(self, ports: Sequence[Port], now: float) -> bool:
        """Handle waiting datagrams of these ports round robin, within the time of a cycle; returns True if there were
        any.
        """
        end, heard = self._clock() + SECONDS, False
        self._first += 1
        first = self._first % len(ports)
        waiting = [*ports[first:], *ports[:first]]
        for _ in range(MOST):
            still = []
            for port in waiting:
                if serve(port, now):
                    heard = True
                    still.append(port)
                if self._clock() > end:
                    return heard
            waiting = still
            if not waiting:
                break
        return heard

    def release(self, now: float) -> bool:
        """Handle what was held back and is due; returns True if there was any."""
        return any([port.release(now) for port in self._ports if port.due <= now])

    def resting(self, now: float) -> list[Port]:
        """The ports that are not to be read now."""
        return [port for port in self._ports if port.rests_until > now]

    def due(self, now: float) -> float:
        """When the next port must be looked at that rests, or holds something back."""
        times = [port.rests_until for port in self._ports if port.rests_until > now]
        return min([*times, *[port.due for port in self._ports]], default=math.inf)


def serve(port: Port, now: float) -> bool:
    """Handle one message of a port, or read more at once of a sender over its budget; returns True if there was any."""
    return port.rests_until <= now and port.serve(now, 1 if port.due == math.inf else MOST)
