"""Takes robots off the field for cards, and puts them back when the cards have ended.

Where a team has brought a robot to a place at which it may leave, it is that one. Otherwise the simulator chooses as a
team would: the highest number first, the keeper last.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from robopitch.elementary import hypot
from robopitch.messages import Body, Input, PlaceRobot, Team
from robopitch.messages.saved import Count, SavedPart, checked
from robopitch.physics import state as s
from robopitch.referee.positioning import Occupied

if TYPE_CHECKING:
    from robopitch.referee.scene import RefereeScene
    from robopitch.world import World

__all__ = ["RobotCount"]

CLEAR = 0.5  # m from the ball at which a robot comes back: Small Size rules, substitution in play


class _Saved(SavedPart):
    removed: tuple[list[Count], list[Count]]


class RobotCount:
    """The robots that the referee has taken off the field."""

    def __init__(self) -> None:
        self._removed: dict[Team, list[int]] = {team: [] for team in Team}
        self._key: tuple[object, bytes] = ((), b"")
        self._present: dict[Team, int] = {}
        self.robots: tuple[Body, ...] = ()  # on the field, when `present` was asked for last

    def judge(
        self, scene: RefereeScene, team: Team, allowed: int, too_many: bool, leaving: Sequence[int], keeper: int | None
    ) -> list[Input]:
        """Remove a robot that is too many, or put back one that is allowed again.

        allowed:  robots on the field
        too_many: the simulator removes one now
        leaving:  robots that the team has brought to a place at which they leave
        """
        here = [robot.id for robot in scene.robots if robot.team is team]
        if leaving or (too_many and here):
            number = leaving[0] if leaving else min(here, key=lambda number: (number == keeper, -number))
            self._removed[team].append(number)
            return [PlaceRobot(team, number, present=False)]
        if self._removed[team] and len(here) < allowed:
            number = self._removed[team][-1]
            if number in here:  # somebody else put it back
                self._removed[team].pop()
                return []
            place = self._way_in(scene, team, number)
            if place is not None:
                self._removed[team].pop()
                return [PlaceRobot(team, number, *place, math.pi / 2, present=True)]
        return []

    def removed(self, team: Team) -> int:
        """Robots of a team that wait to come back."""
        return len(self._removed[team])

    def has_removed(self, robot: Body) -> bool:
        """Whether a robot is among those."""
        return robot.team is not None and robot.id in self._removed[robot.team]

    def present(self, world: World) -> dict[Team, int]:
        """Robots of each team on the field."""
        row = world.robot_block[s.PRESENT]
        key = (world.bodies, row.tobytes())
        if key != self._key:  # it changes rarely, and is asked for a hundred times a second
            here = zip(world.bodies, row.tolist(), strict=True)
            self.robots = tuple(body for body, present in here if present > 0 and body.team is not None)
            teams = [body.team for body in self.robots]
            self._key, self._present = key, {team: teams.count(team) for team in Team}
        return self._present

    def _way_in(self, scene: RefereeScene, team: Team, number: int) -> tuple[float, float] | None:
        """A free place at the touch line beside the halfway line; None: the ball is too near."""
        side = -1.0 if team is Team.BLUE else 1.0
        radius = float(scene.league.team(team).robot.outline.circumradius)
        x, y = side * 3 * radius, radius - float(scene.league.field.width) / 2
        x, y = Occupied(scene, [Body(team, number)], scene.ball.place).take(x, y, radius)
        near = hypot(scene.ball.x - x, scene.ball.y - y) < min(CLEAR, 5 * radius) + radius
        return None if near else (x, y)

    def state(self) -> Any:
        """The state, in plain values."""
        return {"removed": [list(self._removed[team]) for team in Team]}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self._removed = dict(zip(Team, map(list, checked(_Saved, state).removed), strict=True))
