"""The process table: the programs of robots that are woken by the vision of their robots [CAMBADA-sim §3.4.2]."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from robopitch.leagues.msl.wire.agents import Register
from robopitch.messages import Body

__all__ = ["Process"]

KEPT = 1000  # computing times, for the percentiles


@dataclass
class Process:
    """One registered program.

    cycles: how often it was woken; missed: how often it was not, because it still computed; late: how often it computed
            for longer than its deadline
    busy:   it was woken, and has not said that it is done
    due:    it is to be woken as soon as it, and those before it, are done
    """

    registered: Register
    robot: Body
    cycles: int = 0
    missed: int = 0
    late: int = 0
    frames: int = 0  # of the vision, since it registered
    busy: bool = False
    due: bool = False
    times: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))  # s

    def on_frame(self) -> bool:
        """A frame of the vision has come; returns whether the program is due with it."""
        number, entry = self.frames, self.registered
        self.frames += 1
        if number < entry.phase or (number - entry.phase) % entry.period:
            return False
        if self.busy:
            self.missed += 1
            return False
        return True

    def on_wake(self) -> int:
        """It is woken; returns the number of the cycle."""
        self.busy, self.due = True, False
        self.cycles += 1
        return self.cycles

    def on_done(self, seconds: float) -> None:
        """It is done with its cycle."""
        self.busy = False
        self.times.append(seconds)
        self.late += seconds > self.registered.deadline

    def report(self) -> dict[str, Any]:
        """Plain data for the status of a server."""
        entry, times = self.registered, sorted(self.times)
        middle, high = (1000 * times[int(share * (len(times) - 1))] if times else 0.0 for share in (0.5, 0.95))
        missed = f"{self.missed} of {self.cycles + self.missed} cycles missed"
        often = "every frame" if entry.period == 1 else f"every {entry.period} frames"
        return {
            "text": f"woken {often}; {missed}; {middle:.1f} ms, 95 % {high:.1f} ms",
            "name": entry.name,
            "period": entry.period,
            "phase": entry.phase,
            "after": list(entry.after),
            "deadline": entry.deadline,
            "cycles": self.cycles,
            "missed": self.missed,
            "late": self.late,
            "ms": {"median": round(middle, 3), "p95": round(high, 3)},
        }
