"""When robots touched something."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from robopitch.physics import state as s
from robopitch.world import World

GAP = 0.005  # m between bodies that count as touching


class Contacts:
    """Time of the last contact of each robot with another one, a board, a goal, or a ball that another robot touches
    too.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.last: NDArray[np.float64] = np.full(len(world.bodies), -math.inf)

    def look(self) -> None:
        """Record the present contacts."""
        world, field = self._world, self._world.league.field
        x, y = world.robot_block[s.X], world.robot_block[s.Y]
        radius, ball = world.specs[0].outline.circumradius, world.ball.position
        apart = np.hypot(x[:, None] - x, y[:, None] - y)
        np.fill_diagonal(apart, np.inf)
        touches = apart.min(axis=1) < 2 * radius + GAP
        near = radius + GAP
        touches |= np.abs(x) > field.length / 2 + field.margin_goal - near
        touches |= np.abs(y) > field.width / 2 + field.margin_touch - near
        post = np.abs(np.abs(y) - field.goal.width / 2) < near + field.goal.thickness
        touches |= post & (np.abs(x) > field.length / 2 - near)
        touches |= (np.abs(y) < field.goal.width / 2) & (np.abs(x) > field.length / 2 + field.goal.depth - near)
        at_ball = np.hypot(x - ball[0], y - ball[1]) < near + world.league.ball.radius
        if at_ball.sum() > 1:  # they push each other through the ball
            touches |= at_ball
        self.last[touches] = world.time
