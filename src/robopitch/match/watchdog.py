"""Watchdog: finds robots that have got no command for a while."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from robopitch.messages import Body, Team

__all__ = ["Watchdog"]

NEVER = 2**62


class Watchdog:
    """The tick until which each robot needs its next command."""

    def __init__(self, ticks: int) -> None:
        self.ticks = ticks  # allowed without a command; 0: disabled
        self._until: dict[tuple[Team, int], int] = {}
        self.due = NEVER  # no robot times out before this tick

    def hear(self, team: Team, number: int, tick: int) -> None:
        """Restart the timeout of a robot, which got a command."""
        if self.ticks > 0:
            until = tick + self.ticks
            self._until[team, number] = until
            if until < self.due:
                self.due = until

    def hear_all(self, team: Team, numbers: Sequence[int], tick: int) -> None:
        """`hear` for many robots of a team."""
        if self.ticks > 0 and numbers:
            timeout = tick + self.ticks
            until = self._until
            for number in numbers:
                until[team, number] = timeout
            if timeout < self.due:
                self.due = timeout

    def forget(self, team: Team, number: int) -> None:
        """Remove the timeout of a robot."""
        self._until.pop((team, number), None)

    def waits_for(self, team: Team) -> list[int]:
        """The robots of a team that have a timeout."""
        return [number for colour, number in self._until if colour is team] if self._until else []

    def silent(self, tick: int) -> list[Body]:
        """The robots that have timed out; each is returned once."""
        if tick < self.due:
            return []
        gone = [key for key, until in self._until.items() if until <= tick]
        for key in gone:
            del self._until[key]
        self.due = min(self._until.values(), default=NEVER)
        return [Body(team, number) for team, number in sorted(gone)]

    def state(self) -> Any:
        """The state, in plain values."""
        return [[team.value, number, until] for (team, number), until in sorted(self._until.items())]

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self._until = {(Team(team), int(number)): int(until) for team, number, until in state}
        self.due = min(self._until.values(), default=NEVER)
