"""Moves robots out of the goals of a walled field.

A goal of MiroSot and VSS is a recess in the wall. A two-wheeled robot that was pushed into it may have no room to
turn round. The referee of a real match lifts such a robot out by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from robopitch.elementary import hypot
from robopitch.messages import Body, Input, PlaceRobot, Team
from robopitch.physics import state as s

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["GoalClearing"]

ALLOWED = 4.0  # s that a robot may be in a goal: enough to drive out
GAP = 0.01  # m between the robot and the goal line, the ball or another robot


class GoalClearing:
    """Moves robots out of goals, and keeps the tick since when each has been in one."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._since: dict[Body, int] = {}  # tick

    def judge(self) -> list[Input]:
        """Place robots that have been in a goal for too long in front of it."""
        world = self._world
        field = world.league.field
        if field.goal.kind != "recess":
            return []
        robots = world.robot_block
        inside = (np.abs(robots[s.X]) > field.length / 2) & (robots[s.PRESENT] > 0)
        if not inside.any():
            self._since.clear()
            return []
        found = {body for body, is_in in zip(world.bodies, inside.tolist(), strict=True) if is_in and body.team}
        self._since = {body: self._since.get(body, world.tick) for body in sorted(found, key=str)}
        moved: dict[Body, PlaceRobot] = {}
        for body, since in list(self._since.items()):
            if (world.tick - since) * world.timestep >= ALLOWED:
                moved[body] = self._take_out(body, moved)
                del self._since[body]
        return list(moved.values())

    def _take_out(self, body: Body, moved: Mapping[Body, PlaceRobot]) -> PlaceRobot:
        """Place a robot at the first free position in front of the goal, on the line to the centre.

        moved: where robots are placed that are taken out at the same time
        """
        world = self._world
        assert body.team is not None
        robot = world.robot(body.team, body.id)
        x, y, heading = robot.pose
        size = float(robot.spec.outline.circumradius)
        ball_x, ball_y, _ = world.ball.position.tolist()
        taken = [(ball_x, ball_y, size + float(world.league.ball.radius) + GAP)]
        for other in world.robots():
            if other.body != body:
                place = moved.get(other.body)
                at_x, at_y = other.pose[:2] if place is None else (place.x or 0.0, place.y or 0.0)
                taken.append((at_x, at_y, size + float(other.spec.outline.circumradius) + GAP))
        line = world.league.field.length / 2
        share = (line - size - GAP) / abs(x)
        while any(hypot(share * x - at_x, share * y - at_y) < need for at_x, at_y, need in taken) and share > 0:
            share -= 0.01
        return PlaceRobot(body.team, body.id, share * x, share * y, heading)

    def state(self) -> Any:
        """The state, in plain values."""
        return [[str(body.team), body.id, tick] for body, tick in self._since.items()]

    def load(self, state: Iterable[tuple[Team, int, int]]) -> None:
        """Restore a saved state; raises a ValueError if it names a robot that the league has not."""
        since = {Body(team, number): tick for team, number, tick in state}
        if any(body.id >= self._world.league.max_ids for body in since):
            raise ValueError("in_goals: a robot has an id that this league has not")
        self._since = since
