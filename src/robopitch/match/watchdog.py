"""Watchdog: finds robots that have got no command for a while."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from robopitch.messages import Body, Team
from robopitch.messages.tick import NEVER

__all__ = ["Watchdog"]


class Watchdog:
    """The tick until which each robot needs its next command."""

    def __init__(self, ticks: int) -> None:
        self.ticks = ticks  # allowed without a command; 0: disabled
        self._until: dict[Team, dict[int, int]] = {team: {} for team in Team}  # by id
        self.due = NEVER  # no robot times out before this tick

    def hear(self, team: Team, numbers: Iterable[int], tick: int) -> None:
        """Restart the timeouts of robots of a team, which got a command."""
        if self.ticks > 0:
            timeout = tick + self.ticks
            self._until[team].update(dict.fromkeys(numbers, timeout))
            if timeout < self.due and self._until[team]:
                self.due = timeout

    def forget(self, team: Team, number: int) -> None:
        """Remove the timeout of a robot."""
        self._until[team].pop(number, None)

    def waits_for(self, team: Team) -> list[int]:
        """The robots of a team that have a timeout."""
        return list(self._until[team])

    def silent(self, tick: int) -> list[Body]:
        """The robots that have timed out; each is returned once."""
        if tick < self.due:
            return []
        gone = [(team, number) for team, number, until in self._timeouts() if until <= tick]
        for team, number in gone:
            self.forget(team, number)
        self._find_due()
        return [Body(team, number) for team, number in gone]

    def _find_due(self) -> None:
        self.due = min([until for robots in self._until.values() for until in robots.values()], default=NEVER)

    def _timeouts(self) -> list[tuple[Team, int, int]]:
        """Team, id and timeout of each robot, sorted."""
        return sorted((team, number, until) for team in Team for number, until in self._until[team].items())

    def state(self) -> Any:
        """The state, in plain values."""
        return [[team.value, number, until] for team, number, until in self._timeouts()]

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self._until = {team: {} for team in Team}
        for team, number, until in state:
            self._until[Team(team)][int(number)] = int(until)
        self._find_due()
