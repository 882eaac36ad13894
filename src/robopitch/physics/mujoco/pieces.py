"""Convex pieces of robots for MuJoCo, whose collision functions support only convex shapes.

A piece is a `Shape`. The ball collides with the pieces of `ball_pieces`, which have the true outline and height. Robots
and walls collide with the one piece of `body_piece`: a sphere for everything round, because that is the fastest geom,
and at a common height it collides with other spheres and boxes exactly as a disc would.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from robopitch.elementary import atan2, cos, sin
from robopitch.physics import params as p
from robopitch.physics.scalar import Floats

__all__ = ["TALL", "Cuboid", "Cylinder", "Prism", "Shape", "Sphere", "ball_pieces", "body_piece"]

TALL = 1.0  # m: half the height of collision shapes. More than any robot's radius, so that contacts are horizontal

_SEGMENTS = 240  # of a full circle: their normals are accurate to 0.75°, and their number does not cost time
_SLICES = 4  # of a hollow front, even: the deepest point is a corner where the ball rests, 0.3 mm before the true one

_POINT = 1e-3  # least size of the upper side of a cone: a mesh needs corners there

Point = tuple[float, float]


@dataclass(frozen=True)
class Sphere:
    """A ball around the origin."""

    radius: float


@dataclass(frozen=True)
class Cylinder:
    """Upright, around the origin."""

    radius: float
    low: float
    high: float


@dataclass(frozen=True)
class Cuboid:
    """A box around the vertical axis, x along its length."""

    length: float
    width: float
    low: float
    high: float


@dataclass(frozen=True)
class Prism:
    """An upright prism over a convex polygon; a cone that is cut off, if its upper side is smaller."""

    corners: tuple[Point, ...]
    low: float
    high: float
    narrowing: float = 1.0  # size of its upper side, of that of its lower side


Shape = Sphere | Cylinder | Cuboid | Prism


def body_piece(kind: Floats) -> Shape:
    """The shape for other robots, walls and goals. A flat front or a mouth is replaced by the full disc."""
    corners = _corners(kind)
    if not corners:
        return Sphere(float(kind[p.RADIUS]))
    if _is_box(corners):
        return Cuboid(2 * corners[0][0], 2 * corners[1][1], -TALL, TALL)
    return Prism(corners, -TALL, TALL)


def ball_pieces(kind: Floats, ball_radius: float) -> list[Shape]:
    """The shapes of a robot, or of one part of it, for the ball.

    Those on the ground extend below it, so that a ball never touches their lower edge.
    """
    low, high = float(kind[p.BOTTOM]) or -ball_radius, float(kind[p.HEIGHT])
    radius, front, chord = float(kind[p.RADIUS]), float(kind[p.FRONT]), float(kind[p.CHORD])
    if kind[p.OUTLINE] == p.MOUTH:
        # The disc behind the inner wall of the mouth, and its remaining parts on either side.
        behind = _acos(front / radius)
        cheek = _asin(chord / radius)
        left = _arc(radius, cheek, math.pi - cheek)
        right = _arc(radius, math.pi + cheek, 2 * math.pi - cheek)
        outlines = [_arc(radius, behind, 2 * math.pi - behind), left, right]
        return [Prism(outline, low, high) for outline in outlines]
    if kind[p.OUTLINE] == p.DISC:
        if kind[p.TAPER] > 0:
            top = radius - float(kind[p.TAPER]) * (high - float(kind[p.BOTTOM]))
            low = float(kind[p.BOTTOM])
            return [Prism(_arc(radius, 0.0, 2 * math.pi)[:-1], low, high, max(top / radius, _POINT))]
        if chord == 0:
            return [Cylinder(radius, low, high)]
        flat = atan2(chord, front)
        return [Prism(_arc(radius, flat, 2 * math.pi - flat), low, high)]
    corners = _corners(kind)
    if kind[p.HOLLOW_RADIUS] > 0:
        return [Prism(outline, low, high) for outline in _hollowed(kind, corners)]
    if _is_box(corners):
        return [Cuboid(2 * corners[0][0], 2 * corners[1][1], low, high)]
    return [Prism(corners, low, high)]


def _corners(kind: Floats) -> tuple[Point, ...]:
    flat = kind[p.VERTEX : p.VERTEX + 2 * int(kind[p.VERTICES])]
    return tuple((float(x), float(y)) for x, y in flat.reshape(-1, 2))


def _is_box(corners: tuple[Point, ...]) -> bool:
    x, y = corners[0][0], corners[1][1]
    return corners == ((x, -y), (x, y), (-x, y), (-x, -y))


def _arc(radius: float, start: float, end: float) -> tuple[Point, ...]:
    """Points along an arc, its ends exact; those between lie outside it as far as the chords lie inside."""
    count = math.ceil((end - start) / (2 * math.pi) * _SEGMENTS)
    step = (end - start) / count
    between = radius * 2 / (1 + cos(step / 2))
    radii = [radius, *[between] * (count - 1), radius]
    return tuple((r * cos(angle), r * sin(angle)) for r, angle in ((r, start + i * step) for i, r in enumerate(radii)))


def _hollowed(kind: Floats, corners: tuple[Point, ...]) -> list[tuple[Point, ...]]:
    """A box with an arc cut into its front, in slices from front to back."""
    x, y = corners[0][0], corners[1][1]
    radius, centre = float(kind[p.HOLLOW_RADIUS]), float(kind[p.HOLLOW_CENTRE])
    widest = _asin(float(kind[p.HOLLOW_HALF]) / radius)
    angles = [widest * (2 * i / _SLICES - 1) for i in range(_SLICES + 1)]
    rim = [(centre - radius * cos(angle), radius * sin(angle)) for angle in angles]
    rim[0], rim[-1] = (x, rim[0][1]), (x, rim[-1][1])
    slices = []
    for i, (right, left) in enumerate(pairwise(rim)):
        # The outermost slices include the parts beside the hollow; they are still convex.
        first, last = i == 0, i == _SLICES - 1
        outline = [*([(x, -y)] if first else []), right, left, *([(x, y)] if last else [])]
        slices.append((*outline, (-x, y if last else left[1]), (-x, -y if first else right[1])))
    return slices


def _asin(y: float) -> float:
    """The angle from −π/2 to π/2 of this sine."""
    return atan2(y, math.sqrt((1 - y) * (1 + y)))


def _acos(x: float) -> float:
    """The angle from 0 to π of this cosine."""
    return atan2(math.sqrt((1 - x) * (1 + x)), x)
