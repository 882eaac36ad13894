"""Where a ray meets a shape, in the frame of the thing; compiled, on numbers alone.

Each function returns the distance along the unit ray, `FAR` if the ray misses the shape or begins inside it; most of
them also the normal of the surface there.
"""

from __future__ import annotations

import math

from robopitch.physics.scalar import scalar

__all__ = ["FAR", "between", "hit_cone", "hit_cut_disc", "hit_net", "hit_sphere", "hit_wall"]

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
def between(t0: float, t1: float, oz: float, dz: float, low: float, high: float) -> tuple[float, float, float]:
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


@scalar
def hit_cut_disc(
    ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, low: float, high: float, radius: float,
    cut_x: float, cut_y: float, cut: float,
) -> tuple[float, float, float, float]:  # fmt: skip
    """A vertical cylinder between two heights, with a flat side where cut_x x + cut_y y = cut."""
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
    above, slope = cut_x * ox + cut_y * oy - cut, cut_x * dx + cut_y * dy
    flat = False
    if slope > 0.0:
        t1 = min(t1, -above / slope)
    elif slope < 0.0:
        if -above / slope > t0:
            t0, flat = -above / slope, True
    elif above > 0.0:
        return FAR, 0.0, 0.0, 0.0
    t0, t1, nz = between(t0, t1, oz, dz, low, high)
    if not (t0 < t1 and t0 > 0.0):
        return FAR, 0.0, 0.0, 0.0
    if nz != 0.0:
        return t0, 0.0, 0.0, nz
    if flat:
        return t0, cut_x, cut_y, 0.0
    return t0, (ox + t0 * dx) / radius, (oy + t0 * dy) / radius, 0.0


@scalar
def hit_cone(
    ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, low: float, high: float, radius: float,
    taper: float,
) -> tuple[float, float, float, float]:  # fmt: skip
    """A cone that is cut off at two heights: its radius at the lower one, and how much of it is lost per height."""
    enter, leave, nz = between(-FAR, FAR, oz, dz, low, high)
    # Along the ray, the radius of the cone is wide + more t.
    wide, more = radius - taper * (oz - low), -taper * dz
    a, b = dx * dx + dy * dy - more * more, ox * dx + oy * dy - wide * more
    c = ox * ox + oy * oy - wide * wide
    if enter < leave and enter > 0.0 and enter * (a * enter + 2.0 * b) + c < 0.0:
        return enter, 0.0, 0.0, nz
    root = b * b - a * c
    if not (enter < leave and root > 0.0):
        return FAR, 0.0, 0.0, 0.0
    root = math.sqrt(root)
    # Between the heights it is convex: the first crossing of its side is where the ray enters.
    t = -0.5 * c / b
    if abs(a) > 1e-12:
        first, second = (-b - root) / a, (root - b) / a
        t, second = min(first, second), max(first, second)
        t = t if t > enter else second
    if not (t > enter and t < leave and t > 0.0):
        return FAR, 0.0, 0.0, 0.0
    slant = math.sqrt(1.0 + taper * taper)
    across = max(wide + more * t, 1e-9) * slant
    return t, (ox + t * dx) / across, (oy + t * dy) / across, taper / slant


@scalar
def hit_net(
    ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, axis: int, place: float, first_low: float,
    first_high: float, second_low: float, second_high: float,
) -> float:  # fmt: skip
    """Distance to a rectangle across an axis, within limits on the two other axes."""
    start, speed = (ox, dx) if axis == 0 else (oy, dy) if axis == 1 else (oz, dz)
    if speed == 0.0:
        return FAR
    t = (place - start) / speed
    first = oy + t * dy if axis == 0 else ox + t * dx
    second = oy + t * dy if axis == 2 else oz + t * dz
    inside = first_low <= first <= first_high and second_low <= second <= second_high
    return t if t > 0.0 and inside else FAR


@scalar
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
    if t0 > 0.0 and 0.0 <= oz + t0 * dz <= height:
        return t0, nx0, ny0
    if t1 > 0.0 and 0.0 <= oz + t1 * dz <= height:
        return t1, nx1, ny1
    return FAR, 0.0, 0.0
