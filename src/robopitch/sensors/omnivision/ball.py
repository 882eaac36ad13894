"""The ball as omnidirectional vision sees it: projected onto the ground, and perhaps partly hidden."""

from __future__ import annotations

import math

import numpy as np

from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, routine, scalar
from robopitch.sensors.omnivision import numbers as c
from robopitch.sensors.omnivision.errors import is_missing, reported
from robopitch.sensors.omnivision.shadows import is_hidden

__all__ = ["find_ball", "projected_distance"]

STRIPS = 32  # of the disc of the ball, side by side: the resolution of its visible share


@scalar
def projected_distance(height: float, distance: float, above: float) -> float:
    """Distance at which a ball appears whose lowest point is *above* the ground: h d' / (h − h') [CAMBADA-sim eq. 4.1].

    height: of the camera. A ball as high as the camera appears infinitely far away
    """
    return height * distance / (height - above) if above < height else math.inf


@routine
def _visible_part(
    robots: Floats, kinds: Floats, own: int, bodies: Floats, around: int, numbers: Floats, x: float, y: float,
    apart: float, z: float,
) -> tuple[float, float]:  # fmt: skip
    """The visible share of the disc of the ball, and how far the middle of that part lies to the left of its centre."""
    radius, whole, seen, aside = numbers[c.BALL_RADIUS], 0.0, 0.0, 0.0
    for n in range(STRIPS):
        offset = (2 * n + 1 - STRIPS) / STRIPS
        length = math.sqrt(1.0 - offset * offset)  # of the strip: the disc is round
        px, py = x - offset * radius * y / apart, y + offset * radius * x / apart
        away = math.sqrt(px * px + py * py)
        whole += length
        if not is_hidden(
            robots, kinds, bodies, around, own, px / away, py / away, away, numbers[c.HEIGHT], z
        ):  # fmt: skip
            seen += length
            aside += length * offset * radius
    return seen / whole, (aside / seen if seen > 0.0 else 0.0)


@routine
def find_ball(
    robots: Floats, ball: Floats, kinds: Floats, own: int, bodies: Floats, around: int, numbers: Floats,
    start: np.uint64, index: int, found: Floats,
) -> bool:  # fmt: skip
    """Whether the ball is seen; then its place in the frame of the robot and its visible share are written."""
    x, y, z = ball[s.BALL_X] - robots[s.X, own], ball[s.BALL_Y] - robots[s.Y, own], ball[s.BALL_Z]
    apart = math.sqrt(x * x + y * y)
    if apart < 1e-6:
        return False
    away = projected_distance(numbers[c.HEIGHT], apart, max(z - numbers[c.BALL_RADIUS], 0.0))
    if not away <= numbers[c.BALL_RANGE]:
        return False
    share, aside = _visible_part(robots, kinds, own, bodies, around, numbers, x, y, apart, z)
    if share <= 0.0 or share < numbers[c.LEAST_VISIBLE] or is_missing(numbers, start, index):
        return False
    x, y = x - aside * y / apart, y + aside * x / apart
    length = math.sqrt(x * x + y * y)
    dx, dy, hx, hy = x / length, y / length, robots[s.HX, own], robots[s.HY, own]
    seen = away * length / apart
    found[0], found[1] = reported(numbers, start, index, hx * dx + hy * dy, hx * dy - hy * dx, seen)
    found[2] = share
    return True
