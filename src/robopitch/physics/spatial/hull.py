"""The shape of a robot for other robots, walls and the ground: upright prisms, one for each part of its body.

Two upright walls touch along a line or in a face. MuJoCo finds several points of such a contact between prisms, but one
point at any height between round bodies, where a push would tip a robot at random: a disc is a prism with many sides.
"""

from __future__ import annotations

import math

from robopitch.elementary import atan2, cos, sin
from robopitch.physics import params as p
from robopitch.physics.mujoco.pieces import Cuboid, Prism, Shape
from robopitch.physics.params import Params
from robopitch.physics.scalar import Floats

__all__ = ["hull_pieces"]

_SEGMENTS = 72  # of a full circle: its sides are up to 0.1 mm inside a circle of 9 cm

_POINT = 1e-3  # least size of the upper side of a cone: a mesh needs corners there

Point = tuple[float, float]


def hull_pieces(params: Params, kind: int, clearance: float) -> list[Shape]:
    """The parts of a robot, from the ground up. Clearance: height of its lower side."""
    row = params.kinds[kind]
    parts = params.kinds[int(row[p.FIRST_PART]) :][: int(row[p.PARTS])]
    return [_piece(part, max(float(part[p.BOTTOM]), clearance), float(part[p.HEIGHT])) for part in parts]


def _piece(row: Floats, low: float, high: float) -> Shape:
    """The hull of an outline between two heights."""
    corners = _corners(row)
    if _is_box(corners):
        return Cuboid(2 * corners[0][0], 2 * corners[1][1], low, high)
    if corners:
        return Prism(corners, low, high)
    radius, front, chord = float(row[p.RADIUS]), float(row[p.HULL_FRONT]), float(row[p.HULL_CHORD])
    if row[p.TAPER] > 0:
        narrowing = 1 - float(row[p.TAPER]) * (high - float(row[p.BOTTOM])) / radius
        return Prism(_arc(radius, 0.0, 2 * math.pi)[:-1], low, high, max(narrowing, _POINT))
    if chord == 0:
        return Prism(_arc(radius, 0.0, 2 * math.pi)[:-1], low, high)
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
