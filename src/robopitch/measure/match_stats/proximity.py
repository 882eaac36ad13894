"""Who is at the ball: how far it is from the outlines of the robots."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Body, Team
from robopitch.spec import Box, Disc, DiscWithFlatFront, DiscWithMouth, Outline

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec

__all__ = ["Distance", "Frame", "Proximity", "distance_from"]

SLACK = 0.05  # m, or the radius of a smaller ball: so far from a robot it is still at it

Distance = Callable[[float, float], float]
"""Of a point, forward and left of a robot's centre, from its outline; exact in front of it, where balls are played."""


class Frame(NamedTuple):
    """One look at the pitch."""

    time: float  # s
    ball: tuple[float, ...]  # x, y, z, vx, vy, vz
    bodies: tuple[Body, ...]
    columns: Mapping[Body, int]
    robots: NDArray[Any]  # [x y hx hy vx vy, body], (hx, hy) the heading as a unit vector


class Proximity:
    """Finds those who are at the ball, in one league."""

    def __init__(self, league: LeagueSpec) -> None:
        self._radius = float(league.ball.radius)
        self._near = self._radius + min(self._radius, SLACK)
        robots = {team: league.team(team).robot for team in Team}
        self._distances = {team: distance_from(robot.outline) for team, robot in robots.items()}
        self._heights = {team: float(robot.height) for team, robot in robots.items()}
        self._square = (max(robot.outline.circumradius for robot in robots.values()) + self._near) ** 2

    def at_ball(self, frame: Frame) -> list[Body]:
        """The robots that the ball touches, or nearly."""
        x, y, z = frame.ball[:3]
        dx, dy = x - frame.robots[0], y - frame.robots[1]
        found = []
        for column in np.flatnonzero(dx * dx + dy * dy < self._square).tolist():
            body = frame.bodies[column]
            if body.team is None or z - self._radius > self._heights[body.team]:
                continue
            hx, hy = frame.robots[2:4, column].tolist()
            ex, ey = float(dx[column]), float(dy[column])
            if self._distances[body.team](hx * ex + hy * ey, hx * ey - hy * ex) < self._near:
                found.append(body)
        return found


def distance_from(outline: Outline) -> Distance:
    """The distance from an outline.

    >>> from robopitch.spec import load_robot
    >>> round(distance_from(load_robot("ssl").outline)(0.0965, 0.0), 4)  # a golf ball at its front
    0.0215
    """
    reach = outline.circumradius
    if isinstance(outline, Disc):
        return lambda forward, left: math.hypot(forward, left) - reach
    if isinstance(outline, DiscWithFlatFront):
        front, half = float(outline.front), outline.face / 2
        return lambda forward, left: (
            forward - front if front * abs(left) < half * forward else math.hypot(forward, left) - reach
        )
    if isinstance(outline, DiscWithMouth):
        wall, half = float(outline.mouth_wall), outline.face / 2
        lip = math.sqrt(reach * reach - half * half)

        def from_mouth(forward: float, left: float) -> float:
            if forward > 0 and abs(left) < half:  # the wall at its back, or where its sides end
                return min(forward - wall, math.hypot(max(forward - lip, 0.0), half - abs(left)))
            return math.hypot(forward, left) - reach

        return from_mouth
    if isinstance(outline, Box):
        ahead, aside = outline.length / 2, outline.width / 2
        return lambda forward, left: math.hypot(max(abs(forward) - ahead, 0.0), max(abs(left) - aside, 0.0))
    corners = [(float(x), float(y)) for x, y in outline.vertices]
    sides = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = math.hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        sides.append((nx, ny, nx * ax + ny * ay))
    return lambda forward, left: max(nx * forward + ny * left - out for nx, ny, out in sides)
