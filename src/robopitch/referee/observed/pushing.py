"""Robots that push an opponent away."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from robopitch.messages import Body
from robopitch.referee.observed.seen import RobotSeen

__all__ = ["Push", "Pushes", "pushed_distance"]

_WITHIN = 0.7648421872844885  # cosine of 0.7 rad: the victim moves in the direction of the push

Point = tuple[float, float]


class Push(NamedTuple):
    """Two opponents in contact, one of which has moved the other."""

    pusher: Body
    victim: Body
    tick: int  # of the begin of their contact
    x: float  # of the victim then
    y: float
    distance: float  # by which the victim has moved since, m


def pushed_distance(start: Point, victim: Point, pusher: Point) -> float:
    """How far a robot has moved away from the one that touches it, m; 0 if it moved in another direction.

    start: where the victim was when the contact began

    >>> pushed_distance((0.0, 0.0), (0.3, 0.0), (0.1, 0.0)), pushed_distance((0.0, 0.0), (0.3, 0.0), (0.3, 0.2))
    (0.3, 0.0)
    """
    dx, dy = victim[0] - start[0], victim[1] - start[1]
    nx, ny = victim[0] - pusher[0], victim[1] - pusher[1]
    moved = math.sqrt(dx * dx + dy * dy)
    return moved if dx * nx + dy * ny > _WITHIN * moved * math.sqrt(nx * nx + ny * ny) else 0.0


class Pushes:
    """The opponents that are in contact, and where they were when that began."""

    def __init__(self) -> None:
        self.starts: dict[tuple[Body, Body], tuple[int, Point, Point]] = {}
        self.now: tuple[Push, ...] = ()

    def observe(self, tick: int, touching: Iterable[tuple[RobotSeen, RobotSeen]]) -> None:
        """Add a judgement, with the pairs of opponents in contact."""
        starts: dict[tuple[Body, Body], tuple[int, Point, Point]] = {}
        pushes = []
        for first, second in touching:
            pair, places = (first.body, second.body), ((first.x, first.y), (second.x, second.y))
            began, *before = starts[pair] = self.starts.get(pair, (tick, *places))
            for victim, pusher in ((0, 1), (1, 0)):
                distance = pushed_distance(before[victim], places[victim], places[pusher])
                if distance > 0:
                    pushes.append(Push(pair[pusher], pair[victim], began, *before[victim], distance))
        self.starts, self.now = starts, tuple(pushes)
