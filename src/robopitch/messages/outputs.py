"""Outputs of a match: frames of sensors, each with its time.

Units are metres, seconds and radians. Times are simulated seconds since the beginning; the sender adds the epoch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from robopitch.messages.events import Body
from robopitch.messages.radio import Received

__all__ = [
    "CameraFrame",
    "Feedback",
    "KickedBall",
    "Output",
    "SeenBall",
    "SeenRobot",
    "TrackedBall",
    "TrackedRobot",
    "TrackerFrame",
]


class SeenBall(NamedTuple):
    """A ball as a camera reports it, on the plane in which a resting ball has its centre."""

    x: float
    y: float
    pixel_x: float
    pixel_y: float
    area: float  # px
    confidence: float  # 0 to 1


class SeenRobot(NamedTuple):
    """A robot as a camera reports it, at the height of its cover."""

    id: int
    x: float
    y: float
    heading: float
    pixel_x: float
    pixel_y: float
    height: float
    confidence: float  # 0 to 1


@dataclass(frozen=True, slots=True)
class CameraFrame:
    """What one camera saw at one instant."""

    camera: int
    number: int  # counts the frames of this camera
    capture: float  # when the shutter opened
    sent: float  # the time of sending that the frame states
    balls: tuple[SeenBall, ...]
    blue: tuple[SeenRobot, ...]
    yellow: tuple[SeenRobot, ...]


class TrackedBall(NamedTuple):
    """The ball in space."""

    position: tuple[float, float, float]  # the height is that of its lowest point: 0 on the ground
    velocity: tuple[float, float, float]
    visibility: float


class TrackedRobot(NamedTuple):
    """A robot with its velocity."""

    robot: Body
    x: float
    y: float
    heading: float
    vx: float
    vy: float
    turn: float
    visibility: float


class KickedBall(NamedTuple):
    """The last kick, and where the ball will stop if nothing is in its way."""

    position: tuple[float, float]
    velocity: tuple[float, float, float]
    start: float
    stop: float
    stop_position: tuple[float, float]
    robot: Body | None


@dataclass(frozen=True, slots=True)
class TrackerFrame:
    """Positions and velocities of robots and ball, from the truth or from a filter over camera frames."""

    source: str  # "truth" or "filter"
    number: int
    time: float
    balls: tuple[TrackedBall, ...]
    robots: tuple[TrackedRobot, ...]
    kicked: KickedBall | None


class Feedback(NamedTuple):
    """The feedback of a robot to its team."""

    id: int
    contact: bool  # the ball touches the dribbler
    kicked_straight: bool  # since the last feedback
    kicked_chip: bool


Output = CameraFrame | TrackerFrame | Received | Any
"""What a match gives out: reports of sensors and messages between robots; leagues add their own dataclasses."""
