"""Meshes of a compiled model as triangles, not more of them than a picture needs."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.physics.scalar import Floats

__all__ = ["Triangles", "triangles_of"]

FINEST = 64  # cells along the longest side of a mesh that has too many triangles
COARSEST = 2


class Triangles(NamedTuple):
    """A mesh."""

    corners: tuple[tuple[float, float, float], ...]  # m, in the frame of its geom
    faces: tuple[tuple[int, int, int], ...]  # numbers of corners, counter-clockwise from outside


def triangles_of(model: Any, mesh: int, most: int) -> Triangles:
    """A mesh of a model; one with more triangles than *most* is drawn coarser: near corners become one."""
    first, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
    face, faces = int(model.mesh_faceadr[mesh]), int(model.mesh_facenum[mesh])
    corners: Floats = np.array(model.mesh_vert[first : first + count], float)
    index: NDArray[Any] = np.array(model.mesh_face[face : face + faces], int)
    cells = FINEST
    while len(index) > most and cells >= COARSEST:
        corners_now, index_now = _merged(corners, index, cells)
        if len(index_now) <= most or cells == COARSEST:
            corners, index = corners_now, index_now[:most]
        cells //= 2
    return Triangles(
        tuple((x, y, z) for x, y, z in corners.round(5).tolist()), tuple((a, b, c) for a, b, c in index.tolist())
    )


def _merged(corners: Floats, index: NDArray[Any], cells: int) -> tuple[Floats, NDArray[Any]]:
    """The mesh with one corner for all in a cell of a grid, without triangles that have become lines."""
    low = corners.min(axis=0)
    side = max(float((corners.max(axis=0) - low).max()), 1e-9) / cells
    _, kept, which = np.unique(np.floor((corners - low) / side), axis=0, return_index=True, return_inverse=True)
    index = which.reshape(-1)[index]
    a, b, c = index.T
    index = index[(a != b) & (b != c) & (c != a)]
    _, first = np.unique(np.sort(index, axis=1), axis=0, return_index=True)
    return corners[kept], index[np.sort(first)]
