"""Contacts between robots: convex hulls, tested by separating axes.

A hull is a disc whose front may be cut off, or a convex polygon. Its extent in a direction is its *support*; two hulls
overlap unless there is a gap between their supports in some direction. The direction with the largest gap is the
contact normal.
"""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics.outline import polygon_distance
from robopitch.physics.scalar import Floats, routine, scalar

__all__ = ["edge", "hull_gap", "support"]

_FLAT = 0.9995  # cosine: within 1.8° a face counts as facing the direction
_SLACK = 0.0005  # m: corners this close to the foremost one belong to the same edge


@routine
def support(kinds: Floats, k: int, hx: float, hy: float, nx: float, ny: float) -> float:
    """Extent of a hull with this heading from its centre in direction n."""
    real = type(hx)
    along = hx * nx + hy * ny
    across = hx * ny - hy * nx
    count = int(kinds[k, p.VERTICES])
    if count == 0:
        front = kinds[k, p.HULL_FRONT]
        if along * kinds[k, p.RADIUS] <= front:
            return kinds[k, p.RADIUS]
        return front * along + kinds[k, p.HULL_CHORD] * abs(across)
    reach = real(-1e30)
    for v in range(count):
        reach = max(reach, kinds[k, p.VERTEX + 2 * v] * along + kinds[k, p.VERTEX + 2 * v + 1] * across)
    return reach


@routine
def edge(kinds: Floats, k: int, hx: float, hy: float, nx: float, ny: float) -> tuple[float, float]:
    """The foremost edge of a hull in direction n: its two ends along the tangent (−ny, nx)."""
    real = type(hx)
    along = hx * nx + hy * ny
    across = hx * ny - hy * nx
    count = int(kinds[k, p.VERTICES])
    if count == 0:
        front, chord = kinds[k, p.HULL_FRONT], kinds[k, p.HULL_CHORD]
        if along * kinds[k, p.RADIUS] <= front:
            return real(0), real(0)
        left = chord * along - front * across
        right = -chord * along - front * across
        if along > real(_FLAT):
            return right, left
        corner = left if across > real(0) else right
        return corner, corner
    reach = support(kinds, k, hx, hy, nx, ny) - real(_SLACK)
    low, high = real(1e30), real(-1e30)
    for v in range(count):
        vx, vy = kinds[k, p.VERTEX + 2 * v], kinds[k, p.VERTEX + 2 * v + 1]
        if vx * along + vy * across >= reach:
            place = vy * along - vx * across
            low = min(low, place)
            high = max(high, place)
    return low, high


@scalar
def _gap_along(
    kinds: Floats,
    ka: int,
    ahx: float,
    ahy: float,
    kb: int,
    bhx: float,
    bhy: float,
    dx: float,
    dy: float,
    nx: float,
    ny: float,
) -> float:
    """Distance between two hulls as seen along n, which points from a to b; (dx, dy) goes from a to b."""
    return dx * nx + dy * ny - support(kinds, ka, ahx, ahy, nx, ny) - support(kinds, kb, bhx, bhy, -nx, -ny)


@routine
def _best_face(
    kinds: Floats,
    ka: int,
    ahx: float,
    ahy: float,
    kb: int,
    bhx: float,
    bhy: float,
    dx: float,
    dy: float,
) -> tuple[float, float, float]:
    """The largest gap along the faces of a (its flat front, or the sides of its polygon)."""
    real = type(dx)
    best, best_x, best_y = real(-1e30), real(1), real(0)
    count = int(kinds[ka, p.VERTICES])
    if count == 0:
        if kinds[ka, p.HULL_CHORD] > real(0):
            best = _gap_along(kinds, ka, ahx, ahy, kb, bhx, bhy, dx, dy, ahx, ahy)
            best_x, best_y = ahx, ahy
        return best, best_x, best_y
    for v in range(count):
        n = v + 1 if v + 1 < count else 0
        ex = kinds[ka, p.VERTEX + 2 * n] - kinds[ka, p.VERTEX + 2 * v]
        ey = kinds[ka, p.VERTEX + 2 * n + 1] - kinds[ka, p.VERTEX + 2 * v + 1]
        length = math.sqrt(ex * ex + ey * ey)
        fx, fy = ey / length, -ex / length
        nx, ny = ahx * fx - ahy * fy, ahy * fx + ahx * fy
        gap = _gap_along(kinds, ka, ahx, ahy, kb, bhx, bhy, dx, dy, nx, ny)
        if gap > best:
            best, best_x, best_y = gap, nx, ny
    return best, best_x, best_y


@routine
def hull_gap(
    kinds: Floats,
    ka: int,
    ahx: float,
    ahy: float,
    kb: int,
    bhx: float,
    bhy: float,
    dx: float,
    dy: float,
) -> tuple[float, float, float]:
    """Gap between two hulls (negative: they overlap) and the normal from a to b."""
    real = type(dx)
    round_a = kinds[ka, p.VERTICES] == real(0)
    round_b = kinds[kb, p.VERTICES] == real(0)
    if round_a and round_b:
        apart = math.sqrt(dx * dx + dy * dy)
        if apart == real(0):
            nx, ny = real(1), real(0)
        else:
            nx, ny = dx / apart, dy / apart
        gap = apart - support(kinds, ka, ahx, ahy, nx, ny) - support(kinds, kb, bhx, bhy, -nx, -ny)
        if gap > real(0):
            return gap, nx, ny
    elif round_b:  # corner of a against the round side of b
        away, fx, fy = polygon_distance(kinds, ka, ahx * dx + ahy * dy, ahx * dy - ahy * dx)
        nx, ny = ahx * fx - ahy * fy, ahy * fx + ahx * fy
        gap = away - support(kinds, kb, bhx, bhy, -nx, -ny)
    elif round_a:
        away, fx, fy = polygon_distance(kinds, kb, -bhx * dx - bhy * dy, bhy * dx - bhx * dy)
        nx, ny = bhy * fy - bhx * fx, -bhy * fx - bhx * fy
        gap = away - support(kinds, ka, ahx, ahy, nx, ny)
    else:
        gap, nx, ny = real(-1e30), real(1), real(0)
    if gap > real(0):
        return gap, nx, ny
    face, fx, fy = _best_face(kinds, ka, ahx, ahy, kb, bhx, bhy, dx, dy)
    if face > gap:
        gap, nx, ny = face, fx, fy
    face, fx, fy = _best_face(kinds, kb, bhx, bhy, ka, ahx, ahy, -dx, -dy)
    if face > gap:
        gap, nx, ny = face, -fx, -fy
    return gap, nx, ny
