"""How noisy a camera sees a robot, measured while that rests [MI20 §4.2]."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["RestingRobot", "pooled"]

Array = NDArray[np.float64]


class RestingRobot:
    """The covariance of x, y and heading of a robot that does not move, as sightings come in [MI20 §4.2].

    Unbiased: Σ̂ = Σ (X − X̄)(X − X̄)ᵀ / (n − 1). The mean moves along with the samples (Welford), where [MI20] has the
    difference of two large sums, in which the millimetres of a robot far from the middle would get lost. Headings count
    from the first one, so that ±π is no jump.

    For a Kalman filter, `RobotFilter(model, resting.matrix, …)`. Each camera has a place of its own for a robot: use
    one of these for each, and `pooled`.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Start a new measurement."""
        self.count = 0
        self._mean = [0.0, 0.0, 0.0]
        self._sums = [0.0] * 6  # xx, xy, xθ, yy, yθ, θθ of deviations

    def see(self, x: float, y: float, heading: float) -> None:
        """One more sighting."""
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
        """Where it stands."""
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
        """All that is remembered, in plain values."""
        return [self.count, list(self._mean), list(self._sums)]

    def load(self, state: Sequence[Any]) -> None:
        """Go back to a saved state."""
        self.count, self._mean, self._sums = state[0], list(state[1]), list(state[2])


def pooled(robots: Iterable[RestingRobot]) -> Array:
    """The covariance that several resting robots, or one in several cameras, have in common.

    Each has a mean of its own, which costs it one of its samples: Σ scatter / Σ (n − 1).
    """
    some = list(robots)
    free = sum(max(robot.count - 1, 0) for robot in some)
    if free == 0:
        raise ValueError("a covariance needs at least two sightings of a robot")
    whole: Array = sum((robot.scatter for robot in some), np.zeros((3, 3))) / free
    return whole
