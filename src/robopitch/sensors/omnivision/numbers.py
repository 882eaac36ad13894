"""Settings and geometry as arrays of numbers for compiled code."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from robopitch.elementary import cos, sin
from robopitch.sensors.noise import uniform
from robopitch.sensors.omnivision.settings import OmniVisionSettings
from robopitch.spec.markings import Markings

__all__ = ["NUMBERS", "arcs_of", "numbers_of", "rays"]

Floats = NDArray[np.float64]

HEIGHT, LINE_RANGE, OBSTACLE_RANGE, BALL_RANGE, LEAST_VISIBLE, MISSING, RESOLUTION, BALL_RADIUS = range(8)
RANGE_NOISE = 8  # three coefficients
BEARING_NOISE = 11  # three coefficients
SCALE, OFFSET_X, OFFSET_Y = 14, 15, 16  # calibration: factor of ranges, and the offset of the centre
PASSES, CIRCLES = 17, 18
NUMBERS = 19

# Columns of the arcs
CENTRE_X, CENTRE_Y, RADIUS, MIDDLE_X, MIDDLE_Y, COSINE = range(6)
ARC_NUMBERS = 6


def numbers_of(settings: OmniVisionSettings, ball_radius: float, seed: int, sensor: int) -> Floats:
    """The settings as numbers. Sign and direction of the calibration errors are drawn once for each sensor."""
    numbers = np.zeros(NUMBERS)
    numbers[HEIGHT], numbers[LEAST_VISIBLE] = settings.height, settings.least_visible
    numbers[LINE_RANGE], numbers[OBSTACLE_RANGE] = settings.line_range, settings.obstacle_range
    numbers[BALL_RANGE], numbers[BALL_RADIUS] = settings.ball_range, ball_radius
    numbers[PASSES], numbers[CIRCLES] = settings.passes, settings.circles
    numbers[SCALE] = 1.0
    if settings.level == "truth":
        return numbers
    numbers[MISSING], numbers[RESOLUTION] = settings.missing, settings.resolution
    numbers[RANGE_NOISE : RANGE_NOISE + 3] = (
        settings.range_noise,
        settings.range_noise_linear,
        settings.range_noise_square,
    )
    numbers[BEARING_NOISE : BEARING_NOISE + 3] = (
        settings.bearing_noise,
        settings.bearing_noise_linear,
        settings.bearing_noise_square,
    )
    # Frames count from 1: the numbers of frame 0 belong to the calibration.
    numbers[SCALE] += settings.range_error if uniform(seed, sensor, 0, 0) < 0.5 else -settings.range_error
    direction = 2 * math.pi * uniform(seed, sensor, 0, 1)
    numbers[OFFSET_X] = settings.centre_error * cos(direction)
    numbers[OFFSET_Y] = settings.centre_error * sin(direction)
    return numbers


def rays(count: int, whole: float) -> Floats:
    """Unit vectors, ``[count, 2]``, evenly spread over the angle *whole*, the first one forward."""
    angles = [whole * index / count for index in range(count)]
    return np.array([(cos(angle), sin(angle)) for angle in angles])


def arcs_of(markings: Markings) -> Floats:
    """Arcs by the direction of their middle and the cosine of half their angle: a test of a point is then a product."""
    rows = []
    for x, y, radius, begin, sweep in markings.arcs.tolist():
        middle, half = begin + sweep / 2, sweep / 2
        # Slightly wider: the ends of an arc belong to it, and a whole circle has no gap.
        rows.append((x, y, radius, cos(middle), sin(middle), cos(half) - 1e-9))
    return np.array(rows, np.float64).reshape(len(rows), ARC_NUMBERS)
