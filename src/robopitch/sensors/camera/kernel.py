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
from robopitch.sensors.camera import tile as f
from robopitch.sensors.camera.hits import FAR
from robopitch.sensors.camera.ray_table import TILE, Rays
from robopitch.sensors.camera.surfaces import cover_with_nets, fill_surroundings, paint_lines
from robopitch.sensors.camera.things import colour_things, meet_things
from robopitch.sensors.noise import uniform_at

__all__ = ["COUNTS", "Bytes", "Numbers", "render"]

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int32]

# Columns of the counts of a thing: pixels that it would cover alone, pixels that show it, the edges of these, and the
# sums of their columns and rows
ALONE, SHOWN, LEFT, TOP, RIGHT, BOTTOM, SUM_COLUMN, SUM_ROW = range(8)
COUNTS = 8

_SIX_BYTES = 281474976710656.0  # 2⁴⁸


@routine
def _place_things(things: Floats, robots: Floats, ball: Floats, owner: int, own_height: float, place: Floats) -> None:
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


@routine
def _turn_rays(
    pose: Floats, rays: Rays, origins: Rays, spread: Rays, top: int, bottom: int, left: int, right: int, pixels: Floats
) -> int:
    """Write the rays of a tile in the frame of the field; return the number of pixels."""
    px, py, pz, r0, r1, r2 = pose[0], pose[1], pose[2], pose[3], pose[4], pose[5]
    r3, r4, r5, r6, r7, r8 = pose[6], pose[7], pose[8], pose[9], pose[10], pose[11]
    central = origins.shape[0] == 1
    n = 0
    for i in range(top, bottom):
        for j in range(left, right):
            x, y, z = float(rays[i, j, 0]), float(rays[i, j, 1]), float(rays[i, j, 2])
            pixels[f.DX, n] = r0 * x + r1 * y + r2 * z
            pixels[f.DY, n] = r3 * x + r4 * y + r5 * z
            pixels[f.DZ, n] = r6 * x + r7 * y + r8 * z
            a, b = (0, 0) if central else (i, j)
            x, y, z = float(origins[a, b, 0]), float(origins[a, b, 1]), float(origins[a, b, 2])
            pixels[f.OX, n] = px + (r0 * x + r1 * y + r2 * z)
            pixels[f.OY, n] = py + (r3 * x + r4 * y + r5 * z)
            pixels[f.OZ, n] = pz + (r6 * x + r7 * y + r8 * z)
            pixels[f.SPREAD, n] = spread[i, j]
            n += 1
    return n


@routine
def _fill_frame(pixels: Floats, ints: Ints, around: Floats) -> None:
    """Write the colour of a tile in which the lens sees nothing."""
    for n in range(pixels.shape[1]):
        ints[f.NUMBER, n], ints[f.THING, n], pixels[f.DISTANCE, n] = 0, -1, FAR
        pixels[f.RED, n], pixels[f.GREEN, n] = around[c.FRAME], around[c.FRAME + 1]
        pixels[f.BLUE, n] = around[c.FRAME + 2]


@scalar
def _byte(value: float) -> int:
    """A colour as a byte."""
    return int(min(max(value, 0.0), 255.0) + 0.5)


@routine
def _light(pixels: Floats, n: int, i: int, j: int, height: int, width: int, tone: Floats) -> float:
    """The light of a pixel where it is uneven: over the field, and in the picture."""
    light, distance = 1.0, pixels[f.DISTANCE, n]
    if distance < FAR:
        x, y = pixels[f.OX, n] + distance * pixels[f.DX, n], pixels[f.OY, n] + distance * pixels[f.DY, n]
        light = max(0.0, 1.0 + tone[f.SLOPE_X] * x + tone[f.SLOPE_Y] * y)
    across, down = j + 0.5 - 0.5 * width, i + 0.5 - 0.5 * height
    square = 4.0 * (across * across + down * down) / (float(width) * width + float(height) * height)
    return light * (1.0 - tone[f.VIGNETTE] * square)


@routine
def _develop(
    pixels: Floats, ints: Ints, top: int, bottom: int, left: int, right: int, tone: Floats, start: np.uint64,
    image: Bytes, numbers: Numbers, counts: Ints,
) -> None:  # fmt: skip
    """Write the colours of a tile with exposure and noise, the numbers, and count the pixels that show a thing."""
    gain_red, gain_green, gain_blue, scale = tone[f.GAIN], tone[f.GAIN + 1], tone[f.GAIN + 2], tone[f.NOISE] / 256.0
    is_uneven = tone[f.SLOPE_X] != 0.0 or tone[f.SLOPE_Y] != 0.0 or tone[f.VIGNETTE] != 0.0
    n = 0
    for i in range(top, bottom):
        for j in range(left, right):
            red, green = pixels[f.RED, n] * gain_red, pixels[f.GREEN, n] * gain_green
            blue = pixels[f.BLUE, n] * gain_blue
            if is_uneven:
                light = _light(pixels, n, i, j, image.shape[0], image.shape[1], tone)
                red, green, blue = red * light, green * light, blue * light
            if scale > 0.0:
                # The sum of two bytes for each colour, all of one random number
                bits = int(uniform_at(start, i * image.shape[1] + j) * _SIX_BYTES)
                red += scale * ((bits & 255) + ((bits >> 8) & 255) - 255)
                green += scale * (((bits >> 16) & 255) + ((bits >> 24) & 255) - 255)
                blue += scale * (((bits >> 32) & 255) + ((bits >> 40) & 255) - 255)
            image[i, j, 0], image[i, j, 1], image[i, j, 2] = _byte(red), _byte(green), _byte(blue)
            numbers[i, j] = ints[f.NUMBER, n]
            k = ints[f.THING, n]
            if k >= 0:
                counts[k, SHOWN] += 1
                counts[k, LEFT], counts[k, TOP] = min(counts[k, LEFT], j), min(counts[k, TOP], i)
                counts[k, RIGHT], counts[k, BOTTOM] = max(counts[k, RIGHT], j + 1), max(counts[k, BOTTOM], i + 1)
                counts[k, SUM_COLUMN] += j
                counts[k, SUM_ROW] += i
            n += 1


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
        many = things.shape[0] + 0 * digest  # used, or else it would not be part of the key
        place, near = np.empty((many, f.PLACE_NUMBERS)), np.empty(many, np.int64)
        alone = np.zeros(many, np.int64)
        pixels, ints = np.empty((f.FLOATS, TILE * TILE)), np.empty((f.INTS, TILE * TILE), np.int64)
        _place_things(things, robots, ball, owner, own_height, place)
        counts[:] = 0
        for k in range(many):
            counts[k, LEFT], counts[k, TOP] = image.shape[1], image.shape[0]
        for a in range(tiles.shape[0]):
            top, bottom = a * TILE, min(a * TILE + TILE, rows)
            for b in range(tiles.shape[1]):
                left, right = b * TILE, min(b * TILE + TILE, image.shape[1])
                found, has_nets, wanted = 0, False, only < 0
                has_rays = tiles[a, b, r.USED] > 0.0
                if has_rays:
                    found = _things_near(tiles[a, b], pose, place, near)
                    for n in range(found):
                        has_nets = has_nets or things[near[n], c.NETS] > 0.0
                        wanted = wanted or near[n] == only
                if bottom <= top or not wanted:
                    continue
                if not has_rays:
                    _fill_frame(pixels, ints, around)
                    _develop(pixels, ints, top, bottom, left, right, tone, start, image, numbers, counts)
                    continue
                count = _turn_rays(pose, rays, origins, spread, top, bottom, left, right, pixels)
                meet_things(pixels, ints, count, near, found, things, place, parts, vertices, owner, own_height, alone)
                fill_surroundings(pixels, ints, count, around, tone)
                paint_lines(pixels, ints, count, around, marks, first, members, grid, tone)
                colour_things(pixels, ints, count, things, place, parts, patches, tone)
                if has_nets:
                    cover_with_nets(pixels, ints, count, near, found, things, place, parts, around)
                _develop(pixels, ints, top, bottom, left, right, tone, start, image, numbers, counts)
        for k in range(many):
            counts[k, ALONE] = alone[k]

    return render


# Of all sensors, because the noise is not in this folder
render = _renderer(physics_digest() ^ physics_digest(Path(__file__).parents[1]))
