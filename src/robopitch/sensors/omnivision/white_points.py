"""White points: where search rays and search circles cross the markings of the field [CAMBADA-sim algorithm 2].

A ray that only touches a line finds nothing, so that rays alone leave gaps where a circle is seen tangentially
[CAMBADA-sim fig. 5.5]. Circles around the robot cross just those parts.
"""

from __future__ import annotations

import math

import numpy as np

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, Ints, routine, scalar
from robopitch.sensors.omnivision import numbers as c
from robopitch.sensors.omnivision.errors import DRAWS, is_missing, reported
from robopitch.sensors.omnivision.shadows import is_hidden

__all__ = ["find_white_points"]


@scalar
def _on_arc(arc: Floats, x: float, y: float) -> bool:
    """Whether a point of the circle, relative to its centre, belongs to the arc."""
    return x * arc[c.MIDDLE_X] + y * arc[c.MIDDLE_Y] >= arc[c.RADIUS] * arc[c.COSINE]


@routine
def _add(
    robots: Floats, which: Ints, kinds: Floats, own: int, bodies: Floats, around: int, numbers: Floats,
    start: np.uint64, index: int, dx: float, dy: float, distance: float, points: Floats, count: int,
) -> int:  # fmt: skip
    """Add a point that lies at a distance in direction (dx, dy), a unit vector in the frame of the field, if it is in
    range, not under the robot itself, not hidden, and if there is room; return the number of points.
    """
    if distance < 0.0:
        dx, dy, distance = -dx, -dy, -distance
    if distance > numbers[c.LINE_RANGE] or distance <= kinds[which[own], p.RADIUS] or count >= points.shape[0]:
        return count
    if is_hidden(robots, kinds, bodies, around, own, dx, dy, distance, numbers[c.HEIGHT], 0.0):
        return count
    if is_missing(numbers, start, index):
        return count
    hx, hy = robots[s.HX, own], robots[s.HY, own]
    x, y = reported(numbers, start, index, hx * dx + hy * dy, hx * dy - hy * dx, distance)
    points[count, 0], points[count, 1] = x, y
    return count + 1


@routine
def _along_line(
    robots: Floats, which: Ints, kinds: Floats, own: int, bodies: Floats, around: int, segments: Floats, arcs: Floats,
    spots: Floats, numbers: Floats, start: np.uint64, index: int, dx: float, dy: float, points: Floats, count: int,
) -> int:  # fmt: skip
    """Add the crossings of a line through the robot, in both directions, with all markings."""
    x, y = robots[s.X, own], robots[s.Y, own]
    for n in range(segments.shape[0]):
        ax, ay, bx, by = segments[n, 0] - x, segments[n, 1] - y, segments[n, 2] - x, segments[n, 3] - y
        left, right = dx * ay - dy * ax, dx * by - dy * bx
        if (left > 0.0) != (right > 0.0):
            share = left / (left - right)
            away = dx * (ax + share * (bx - ax)) + dy * (ay + share * (by - ay))
            count = _add(
                robots, which, kinds, own, bodies, around, numbers, start, index, dx, dy, away, points, count
            )  # fmt: skip
        index += DRAWS
    for n in range(arcs.shape[0]):
        cx, cy, radius = arcs[n, c.CENTRE_X] - x, arcs[n, c.CENTRE_Y] - y, arcs[n, c.RADIUS]
        middle, aside = dx * cx + dy * cy, dx * cy - dy * cx
        square = radius * radius - aside * aside
        if square > 0.0:
            root = math.sqrt(square)
            for side in range(2):
                away = middle - root if side == 0 else middle + root
                if _on_arc(arcs[n], away * dx - cx, away * dy - cy):
                    count = _add(
                        robots, which, kinds, own, bodies, around, numbers, start, index + side * DRAWS, dx, dy, away,
                        points, count,
                    )  # fmt: skip
        index += 2 * DRAWS
    for n in range(spots.shape[0]):
        cx, cy = spots[n, 0] - x, spots[n, 1] - y
        aside = dx * cy - dy * cx
        if aside * aside < spots[n, 2] * spots[n, 2]:
            count = _add(
                robots, which, kinds, own, bodies, around, numbers, start, index, dx, dy, dx * cx + dy * cy, points,
                count,
            )  # fmt: skip
        index += DRAWS
    return count


@routine
def _around_circle(
    robots: Floats, which: Ints, kinds: Floats, own: int, bodies: Floats, around: int, segments: Floats, arcs: Floats,
    numbers: Floats, start: np.uint64, index: int, reach: float, points: Floats, count: int,
) -> int:  # fmt: skip
    """Add the crossings of a circle around the robot, of radius *reach*, with lines and arcs."""
    x, y = robots[s.X, own], robots[s.Y, own]
    for n in range(segments.shape[0]):
        ax, ay = segments[n, 0] - x, segments[n, 1] - y
        ex, ey = segments[n, 2] - segments[n, 0], segments[n, 3] - segments[n, 1]
        length, middle = ex * ex + ey * ey, ax * ex + ay * ey
        square = middle * middle - length * (ax * ax + ay * ay - reach * reach)
        if square > 0.0 and length > 0.0:
            root = math.sqrt(square)
            for side in range(2):
                share = (-middle - root) / length if side == 0 else (-middle + root) / length
                if share >= 0.0 and share <= 1.0:
                    px, py = (ax + share * ex) / reach, (ay + share * ey) / reach
                    count = _add(
                        robots, which, kinds, own, bodies, around, numbers, start, index + side * DRAWS, px, py, reach,
                        points, count,
                    )  # fmt: skip
        index += 2 * DRAWS
    for n in range(arcs.shape[0]):
        cx, cy, radius = arcs[n, c.CENTRE_X] - x, arcs[n, c.CENTRE_Y] - y, arcs[n, c.RADIUS]
        apart = math.sqrt(cx * cx + cy * cy)
        if apart > 0.0:
            along = (reach * reach - radius * radius + apart * apart) / (2.0 * apart)
            square = reach * reach - along * along
            if square > 0.0:
                root = math.sqrt(square)
                for side in range(2):
                    across = root if side == 0 else -root
                    px, py = (along * cx - across * cy) / apart, (along * cy + across * cx) / apart
                    if _on_arc(arcs[n], px - cx, py - cy):
                        count = _add(
                            robots, which, kinds, own, bodies, around, numbers, start, index + side * DRAWS,
                            px / reach, py / reach, reach, points, count,
                        )  # fmt: skip
        index += 2 * DRAWS
    return count


@routine
def find_white_points(
    robots: Floats, which: Ints, kinds: Floats, own: int, bodies: Floats, around: int, segments: Floats, arcs: Floats,
    spots: Floats, rays: Floats, numbers: Floats, start: np.uint64, index: int, points: Floats,
) -> int:  # fmt: skip
    """Write the white points that a robot sees, at most as many as there are rows; return their number.

    rays:  directions of lines through the robot, in its frame. They are searched in passes, so that the points are
           spread all around even where there are more than rows
    index: first random number
    """
    hx, hy = robots[s.HX, own], robots[s.HY, own]
    passes, circles = int(numbers[c.PASSES]), int(numbers[c.CIRCLES])
    step = 2 * DRAWS * (segments.shape[0] + arcs.shape[0] + spots.shape[0])
    count = 0
    for first in range(min(passes, rays.shape[0])):
        for n in range(first, rays.shape[0], passes):
            dx, dy = hx * rays[n, 0] - hy * rays[n, 1], hy * rays[n, 0] + hx * rays[n, 1]
            count = _along_line(
                robots, which, kinds, own, bodies, around, segments, arcs, spots, numbers, start, index + n * step,
                dx, dy, points, count,
            )  # fmt: skip
    index += rays.shape[0] * step
    for n in range(circles):
        reach = numbers[c.LINE_RANGE] * (n + 1) / circles
        count = _around_circle(
            robots, which, kinds, own, bodies, around, segments, arcs, numbers, start, index + n * step, reach,
            points, count,
        )  # fmt: skip
    return count
