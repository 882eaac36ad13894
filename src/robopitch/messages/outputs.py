"""Outputs of a match: frames of sensors, each with its time.

Units are metres, seconds and radians. Times are simulated seconds since the beginning; the sender adds the epoch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from robopitch.messages.camera_frame import CameraFrame, SeenBall, SeenRobot
from robopitch.messages.referee import RefereeState
from robopitch.messages.tracker_frame import KickedBall, TrackedBall, TrackedRobot, TrackerFrame

__all__ = [
    "CameraFrame",
    "Feedback",
    "GeometryDue",
    "KickedBall",
    "Output",
    "RefereeDue",
    "SeenBall",
    "SeenRobot",
    "TrackedBall",
    "TrackedRobot",
    "TrackerFrame",
]


@dataclass(frozen=True, slots=True)
class GeometryDue:
    """It is time to send the geometry of field and cameras."""


@dataclass(frozen=True, slots=True)
class RefereeDue:
    """A message of the built-in referee."""

    state: RefereeState


class Feedback(NamedTuple):
    """The feedback of a robot to its team."""

    id: int
    contact: bool  # the ball touches the dribbler
    kicked_straight: bool  # since the last feedback
    kicked_chip: bool


Output = CameraFrame | TrackerFrame | GeometryDue | RefereeDue
