"""Obstacles: moving discs, and forbidden rectangles."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Area", "Obstacles", "as_complex"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]


class Obstacles(NamedTuple):
    """Moving discs: robots, and forbidden circles, such as that around the ball while the game is stopped."""

    positions: Floats  # [obstacle, 2], m
    velocities: Floats  # [obstacle, 2], m/s
    radii: Floats  # [obstacle], m


class Area(NamedTuple):
    """A rectangle: the field, or a forbidden area. An area at a goal line should extend far beyond the line."""

    left: float  # least x, m
    right: float
    low: float  # least y
    high: float

    def grown(self, by: float) -> Area:
        """The rectangle enlarged by a border, or reduced if it is negative."""
        return Area(self.left - by, self.right + by, self.low - by, self.high + by)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is inside."""
        return self.left < x < self.right and self.low < y < self.high


def as_complex(points: Floats) -> Complexes:
    """Points ``[…, 2]`` as complex numbers: a rotation is then a product."""
    return np.ascontiguousarray(points, np.float64).view(np.complex128)[..., 0]
