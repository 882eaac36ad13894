"""Times and ticks at which connections want to be called."""

from __future__ import annotations

import math
from typing import NamedTuple, Protocol

from robopitch.messages.tick import NEVER

__all__ = ["Timers"]


class Timed(Protocol):
    """Who is called."""

    def on_time(self, now: float) -> None:
        """The time or the tick has come."""
        ...


class _Alarm(NamedTuple):
    seconds: float  # monotonic time
    tick: int


class Timers:
    """One time and one tick for each who asked, whichever comes first; a later request replaces the earlier.

    due:  the next of the times; infinity if there is none
    tick: the next of the ticks; NEVER if there is none
    """

    def __init__(self) -> None:
        self.due, self.tick = math.inf, NEVER
        self._alarms: dict[Timed, _Alarm] = {}

    def set(self, who: Timed, when: float = math.inf, tick: int | None = None) -> None:
        """Call *who* at this time of the monotonic clock, or at this tick; without either: not at all."""
        if when == math.inf and tick is None:
            if self._alarms.pop(who, None) is None:
                return
        else:
            self._alarms[who] = _Alarm(when, NEVER if tick is None else tick)
        self._update()

    def call(self, now: float, tick: int = -1) -> bool:
        """Call those whose time or tick has come; returns whether there were any. They may ask again meanwhile."""
        if self.due > now and self.tick > tick:
            return False
        for who in [who for who, alarm in self._alarms.items() if alarm.seconds <= now or alarm.tick <= tick]:
            self._alarms.pop(who, None)
            who.on_time(now)
        self._update()
        return True

    def _update(self) -> None:
        alarms = self._alarms.values()
        self.due = min([alarm.seconds for alarm in alarms], default=math.inf)
        self.tick = min([alarm.tick for alarm in alarms], default=NEVER)
