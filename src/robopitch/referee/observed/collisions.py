"""Collisions of robots: how fast they met along the line of their centres, and the share of each."""

from __future__ import annotations

import math

from robopitch.messages import Collision
from robopitch.referee.observed.seen import CollisionSeen

__all__ = ["closing_speed", "collision_seen"]

Vector = tuple[float, float]


def closing_speed(first: Vector, second: Vector, direction: Vector) -> float:
    """How fast two robots approach each other along a direction from the first to the second; below 0: they part.

    >>> closing_speed((2.0, 0.0), (-1.0, 0.0), (1.0, 0.0)), closing_speed((0.0, 2.0), (0.0, -1.0), (1.0, 0.0))
    (3.0, 0.0)
    """
    return (first[0] - second[0]) * direction[0] + (first[1] - second[1]) * direction[1]


def collision_seen(event: Collision) -> CollisionSeen:
    """A collision as rules look at it. An event of an older recording has only the speed of the impact itself."""
    first, second = event.first_velocity or (0.0, 0.0), event.second_velocity or (0.0, 0.0)
    speed = event.speed if event.direction is None else abs(closing_speed(first, second, event.direction))
    return CollisionSeen(
        event.tick + 1,
        event.first,
        event.second,
        event.position[0],
        event.position[1],
        speed,
        _length(first),
        _length(second),
    )


def _length(vector: Vector) -> float:
    return math.sqrt(vector[0] * vector[0] + vector[1] * vector[1])
