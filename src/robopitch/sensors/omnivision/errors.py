"""Errors of a seen point: noise of range and bearing, calibration, resolution."""

from __future__ import annotations

import math

import numpy as np

from robopitch.elementary.compiled import cos, sin
from robopitch.physics.scalar import Floats, routine, scalar
from robopitch.sensors.noise import normal_at, uniform_at
from robopitch.sensors.omnivision import numbers as c

__all__ = ["DRAWS", "is_missing", "reported"]

DRAWS = 4  # random numbers of a point
_RANGE, _BEARING, _MISSING = range(3)


@scalar
def _deviation(numbers: Floats, first: int, distance: float) -> float:
    """A standard deviation: a polynomial of the distance, and not below 0."""
    return max(numbers[first] + distance * (numbers[first + 1] + distance * numbers[first + 2]), 0.0)


@scalar
def _on_grid(value: float, step: float) -> float:
    return math.floor(value / step + 0.5) * step


@routine
def is_missing(numbers: Floats, start: np.uint64, index: int) -> bool:
    """Whether the vision software overlooks a point."""
    return numbers[c.MISSING] > 0.0 and uniform_at(start, index + _MISSING) < numbers[c.MISSING]


@routine
def reported(
    numbers: Floats, start: np.uint64, index: int, dx: float, dy: float, distance: float
) -> tuple[float, float]:
    """Where a point in direction (dx, dy), a unit vector, at a distance is reported, all in the frame of the robot."""
    away, bearing = numbers[c.SCALE] * distance, _deviation(numbers, c.BEARING_NOISE, distance)
    spread = _deviation(numbers, c.RANGE_NOISE, distance)
    if spread > 0.0:
        away = max(away + spread * normal_at(start, index + _RANGE), 0.0)
    if bearing > 0.0:
        turn = bearing * normal_at(start, index + _BEARING)
        a, b = cos(turn), sin(turn)
        dx, dy = a * dx - b * dy, b * dx + a * dy
    x, y = away * dx + numbers[c.OFFSET_X], away * dy + numbers[c.OFFSET_Y]
    step = numbers[c.RESOLUTION]
    if step > 0.0:
        return _on_grid(x, step), _on_grid(y, step)
    return x, y
