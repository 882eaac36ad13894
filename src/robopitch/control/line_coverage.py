"""The share of the lines around a pose that a robot sees: lines that should be there and are not contradict it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from robopitch.control.field_map import FieldLines

__all__ = ["LineCoverage"]

Floats = NDArray[np.float64]

SPACING = 0.3  # m between two samples of a line
CELL = 0.2  # m, of the raster of seen points
SIDE = 60  # cells of the raster, which covers 6 m to each side
AROUND = 2  # cells around a seen point in which a line counts as seen: rays of 6° are 0.4 m apart at 4 m
REACH = 0.75  # share of the distance of the farthest points up to which lines must be seen
FARTHEST = 4.0  # m


class LineCoverage:
    """Samples of all lines of a field, to be looked for in the points that a robot sees."""

    def __init__(self, lines: FieldLines) -> None:
        places = []
        for ax, ay, bx, by in lines.segments.tolist():
            count = max(round(math.hypot(bx - ax, by - ay) / SPACING), 1)
            share = (np.arange(count) + 0.5) / count
            places.append(np.stack((ax + share * (bx - ax), ay + share * (by - ay)), axis=1))
        for x, y, radius, start, sweep in lines.arcs.tolist():
            count = max(round(radius * sweep / SPACING), 1)
            angles = start + sweep * (np.arange(count) + 0.5) / count
            places.append(np.stack((x + radius * np.cos(angles), y + radius * np.sin(angles)), axis=1))
        self._samples: Floats = np.concatenate(places)

    def shares(self, poses: Floats, points: Floats) -> Floats:
        """The share of the lines near each pose ``[pose, 3]`` that the points ``[n, 2]`` show, 0 to 1.

        points: in the frame of the robot
        """
        raster = np.zeros((SIDE, SIDE), np.bool_)
        index = np.floor(points / CELL).astype(np.int64) + SIDE // 2
        index = index[((index >= AROUND) & (index < SIDE - AROUND)).all(axis=1)]
        steps = np.arange(-AROUND, AROUND + 1)
        raster[(index[:, :1] + steps)[:, :, None], (index[:, 1:] + steps)[:, None, :]] = True
        if len(points) == 0:
            return np.ones(len(poses))
        square = np.sort(points[:, 0] * points[:, 0] + points[:, 1] * points[:, 1])
        reach = min(REACH * math.sqrt(float(square[(9 * len(square)) // 10])), FARTHEST)
        x, y = self._samples[:, 0] - poses[:, :1], self._samples[:, 1] - poses[:, 1:2]
        near = x * x + y * y < reach * reach
        rows, columns = np.nonzero(near)
        c, s = np.cos(poses[rows, 2]), np.sin(poses[rows, 2])
        dx, dy = x[rows, columns], y[rows, columns]
        ahead = np.floor((c * dx + s * dy) / CELL).astype(np.int64) + SIDE // 2
        left = np.floor((c * dy - s * dx) / CELL).astype(np.int64) + SIDE // 2
        expected = np.bincount(rows, minlength=len(poses))
        seen = np.bincount(rows, weights=raster[ahead, left], minlength=len(poses))
        return (seen + 1.0) / (expected + 1.0)
