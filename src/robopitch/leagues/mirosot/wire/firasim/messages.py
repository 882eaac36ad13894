"""What an Environment says: ball, robots, field and goals, in metres, seconds and radians."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from robopitch.messages import Team

__all__ = ["Environment", "EnvironmentBall", "EnvironmentField", "EnvironmentRobot"]


class EnvironmentBall(NamedTuple):
    """The ball; its vertical speed is not in the protocol."""

    x: float
    y: float
    z: float
    vx: float = 0.0
    vy: float = 0.0


class EnvironmentRobot(NamedTuple):
    """A robot on the field."""

    team: Team
    id: int
    x: float
    y: float
    heading: float
    vx: float = 0.0
    vy: float = 0.0
    turn: float = 0.0


class EnvironmentField(NamedTuple):
    """Sizes of the field; 0: not stated."""

    width: float
    length: float
    goal_width: float
    goal_depth: float
    circle_radius: float = 0.0
    penalty_width: float = 0.0
    penalty_depth: float = 0.0
    penalty_mark: float = 0.0  # distance from the goal line


@dataclass(frozen=True, slots=True)
class Environment:
    """The state of the field at an instant."""

    milliseconds: int  # of simulated time
    ball: EnvironmentBall | None = None
    robots: tuple[EnvironmentRobot, ...] = ()
    field: EnvironmentField | None = None
    goals_blue: int = 0
    goals_yellow: int = 0
