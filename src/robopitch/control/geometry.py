"""Poses, velocities, and transformations between frames."""

from __future__ import annotations

import math
from typing import NamedTuple

__all__ = ["Pose", "Twist", "bearing", "composed", "into_body", "into_field", "moved", "relative", "wrapped"]


class Pose(NamedTuple):
    """Position and heading of a robot, in the field's frame."""

    x: float
    y: float
    heading: float


class Twist(NamedTuple):
    """Velocity and turn rate of a robot; in its own frame x is forward and y is left."""

    x: float
    y: float
    turn: float


def bearing(start: tuple[float, float], end: tuple[float, float]) -> float:
    """The direction from one point to another.

    >>> bearing((1.0, 1.0), (2.0, 1.0))
    0.0
    """
    return math.atan2(end[1] - start[1], end[0] - start[0])


def wrapped(angle: float) -> float:
    """The same direction, from −π to π.

    >>> round(wrapped(3 * math.pi / 2), 6)
    -1.570796
    """
    return math.remainder(angle, math.tau)


def into_body(x: float, y: float, heading: float) -> tuple[float, float]:
    """A vector of the field's frame in the frame of a robot with that heading: forward, left.

    >>> [round(part, 6) for part in into_body(0.0, 1.0, math.pi / 2)]
    [1.0, 0.0]
    """
    c, s = math.cos(heading), math.sin(heading)
    return c * x + s * y, c * y - s * x


def into_field(forward: float, left: float, heading: float) -> tuple[float, float]:
    """A vector of the frame of a robot with that heading, in the field's frame."""
    c, s = math.cos(heading), math.sin(heading)
    return c * forward - s * left, s * forward + c * left


def moved(pose: Pose, twist: Twist, seconds: float) -> Pose:
    """Pose of a robot that keeps a velocity of its own frame for some time: it drives an arc.

    >>> [round(part, 6) for part in moved(Pose(0.0, 0.0, 0.0), Twist(1.0, 0.0, math.pi / 2), 1.0)]
    [0.63662, 0.63662, 1.570796]
    """
    turned = twist.turn * seconds
    half = turned / 2
    chord = math.sin(half) / half if abs(half) > 1e-9 else 1.0
    dx, dy = into_field(twist.x * seconds * chord, twist.y * seconds * chord, pose.heading + half)
    return Pose(pose.x + dx, pose.y + dy, wrapped(pose.heading + turned))


def composed(pose: Pose, displacement: Pose) -> Pose:
    """Pose of a robot that was displaced: *displacement* is its new pose in the frame of the old one.

    >>> composed(Pose(1.0, 2.0, 0.0), Pose(0.5, 0.0, 1.0))
    Pose(x=1.5, y=2.0, heading=1.0)
    """
    dx, dy = into_field(displacement.x, displacement.y, pose.heading)
    return Pose(pose.x + dx, pose.y + dy, wrapped(pose.heading + displacement.heading))


def relative(start: Pose, end: Pose) -> Pose:
    """The displacement between two poses: *end* in the frame of *start*. The inverse of `composed`."""
    forward, left = into_body(end.x - start.x, end.y - start.y, start.heading)
    return Pose(forward, left, wrapped(end.heading - start.heading))
