"""Camera reports of a field: the compiled kernel of `Vision.look`."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from robopitch.elementary.caching import cached
from robopitch.elementary.compiled import atan2
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, Ints, physics_digest, routine, scalar
from robopitch.sensors.noise import normal_at, stream, uniform_at
from robopitch.sensors.overhead import camera as c
from robopitch.sensors.overhead.coverage import outness, within
from robopitch.sensors.overhead.occlusion import COLUMN, KIND, visible_part

__all__ = ["BLUE", "OBSTACLE", "REALISM_NUMBERS", "YELLOW", "see"]

# ---- roles: a row for each body, blue first, then yellow, then obstacles (COLUMN, KIND in occlusion.py) ------------
TEAM, ID = 2, 3
BLUE, YELLOW, OBSTACLE = 0, 1, 2

# ---- realism -------------------------------------------------------------------------------------------------------
BALL_SD, AREA_SD, HIDES, LEAST_VISIBLE, OVERLAP, OFFSET = range(6)
FALSE_BALLS, MISSING_BALL, MISSING_ROBOT, VANISH_BALL, VANISH_ROBOT, VANISH_TIME, SPREAD = 6, 7, 8, 9, 10, 12, 13
ERROR = 14  # x, y, z from the published position of a camera to the true one
ROOT = 17  # of the robots' covariance: six numbers of a lower triangle, row by row
BALL_RADIUS = 23
ROTATED_START, ROTATED_STOP = 24, 25
REALISM_NUMBERS = 26

# ---- results: rows in the order of the fields of SeenBall and SeenRobot ---------------------------------------------
BALL_NUMBERS = 6

# ---- numbers of the noise: each object has its own ------------------------------------------------------------------
_DRAWS = 16
_BALL, _SHUFFLE = 0, 1024  # blocks of the ball and of the shuffle; robots have all others
_MISSING, _X, _Y, _THIRD, _CONFIDENCE = range(5)  # the third: heading of a robot, area of a ball
_FALSE, _FALSE_BALL = 5, 6  # whether there is a false ball, and the numbers of that ball
_ROTATED = 11  # whether a robot is seen a second time, and from here on the numbers of that sighting
_ALL_CAMERAS = 1 << 20  # replaces the number of a camera where all cameras are meant

_LONGEST = 1000  # frames before the present one, beyond which nothing was mistaken
# The number whose pattern is that of each number turned by a quarter to the left. A pattern is four spots, pink (0) or
# green (1), clockwise from the front left: 0001 1001 1101 0101 0010 1010 1110 0110 1111 0000 0011 1100 1011 1000 0111
# 0100 for the numbers 0 to 15; turned to the left, the last spot comes first.
_TURNED = (13, 11, 6, 5, 0, 3, 14, 10, 8, 9, 1, 7, 2, 15, 12, 4)


@scalar
def _in_picture(camera: Floats, x: float, y: float, z: float) -> bool:
    """Whether a point is in the picture; a picture of size 0 has no limits."""
    depth = camera[c.ROTATION + 6] * x + camera[c.ROTATION + 7] * y + camera[c.ROTATION + 8] * z + camera[c.SHIFT + 2]
    if not depth > 0.0:
        return False
    # Distortion moves a pixel towards the centre: a point that is inside without it needs no root to be found.
    u, v = c.undistorted(camera, x, y, z)
    if _inside(camera, u, v) and _inside(camera, camera[c.CENTRE_X], camera[c.CENTRE_Y]):
        return True
    u, v = c.pixel_of(camera, x, y, z)
    return _inside(camera, u, v)


@scalar
def _inside(camera: Floats, u: float, v: float) -> bool:
    """Whether a pixel is in the picture; a picture of size 0 has no limits."""
    wide = camera[c.WIDTH] <= 0.0 or (u >= 0.0 and u <= camera[c.WIDTH])
    return wide and (camera[c.HEIGHT] <= 0.0 or (v >= 0.0 and v <= camera[c.HEIGHT]))


@routine
def _spot(
    camera: Floats, edges: Floats, realism: Floats, x: float, y: float, z: float, plane: float
) -> tuple[bool, float, float]:
    """Whether a point belongs to a camera, and where the camera reports it: on the plane, along the ray from its true
    position.

    A camera calibrated with the lines of the field has accurate directions even if its own position is inaccurate.
    """
    tx, ty = camera[c.POSITION] + realism[ERROR], camera[c.POSITION + 1] + realism[ERROR + 1]
    tz = camera[c.POSITION + 2] + realism[ERROR + 2]
    if not (tz > z + 1e-3 and tz > plane + 1e-3):
        return False, x, y
    if z != plane:
        stretch = (tz - plane) / (tz - z)
        x, y = tx + (x - tx) * stretch, ty + (y - ty) * stretch
    dx, dy = x - camera[c.POSITION], y - camera[c.POSITION + 1]
    if not (within(edges, dx, dy, realism[OVERLAP]) and _in_picture(camera, x, y, plane)):
        return False, x, y
    apart = math.sqrt(dx * dx + dy * dy)
    if realism[OFFSET] > 0.0 and apart > 0.0:
        out = realism[OFFSET] * outness(edges, dx, dy) / apart
        x, y = x + dx * out, y + dy * out
    return True, x, y


@scalar
def _centroid(pixel: tuple[float, float]) -> tuple[float, float]:
    """A pixel coordinate as image processing reports it: in sixteenths, which also compress better."""
    return math.floor(16.0 * pixel[0] + 0.5) / 16.0, math.floor(16.0 * pixel[1] + 0.5) / 16.0


@routine
def _write_ball(
    camera: Floats, realism: Floats, start: np.uint64, draw: int, x: float, y: float, z: float, square: float,
    share: float, row: Floats,
) -> None:  # fmt: skip
    """Write a ball reported at x, y in the plane z; *square* is the squared distance from the camera."""
    if realism[BALL_SD] > 0.0:
        x += realism[BALL_SD] * normal_at(start, draw + _X)
        y += realism[BALL_SD] * normal_at(start, draw + _Y)
    area = math.pi * camera[c.FOCAL] * camera[c.FOCAL] * realism[BALL_RADIUS] * realism[BALL_RADIUS] * share / square
    if realism[AREA_SD] > 0.0:
        area += realism[AREA_SD] * normal_at(start, draw + _THIRD)
    u, v = _centroid(c.pixel_of(camera, x, y, z))
    row[0], row[1], row[2], row[3] = x, y, u, v
    row[4] = max(area, 1.0)
    row[5] = share * (1.0 - realism[SPREAD] * uniform_at(start, draw + _CONFIDENCE))


@routine
def _write_robot(
    camera: Floats, realism: Floats, start: np.uint64, draw: int, number: int, x: float, y: float, z: float,
    heading: float, row: Floats,
) -> None:  # fmt: skip
    if realism[ROOT] > 0.0 or realism[ROOT + 2] > 0.0 or realism[ROOT + 5] > 0.0:
        a, b, e = normal_at(start, draw + _X), normal_at(start, draw + _Y), normal_at(start, draw + _THIRD)
        x += realism[ROOT] * a
        y += realism[ROOT + 1] * a + realism[ROOT + 2] * b
        heading += realism[ROOT + 3] * a + realism[ROOT + 4] * b + realism[ROOT + 5] * e
        heading -= 2.0 * math.pi * math.floor((heading + math.pi) / (2.0 * math.pi))
    u, v = _centroid(c.pixel_of(camera, x, y, z))
    row[0], row[1], row[2], row[3], row[4], row[5], row[6] = number, x, y, heading, u, v, z
    row[7] = 1.0 - realism[SPREAD] * uniform_at(start, draw + _CONFIDENCE)


@routine
def _see_balls(
    camera: Floats, edges: Floats, realism: Floats, start: np.uint64, together: np.uint64, robots: Floats,
    ball: Floats, kinds: Floats, roles: Ints, near: Ints, rows: Floats, first: int,
) -> int:  # fmt: skip
    """Write the balls that a camera reports, from row *first* on; return their number."""
    radius, count = realism[BALL_RADIUS], 0
    bx, by, bz = ball[s.BALL_X], ball[s.BALL_Y], ball[s.BALL_Z]
    tx, ty = camera[c.POSITION] + realism[ERROR], camera[c.POSITION + 1] + realism[ERROR + 1]
    tz = camera[c.POSITION + 2] + realism[ERROR + 2]
    gone = uniform_at(together, _BALL) < realism[VANISH_BALL]
    if not gone and uniform_at(start, _BALL + _MISSING) >= realism[MISSING_BALL] and tz > bz + radius:
        share, x, y, z = 1.0, bx, by, bz
        if realism[HIDES] > 0.0:
            share, x, y, z = visible_part(robots, kinds, roles, bx, by, bz, radius, tx, ty, tz, near)
        if share > 0.0 and share >= realism[LEAST_VISIBLE]:
            seen, x, y = _spot(camera, edges, realism, x, y, z, radius)
            if seen:
                square = (tx - bx) * (tx - bx) + (ty - by) * (ty - by) + (tz - bz) * (tz - bz)
                _write_ball(camera, realism, start, _BALL, x, y, radius, square, share, rows[first])
                count = 1
    if realism[FALSE_BALLS] > 0.0:
        for n in range(roles.shape[0]):
            i, k = roles[n, COLUMN], roles[n, KIND]
            if roles[n, TEAM] == OBSTACLE or robots[s.PRESENT, i] <= 0.0 or kinds[k, p.HOLD_HALF] <= 0.0:
                continue
            draw = _draw(roles, n)
            if uniform_at(start, draw + _FALSE) >= realism[FALSE_BALLS]:
                continue
            forward, right = kinds[k, p.FACE] + radius, kinds[k, p.HOLD_HALF]
            x = robots[s.X, i] + robots[s.HX, i] * forward + robots[s.HY, i] * right
            y = robots[s.Y, i] + robots[s.HY, i] * forward - robots[s.HX, i] * right
            square = (tx - x) * (tx - x) + (ty - y) * (ty - y) + (tz - radius) * (tz - radius)
            seen, x, y = _spot(camera, edges, realism, x, y, radius, radius)
            if seen:
                _write_ball(camera, realism, start, draw + _FALSE_BALL, x, y, radius, square, 1.0, rows[first + count])
                count += 1
    for n in range(count - 1, 0, -1):  # shuffle: the first is not always the true one
        m = int(uniform_at(start, _DRAWS * _SHUFFLE + n) * (n + 1))
        for k in range(BALL_NUMBERS):
            rows[first + n, k], rows[first + m, k] = rows[first + m, k], rows[first + n, k]
    return count


@scalar
def _draw(roles: Ints, n: int) -> int:
    """The first index of a robot's noise: independent of the other robots on the field.

    The block of the shuffle is left out, so that no id is too large.
    """
    block = 1 + 2 * roles[n, ID] + roles[n, TEAM]
    return _DRAWS * (block if block < _SHUFFLE else block + _SHUFFLE)


@routine
def _is_mistaken(seed: np.uint64, camera: int, number: int, index: int, begin: float, end: float) -> bool:
    """Whether a mistake is made in a frame that begins with a chance and, once made, ends with another one.

    Frames know nothing of each other: the draws of those before are looked up, back to the first that decides for
    itself. Above `high` there is no mistake and below `low` there is, whatever was before; between them the mistake
    goes on, or, if it is likelier to begin than to go on, it changes.
    """
    low, high = min(begin, 1.0 - end), max(begin, 1.0 - end)
    changed = False
    for frame in range(number, max(number - _LONGEST, -1), -1):
        draw = uniform_at(stream(seed, camera, frame), index)
        if draw < low:
            return not changed
        if draw >= high:
            return changed
        changed ^= begin > 1.0 - end
    return changed


def _see(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which becomes part of the key of Numba's disk cache."""

    @cached(error_model="numpy", nogil=True)
    def see(
        seed: np.uint64, tick: int, time: float, robots: Floats, ball: Floats, cameras: Floats, edges: Floats,
        kinds: Floats, roles: Ints, realism: Floats, which: Ints, numbers: Ints, more: int, shown: int, rows: Floats,
        heads: Ints,
    ) -> int:  # fmt: skip
        """Write the reports of cameras to a table of frames; returns the number of rows, or −1 if there is no such
        camera.

        which, numbers, more: the cameras, and for each the number of its frame, to which *more* is added
        shown:  the number in the heads of the frames; −1: that of the frame
        """
        near = np.empty(roles.shape[0] + 1, np.int64)
        at = 0 * digest  # used, or else it would not be part of the key
        for f in range(heads.shape[0]):
            if which[f] < 0 or which[f] >= cameras.shape[0]:
                return -1
            camera, edge, number = cameras[which[f]], edges[which[f]], numbers[f] + more
            start = stream(seed, which[f], number)
            window = tick
            if realism[VANISH_TIME] > 1e-6:
                window = math.floor(time / realism[VANISH_TIME])
            together = stream(seed, _ALL_CAMERAS, window)
            balls = _see_balls(camera, edge, realism, start, together, robots, ball, kinds, roles, near, rows, at)
            heads[f, 0], heads[f, 1] = which[f], shown if shown >= 0 else number
            heads[f, 2], heads[f, 3], heads[f, 4], heads[f, 5] = at, balls, 0, 0
            at += balls
            for n in range(roles.shape[0]):
                team, i, height = roles[n, TEAM], roles[n, COLUMN], kinds[roles[n, KIND], p.HEIGHT]
                if team == OBSTACLE or robots[s.PRESENT, i] <= 0.0:
                    continue
                found, x, y = _spot(camera, edge, realism, robots[s.X, i], robots[s.Y, i], height, height)
                if not found:
                    continue
                draw = _draw(roles, n)
                if uniform_at(together, draw) < realism[VANISH_ROBOT + team]:
                    continue
                heading, id = atan2(robots[s.HY, i], robots[s.HX, i]), roles[n, ID]
                if uniform_at(start, draw + _MISSING) >= realism[MISSING_ROBOT]:
                    _write_robot(camera, realism, start, draw, id, x, y, height, heading, rows[at])
                    at += 1
                    heads[f, 4 + team] += 1
                begin, end = realism[ROTATED_START], realism[ROTATED_STOP]
                if begin > 0.0 and _is_mistaken(seed, which[f], number, draw + _ROTATED, begin, end):
                    heading += math.pi / 2 if heading < math.pi / 2 else -1.5 * math.pi
                    id = _TURNED[id] if id < len(_TURNED) else id
                    _write_robot(camera, realism, start, draw + _ROTATED, id, x, y, height, heading, rows[at])
                    at += 1
                    heads[f, 4 + team] += 1
        return at

    return see


see = _see(physics_digest() ^ physics_digest(Path(__file__).parent))
