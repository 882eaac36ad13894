"""Occlusion: the other bodies around a robot, and what they hide from its camera."""

from __future__ import annotations

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, Ints, routine
from robopitch.sensors.rays import span_body

__all__ = ["BODY_NUMBERS", "is_hidden", "list_bodies"]

# Columns of a list of bodies: position relative to the camera, in the frame of the field
X, Y, RADIUS, HEIGHT, COLUMN, KIND = range(6)
BODY_NUMBERS = 6

_FAR = 1e4  # m: beyond everything


@routine
def list_bodies(robots: Floats, which: Ints, kinds: Floats, own: int, bodies: Floats) -> int:
    """List the bodies on the field other than *own*; return their number."""
    count = 0
    for i in range(which.shape[0]):
        if i == own or robots[s.PRESENT, i] <= 0.0:
            continue
        row, k = bodies[count], which[i]
        row[X], row[Y] = robots[s.X, i] - robots[s.X, own], robots[s.Y, i] - robots[s.Y, own]
        row[RADIUS], row[HEIGHT], row[COLUMN], row[KIND] = kinds[k, p.RADIUS], kinds[k, p.HEIGHT], i, k
        count += 1
    return count


@routine
def near_and_far(
    robots: Floats, kinds: Floats, body: Floats, own: int, dx: float, dy: float, limit: float
) -> tuple[float, float]:
    """Where a ray from robot *own* along the unit vector (dx, dy) enters and leaves a body; near > far: nowhere before
    the limit.
    """
    along, aside = body[X] * dx + body[Y] * dy, body[X] * dy - body[Y] * dx
    radius = body[RADIUS]
    if along + radius <= 0.0 or along - radius >= limit or aside * aside >= radius * radius:
        return 1.0, 0.0
    x, y = robots[s.X, own], robots[s.Y, own]
    return span_body(robots, int(body[COLUMN]), kinds, int(body[KIND]), x, y, dx, dy, _FAR)


@routine
def is_hidden(
    robots: Floats, kinds: Floats, bodies: Floats, count: int, own: int, dx: float, dy: float, distance: float,
    height: float, z: float,
) -> bool:  # fmt: skip
    """Whether a body hides a point from the camera of robot *own*.

    dx, dy, distance: where the point lies, in the frame of the field
    height, z:        of the camera and of the point. A body lower than the camera has a shadow of finite length;
                      [CAMBADA-sim §4.5.1] assumes equal heights, and a shadow to the horizon
    """
    for n in range(count):
        near, far = near_and_far(robots, kinds, bodies[n], own, dx, dy, distance)
        if near > far or near >= distance:
            continue
        lowest = min(far, distance) if z < height else near  # the line of sight sinks towards a lower point
        if height + (z - height) * lowest / distance < bodies[n, HEIGHT]:
            return True
    return False
