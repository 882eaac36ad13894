"""Distances of all robots from a segment, from a point, and from a rectangle.

They are measured from the hull of a robot: the circle around a round robot, whatever its front looks like, because that
is how rules measure; the polygon of an angular one.
"""

from __future__ import annotations

import math
from typing import Any

from robopitch.elementary.caching import cached
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.outline import polygon_distance
from robopitch.physics.scalar import Floats, Ints, physics_digest, routine

__all__ = ["area_distances", "segment_distances"]

_FAR = math.inf  # robots that are not on the field


@routine
def _point_to_segment(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey
    along = 0.0
    if square > 0:
        along = min(max(((x - ax) * ex + (y - ay) * ey) / square, 0.0), 1.0)
    dx, dy = x - ax - along * ex, y - ay - along * ey
    return math.sqrt(dx * dx + dy * dy)


@routine
def _crosses(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> bool:
    """Whether the segments ab and cd cross."""
    c_side = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    d_side = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    a_side = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    b_side = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return c_side * d_side < 0 and a_side * b_side < 0


@routine
def _polygon_to_segment(kinds: Floats, k: int, ax: float, ay: float, bx: float, by: float) -> float:
    """Distance of a polygon from a segment in its own frame; 0 where they overlap."""
    from_a, _, _ = polygon_distance(kinds, k, ax, ay)
    from_b, _, _ = polygon_distance(kinds, k, bx, by)
    least = min(from_a, from_b)
    count = int(kinds[k, p.VERTICES])
    for v in range(count):
        n = v + 1 if v + 1 < count else 0
        vx, vy = kinds[k, p.VERTEX + 2 * v], kinds[k, p.VERTEX + 2 * v + 1]
        least = min(least, _point_to_segment(vx, vy, ax, ay, bx, by))
        if _crosses(ax, ay, bx, by, vx, vy, kinds[k, p.VERTEX + 2 * n], kinds[k, p.VERTEX + 2 * n + 1]):
            return 0.0
    return max(least, 0.0)


def _segment_distances(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which is part of the key of Numba's disk cache."""

    @cached(error_model="numpy")
    def segment_distances(
        robots: Floats, which: Ints, kinds: Floats, ax: float, ay: float, bx: float, by: float, found: Floats
    ) -> int:
        """Write the distance of each hull from a segment; 0 where they overlap, infinity for absent robots."""
        for i in range(which.shape[0]):
            if robots[s.PRESENT, i] <= 0:
                found[i] = _FAR
                continue
            k, x, y = which[i], robots[s.X, i], robots[s.Y, i]
            if kinds[k, p.VERTICES] == 0:
                found[i] = max(_point_to_segment(x, y, ax, ay, bx, by) - kinds[k, p.RADIUS], 0.0)
            else:
                hx, hy = robots[s.HX, i], robots[s.HY, i]
                px, py, qx, qy = ax - x, ay - y, bx - x, by - y
                found[i] = _polygon_to_segment(
                    kinds, k, hx * px + hy * py, hx * py - hy * px, hx * qx + hy * qy, hx * qy - hy * qx
                )
        return digest

    return segment_distances


@routine
def _point_to_area(x: float, y: float, low_x: float, low_y: float, high_x: float, high_y: float) -> float:
    dx = max(low_x - x, x - high_x, 0.0)
    dy = max(low_y - y, y - high_y, 0.0)
    return math.sqrt(dx * dx + dy * dy)


def _area_distances(digest: int) -> Any:
    """Create the entry point; see above."""

    @cached(error_model="numpy")
    def area_distances(
        robots: Floats,
        which: Ints,
        kinds: Floats,
        low_x: float,
        low_y: float,
        high_x: float,
        high_y: float,
        found: Floats,
    ) -> int:
        """Write how far each hull is from a rectangle, and how deep all of it is inside.

        found: ``[2, robot]``; the first row is 0 where any part is inside and infinity for absent robots, the second
               is at least 0 where the whole robot is inside
        """
        for i in range(which.shape[0]):
            if robots[s.PRESENT, i] <= 0:
                found[0, i], found[1, i] = _FAR, -_FAR
                continue
            k, x, y = which[i], robots[s.X, i], robots[s.Y, i]
            if kinds[k, p.VERTICES] == 0:
                radius = kinds[k, p.RADIUS]
                found[0, i] = max(_point_to_area(x, y, low_x, low_y, high_x, high_y) - radius, 0.0)
                found[1, i] = min(x - low_x, high_x - x, y - low_y, high_y - y) - radius
                continue
            hx, hy = robots[s.HX, i], robots[s.HY, i]
            apart, depth = _FAR, _FAR
            for v in range(int(kinds[k, p.VERTICES])):
                fx, fy = kinds[k, p.VERTEX + 2 * v], kinds[k, p.VERTEX + 2 * v + 1]
                vx, vy = x + hx * fx - hy * fy, y + hy * fx + hx * fy
                depth = min(depth, vx - low_x, high_x - vx, vy - low_y, high_y - vy)
            # The four sides of the rectangle as segments, in the robot's frame; a robot inside is at distance 0.
            if low_x <= x <= high_x and low_y <= y <= high_y:
                apart = 0.0
            for side in range(4):
                px, qx = (low_x, high_x) if side < 2 else ((low_x, low_x) if side == 2 else (high_x, high_x))
                py, qy = (low_y, high_y) if side > 1 else ((low_y, low_y) if side == 0 else (high_y, high_y))
                px, qx, py, qy = px - x, qx - x, py - y, qy - y
                apart = min(
                    apart,
                    _polygon_to_segment(
                        kinds, k, hx * px + hy * py, hx * py - hy * px, hx * qx + hy * qy, hx * qy - hy * qx
                    ),
                )
            found[0, i], found[1, i] = apart, depth
        return digest

    return area_distances


segment_distances = _segment_distances(physics_digest())
area_distances = _area_distances(physics_digest())
