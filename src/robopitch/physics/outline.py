"""Outlines for the ball: signed distance to a robot's outline, seen from above, in the robot's own frame.

Each function returns (distance, nx, ny): negative inside, the normal pointing out of the robot. A concave outline
(mouth, hollow front) gives the nearest feature; the contact sweeps handle a ball that touches two of them one after the
other.
"""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics.scalar import Floats, routine, scalar

__all__ = ["outline_distance", "polygon_distance"]


@routine
def outline_distance(kinds: Floats, k: int, x: float, y: float) -> tuple[float, float, float]:
    """Signed distance of a point from the outline of a kind of robot, and the direction away from it."""
    real = type(x)
    code = kinds[k, p.OUTLINE]
    if code == p.DISC:
        return _disc(x, y, kinds[k, p.RADIUS], kinds[k, p.FRONT], kinds[k, p.CHORD])
    if code == p.MOUTH:
        return _mouth(x, y, kinds[k, p.RADIUS], kinds[k, p.FRONT], kinds[k, p.CHORD], kinds[k, p.LIP])
    if kinds[k, p.HOLLOW_RADIUS] > real(0) and x > real(0):
        # The hollow is an arc whose centre lies in front of the robot; it applies within its sector.
        qx = x - kinds[k, p.HOLLOW_CENTRE]
        apart = math.sqrt(qx * qx + y * y)
        if qx < real(0) and abs(y) * kinds[k, p.HOLLOW_RADIUS] <= kinds[k, p.HOLLOW_HALF] * apart:
            return kinds[k, p.HOLLOW_RADIUS] - apart, -qx / apart, -y / apart
        if abs(y) < kinds[k, p.HOLLOW_HALF]:  # in front of the hollow, but beside its sector: the rim is nearest
            away, nx, ny = _from_point(x - kinds[k, p.VERTEX], abs(y) - kinds[k, p.HOLLOW_HALF])
            return away, nx, (ny if y > real(0) else -ny)
    return polygon_distance(kinds, k, x, y)


@scalar
def _from_point(x: float, y: float) -> tuple[float, float, float]:
    """Distance from a corner, and the direction away from it."""
    real = type(x)
    apart = math.sqrt(x * x + y * y)
    if apart == real(0):
        return apart, real(1), real(0)
    return apart, x / apart, y / apart


@scalar
def _disc(x: float, y: float, radius: float, front: float, chord: float) -> tuple[float, float, float]:
    """Disc whose front is cut off by a chord at `front`; chord is half its width (0 for a full disc)."""
    real = type(x)
    side = abs(y)
    if front * side < chord * x:  # within the angle of the flat face
        if side <= chord or x <= front:
            return x - front, real(1), real(0)
        away, nx, ny = _from_point(x - front, side - chord)
        return away, nx, (ny if y > real(0) else -ny)
    away, nx, ny = _from_point(x, y)
    return away - radius, nx, ny


@scalar
def _mouth(x: float, y: float, radius: float, wall: float, half: float, lip: float) -> tuple[float, float, float]:
    """Disc with a cut-out in front: an inner wall, two cheeks, two lips where the cheeks end."""
    real = type(x)
    side = abs(y)
    sign = real(1) if y > real(0) else real(-1)
    if side < half and x > real(0):
        to_wall = x - wall
        if x < lip:  # in the mouth
            to_cheek = half - side
            if to_cheek < to_wall:
                return to_cheek, real(0), -sign
            return to_wall, real(1), real(0)
        away, nx, ny = _from_point(x - lip, side - half)
        if to_wall < away:
            return to_wall, real(1), real(0)
        return away, nx, sign * ny
    if lip * side < half * x and side >= half:
        away, nx, ny = _from_point(x - lip, side - half)
        if x < lip:  # inside the lip's wedge of the disc
            return -away, real(1), real(0)
        return away, nx, sign * ny
    away, nx, ny = _from_point(x, y)
    return away - radius, nx, ny


@routine
def polygon_distance(kinds: Floats, k: int, x: float, y: float) -> tuple[float, float, float]:
    """Signed distance from a convex polygon."""
    real = type(x)
    count = int(kinds[k, p.VERTICES])
    half = real(0.5)
    nearest = real(1e30)
    near_x, near_y = real(0), real(0)
    deepest = real(-1e30)
    face_x, face_y = real(1), real(0)
    for v in range(count):
        n = v + 1 if v + 1 < count else 0
        ax, ay = kinds[k, p.VERTEX + 2 * v], kinds[k, p.VERTEX + 2 * v + 1]
        bx, by = kinds[k, p.VERTEX + 2 * n], kinds[k, p.VERTEX + 2 * n + 1]
        ex, ey = bx - ax, by - ay
        length = math.sqrt(ex * ex + ey * ey)
        nx, ny = ey / length, -ex / length
        # From the middle of the side, so that the mirrored polygon, which runs the other way, gives the same bits.
        px, py = x - (ax + bx) * half, y - (ay + by) * half
        height = px * nx + py * ny
        if height > deepest:
            deepest = height
            face_x, face_y = nx, ny
        along = (px * ex + py * ey) / (length * length)
        qx, qy = height * nx, height * ny
        if along < -half:  # nearest to the corner where the side begins; where it ends the next one begins
            qx, qy = x - ax, y - ay
        if along <= half and (along < -half or height > real(0)):
            square = qx * qx + qy * qy
            if square < nearest:
                nearest = square
                near_x, near_y = qx, qy
    if deepest <= real(0):
        return deepest, face_x, face_y
    away, nx, ny = _from_point(near_x, near_y)
    if away < real(1e-9):
        return away, face_x, face_y
    return away, nx, ny
