"""Outputs of a match: frames of sensors, each with its time.

Units are metres, seconds and radians. Times are simulated seconds since the beginning; the sender adds the epoch.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from robopitch.messages.camera_frame import CameraFrame, SeenBall, SeenRobot
from robopitch.messages.radio import Received
from robopitch.messages.tracker_frame import KickedBall, TrackedBall, TrackedRobot, TrackerFrame

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


class Feedback(NamedTuple):
    """The feedback of a robot to its team."""

    id: int
    contact: bool  # the ball touches the dribbler
    kicked_straight: bool  # since the last feedback
    kicked_chip: bool


Output = CameraFrame | TrackerFrame | Received | Any
"""What a match gives out: reports of sensors and messages between robots; leagues add their own dataclasses."""
