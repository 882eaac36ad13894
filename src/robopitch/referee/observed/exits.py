"""Follows the ball over the lines, from one judgement to the next."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from robopitch.messages import BallOut, Goal
from robopitch.referee.observed.borders import Borders, Crossing, crossing, nearest_crossing, outside

__all__ = ["ExitWatch", "Left"]

Point3 = tuple[float, float, float]


class Left(NamedTuple):
    """The ball has left the field."""

    crossing: Crossing
    tick: int


class ExitWatch:
    """Reports each time that the whole ball leaves the field; again only after it was inside."""

    def __init__(self, borders: Borders, ball: Point3) -> None:
        self.borders = borders
        self.is_out = outside(borders, ball[0], ball[1])

    def observe(
        self, tick: int, timestep: float, before: Point3 | None, ball: Point3, event: Goal | BallOut | None
    ) -> Left | None:
        """Add a judgement.

        before: the ball at the last one; None: somebody has placed it since
        event:  of the physics, which looks at each step: it tells place and time exactly
        """
        was_out, self.is_out = self.is_out, outside(self.borders, ball[0], ball[1])
        if was_out or not (self.is_out or event is not None):
            return None
        if event is not None:
            for a, b in pairwise(_around(event, timestep)):
                found = crossing(self.borders, a, b)
                if found is not None:
                    return Left(found, event.tick + 1)
        if not self.is_out:
            return None  # it lies on the line, or has come back from there
        start = before if event is None else event.position
        found = None if start is None else crossing(self.borders, start, ball)
        return Left(nearest_crossing(self.borders, ball) if found is None else found, tick)


def _around(event: Goal | BallOut, timestep: float) -> list[Point3]:
    """Where the ball was a step before an event, as far as that is known, and at the event."""
    if event.velocity is None:
        return [event.position]
    (x, y, z), (vx, vy, vz) = event.position, event.velocity
    return [(x - timestep * vx, y - timestep * vy, z - timestep * vz), event.position]
