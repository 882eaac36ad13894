"""Occlusion of the ball by robots: rays from the camera to samples on the visible disc of the ball."""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, Ints, routine, scalar

__all__ = ["COLUMN", "KIND", "visible_part"]

SAMPLES = 9  # across the disc, which contains 69 of the 81 samples

COLUMN, KIND = 0, 1  # columns of `roles`: indices of a body's state and of its outline


@scalar
def _clip(t0: float, t1: float, height: float, slope: float) -> tuple[float, float]:
    """The part of a segment, from t0 to t1, that lies below a line, from its start height above the line and its
    slope.
    """
    if slope > 0.0:
        return t0, min(t1, -height / slope)
    if slope < 0.0:
        return max(t0, -height / slope), t1
    return t0, (t1 if height <= 0.0 else t0 - 1.0)


@routine
def _crosses(kinds: Floats, k: int, x: float, y: float, dx: float, dy: float) -> bool:
    """Whether the segment from (x, y) along (dx, dy), in a robot's frame, meets its outline seen from above."""
    t0, t1 = 0.0, 1.0
    count = int(kinds[k, p.VERTICES])
    if count > 0:
        for v in range(count):
            n = v + 1 if v + 1 < count else 0
            ax, ay = kinds[k, p.VERTEX + 2 * v], kinds[k, p.VERTEX + 2 * v + 1]
            ex, ey = kinds[k, p.VERTEX + 2 * n] - ax, kinds[k, p.VERTEX + 2 * n + 1] - ay
            t0, t1 = _clip(t0, t1, (x - ax) * ey - (y - ay) * ex, dx * ey - dy * ex)
        return t0 <= t1
    t0, t1 = _clip(t0, t1, x - kinds[k, p.HULL_FRONT], dx)
    if t0 > t1:
        return False
    square = dx * dx + dy * dy
    t = min(max(-(x * dx + y * dy) / square, t0), t1) if square > 0.0 else t0
    qx, qy = x + t * dx, y + t * dy
    return qx * qx + qy * qy <= kinds[k, p.RADIUS] * kinds[k, p.RADIUS]


@routine
def _near(
    robots: Floats, kinds: Floats, roles: Ints, bx: float, by: float, bz: float, radius: float,
    cx: float, cy: float, cz: float, near: Ints,
) -> int:  # fmt: skip
    """List the robots that can stand between a ball and a camera; return their number."""
    apart = math.sqrt((cx - bx) * (cx - bx) + (cy - by) * (cy - by)) + radius
    low = bz - radius
    found = 0
    for n in range(roles.shape[0]):
        i, k = roles[n, COLUMN], roles[n, KIND]
        height = kinds[k, p.HEIGHT]
        if robots[s.PRESENT, i] <= 0.0 or height <= low:
            continue
        # At this distance from the ball, a ray is above the robot.
        reach = apart * (height - low) / (cz - low) + radius + kinds[k, p.RADIUS]
        dx, dy = robots[s.X, i] - bx, robots[s.Y, i] - by
        if dx * dx + dy * dy < reach * reach:
            near[found] = n
            found += 1
    return found


@routine
def visible_part(
    robots: Floats, kinds: Floats, roles: Ints, bx: float, by: float, bz: float, radius: float,
    cx: float, cy: float, cz: float, near: Ints,
) -> tuple[float, float, float, float]:  # fmt: skip
    """The visible share of a ball at b for a camera at c, and the centre of the visible part; the camera is above all
    robots.
    """
    found = _near(robots, kinds, roles, bx, by, bz, radius, cx, cy, cz, near)
    if found == 0:
        return 1.0, bx, by, bz
    # The disc is spanned by a horizontal direction and one that is tilted away from the camera.
    wx, wy, wz = cx - bx, cy - by, cz - bz
    level, length = math.sqrt(wx * wx + wy * wy), math.sqrt(wx * wx + wy * wy + wz * wz)
    ux, uy = (-wy / level, wx / level) if level > 1e-9 else (1.0, 0.0)
    vx, vy, vz = -wz * uy / length, wz * ux / length, (wx * uy - wy * ux) / length
    total, visible = 0, 0
    sx, sy, sz = 0.0, 0.0, 0.0
    for a in range(SAMPLES):
        for b in range(SAMPLES):
            f, g = (2 * a + 1 - SAMPLES) / SAMPLES, (2 * b + 1 - SAMPLES) / SAMPLES
            if f * f + g * g > 1.0:
                continue
            total += 1
            x = bx + radius * (f * ux + g * vx)
            y = by + radius * (f * uy + g * vy)
            z = bz + radius * g * vz
            hidden = False
            for m in range(found):
                i, k = roles[near[m], COLUMN], roles[near[m], KIND]
                if z >= kinds[k, p.HEIGHT]:
                    continue
                rise = (kinds[k, p.HEIGHT] - z) / (cz - z)
                hx, hy = robots[s.HX, i], robots[s.HY, i]
                qx, qy = x - robots[s.X, i], y - robots[s.Y, i]
                rx, ry = (cx - x) * rise, (cy - y) * rise
                if _crosses(kinds, k, hx * qx + hy * qy, hx * qy - hy * qx, hx * rx + hy * ry, hx * ry - hy * rx):
                    hidden = True
                    break
            if not hidden:
                visible += 1
                sx += x
                sy += y
                sz += z
    if visible == total:
        return 1.0, bx, by, bz
    if visible == 0:
        return 0.0, bx, by, bz
    return visible / total, sx / visible, sy / visible, sz / visible
