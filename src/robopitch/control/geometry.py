"""Poses and velocities, and how they look from elsewhere."""

from __future__ import annotations

import math
from typing import NamedTuple

__all__ = ["Pose", "Twist", "into_body", "into_field", "moved", "wrapped"]


class Pose(NamedTuple):
    """Where a robot stands, on the field."""

    x: float
    y: float
    heading: float


class Twist(NamedTuple):
    """How a robot moves; in its own frame x is forward and y is left."""

    x: float
    y: float
    turn: float


def wrapped(angle: float) -> float:
    """The same direction, from −π to π.

    >>> round(wrapped(3 * math.pi / 2), 6)
    -1.570796
    """
    return math.remainder(angle, math.tau)


def into_body(x: float, y: float, heading: float) -> tuple[float, float]:
    """A vector of the field as a robot of that heading sees it: forward, left.

    >>> [round(part, 6) for part in into_body(0.0, 1.0, math.pi / 2)]
    [1.0, 0.0]
    """
    c, s = math.cos(heading), math.sin(heading)
    return c * x + s * y, c * y - s * x


def into_field(forward: float, left: float, heading: float) -> tuple[float, float]:
    """A vector of a robot of that heading on the field."""
    c, s = math.cos(heading), math.sin(heading)
    return c * forward - s * left, s * forward + c * left


def moved(pose: Pose, twist: Twist, seconds: float) -> Pose:
    """Where a robot is that keeps this velocity of its own frame: it drives an arc.

    >>> [round(part, 6) for part in moved(Pose(0.0, 0.0, 0.0), Twist(1.0, 0.0, math.pi), 1.0)]
    [0.0, 0.63662, -3.141593]
    """
    turned = twist.turn * seconds
    half = turned / 2
    chord = math.sin(half) / half if abs(half) > 1e-9 else 1.0
    dx, dy = into_field(twist.x * seconds * chord, twist.y * seconds * chord, pose.heading + half)
    return Pose(pose.x + dx, pose.y + dy, wrapped(pose.heading + turned))
