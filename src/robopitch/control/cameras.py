"""Scale errors of cameras: each reports objects slightly too far from its centre, or too near.

This method is ours: [MI20] has one camera. Where the areas of two cameras overlap, both see the same robot at the same
time in different positions. From that follow the scale errors of both, and the true positions elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["CameraScales"]

Array = NDArray[np.float64]


class CameraScales:
    """Estimates by how much each camera stretches distances from the point below it, and corrects it.

    feet:    x and y of the points below the cameras, as their geometry says
    noise:   m, deviation of a sighting
    usual:   deviation of the scales of usual cameras; until an object was seen by two cameras, the scales are 0

    A camera with the scale k reports an object at (1 − k) p from its foot point at p. Two cameras that see the same
    object, at p₁ and p₂ from their foot points, differ by k₁ p₁ − k₂ p₂: least squares over all pairs.
    """

    def __init__(self, feet: ArrayLike, noise: float = 0.0015, usual: float = 0.005) -> None:
        self._feet: Array = np.array(feet, np.float64).reshape(-1, 2)
        self._weight = 1 / (2 * noise * noise)
        self._information: Array = np.eye(len(self._feet)) / (usual * usual)
        self._vector = np.zeros(len(self._feet))
        self._scales: Array = np.zeros(len(self._feet))

    @property
    def scales(self) -> Array:
        """The scale k of each camera, 0 for an exact one."""
        return self._scales.copy()

    def compare(self, cameras: ArrayLike, places: ArrayLike, others: ArrayLike, other_places: ArrayLike) -> None:
        """Process objects that two cameras saw at the same time: camera and ``[object, (x, y)]`` of each."""
        one: NDArray[np.intp] = np.asarray(cameras, np.intp)
        two: NDArray[np.intp] = np.asarray(others, np.intp)
        first, second = np.asarray(places, np.float64), np.asarray(other_places, np.float64)
        for axis in range(2):
            slopes = np.zeros((len(one), len(self._feet)))
            rows = np.arange(len(one))
            slopes[rows, one] = first[:, axis] - self._feet[one, axis]
            slopes[rows, two] -= second[:, axis] - self._feet[two, axis]
            self._information += self._weight * slopes.T @ slopes
            self._vector += self._weight * slopes.T @ (first[:, axis] - second[:, axis])
        self._scales = np.asarray(np.linalg.solve(self._information, self._vector), np.float64)

    def correct(self, cameras: ArrayLike, places: ArrayLike) -> Array:
        """Corrected positions of objects: ``[object, (x, y)]``."""
        which: NDArray[np.intp] = np.asarray(cameras, np.intp)
        seen: Array = np.asarray(places, np.float64)
        return seen - self._scales[which][..., None] * (seen - self._feet[which])

    def correct_one(self, camera: int, x: float, y: float) -> tuple[float, float]:
        """The same for one object, a few times faster."""
        k, (foot_x, foot_y) = float(self._scales[camera]), self._feet[camera].tolist()
        return x - k * (x - foot_x), y - k * (y - foot_y)

    def state(self) -> list[Any]:
        """The state, in plain values."""
        return [self._information.tolist(), self._vector.tolist(), self._scales.tolist()]

    def load(self, state: Sequence[Any]) -> None:
        """Restore a saved state."""
        self._information, self._vector, self._scales = (np.array(part) for part in state)
