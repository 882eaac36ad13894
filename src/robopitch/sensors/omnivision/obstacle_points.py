"""Obstacle points: where search rays first meet the outline of a robot or an obstacle [CAMBADA-sim algorithm 1]."""

from __future__ import annotations

import numpy as np

from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, routine
from robopitch.sensors.omnivision import numbers as c
from robopitch.sensors.omnivision.errors import DRAWS, is_missing, reported
from robopitch.sensors.omnivision.shadows import misses, span

__all__ = ["find_obstacle_points"]


@routine
def find_obstacle_points(
    robots: Floats, kinds: Floats, own: int, bodies: Floats, around: int, rays: Floats, numbers: Floats,
    start: np.uint64, index: int, points: Floats,
) -> int:  # fmt: skip
    """Write the nearest point on each ray, if there is one in range; return their number.

    rays:  directions in the frame of the robot
    index: first random number
    """
    hx, hy, count = robots[s.HX, own], robots[s.HY, own], 0
    for n in range(rays.shape[0]):
        rx, ry = rays[n, 0], rays[n, 1]
        dx, dy = hx * rx - hy * ry, hy * rx + hx * ry
        limit, found = numbers[c.OBSTACLE_RANGE], False
        for m in range(around):
            if misses(bodies, m, dx, dy, limit):
                continue
            near, far = span(robots, kinds, bodies, m, own, dx, dy)
            if near <= far and near < limit:
                limit, found = near, True
        if found and not is_missing(numbers, start, index + DRAWS * n):
            x, y = reported(numbers, start, index + DRAWS * n, rx, ry, limit)
            points[count, 0], points[count, 1] = x, y
            count += 1
    return count
