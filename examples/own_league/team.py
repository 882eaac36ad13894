"""A team of this league that plays in the process of a match: each robot drives at the ball that its sensor reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from robopitch.messages import Body, BodyVelocity, GameState, Output
from robopitch.teams import Action
from robopitch.teams.player import Player
from robopitch.world import World


class Seeker(Player):
    """The player of one robot. It knows only what the range finder of its robot reports, late and noisy."""

    def __init__(self, robot: Body) -> None:
        self._robot = robot
        self.takes = (f"{robot} range",)

    def decide(self, world: World, delivered: Sequence[Output], game: GameState, draws: bool) -> Mapping[int, Action]:
        """Turn to the ball, and drive; without a report, go on as before."""
        if not delivered:
            return {}
        bearing = delivered[-1].values["bearing"]
        forward = 0.6 if abs(bearing) < 0.5 else 0.0
        return {self._robot.id: Action(BodyVelocity(forward, 0.0, 5.0 * bearing))}

    def state(self) -> dict[str, Any]:
        """None: it decides anew each time."""
        return {}

    def load(self, state: Any) -> None:
        """Nothing to restore."""
