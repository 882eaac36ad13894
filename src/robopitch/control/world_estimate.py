"""What a robot knows of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from robopitch.control.geometry import Pose, Twist

__all__ = ["WorldEstimate"]

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class WorldEstimate:
    """The game as one robot knows it, in the frame of its team: the own goal is at −x.

    Velocities are on the field. Opponents have numbers of their tracks, not those of their shirts.
    """

    time: float  # s
    number: int  # of the robot
    own: Mapping[int, Pose]  # it and its mates, by number
    own_velocity: Mapping[int, Twist]
    deviation: float  # m, of its own position
    lost: bool  # it does not know where it is
    ball: tuple[float, float, float]  # m; the last known one if it is not seen
    ball_velocity: tuple[float, float, float]  # m/s
    ball_age: float  # s since anybody saw it; inf if nobody ever did
    ball_deviation: float  # m
    has_ball: bool  # its own barrier sees it
    opponents: Mapping[int, Point]
    opponent_velocity: Mapping[int, Point]
