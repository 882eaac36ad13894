"""Enforces commands of an external referee. Off by default for external teams: it hides a team's own bugs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING

from robopitch.elementary import hypot
from robopitch.messages import GameState, Input, Phase, PlaceBall, PlaceRobot, Team

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["Enforcement", "Rule"]

HALTED_FOR, OFF_BY = 0.5, 0.1  # s of HALT and m of error before the ball is placed (as ssl-simulation-controller does)


class Rule(StrEnum):
    """The rules that can be enforced."""

    HALT = "halt"  # robots stand still in HALT
    ROBOTS = "robots"  # as many robots as the referee allows
    PLACEMENT = "placement"  # the ball lies at the designated place after half a second of HALT


class Enforcement:
    """Enforces the chosen rules.

    obedient: teams that take robots off the field, and put them back, as the referee allows, whatever is enforced
    """

    def __init__(self, world: World, rules: frozenset[Rule], obedient: frozenset[Team] = frozenset()) -> None:
        self._world = world
        self.rules = rules
        self._obedient = obedient
        self.halted_at: int | None = None  # tick
        self.removed: dict[Team, list[int]] = {team: [] for team in Team}  # by obedient teams, the last one last

    def halts(self, game: GameState) -> bool:
        """Whether robots must stand still."""
        return game.phase is Phase.HALT and Rule.HALT in self.rules

    def judge(self, tick: int, game: GameState | None) -> list[Input]:
        """What enforces the ruling of an external referee; None: there is none."""
        inputs: list[Input] = []
        if game is None:
            return inputs
        for team, state in game.teams.items():
            if state.robots_allowed is None:
                continue
            if Rule.ROBOTS in self.rules:
                inputs += self._count(team, state.robots_allowed, state.keeper, range(int(self._world.league.max_ids)))
            elif team in self._obedient:
                inputs += self._obey(team, state.robots_allowed, state.keeper)
        if Rule.PLACEMENT in self.rules:
            inputs += self._place(tick, game)
        return inputs

    def _obey(self, team: Team, allowed: int, keeper: int | None) -> list[Input]:
        """As `_count`, but only robots that were removed here come back."""
        removed = self.removed[team]
        inputs = self._count(team, allowed, keeper, removed[::-1])
        for change in inputs:
            removed.remove(change.id) if change.present else removed.append(change.id)
        return [*inputs]

    def _count(self, team: Team, allowed: int, keeper: int | None, numbers: Iterable[int]) -> list[PlaceRobot]:
        """Remove robots, the highest ids first, the keeper last; or add some of these numbers at the touch line."""
        world = self._world
        here = [robot.body.id for robot in world.robots(team)]
        inputs: list[PlaceRobot] = []
        for number in sorted(here, key=lambda number: (number == keeper, -number))[: max(0, len(here) - allowed)]:
            inputs.append(PlaceRobot(team, number, present=False))
        side = -1.0 if team is Team.BLUE else 1.0
        spare = (number for number in numbers if number not in here)
        for count, number in enumerate(islice(spare, max(0, allowed - len(here)))):
            x, y = side * 0.3 * (count + 1), -world.league.field.width / 2
            inputs.append(PlaceRobot(team, number, x, y, math.pi / 2, present=True))
        return inputs

    def _place(self, tick: int, game: GameState) -> list[Input]:
        world = self._world
        if game.phase is not Phase.HALT or game.place is None:
            self.halted_at = None
            return []
        if self.halted_at is None:
            self.halted_at = tick
        x, y = game.place
        ball_x, ball_y, _ = world.ball.position.tolist()
        if (tick - self.halted_at) * world.timestep < HALTED_FOR or hypot(ball_x - x, ball_y - y) <= OFF_BY:
            return []
        return [PlaceBall(x, y, 0.0, 0.0, 0.0, 0.0, safely=True)]
