"""Moves robots out of the goals of a walled field.

A goal of MiroSot and VSS is a recess in the wall. A two-wheeled robot that was pushed into it may have no room to
turn round. The referee of a real match lifts such a robot out by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from robopitch.elementary import hypot
from robopitch.messages import Body, Team
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

    def check(self) -> None:
        """Place robots that have been in a goal for too long in front of it."""
        world = self._world
        field = world.league.field
        if field.goal.kind != "recess":
            return
        robots = world.robot_block
        inside = (np.abs(robots[s.X]) > field.length / 2) & (robots[s.PRESENT] > 0)
        if not inside.any():
            self._since.clear()
            return
        found = {body for body, is_in in zip(world.bodies, inside.tolist(), strict=True) if is_in and body.team}
        self._since = {body: self._since.get(body, world.tick) for body in sorted(found, key=str)}
        for body, since in list(self._since.items()):
            if (world.tick - since) * world.timestep >= ALLOWED:
                self._take_out(body)
                del self._since[body]

    def _take_out(self, body: Body) -> None:
        """Place a robot at the first free position in front of the goal, on the line to the centre."""
        world = self._world
        assert body.team is not None
        robot = world.robot(body.team, body.id)
        x, y, heading = robot.pose
        size = float(robot.spec.outline.circumradius)
        ball_x, ball_y, _ = world.ball.position.tolist()
        taken = [(ball_x, ball_y, size + float(world.league.ball.radius) + GAP)]
        for other in world.robots():
            if other.body != body:
                taken.append((other.pose.x, other.pose.y, size + float(other.spec.outline.circumradius) + GAP))
        line = world.league.field.length / 2
        share = (line - size - GAP) / abs(x)
        while any(hypot(share * x - at_x, share * y - at_y) < need for at_x, at_y, need in taken) and share > 0:
            share -= 0.01
        world.place_robot(body.team, body.id, share * x, share * y, heading)

    def state(self) -> Any:
        """The state, in plain values."""
        return [[body.team, body.id, tick] for body, tick in self._since.items()]

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self._since = {Body(Team(team), int(number)): int(tick) for team, number, tick in state}
