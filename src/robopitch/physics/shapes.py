"""Shapes of robots as rows of `params.kinds`: outlines, the parts of a body, and its frame."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from robopitch.elementary import hypot
from robopitch.physics import params as p
from robopitch.physics.scalar import Floats
from robopitch.spec import Box, Disc, DiscWithFlatFront, DiscWithMouth, Outline, Polygon, RobotSpec

__all__ = ["add_parts", "unit_inertia", "write_outline", "write_vertices"]


def add_parts(rows: list[Floats], kind: int, robot: RobotSpec, ball_radius: float) -> None:
    """The shape of a robot for the ball: add a row for each part of its body, and for each side of its frame."""
    body = rows[kind]
    body[p.FIRST_PART], body[p.PARTS] = kind, 1
    if robot.body.parts:
        body[p.FIRST_PART], body[p.PARTS] = len(rows), len(robot.body.parts)
    for part in robot.body.parts:
        row = np.zeros(p.KIND_NUMBERS)
        row[p.BOTTOM], row[p.HEIGHT], row[p.TAPER] = part.bottom, part.top, part.taper
        write_outline(row, part.outline, ball_radius)
        rows.append(row)
    frame = robot.frame
    if frame is None:
        return
    wide, deep, high = robot.outline.circumradius, frame.depth / 2, float(robot.height)
    body[p.FIRST_FRAME], body[p.FRAME_PAUSE] = len(rows), frame.pause
    body[p.FRAME_REACH] = hypot(wide + frame.aside, deep)
    # As far as the outline of the robot, and a little into it, so that no ball gets between them.
    for right, left, low, top in (
        (wide - deep, wide + frame.aside, 0.0, high),
        (-wide - frame.aside, deep - wide, 0.0, high),
        (-wide, wide, high, high + frame.up),
    ):
        row = np.zeros(p.KIND_NUMBERS)
        row[p.OUTLINE], row[p.BOTTOM], row[p.HEIGHT] = p.POLYGON, low, top
        write_vertices(row, [(deep, right), (deep, left), (-deep, left), (-deep, right)])
        rows.append(row)


def _vertices(outline: Outline) -> list[tuple[float, float]]:
    if isinstance(outline, Box):
        x, y = outline.length / 2, outline.width / 2
        return [(x, -y), (x, y), (-x, y), (-x, -y)]
    if isinstance(outline, Polygon):
        return [(float(x), float(y)) for x, y in outline.vertices]
    return []


def unit_inertia(outline: Outline) -> float:
    """Moment of inertia about the centre of a uniform body of this outline and 1 kg."""
    corners = _vertices(outline)
    if not corners:
        return float(outline.radius) * float(outline.radius) / 2  # type: ignore[union-attr]
    area = moment = 0.0
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        cross = ax * by - bx * ay
        area += cross / 2
        moment += cross * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by) / 12
    return moment / area


def write_vertices(row: Floats, corners: list[tuple[float, float]]) -> None:
    """Write the corners of a polygon, counter-clockwise."""
    row[p.VERTICES] = len(corners)
    for index, (x, y) in enumerate(corners):
        row[p.VERTEX + 2 * index], row[p.VERTEX + 2 * index + 1] = x, y


def write_outline(row: Floats, outline: Outline, ball_radius: float) -> None:
    """Write an outline: the shape for the ball, the hull for robots, and where the ball rests in front."""
    row[p.FACE] = outline.ball_front(ball_radius)
    corners = _vertices(outline)
    if corners:
        row[p.OUTLINE] = p.POLYGON
        row[p.RADIUS] = max(hypot(x, y) for x, y in corners)
        write_vertices(row, corners)
        if isinstance(outline, Box) and outline.hollow_depth > 0:
            half, depth = outline.hollow_width / 2, outline.hollow_depth
            row[p.HOLLOW_RADIUS] = (half * half + depth * depth) / (2 * depth)
            row[p.HOLLOW_CENTRE] = outline.length / 2 - depth + row[p.HOLLOW_RADIUS]
            row[p.HOLLOW_HALF] = half
        return
    assert isinstance(outline, Disc | DiscWithFlatFront | DiscWithMouth)
    radius = outline.radius
    row[p.OUTLINE], row[p.RADIUS] = p.DISC, radius
    row[p.FRONT] = row[p.HULL_FRONT] = radius
    if isinstance(outline, DiscWithFlatFront):
        row[p.FRONT] = row[p.HULL_FRONT] = outline.front
    if isinstance(outline, DiscWithMouth):
        row[p.OUTLINE] = p.MOUTH
        row[p.FRONT], row[p.LIP], row[p.HULL_FRONT] = outline.mouth_wall, outline.lip, outline.lip
        row[p.CHORD] = outline.mouth_width / 2
    row[p.HULL_CHORD] = math.sqrt(max(0.0, radius * radius - row[p.HULL_FRONT] * row[p.HULL_FRONT]))
    if row[p.OUTLINE] == p.DISC:
        row[p.CHORD] = row[p.HULL_CHORD]
