"""Cameras that disagree: each sees things a bit too far from its middle, or too near.

Not in the documents: [MI20] has one camera. Where the fields of two overlap, both see the same robot at the same
moment, in different places; from that follows by how much each stretches its picture, and hence where things are
elsewhere too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["CameraScales"]

Array = NDArray[np.float64]


class CameraScales:
    """Learns by how much each camera stretches distances from the point below it, and takes it out.

    feet:    x and y of the points below the cameras, as their geometry says
    noise:   m, deviation of a sighting
    usual:   deviation of the scales of usual cameras; until something was seen twice they are taken to be right

    A camera with the scale k sees at p from its foot what is at (1 − k) p. Two that see the same thing, at p₁ and p₂
    from their feet, differ by k₁ p₁ − k₂ p₂: least squares over all that was seen twice.
    """

    def __init__(self, feet: ArrayLike, noise: float = 0.0015, usual: float = 0.005) -> None:
        self._feet: Array = np.array(feet, np.float64).reshape(-1, 2)
        self._weight = 1 / (2 * noise * noise)
        self._information: Array = np.eye(len(self._feet)) / (usual * usual)
        self._vector = np.zeros(len(self._feet))
        self._scales: Array = np.zeros(len(self._feet))

    @property
    def scales(self) -> Array:
        """k of each camera, 0 for one that sees right."""
        return self._scales.copy()

    def compare(self, cameras: ArrayLike, places: ArrayLike, others: ArrayLike, other_places: ArrayLike) -> None:
        """Things that two cameras saw at the same moment: camera and ``[thing, (x, y)]``, both twice."""
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
        """Where things are that cameras saw there: ``[thing, (x, y)]``."""
        which: NDArray[np.intp] = np.asarray(cameras, np.intp)
        seen: Array = np.asarray(places, np.float64)
        return seen - self._scales[which][..., None] * (seen - self._feet[which])

    def correct_one(self, camera: int, x: float, y: float) -> tuple[float, float]:
        """The same for one thing: a few times cheaper."""
        k, (foot_x, foot_y) = float(self._scales[camera]), self._feet[camera].tolist()
        return x - k * (x - foot_x), y - k * (y - foot_y)

    def state(self) -> list[Any]:
        """All that is remembered, in plain values."""
        return [self._information.tolist(), self._vector.tolist(), self._scales.tolist()]

    def load(self, state: Sequence[Any]) -> None:
        """Go back to a saved state."""
        self._information, self._vector, self._scales = (np.array(part) for part in state)
