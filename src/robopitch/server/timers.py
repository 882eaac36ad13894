"""Times at which connections want to be called."""

from __future__ import annotations

import math
from typing import Protocol

__all__ = ["Timers"]


class Timed(Protocol):
    """Who is called."""

    def on_time(self, now: float) -> None:
        """The time has come."""
        ...


class Timers:
    """One time for each who asked; a later wish replaces the earlier.

    due: the next of them; infinity if there is none
    """

    def __init__(self) -> None:
        self.due = math.inf
        self._times: dict[Timed, float] = {}

    def set(self, who: Timed, when: float) -> None:
        """Call *who* at this time of the monotonic clock; infinity: not at all."""
        if when == math.inf:
            self._times.pop(who, None)
        else:
            self._times[who] = when
        self.due = min(self._times.values(), default=math.inf)

    def call(self, now: float) -> bool:
        """Call those whose time has come; returns whether there were any. They may ask again meanwhile."""
        if self.due > now:
            return False
        for who in [who for who, when in self._times.items() if when <= now]:
            self._times.pop(who, None)
            who.on_time(now)
        self.due = min(self._times.values(), default=math.inf)
        return True
