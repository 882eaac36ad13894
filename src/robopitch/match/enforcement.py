"""Enforces commands of an external referee. Off by default: enforcement hides a team's own bugs."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from robopitch.elementary import hypot
from robopitch.match.teleport import Teleport
from robopitch.messages import PlaceBall, PlaceRobot, RefereeCommand, RefereeState, Team

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["Enforcement", "Rule"]

HALTED_FOR, OFF_BY = 0.5, 0.1  # s of HALT and m of error before the ball is placed (as ssl-simulation-controller does)


class Rule(StrEnum):
    """The rules that can be enforced."""

    HALT = "halt"  # robots stand still in HALT
    ROBOTS = "robots"  # as many robots as max_allowed_bots says
    PLACEMENT = "placement"  # the ball lies at the designated position after half a second of HALT


class Enforcement:
    """Enforces the chosen rules."""

    def __init__(self, world: World, teleport: Teleport, rules: frozenset[Rule]) -> None:
        self._world, self._teleport = world, teleport
        self.rules = rules
        self._halted_at: int | None = None

    def halts(self, command: RefereeCommand | None) -> bool:
        """Whether robots must stand still."""
        return command is RefereeCommand.HALT and Rule.HALT in self.rules

    def check(self, state: RefereeState | None) -> None:
        """Enforce the referee's last message."""
        if state is None or not self.rules:
            return
        if Rule.ROBOTS in self.rules:
            for team in Team:
                allowed = state.teams[team].max_allowed_bots
                if allowed is not None:
                    self._count(team, min(allowed, int(self._world.league.max_ids)), state.teams[team].goalkeeper)
        if Rule.PLACEMENT in self.rules:
            self._place(state)

    def _count(self, team: Team, allowed: int, keeper: int) -> None:
        """Add robots at the touch line, or remove them: the highest ids first, the keeper last."""
        world = self._world
        here = [robot.body.id for robot in world.robots(team)]
        for number in sorted(here, key=lambda number: (number == keeper, -number))[: max(0, len(here) - allowed)]:
            self._teleport.place_robot(PlaceRobot(team, number, present=False))
        side = -1.0 if team is Team.BLUE else 1.0
        spare = [number for number in range(int(world.league.max_ids)) if number not in here]
        for count, number in enumerate(spare[: max(0, allowed - len(here))]):
            x, y = side * 0.3 * (count + 1), -world.league.field.width / 2
            self._teleport.place_robot(PlaceRobot(team, number, x, y, math.pi / 2, present=True))

    def _place(self, state: RefereeState) -> None:
        world = self._world
        if state.command is not RefereeCommand.HALT or state.designated_position is None:
            self._halted_at = None
            return
        if self._halted_at is None:
            self._halted_at = world.tick
        x, y = state.designated_position
        if (world.tick - self._halted_at) * world.timestep < HALTED_FOR:
            return
        ball_x, ball_y, _ = world.ball.position.tolist()
        if hypot(ball_x - x, ball_y - y) > OFF_BY:
            self._teleport.place_ball(PlaceBall(x, y, 0.0, 0.0, 0.0, 0.0, safely=True))

    def state(self) -> Any:
        """The state, in plain values."""
        return self._halted_at

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self._halted_at = state
