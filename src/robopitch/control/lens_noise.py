"""The noise of positions that an omnidirectional camera reports, by distance."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["LensNoise"]

Polynomial = tuple[float, float, float]  # a d² + b d + c


class LensNoise(NamedTuple):
    """Deviations of range and bearing as polynomials of the distance: the mirror compresses what is far away.

    The numbers are those of the CAMBADA simulator.

    >>> LensNoise().at([1.0, 5.0]).round(3).tolist()
    [0.017, 0.149]
    """

    distance: Polynomial = (0.00825, -0.0034, 0.0072)  # m
    bearing: Polynomial = (6.6e-4, -5.3e-3, 0.025)  # rad

    def at(self, distances: ArrayLike) -> NDArray[np.float64]:
        """Deviation in any direction at these distances, m: the root of the mean of both variances."""
        d = np.asarray(distances, np.float64)
        along, across = _value(self.distance, d), d * _value(self.bearing, d)
        return np.sqrt(0.5 * (along * along + across * across))


def _value(polynomial: Polynomial, x: NDArray[np.float64]) -> NDArray[np.float64]:
    a, b, c = polynomial
    return (a * x + b) * x + c
