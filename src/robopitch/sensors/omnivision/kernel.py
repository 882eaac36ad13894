"""One frame of omnidirectional vision: the compiled entry point."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from robopitch.elementary.caching import cached
from robopitch.physics.scalar import Floats, Ints, physics_digest
from robopitch.sensors.noise import stream
from robopitch.sensors.omnivision.ball import find_ball
from robopitch.sensors.omnivision.obstacle_points import find_obstacle_points
from robopitch.sensors.omnivision.shadows import BODY_NUMBERS, list_bodies
from robopitch.sensors.omnivision.white_points import find_white_points

__all__ = ["ALL", "BALL", "FOUND_NUMBERS", "OBSTACLES", "WHITE", "look"]

# What is searched
WHITE, OBSTACLES, BALL = 1, 2, 4
ALL = WHITE | OBSTACLES | BALL

# Results: numbers of points, whether the ball is seen, its x, y and visible share
LINE_COUNT, OBSTACLE_COUNT, SEEN, BALL_AT = 0, 1, 2, 3
FOUND_NUMBERS = 6

# First random numbers of obstacles and of the ball; those of the white points are far fewer
_OBSTACLES, _BALL = 1 << 40, 1 << 41


def _look(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which becomes part of the key of Numba's disk cache."""

    @cached(error_model="numpy", nogil=True)
    def look(
        seed: np.uint64, sensor: int, frame: int, robots: Floats, ball: Floats, which: Ints, kinds: Floats, own: int,
        segments: Floats, arcs: Floats, spots: Floats, line_rays: Floats, obstacle_rays: Floats, numbers: Floats,
        parts: int, lines: Floats, obstacles: Floats, found: Floats,
    ) -> bool:  # fmt: skip
        """Write what the camera of robot *own* sees; returns whether the ball is among it.

        parts:            what is searched
        lines, obstacles: rows for points; there are no more white points than rows
        found:            the other results
        """
        start = stream(seed, sensor, frame)
        bodies = np.empty((which.shape[0], BODY_NUMBERS))
        around = list_bodies(robots, which, kinds, own, bodies) + 0 * digest  # used, so that it is part of the key
        found[LINE_COUNT] = found[OBSTACLE_COUNT] = found[SEEN] = 0.0
        if parts & WHITE:
            found[LINE_COUNT] = find_white_points(
                robots, which, kinds, own, bodies, around, segments, arcs, spots, line_rays, numbers, start, 0, lines
            )
        if parts & OBSTACLES:
            found[OBSTACLE_COUNT] = find_obstacle_points(
                robots, kinds, own, bodies, around, obstacle_rays, numbers, start, _OBSTACLES, obstacles
            )
        if parts & BALL and find_ball(robots, ball, kinds, own, bodies, around, numbers, start, _BALL, found[BALL_AT:]):
            found[SEEN] = 1.0
        return found[SEEN] > 0.0

    return look


look = _look(physics_digest() ^ physics_digest(Path(__file__).parents[1]))
