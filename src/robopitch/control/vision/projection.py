"""From places on the field to pixels and back: a projection matrix and the distortion of the lens [MI20 §2.4.1].

The camera has its x axis to the right of the picture, y down, and z forward. A point p of the field is R (p − c) there;
divided by its z it is (x, y), which the lens distorts to (x, y) (1 + k1 r² + k2 r⁴) with r² = x² + y²; the pixel is the
focal length times that, from the centre. A pixel has its centre at (column + ½, row + ½).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Projection"]

Floats = NDArray[np.float64]

_STEPS = 20  # of the iteration that removes the distortion; it ends earlier


@dataclass(frozen=True)
class Projection:
    """A calibrated camera.

    focal_length: px
    centre:     the pixel of the axis
    distortion: k1 and k2
    rotation:   ``[3, 3]``, R; its rows are the axes of the camera in the frame of the field
    position:   c, m

    >>> down = Projection(500.0, (320.0, 240.0), (0.0, 0.0), np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 2.5]))
    >>> down.pixels([[0.5, 0.25, 0.0]]).tolist()
    [[420.0, 190.0]]
    >>> down.places([[420.0, 190.0]], 0.0).tolist()
    [[0.5, 0.25]]
    """

    focal_length: float
    centre: tuple[float, float]
    distortion: tuple[float, float]
    rotation: Floats
    position: Floats

    @property
    def matrix(self) -> Floats:
        """The projection matrix ``[3, 4]``, from homogeneous places to homogeneous pixels, without distortion."""
        (across, down), f = self.centre, self.focal_length
        inner = np.array([[f, 0.0, across], [0.0, f, down], [0.0, 0.0, 1.0]])
        return inner @ np.column_stack((self.rotation, -self.rotation @ self.position))

    def pixels(self, points: ArrayLike) -> Floats:
        """Where points ``[point, (x, y, z)]`` of the field appear: ``[point, (column, row)]``."""
        seen = (np.asarray(points, np.float64) - self.position) @ self.rotation.T
        flat = seen[:, :2] / seen[:, 2:]
        return self.centre + self.focal_length * self._distorted(flat)

    def places(self, pixels: ArrayLike, height: ArrayLike) -> Floats:
        """The places ``[point, (x, y)]`` on the field that pixels show, if what they show has this height, m.

        height: one for all, or one for each
        """
        bent = (np.asarray(pixels, np.float64).reshape(-1, 2) - self.centre) / self.focal_length
        flat = bent
        for _ in range(_STEPS):
            better = flat + (bent - self._distorted(flat))
            apart = float(np.abs(better - flat).max(initial=0.0))
            flat = better
            if apart < 1e-9:
                break
        rays = np.column_stack((flat, np.ones(len(flat)))) @ self.rotation
        far = (np.asarray(height, np.float64) - self.position[2]) / rays[:, 2]
        found: Floats = self.position[:2] + far[:, None] * rays[:, :2]
        return found

    def scale(self, height: float) -> float:
        """Pixels per metre below the camera, at this height."""
        return self.focal_length / float(self.position[2] - height)

    def _distorted(self, flat: Floats) -> Floats:
        square = (flat * flat).sum(axis=1, keepdims=True)
        k1, k2 = self.distortion
        bent: Floats = flat * (1.0 + square * (k1 + k2 * square))
        return bent
