"""Where a ray meets a part of a thing, in the frame of the thing; compiled.

Each function returns the distance along the unit ray, `FAR` if the ray misses the part or begins inside it, and the
normal of the surface there.
"""

from __future__ import annotations

import math

from robopitch.physics.scalar import Floats, routine, scalar
from robopitch.sensors.camera import shapes as p

__all__ = ["FAR", "hit_cut_disc", "hit_net", "hit_prism", "hit_sphere", "hit_wall"]

FAR = 1e30


@scalar
def hit_sphere(ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, radius: float) -> float:
    """Distance to a sphere around the origin; its normal is the direction of the point."""
    along = ox * dx + oy * dy + oz * dz
    root = along * along - (ox * ox + oy * oy + oz * oz - radius * radius)
    if not root > 0.0:
        return FAR
    t = -along - math.sqrt(root)
    return t if t > 0.0 else FAR


@scalar
def _between(
    t0: float, t1: float, oz: float, dz: float, low: float, high: float
) -> tuple[float, float, float]:  # fmt: skip
    """The part of a ray, from t0 to t1, between two heights; and the vertical normal where it enters, 0 at a side."""
    if dz > 0.0:
        enter, leave, normal = (low - oz) / dz, (high - oz) / dz, -1.0
    elif dz < 0.0:
        enter, leave, normal = (high - oz) / dz, (low - oz) / dz, 1.0
    elif oz < low or oz > high:
        return t0, -FAR, 0.0
    else:
        return t0, t1, 0.0
    if enter > t0:
        return enter, min(t1, leave), normal
    return t0, min(t1, leave), 0.0


@routine
def hit_cut_disc(
    ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, part: Floats, high: float
) -> tuple[float, float, float, float]:
    """A vertical cylinder with a flat side, up to a height."""
    radius = part[p.RADIUS]
    a, b, c = dx * dx + dy * dy, ox * dx + oy * dy, ox * ox + oy * oy - radius * radius
    t0, t1 = -FAR, FAR
    if a > 1e-18:
        root = b * b - a * c
        if not root > 0.0:
            return FAR, 0.0, 0.0, 0.0
        root = math.sqrt(root)
        t0, t1 = (-b - root) / a, (root - b) / a
    elif c > 0.0:
        return FAR, 0.0, 0.0, 0.0
    above = part[p.CUT_X] * ox + part[p.CUT_Y] * oy - part[p.CUT]
    slope = part[p.CUT_X] * dx + part[p.CUT_Y] * dy
    flat = False
    if slope > 0.0:
        t1 = min(t1, -above / slope)
    elif slope < 0.0:
        if -above / slope > t0:
            t0, flat = -above / slope, True
    elif above > 0.0:
        return FAR, 0.0, 0.0, 0.0
    t0, t1, nz = _between(t0, t1, oz, dz, part[p.LOW], high)
    if not (t0 < t1 and t0 > 0.0):
        return FAR, 0.0, 0.0, 0.0
    if nz != 0.0:
        return t0, 0.0, 0.0, nz
    if flat:
        return t0, part[p.CUT_X], part[p.CUT_Y], 0.0
    return t0, (ox + t0 * dx) / radius, (oy + t0 * dy) / radius, 0.0


@routine
def hit_prism(
    ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, part: Floats, vertices: Floats, high: float
) -> tuple[float, float, float, float]:
    """A vertical prism over a convex polygon, up to a height."""
    first, count = int(part[p.VERTEX]), int(part[p.VERTICES])
    t0, t1 = -FAR, FAR
    nx, ny = 0.0, 0.0
    for v in range(count):
        n = v + 1 if v + 1 < count else 0
        ax, ay = vertices[first + v, 0], vertices[first + v, 1]
        ex, ey = vertices[first + n, 0] - ax, vertices[first + n, 1] - ay
        above, slope = (ox - ax) * ey - (oy - ay) * ex, dx * ey - dy * ex
        if slope > 0.0:
            t1 = min(t1, -above / slope)
        elif slope < 0.0:
            if -above / slope > t0:
                t0, nx, ny = -above / slope, ey, -ex
        elif above > 0.0:
            return FAR, 0.0, 0.0, 0.0
    t0, t1, nz = _between(t0, t1, oz, dz, part[p.LOW], high)
    if not (t0 < t1 and t0 > 0.0):
        return FAR, 0.0, 0.0, 0.0
    if nz != 0.0:
        return t0, 0.0, 0.0, nz
    length = math.sqrt(nx * nx + ny * ny)
    return t0, nx / length, ny / length, 0.0


@routine
def hit_net(ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, part: Floats) -> float:
    """Distance to a rectangle across an axis."""
    axis = int(part[p.AXIS])
    start, speed = (ox, dx) if axis == 0 else (oy, dy) if axis == 1 else (oz, dz)
    if speed == 0.0:
        return FAR
    t = (part[p.RADIUS] - start) / speed
    if not t > 0.0:
        return FAR
    first = oy + t * dy if axis == 0 else ox + t * dx
    second = oy + t * dy if axis == 2 else oz + t * dz
    if first < part[p.FIRST_LOW] or first > part[p.FIRST_HIGH]:
        return FAR
    if second < part[p.SECOND_LOW] or second > part[p.SECOND_HIGH]:
        return FAR
    return t


@routine
def hit_wall(
    ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, x: float, y: float, height: float
) -> tuple[float, float, float]:
    """Distance to the wall around the rectangle |x|, |y|, seen from inside or outside, and its normal in the plane."""
    t0, t1 = -FAR, FAR
    nx0, ny0, nx1, ny1 = 0.0, 0.0, 0.0, 0.0
    if dx != 0.0:
        side = 1.0 if dx > 0.0 else -1.0
        t0, t1 = (-side * x - ox) / dx, (side * x - ox) / dx
        nx0, nx1 = -side, -side
    elif abs(ox) > x:
        return FAR, 0.0, 0.0
    if dy != 0.0:
        side = 1.0 if dy > 0.0 else -1.0
        enter, leave = (-side * y - oy) / dy, (side * y - oy) / dy
        if enter > t0:
            t0, nx0, ny0 = enter, 0.0, -side
        if leave < t1:
            t1, nx1, ny1 = leave, 0.0, -side
    elif abs(oy) > y:
        return FAR, 0.0, 0.0
    if not t0 < t1:
        return FAR, 0.0, 0.0
    if t0 > 0.0:
        z = oz + t0 * dz
        if 0.0 <= z <= height:
            return t0, nx0, ny0
    if t1 > 0.0:
        z = oz + t1 * dz
        if 0.0 <= z <= height:
            return t1, nx1, ny1
    return FAR, 0.0, 0.0
