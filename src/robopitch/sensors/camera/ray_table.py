"""The table of rays of a lens: computed once, then used for every picture; compiled."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robopitch.elementary.caching import cached
from robopitch.physics.scalar import Floats, physics_digest, routine
from robopitch.sensors.camera.lens import Lens, ray_of

__all__ = ["TILE", "RayTable", "Rays"]

Rays = NDArray[np.float32]

TILE = 16  # px
# Columns of a tile: middle direction, cosine and sine of the angle of the cone around it that contains all rays, middle
# of the origins of the rays, their greatest distance from it, and whether any pixel has a ray
AXIS, COS, SIN, ORIGIN, APART, USED = 0, 3, 4, 5, 8, 9
TILE_NUMBERS = 10


class RayTable:
    """The rays of all pixels of a lens, in the frame of its mount.

    rays:    unit vectors ``[row, column, 3]``; zero where the lens sees nothing
    origins: where each ray begins, or one origin ``[1, 1, 3]`` for all
    spread:  mean angle between a pixel and its neighbours, rad
    tiles:   a cone around the rays of each tile of `TILE` × `TILE` pixels
    """

    def __init__(self, lens: Lens) -> None:
        height, width = lens.height, lens.width
        self.lens = lens
        self.rays: Rays = np.empty((height, width, 3), np.float32)
        self.spread: Rays = np.empty((height, width), np.float32)
        viewpoint = lens.viewpoint
        self.origins: Rays = np.zeros((height, width, 3) if viewpoint is None else (1, 1, 3), np.float32)
        if viewpoint is not None:
            self.origins[0, 0] = viewpoint
        self.tiles: Floats = np.empty((math.ceil(height / TILE), math.ceil(width / TILE), TILE_NUMBERS))
        fill_table(np.array(lens.numbers, np.float64), self.rays, self.origins, self.spread, self.tiles)


@routine
def _fill_tile(rays: Rays, origins: Rays, row: int, column: int, tile: Floats) -> None:
    """Compute the cone of a tile from its rays."""
    ax, ay, az, ox, oy, oz, count = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0
    bottom, right = min(row + TILE, rays.shape[0]), min(column + TILE, rays.shape[1])
    central = origins.shape[0] == 1
    for i in range(row, bottom):
        for j in range(column, right):
            if rays[i, j, 0] == 0.0 and rays[i, j, 1] == 0.0 and rays[i, j, 2] == 0.0:
                continue
            count += 1
            ax, ay, az = ax + rays[i, j, 0], ay + rays[i, j, 1], az + rays[i, j, 2]
            if not central:
                ox, oy, oz = ox + origins[i, j, 0], oy + origins[i, j, 1], oz + origins[i, j, 2]
    tile[:] = 0.0
    if count == 0:
        return
    tile[USED] = 1.0
    length = math.sqrt(ax * ax + ay * ay + az * az)
    if length < 1e-6 * count:  # all around: any axis does, because the cone is the whole space
        ax, ay, az, length = 1.0, 0.0, 0.0, 1.0
    ax, ay, az = ax / length, ay / length, az / length
    ox, oy, oz = ox / count, oy / count, oz / count
    if central:
        ox, oy, oz = float(origins[0, 0, 0]), float(origins[0, 0, 1]), float(origins[0, 0, 2])
    least, apart = 1.0, 0.0
    for i in range(row, bottom):
        for j in range(column, right):
            if rays[i, j, 0] == 0.0 and rays[i, j, 1] == 0.0 and rays[i, j, 2] == 0.0:
                continue
            least = min(least, ax * rays[i, j, 0] + ay * rays[i, j, 1] + az * rays[i, j, 2])
            if not central:
                ex, ey, ez = origins[i, j, 0] - ox, origins[i, j, 1] - oy, origins[i, j, 2] - oz
                apart = max(apart, math.sqrt(ex * ex + ey * ey + ez * ez))
    least -= 1e-6  # more than the rounding of the table
    tile[AXIS], tile[AXIS + 1], tile[AXIS + 2], tile[COS] = ax, ay, az, least
    tile[SIN] = math.sqrt(max(0.0, 1.0 - least * least))
    tile[ORIGIN], tile[ORIGIN + 1], tile[ORIGIN + 2], tile[APART] = ox, oy, oz, apart + 1e-6


@routine
def _angle(lens: Floats, u: float, v: float, du: float, dv: float, dx: float, dy: float, dz: float) -> float:
    """The angle, nearly, between a ray and the one half a pixel beside it, on either side; 0 if there is none."""
    found, _, _, _, ex, ey, ez = ray_of(lens, u + du, v + dv)
    if not found:
        found, _, _, _, ex, ey, ez = ray_of(lens, u - du, v - dv)
    if not found:
        return 0.0
    return math.sqrt((ex - dx) * (ex - dx) + (ey - dy) * (ey - dy) + (ez - dz) * (ez - dz))


def _filler(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which becomes part of the key of Numba's disk cache."""

    @cached(error_model="numpy", nogil=True)
    def fill_table(lens: Floats, rays: Rays, origins: Rays, spread: Rays, tiles: Floats) -> None:
        """Fill the table of a lens with these numbers."""
        height, width = rays.shape[0], rays.shape[1] + 0 * digest  # used, or else it would not be part of the key
        central = origins.shape[0] == 1
        for i in range(height):
            for j in range(width):
                u, v = j + 0.5, i + 0.5
                found, ox, oy, oz, dx, dy, dz = ray_of(lens, u, v)
                rays[i, j, 0], rays[i, j, 1], rays[i, j, 2], spread[i, j] = dx, dy, dz, 0.0
                if found:
                    spread[i, j] = _angle(lens, u, v, 0.5, 0.0, dx, dy, dz) + _angle(lens, u, v, 0.0, 0.5, dx, dy, dz)
                    if not central:
                        origins[i, j, 0], origins[i, j, 1], origins[i, j, 2] = ox, oy, oz
        for a in range(tiles.shape[0]):
            for b in range(tiles.shape[1]):
                _fill_tile(rays, origins, a * TILE, b * TILE, tiles[a, b])

    return fill_table


fill_table = _filler(physics_digest() ^ physics_digest(Path(__file__).parent))
