"""Keyframe motions of robots with servos, in answers and requests. Angles are in degrees, as in motion files."""

from __future__ import annotations

from typing_extensions import TypedDict

__all__ = ["Keyframe", "Motion", "MotionEntry", "MotionFile", "MotionText", "Motions", "SavedMotion"]


class Keyframe(TypedDict):
    """A pose, and the seconds that it takes from the one before."""

    seconds: float
    pose: dict[str, float]  # by the names of servos; the others stay


class Motion(TypedDict):
    """The answer to `open_motion`."""

    name: str
    title: str
    keyframes: list[Keyframe]


class MotionEntry(TypedDict):
    """A motion that can be played."""

    name: str
    title: str
    saved: bool  # in the folder; otherwise it comes with the robot
    seconds: float
    servos: list[str]  # that it moves


class Motions(TypedDict):
    """The answer to `motions`."""

    folder: str  # empty for spectators
    motions: list[MotionEntry]


class MotionFile(TypedDict):
    """The answer to `read_motions`."""

    motions: list[Motion]


class MotionText(TypedDict):
    """The answer to `motion_text`: a file in TOML."""

    text: str


class SavedMotion(TypedDict):
    """The answer to `save_motion`."""

    file: str
