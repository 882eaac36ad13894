"""Occlusion: the other bodies around a robot, and what they hide from its camera."""

from __future__ import annotations

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, Ints, routine, scalar
from robopitch.sensors.rays import span_body

__all__ = ["BODY_NUMBERS", "is_hidden", "list_bodies", "misses", "span"]

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
        k = which[i]
        bodies[count, X], bodies[count, Y] = robots[s.X, i] - robots[s.X, own], robots[s.Y, i] - robots[s.Y, own]
        bodies[count, RADIUS], bodies[count, HEIGHT] = kinds[k, p.RADIUS], kinds[k, p.HEIGHT]
        bodies[count, COLUMN], bodies[count, KIND] = i, k
        count += 1
    return count


@scalar
def misses(bodies: Floats, n: int, dx: float, dy: float, limit: float) -> bool:
    """Whether a ray along the unit vector (dx, dy) misses the circle around a body, or ends before it.

    Most rays do: asking this first is what makes the search fast.
    """
    along, aside = bodies[n, X] * dx + bodies[n, Y] * dy, bodies[n, X] * dy - bodies[n, Y] * dx
    radius = bodies[n, RADIUS]
    return aside * aside >= radius * radius or along + radius <= 0.0 or along - radius >= limit


@routine
def span(robots: Floats, kinds: Floats, bodies: Floats, n: int, own: int, dx: float, dy: float) -> tuple[float, float]:
    """Where a ray from robot *own* enters and leaves a body of the list; the second is less if it misses."""
    i, k = int(bodies[n, COLUMN]), int(bodies[n, KIND])
    return span_body(robots, i, kinds, k, robots[s.X, own], robots[s.Y, own], dx, dy, _FAR)


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
        if misses(bodies, n, dx, dy, distance):
            continue
        near, far = span(robots, kinds, bodies, n, own, dx, dy)
        if near > far or near >= distance:
            continue
        lowest = min(far, distance) if z < height else near  # the line of sight sinks towards a lower point
        if height + (z - height) * lowest / distance < bodies[n, HEIGHT]:
            return True
    return False
