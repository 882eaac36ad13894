"""The watchdog: a robot whose commands cease stops."""

from __future__ import annotations

from typing import Any

from robopitch.messages import Body, Team

__all__ = ["Watchdog"]

NEVER = 2**62


class Watchdog:
    """Who must be heard from until when, in ticks."""

    def __init__(self, ticks: int) -> None:
        self.ticks = ticks  # 0: it sleeps
        self._until: dict[tuple[Team, int], int] = {}
        self._bound = NEVER  # nothing happens before this tick; hearing from somebody can only make it later

    def hear(self, team: Team, number: int, tick: int) -> None:
        """A command for this robot came."""
        if self.ticks > 0:
            until = tick + self.ticks
            self._until[team, number] = until
            if until < self._bound:
                self._bound = until

    def forget(self, team: Team, number: int) -> None:
        """Nobody has to be heard from about this robot."""
        self._until.pop((team, number), None)

    def waits_for(self, team: Team) -> list[int]:
        """The robots of a team that must be heard from."""
        return [number for colour, number in self._until if colour is team]

    @property
    def due(self) -> int:
        """Not before this tick it has something to do."""
        return self._bound

    def silent(self, tick: int) -> list[Body]:
        """Who has not been heard from in time; they are named once."""
        if tick < self._bound:
            return []
        gone = [key for key, until in self._until.items() if until <= tick]
        for key in gone:
            del self._until[key]
        self._bound = min(self._until.values(), default=NEVER)
        return [Body(team, number) for team, number in sorted(gone)]

    def state(self) -> Any:
        """What it remembers, as plain data."""
        return [[team.value, number, until] for (team, number), until in sorted(self._until.items())]

    def load(self, state: Any) -> None:
        """Remember what `state` gave."""
        self._until = {(Team(team), int(number)): int(until) for team, number, until in state}
        self._bound = min(self._until.values(), default=NEVER)
