"""Paths around robots and forbidden areas, along tangents: no potential fields, hence no local minima between two of
them.

A leg is straight. If the leg to the goal is blocked, the next waypoint is the intersection of the tangents from start
and goal to an obstacle; of all obstacles and sides the one with the shortest free path. If there is none, two such
points are tried. The path is computed in every frame and so follows moving obstacles: the reactive motion of
[MI20 §2.4.4].
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from robopitch.control.obstacles import Area, Obstacles
from robopitch.control.path_kernel import FAR, write_waypoints

__all__ = ["Area", "Obstacles", "next_waypoint", "next_waypoints"]

Floats = NDArray[np.float64]
Point = tuple[float, float]

CLEARANCE = 0.05  # m between bodies, chosen: about the deviation of a robot from its path
SPEED = 2.0  # m/s on a path, chosen: CAMBADA's is 2.2 m/s
HORIZON = 1.5  # s for which an obstacle is expected to keep its velocity, chosen
_EVERYWHERE = Area(-FAR, FAR, -FAR, FAR)


def next_waypoint(
    start: Point,
    goal: Point,
    obstacles: Obstacles,
    radius: float,
    *,
    clearance: float = CLEARANCE,
    areas: Sequence[Area] = (),
    bounds: Area | None = None,
    speed: float = SPEED,
    horizon: float = HORIZON,
    previous: Point | None = None,
) -> Point:
    """The next waypoint of a robot on its way to a goal: the goal itself if nothing is in between.

    radius:    m, of the robot
    clearance: m kept from obstacles; less if start or goal are too close to one
    areas:     rectangles that no part of the robot may enter
    bounds:    allowed area of its centre
    speed:     m/s at which it drives: a moving obstacle is avoided where robot and obstacle could meet
    previous:  the last waypoint, which is kept unless another path is clearly shorter

    >>> nobody = Obstacles(np.empty((0, 2)), np.empty((0, 2)), np.empty(0))
    >>> next_waypoint((0.0, 0.0), (2.0, 1.0), nobody, 0.25)
    (2.0, 1.0)
    """
    ways = next_waypoints(
        np.array([start]),
        np.array([goal]),
        obstacles,
        radius,
        clearance=clearance,
        areas=areas,
        bounds=bounds,
        speed=speed,
        horizon=horizon,
        previous=None if previous is None else np.array([previous]),
    )
    return float(ways[0, 0]), float(ways[0, 1])


def next_waypoints(
    starts: Floats,
    goals: Floats,
    obstacles: Obstacles,
    radius: float,
    *,
    own: NDArray[np.int64] | None = None,
    clearance: float = CLEARANCE,
    areas: Sequence[Area] = (),
    bounds: Area | None = None,
    speed: float = SPEED,
    horizon: float = HORIZON,
    previous: Floats | None = None,
) -> Floats:
    """`next_waypoint` for several robots at once, ``[robot, 2]``; only robots with a blocked path take more time.

    own:      ``[robot]``, index of the robot itself among the obstacles
    previous: ``[robot, 2]``, the last answer
    """
    count = len(starts)
    ways = np.empty((count, 2))
    write_waypoints(
        np.ascontiguousarray(starts, np.float64),
        np.ascontiguousarray(goals, np.float64),
        np.full(count, -1) if own is None else np.ascontiguousarray(own, np.int64),
        np.ascontiguousarray(obstacles.positions, np.float64),
        np.ascontiguousarray(obstacles.velocities, np.float64),
        np.ascontiguousarray(obstacles.radii, np.float64),
        float(radius),
        float(clearance),
        np.array([area.grown(radius) for area in areas], np.float64).reshape(-1, 4),
        np.array(_EVERYWHERE if bounds is None else bounds, np.float64),
        float(speed),
        float(horizon),
        np.full((count, 2), np.nan) if previous is None else np.ascontiguousarray(previous, np.float64),
        ways,
    )
    return ways
