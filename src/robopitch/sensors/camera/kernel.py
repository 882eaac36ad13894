"""The ray caster: pictures of a scene, tile by tile; compiled, one thread.

Each tile has a cone that contains its rays. Only things whose bounding sphere touches the cone are tested pixel by
pixel.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robopitch.elementary.caching import cached
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, Ints, physics_digest, routine, scalar
from robopitch.sensors.camera import ray_table as r
from robopitch.sensors.camera import scene as c
from robopitch.sensors.camera import surfaces as f
from robopitch.sensors.camera.hits import FAR
from robopitch.sensors.camera.labels import Label
from robopitch.sensors.camera.ray_table import TILE, Rays
from robopitch.sensors.noise import uniform_at

__all__ = ["COUNTS", "Bytes", "Numbers", "render"]

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int32]

# Columns of the counts of a thing: pixels that it would cover alone, pixels that show it, the edges of these, and the
# sums of their columns and rows
ALONE, SHOWN, LEFT, TOP, RIGHT, BOTTOM, SUM_COLUMN, SUM_ROW = range(8)
COUNTS = 8

_WALL, _GOAL = int(Label.WALL), int(Label.GOAL)
_SIX_BYTES = 281474976710656.0  # 2⁴⁸


@routine
def _place_things(
    things: Floats, robots: Floats, ball: Floats, owner: int, own_height: float, place: Floats
) -> None:
    """Write position, heading and bounding sphere of each thing, and whether it is there."""
    for k in range(things.shape[0]):
        column = int(things[k, c.COLUMN])
        row = place[k]
        row[f.X], row[f.Y], row[f.HX], row[f.HY] = things[k, c.PLACE_X], things[k, c.PLACE_Y], 1.0, 0.0
        row[f.MIDDLE], row[f.REACH], row[f.PRESENT] = things[k, c.MIDDLE], things[k, c.REACH], 1.0
        if column == c.BALL:
            row[f.X], row[f.Y], row[f.MIDDLE] = ball[s.BALL_X], ball[s.BALL_Y], ball[s.BALL_Z]
        elif column >= 0:
            row[f.X], row[f.Y] = robots[s.X, column], robots[s.Y, column]
            row[f.HX], row[f.HY] = robots[s.HX, column], robots[s.HY, column]
            if robots[s.PRESENT, column] <= 0.0 or (column == owner and own_height <= 0.0):
                row[f.PRESENT] = 0.0


@routine
def _things_near(tile: Floats, pose: Floats, place: Floats, near: Ints) -> int:
    """List the things whose bounding sphere touches the cone of a tile; return their number."""
    ax = pose[3] * tile[r.AXIS] + pose[4] * tile[r.AXIS + 1] + pose[5] * tile[r.AXIS + 2]
    ay = pose[6] * tile[r.AXIS] + pose[7] * tile[r.AXIS + 1] + pose[8] * tile[r.AXIS + 2]
    az = pose[9] * tile[r.AXIS] + pose[10] * tile[r.AXIS + 1] + pose[11] * tile[r.AXIS + 2]
    ox = pose[0] + pose[3] * tile[r.ORIGIN] + pose[4] * tile[r.ORIGIN + 1] + pose[5] * tile[r.ORIGIN + 2]
    oy = pose[1] + pose[6] * tile[r.ORIGIN] + pose[7] * tile[r.ORIGIN + 1] + pose[8] * tile[r.ORIGIN + 2]
    oz = pose[2] + pose[9] * tile[r.ORIGIN] + pose[10] * tile[r.ORIGIN + 1] + pose[11] * tile[r.ORIGIN + 2]
    found = 0
    for k in range(place.shape[0]):
        if place[k, f.PRESENT] == 0.0:
            continue
        vx, vy, vz = place[k, f.X] - ox, place[k, f.Y] - oy, place[k, f.MIDDLE] - oz
        square, reach = vx * vx + vy * vy + vz * vz, place[k, f.REACH] + tile[r.APART]
        if square > reach * reach and tile[r.COS] > 0.0:
            apart = math.sqrt(square)
            sine = reach / apart
            cosine = math.sqrt(max(0.0, 1.0 - sine * sine))
            if ax * vx + ay * vy + az * vz < apart * (tile[r.COS] * cosine - tile[r.SIN] * sine):
                continue
        near[found] = k
        found += 1
    return found


@scalar
def _byte(value: float) -> int:
    """A colour as a byte."""
    return int(min(max(value, 0.0), 255.0) + 0.5)


@scalar
def _count(row: Ints, i: int, j: int) -> None:
    """Count a pixel that shows a thing."""
    row[SHOWN] += 1
    row[LEFT], row[TOP] = min(row[LEFT], j), min(row[TOP], i)
    row[RIGHT], row[BOTTOM] = max(row[RIGHT], j + 1), max(row[BOTTOM], i + 1)
    row[SUM_COLUMN] += j
    row[SUM_ROW] += i


def _renderer(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which becomes part of the key of Numba's disk cache."""

    @cached(error_model="numpy", nogil=True)
    def render(
        pose: Floats, rays: Rays, origins: Rays, spread: Rays, tiles: Floats, things: Floats, parts: Floats,
        vertices: Floats, patches: Floats, around: Floats, marks: Floats, first: Ints, members: Ints, grid: Floats,
        tone: Floats, start: np.uint64, robots: Floats, ball: Floats, owner: int, own_height: float, only: int,
        rows: int, image: Bytes, numbers: Numbers, counts: Ints,
    ) -> None:  # fmt: skip
        """Write the colours of a picture, the number of the thing in each pixel, and the counts of each thing.

        owner, own_height: the column of the robot that carries the camera, and up to which height it is seen
        only: make only the tiles in which this row of `things` may appear; −1: all
        rows: make only so many rows of the picture, from the top
        """
        count = things.shape[0] + 0 * digest  # used, or else it would not be part of the key
        place, near = np.empty((count, f.PLACE_NUMBERS)), np.empty(count, np.int64)
        _place_things(things, robots, ball, owner, own_height, place)
        counts[:] = 0
        for k in range(count):
            counts[k, LEFT], counts[k, TOP] = image.shape[1], image.shape[0]
        px, py, pz = pose[0], pose[1], pose[2]
        r0, r1, r2, r3, r4, r5, r6, r7, r8 = (
            pose[3], pose[4], pose[5], pose[6], pose[7], pose[8], pose[9], pose[10], pose[11],
        )  # fmt: skip
        central = origins.shape[0] == 1
        for a in range(tiles.shape[0]):
            for b in range(tiles.shape[1]):
                found, netted, wanted = 0, False, only < 0
                if tiles[a, b, r.USED] > 0.0:
                    found = _things_near(tiles[a, b], pose, place, near)
                    for n in range(found):
                        netted = netted or things[near[n], c.NETS] > 0.0
                        wanted = wanted or near[n] == only
                if not wanted:
                    continue
                for i in range(a * TILE, min(a * TILE + TILE, rows)):
                    for j in range(b * TILE, min(b * TILE + TILE, image.shape[1])):
                        ux, uy, uz = float(rays[i, j, 0]), float(rays[i, j, 1]), float(rays[i, j, 2])
                        red, green, blue = around[c.FRAME], around[c.FRAME + 1], around[c.FRAME + 2]
                        number = 0
                        if ux != 0.0 or uy != 0.0 or uz != 0.0:
                            dx, dy = r0 * ux + r1 * uy + r2 * uz, r3 * ux + r4 * uy + r5 * uz
                            dz = r6 * ux + r7 * uy + r8 * uz
                            ox, oy, oz = px, py, pz
                            if not central:
                                ux, uy, uz = float(origins[i, j, 0]), float(origins[i, j, 1]), float(origins[i, j, 2])
                                ox += r0 * ux + r1 * uy + r2 * uz
                                oy += r3 * ux + r4 * uy + r5 * uz
                                oz += r6 * ux + r7 * uy + r8 * uz
                            best, thing, part, nx, ny, nz = FAR, -1, -1, 0.0, 0.0, 0.0
                            if found > 0:
                                best, thing, part, nx, ny, nz = f.nearest_part(
                                    ox, oy, oz, dx, dy, dz, near, found, things, place, parts, vertices, owner,
                                    own_height, counts,
                                )  # fmt: skip
                            distance, number, red, green, blue = f.surroundings(
                                ox, oy, oz, dx, dy, dz, best, float(spread[i, j]), around, marks, first, members, grid,
                                tone,
                            )  # fmt: skip
                            if best < distance:
                                distance, number = best, int(things[thing, c.NUMBER])
                                red, green, blue = f.thing_colour(
                                    ox + best * dx, oy + best * dy, oz + best * dz, thing, part, nx, ny, nz, things,
                                    place, parts, patches, tone,
                                )  # fmt: skip
                                _count(counts[thing], i, j)
                            if netted:
                                share = f.net_share(
                                    ox, oy, oz, dx, dy, dz, distance, near, found, things, place, parts,
                                    around[c.NET_SHARE],
                                )  # fmt: skip
                                if share > 0.0:
                                    red += share * (around[c.NET] - red)
                                    green += share * (around[c.NET + 1] - green)
                                    blue += share * (around[c.NET + 2] - blue)
                                    number = _GOAL if number <= _WALL else number
                        red, green, blue = red * tone[f.RED], green * tone[f.GREEN], blue * tone[f.BLUE]
                        if tone[f.NOISE] > 0.0:
                            # The sum of two bytes for each colour, all of one random number
                            bits = int(uniform_at(start, i * image.shape[1] + j) * _SIX_BYTES)
                            scale = tone[f.NOISE] / 256.0
                            red += scale * ((bits & 255) + ((bits >> 8) & 255) - 255)
                            green += scale * (((bits >> 16) & 255) + ((bits >> 24) & 255) - 255)
                            blue += scale * (((bits >> 32) & 255) + ((bits >> 40) & 255) - 255)
                        image[i, j, 0], image[i, j, 1], image[i, j, 2] = _byte(red), _byte(green), _byte(blue)
                        numbers[i, j] = number

    return render


# Of all sensors, because the noise is not in this folder
render = _renderer(physics_digest() ^ physics_digest(Path(__file__).parents[1]))
