"""Attributes goals to robots: the scorer is the robot that touched or kicked the ball last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from robopitch.messages import Body, Event, Goal, Kicked, Team, Touch

__all__ = ["Scorers"]

DEFLECTED = 3.0  # s: a robot that touched the ball so recently scored, even if an opponent touched it afterwards


class Scorers:
    """The last touch of each team."""

    def __init__(self) -> None:
        self._last: dict[Team, tuple[int, float]] = {}  # id and time

    def name(self, events: Sequence[Event]) -> list[Event]:
        """The same events, with the scorer added to goals."""
        named: list[Event] = []
        for event in events:
            if isinstance(event, Touch | Kicked) and event.robot.team is not None:
                self._last.pop(event.robot.team, None)
                self._last[event.robot.team] = (event.robot.id, event.time)  # the latest team is the last entry
            elif isinstance(event, Goal):
                event = replace(event, scorer=self._scorer(event))
            named.append(event)
        return named

    def forget(self) -> None:
        """Forget all touches, because the ball was placed."""
        self._last.clear()

    def _scorer(self, goal: Goal) -> Body | None:
        own = self._last.get(goal.team)
        if own is not None and goal.time - own[1] <= DEFLECTED:
            return Body(goal.team, own[0])
        for team, (number, _) in reversed(self._last.items()):
            return Body(team, number)
        return None

    def state(self) -> Any:
        """The last touches in plain values, the latest one last."""
        return [[team.value, number, time] for team, (number, time) in self._last.items()]

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self._last = {Team(team): (int(number), float(time)) for team, number, time in state}
