"""What a referee sees: ball, robots, touches, kicks, exits, goals and collisions. Metres, seconds, radians.

Ticks are those at which something was known: the end of the step in which it happened.
"""

from __future__ import annotations

import math
from enum import StrEnum
from typing import NamedTuple

from robopitch.elementary.compiled import atan2
from robopitch.messages import Body, Team

__all__ = [
    "BallSeen",
    "Border",
    "CollisionSeen",
    "Exit",
    "GoalSeen",
    "KickSeen",
    "RobotSeen",
    "TouchSeen",
]


class BallSeen(NamedTuple):
    """The ball: the place of its centre, and its velocity."""

    x: float
    y: float
    z: float
    vx: float
    vy: float
    vz: float

    @property
    def speed(self) -> float:
        """In space."""
        return math.sqrt(self.vx * self.vx + self.vy * self.vy + self.vz * self.vz)

    @property
    def place(self) -> tuple[float, float]:
        """Seen from above."""
        return self.x, self.y


class RobotSeen(NamedTuple):
    """A robot on the field. (hx, hy) is its heading as a unit vector."""

    body: Body
    team: Team
    id: int
    x: float
    y: float
    hx: float
    hy: float
    vx: float
    vy: float
    turn: float
    radius: float  # of the smallest circle around it
    column: int  # in the arrays of the world

    @property
    def speed(self) -> float:
        """Over the ground."""
        return math.sqrt(self.vx * self.vx + self.vy * self.vy)

    @property
    def heading(self) -> float:
        """From the x axis, counter-clockwise."""
        return atan2(self.hy, self.hx)


class TouchSeen(NamedTuple):
    """A contact of a robot with the ball; one that lasts has the tick of its latest moment."""

    robot: Body
    tick: int
    x: float  # of the ball
    y: float
    z: float


class KickSeen(NamedTuple):
    """A kick with a kicker."""

    robot: Body
    tick: int
    x: float  # of the ball
    y: float
    z: float
    vx: float  # of the ball after it, over the ground
    vy: float
    vz: float
    chipped: bool

    @property
    def speed(self) -> float:
        """Of the ball after it, in space."""
        return math.sqrt(self.vx * self.vx + self.vy * self.vy + self.vz * self.vz)


class Border(StrEnum):
    """The lines around the field."""

    TOUCH_LINE = "touch line"
    GOAL_LINE = "goal line"


class Exit(NamedTuple):
    """The whole ball has left the field, not into a goal."""

    border: Border
    tick: int
    x: float  # of the ball when its last point left the line
    y: float
    z: float
    off: TouchSeen | None  # the last touch before; None: nobody touched it since it was placed

    @property
    def place(self) -> tuple[float, float]:
        """Seen from above."""
        return self.x, self.y


class GoalSeen(NamedTuple):
    """The whole ball has crossed the goal line between the posts and below the bar."""

    team: Team  # that attacks this goal, whoever kicked
    tick: int
    x: float
    y: float
    z: float
    off: TouchSeen | None  # the last touch before
    rise: dict[Team, float]  # height of the ball's lowest point, the most since the last touch of each team


class CollisionSeen(NamedTuple):
    """Two robots ran into each other."""

    tick: int
    first: Body
    second: Body
    x: float  # between their centres
    y: float
    speed: float  # at which they met, along the line of their centres
    first_speed: float  # over the ground, before the impact
    second_speed: float

    @property
    def faster(self) -> Body:
        """The one that was faster before the impact."""
        return self.first if self.first_speed >= self.second_speed else self.second

    @property
    def difference(self) -> float:
        """Of both speeds, m/s: where it is small, both are to blame."""
        return abs(self.first_speed - self.second_speed)
