"""Pose and velocity in the plane."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Pose", "Twist"]


class Pose(NamedTuple):
    """A position and a heading."""

    x: float  # m
    y: float  # m
    heading: float  # rad, from the x axis, counter-clockwise, −π to π


class Twist(NamedTuple):
    """A velocity and a turn rate."""

    x: float  # m/s, in the frame of the pitch
    y: float  # m/s
    turn: float  # rad/s
