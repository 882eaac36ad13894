"""Ray casting in the plane: distances from a point to robots, walls, goals and the ball.

The outline of a robot is the convex hull that its contacts with other robots have: a polygon, or a disc cut off by its
front; a mouth counts as closed. Rays are unit vectors. A function returns its limit where a ray meets nothing within
it, and 0 where the ray begins inside.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from robopitch.elementary.caching import cached
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, Ints, physics_digest, routine, scalar

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["distances", "hit_body", "hit_disc", "hit_pitch", "hit_robots", "span_body"]

_NOBODY = -1  # the column of no robot


@scalar
def _clip(t0: float, t1: float, height: float, slope: float) -> tuple[float, float]:
    """The part of a ray, from t0 to t1, that lies below a line, from its start height above the line and its slope."""
    if slope > 0.0:
        return t0, min(t1, -height / slope)
    if slope < 0.0:
        return max(t0, -height / slope), t1
    return t0, (t1 if height <= 0.0 else t0 - 1.0)


@scalar
def _clip_disc(t0: float, t1: float, x: float, y: float, dx: float, dy: float, radius: float) -> tuple[float, float]:
    """The part of a ray, from t0 to t1, that lies in a disc around the origin."""
    nearest = -(x * dx + y * dy)
    square = radius * radius - (x * x + y * y - nearest * nearest)
    if square < 0.0:
        return t0, t0 - 1.0
    half = math.sqrt(square)
    return max(t0, nearest - half), min(t1, nearest + half)


@routine
def _inside(kinds: Floats, k: int, x: float, y: float, dx: float, dy: float, limit: float) -> tuple[float, float]:
    """Where a ray in the frame of a robot enters and leaves its hull; the second is less if it misses."""
    t0, t1 = 0.0, limit
    count = int(kinds[k, p.VERTICES])
    if count == 0:
        t0, t1 = _clip(t0, t1, x - kinds[k, p.HULL_FRONT], dx)
        return _clip_disc(t0, t1, x, y, dx, dy, kinds[k, p.RADIUS])
    for v in range(count):
        n = v + 1 if v + 1 < count else 0
        ax, ay = kinds[k, p.VERTEX + 2 * v], kinds[k, p.VERTEX + 2 * v + 1]
        ex, ey = kinds[k, p.VERTEX + 2 * n] - ax, kinds[k, p.VERTEX + 2 * n + 1] - ay
        t0, t1 = _clip(t0, t1, (x - ax) * ey - (y - ay) * ex, dx * ey - dy * ex)
    return t0, t1


@routine
def span_body(
    robots: Floats, i: int, kinds: Floats, k: int, x: float, y: float, dx: float, dy: float, limit: float
) -> tuple[float, float]:
    """Where a ray from (x, y) enters and leaves body i, which is of kind k; the second is less if it misses."""
    px, py = x - robots[s.X, i], y - robots[s.Y, i]
    t0, t1 = _clip_disc(0.0, limit, px, py, dx, dy, kinds[k, p.RADIUS])
    if t0 > t1:  # most rays miss the circle around a robot
        return t0, t1
    hx, hy = robots[s.HX, i], robots[s.HY, i]
    return _inside(kinds, k, hx * px + hy * py, hx * py - hy * px, hx * dx + hy * dy, hx * dy - hy * dx, limit)


@routine
def hit_body(
    robots: Floats, i: int, kinds: Floats, k: int, x: float, y: float, dx: float, dy: float, limit: float
) -> float:
    """Distance along a ray from (x, y) to body i, which is of kind k."""
    near, far = span_body(robots, i, kinds, k, x, y, dx, dy, limit)
    return near if near <= far else limit


@routine
def hit_robots(
    robots: Floats, which: Ints, kinds: Floats, own: int, x: float, y: float, dx: float, dy: float, height: float,
    limit: float,
) -> tuple[float, int]:  # fmt: skip
    """Distance to the nearest body on the field that is higher than *height*, and its column, −1 if there is none.

    own: the column of a body that is left out
    """
    nearest, column = limit, _NOBODY
    for i in range(which.shape[0]):
        k = which[i]
        if i == own or robots[s.PRESENT, i] <= 0.0 or kinds[k, p.HEIGHT] <= height:
            continue
        away = hit_body(robots, i, kinds, k, x, y, dx, dy, nearest)
        if away < nearest:
            nearest, column = away, i
    return nearest, column


@routine
def hit_disc(cx: float, cy: float, radius: float, x: float, y: float, dx: float, dy: float, limit: float) -> float:
    """Distance to a disc around c."""
    t0, t1 = _clip_disc(0.0, limit, x - cx, y - cy, dx, dy, radius)
    return t0 if t0 <= t1 else limit


@routine
def hit_pitch(
    pitch: Floats, boxes: Floats, x: float, y: float, dx: float, dy: float, height: float, limit: float
) -> float:
    """Distance to the walls if they are higher than *height*, and to what of the goals stands at that height.

    A ray that begins outside the walls does not meet them.
    """
    nearest = limit
    if pitch[p.WALL_HEIGHT] > height and abs(x) <= pitch[p.WALL_X] and abs(y) <= pitch[p.WALL_Y]:
        if dx != 0.0:
            nearest = min(nearest, ((pitch[p.WALL_X] if dx > 0.0 else -pitch[p.WALL_X]) - x) / dx)
        if dy != 0.0:
            nearest = min(nearest, ((pitch[p.WALL_Y] if dy > 0.0 else -pitch[p.WALL_Y]) - y) / dy)
        for corner in range(4):
            east, north = 1.0 - 2.0 * (corner % 2), 1.0 - 2.0 * (corner // 2)
            room, slope = pitch[p.CORNER] - (east * x + north * y), east * dx + north * dy
            if slope > 0.0 and room >= 0.0:
                nearest = min(nearest, room / slope)
            room, slope = pitch[p.GOAL_CORNER] - (east * x - north * y), east * dx - north * dy
            if slope > 0.0 and room >= 0.0 and north * (y + room / slope * dy) > pitch[p.GOAL_SIDE]:
                nearest = min(nearest, room / slope)
    for corner in range(4):
        east, north = 1.0 - 2.0 * (corner % 2), 1.0 - 2.0 * (corner // 2)
        if east * x < pitch[p.GOAL_NEAR] and east * dx <= 0.0:
            continue  # it goes away from this goal
        for b in range(boxes.shape[0]):
            if boxes[b, p.LOW_Z] > height or boxes[b, p.HIGH_Z] <= height:
                continue
            t0, t1 = _clip(0.0, nearest, east * x - boxes[b, p.HIGH_X], east * dx)
            t0, t1 = _clip(t0, t1, boxes[b, p.LOW_X] - east * x, -east * dx)
            t0, t1 = _clip(t0, t1, north * y - boxes[b, p.HIGH_Y], north * dy)
            t0, t1 = _clip(t0, t1, boxes[b, p.LOW_Y] - north * y, -north * dy)
            if t0 <= t1:
                nearest = t0
    return nearest


def _scan(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which is part of the key of Numba's disk cache."""

    @cached(error_model="numpy", nogil=True)
    def scan(
        robots: Floats, ball: Floats, which: Ints, kinds: Floats, pitch: Floats, boxes: Floats, own: int,
        forward: float, height: float, limit: float, rays: Floats, found: Floats,
    ) -> int:  # fmt: skip
        """Write the distance along each ray, in the frame of a robot, from a point in front of its centre."""
        hx, hy = robots[s.HX, own], robots[s.HY, own]
        x, y = robots[s.X, own] + forward * hx, robots[s.Y, own] + forward * hy
        above = ball[s.BALL_Z] - height
        square = pitch[p.BALL_RADIUS] * pitch[p.BALL_RADIUS] - above * above
        for n in range(rays.shape[0]):
            ahead, left = rays[n, 0], rays[n, 1]
            dx, dy = hx * ahead - hy * left, hy * ahead + hx * left
            away, _ = hit_robots(robots, which, kinds, own, x, y, dx, dy, height, limit)
            away = hit_pitch(pitch, boxes, x, y, dx, dy, height, away)
            if square > 0.0:
                away = hit_disc(ball[s.BALL_X], ball[s.BALL_Y], math.sqrt(square), x, y, dx, dy, away)
            found[n] = away
        return digest

    return scan


scan = _scan(physics_digest())


def distances(world: World, column: int, rays: Floats, forward: float, height: float, limit: float) -> Floats:
    """Distances that a range finder of a robot measures, m: to robots, walls, goals and the ball at its height.

    column:  of the robot
    rays:    unit vectors ``[ray, (forward, left)]``
    forward: where the range finder stands, in front of the robot's centre
    """
    engine, found = world.engine, np.empty(len(rays))
    params = engine.params
    arrays = world.robot_block, world.ball_block, engine.which, params.kinds, params.pitch, params.boxes
    scan(*arrays, column, forward, height, limit, rays, found)
    return found
