"""The referee of this league: a goal counts, and the ball goes back to the centre."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from robopitch.messages import Event, GameState, Goal, Input, PlaceBall, Ruling
from robopitch.messages.plain import from_plain, to_plain
from robopitch.referee import Referee


class TableReferee(Referee):
    """Three lines of rules."""

    def __init__(self) -> None:
        self._game = GameState()

    def judge(self, tick: int, events: Sequence[Event], heard: Sequence[Input]) -> Sequence[Input]:
        """The inputs that follow from the events since the last call; they change score and world."""
        goals = [event.team for event in events if isinstance(event, Goal)]
        self._game = _counted(self._game, goals)
        return [Ruling(self._game, "goal"), PlaceBall(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)] if goals else []

    def state(self) -> Any:
        """The game, in plain values."""
        return to_plain(self._game)

    def load(self, state: Any) -> None:
        """Restore a saved game."""
        self._game = from_plain(state)


def _counted(game: GameState, goals: Sequence[Any]) -> GameState:
    teams = {team: replace(state, score=state.score + goals.count(team)) for team, state in game.teams.items()}
    return replace(game, teams=teams)
