"""How far robots carry the ball: from their first contact on, until a gap is visible between them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from robopitch.messages import Body
from robopitch.referee.observed.seen import BallSeen, RobotSeen

__all__ = ["Dribble", "Dribbles"]


class Dribble(NamedTuple):
    """A robot has the ball at its hull."""

    robot: Body
    tick: int  # of the first contact
    x: float  # of the ball then
    y: float
    distance: float = 0.0  # of the ball from there, as the crow flies, m
    backwards: float = 0.0  # way that the robot has gone against its heading, m


class Dribbles:
    """The robots that have the ball at their hull."""

    def __init__(self) -> None:
        self.now: dict[Body, Dribble] = {}

    def observe(
        self,
        tick: int,
        seconds: float,
        ball: BallSeen,
        near: Mapping[Body, RobotSeen],
        started: Iterable[tuple[Body, float, float]],
    ) -> None:
        """Add a judgement.

        seconds: since the last one
        near:    robots with the ball at their hull, with so small a gap that nobody sees it
        started: robots that touched the ball since then, and where the ball was
        """
        for robot in [robot for robot in self.now if robot not in near]:
            del self.now[robot]
        for robot, x, y in started:
            if robot in near and robot not in self.now:
                self.now[robot] = Dribble(robot, tick, x, y)
        for robot, dribble in self.now.items():
            seen = near[robot]
            dx, dy = ball.x - dribble.x, ball.y - dribble.y
            back = -(seen.vx * seen.hx + seen.vy * seen.hy) * seconds
            self.now[robot] = dribble._replace(
                distance=math.sqrt(dx * dx + dy * dy), backwards=dribble.backwards + max(back, 0.0)
            )
