"""The shape of a robot for other robots, walls and the ground.

Two upright walls touch along a line, of which MuJoCo's collision functions report one point at any height; a push there
would tip a robot at random. A round or polygonal robot therefore has thin rings at its lower and its upper edge, each
with the true outline from above: two points of contact stand for the line. Boxes need none, MuJoCo finds all
corners of their common face.
"""

from __future__ import annotations

import math

from robopitch.elementary import atan2, cos, sin
from robopitch.physics import params as p
from robopitch.physics.mujoco.pieces import Cuboid, Cylinder, Prism, Shape
from robopitch.physics.params import Params
from robopitch.physics.scalar import Floats

__all__ = ["hull_pieces"]

_THIN = 0.02  # of the height: half the height of a ring
_SEGMENTS = 72  # of a full circle: its sides are up to 0.1 mm inside a circle of 9 cm

Point = tuple[float, float]


def hull_pieces(params: Params, kind: int, clearance: float) -> list[Shape]:
    """The rings of a robot, from the ground up; of a box, the box. Clearance: height of its lower side."""
    row = params.kinds[kind]
    parts = params.kinds[int(row[p.FIRST_PART]) :][: int(row[p.PARTS])]
    corners = _corners(row)
    if len(parts) == 1 and _is_box(corners):
        return [Cuboid(2 * corners[0][0], 2 * corners[1][1], clearance, float(row[p.HEIGHT]))]
    half = _THIN * float(row[p.HEIGHT])
    first = parts[0]
    rings = [_ring(first, float(first[p.RADIUS]), clearance, clearance + 2 * half)]
    for part in parts:
        bottom, top = float(part[p.BOTTOM]), float(part[p.HEIGHT])
        radius = float(part[p.RADIUS]) - float(part[p.TAPER]) * (top - bottom)
        rings.append(_ring(part, radius, top - 2 * half, top))
    return rings


def _ring(row: Floats, radius: float, low: float, high: float) -> Shape:
    """The hull of an outline between two heights."""
    corners = _corners(row)
    if corners:
        return Prism(corners, low, high)
    front, chord = float(row[p.HULL_FRONT]), float(row[p.HULL_CHORD])
    if chord == 0 or row[p.TAPER] > 0:
        return Cylinder(max(radius, (high - low) / 2), low, high)  # the top of a cone is no point
    start = atan2(chord, front)
    return Prism(_arc(radius, start, 2 * math.pi - start), low, high)


def _arc(radius: float, start: float, end: float) -> tuple[Point, ...]:
    count = math.ceil((end - start) / (2 * math.pi) * _SEGMENTS)
    step = (end - start) / count
    return tuple((radius * cos(start + i * step), radius * sin(start + i * step)) for i in range(count + 1))


def _corners(row: Floats) -> tuple[Point, ...]:
    flat = row[p.VERTEX : p.VERTEX + 2 * int(row[p.VERTICES])]
    return tuple((float(x), float(y)) for x, y in flat.reshape(-1, 2))


def _is_box(corners: tuple[Point, ...]) -> bool:
    if len(corners) != 4:
        return False
    x, y = corners[0][0], corners[1][1]
    return corners == ((x, -y), (x, y), (-x, y), (-x, -y))
