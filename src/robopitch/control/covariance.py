"""Noise of a camera, measured with a resting robot [MI20 §4.2]."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["RestingRobot", "pooled"]

Array = NDArray[np.float64]


class RestingRobot:
    """The covariance of x, y and heading of a resting robot, updated with each sighting [MI20 §4.2].

    Unbiased: Σ̂ = Σ (X − X̄)(X − X̄)ᵀ / (n − 1). The mean is updated with the samples (Welford); [MI20] uses the
    difference of two large sums, which loses precision for a robot far from the origin. Headings are relative to the
    first one, so that there is no jump at ±π.

    For a Kalman filter, `RobotFilter(model, resting.matrix, …)`. Each camera reports its own mean position: use one
    object per camera, and `pooled`.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Start a new measurement."""
        self.count = 0
        self._mean = [0.0, 0.0, 0.0]
        self._sums = [0.0] * 6  # xx, xy, xθ, yy, yθ, θθ of deviations

    def see(self, x: float, y: float, heading: float) -> None:
        """Add a sighting."""
        self.count += 1
        mean, sums = self._mean, self._sums
        if self.count == 1:
            mean[:] = x, y, heading
            return
        before = (x - mean[0], y - mean[1], math.remainder(heading - mean[2], math.tau))
        for axis in range(3):
            mean[axis] += before[axis] / self.count
        after = [part * (1 - 1 / self.count) for part in before]
        sums[0] += before[0] * after[0]
        sums[1] += before[0] * after[1]
        sums[2] += before[0] * after[2]
        sums[3] += before[1] * after[1]
        sums[4] += before[1] * after[2]
        sums[5] += before[2] * after[2]

    @property
    def mean(self) -> tuple[float, float, float]:
        """The mean pose."""
        x, y, heading = self._mean
        return x, y, math.remainder(heading, math.tau)

    @property
    def scatter(self) -> Array:
        """Σ (X − X̄)(X − X̄)ᵀ: 3×3, m², m rad and rad²."""
        xx, xy, xt, yy, yt, tt = self._sums
        return np.array([[xx, xy, xt], [xy, yy, yt], [xt, yt, tt]])

    @property
    def matrix(self) -> Array:
        """The covariance, 3×3; an error before the second sighting."""
        return pooled([self])

    @property
    def deviations(self) -> tuple[float, float, float]:
        """Standard deviations of x, y and heading: m, m and rad."""
        x, y, heading = np.sqrt(np.diag(self.matrix)).tolist()
        return x, y, heading

    def state(self) -> list[Any]:
        """The state, in plain values."""
        return [self.count, list(self._mean), list(self._sums)]

    def load(self, state: Sequence[Any]) -> None:
        """Restore a saved state."""
        self.count, self._mean, self._sums = state[0], list(state[1]), list(state[2])


def pooled(robots: Iterable[RestingRobot]) -> Array:
    """The common covariance of several resting robots, or of one robot in several cameras.

    Each has its own mean, which uses one of its samples: Σ scatter / Σ (n − 1).
    """
    some = list(robots)
    free = sum(max(robot.count - 1, 0) for robot in some)
    if free == 0:
        raise ValueError("a covariance needs at least two sightings of a robot")
    whole: Array = sum((robot.scatter for robot in some), np.zeros((3, 3))) / free
    return whole
