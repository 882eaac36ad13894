"""Meshes with no more triangles than a picture needs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from robopitch.physics.scalar import Floats

__all__ = ["thinned"]

FINEST = 64  # cells along the longest side of a mesh that has too many triangles
COARSEST = 2


def thinned(corners: Floats, faces: NDArray[Any], most: int) -> tuple[Floats, NDArray[Any]]:
    """A mesh with at most so many triangles: near corners become one until they are few enough.

    corners: ``[corner, 3]``; faces: ``[triangle, 3]``, numbers of corners
    """
    cells = FINEST
    kept, index = corners, faces
    while len(index) > most and cells >= COARSEST:
        kept, index = _merged(corners, faces, cells)
        cells //= 2
    return kept, index[:most]


def _merged(corners: Floats, faces: NDArray[Any], cells: int) -> tuple[Floats, NDArray[Any]]:
    """The mesh with one corner for all in a cell of a grid, without triangles that have become lines."""
    low = corners.min(axis=0)
    side = max(float((corners.max(axis=0) - low).max()), 1e-9) / cells
    _, kept, which = np.unique(np.floor((corners - low) / side), axis=0, return_index=True, return_inverse=True)
    faces = which.reshape(-1)[faces]
    a, b, c = faces.T
    faces = faces[(a != b) & (b != c) & (c != a)]
    _, first = np.unique(np.sort(faces, axis=1), axis=0, return_index=True)
    return corners[kept], faces[np.sort(first)]
