"""Ground, wall, background and nets in a tile; compiled."""

from __future__ import annotations

import math

from robopitch.physics.scalar import Floats, Ints, routine, scalar
from robopitch.sensors.camera import paint as m
from robopitch.sensors.camera import scene as c
from robopitch.sensors.camera import shapes as p
from robopitch.sensors.camera import tile as f
from robopitch.sensors.camera.hits import FAR, hit_net, hit_wall
from robopitch.sensors.camera.labels import Label
from robopitch.sensors.camera.things import lit

__all__ = ["cover_with_nets", "fill_surroundings", "paint_lines"]

_NOTHING, _GROUND, _LINE = int(Label.NOTHING), int(Label.GROUND), int(Label.LINE)
_WALL, _GOAL = int(Label.WALL), int(Label.GOAL)


@routine
def fill_surroundings(pixels: Floats, ints: Ints, count: int, around: Floats, tone: Floats) -> None:
    """Write distance, number and colour of ground, wall or background; the ground is not painted yet."""
    ambient, lx, ly, lz = tone[f.AMBIENT], tone[f.LIGHT], tone[f.LIGHT + 1], tone[f.LIGHT + 2]
    wall_x, wall_y, wall_height = around[c.WALL_X], around[c.WALL_Y], around[c.WALL_HEIGHT]
    level = lit(ambient, lx, ly, lz, 0.0, 0.0, 1.0)
    for n in range(count):
        ox, oy, oz = pixels[f.OX, n], pixels[f.OY, n], pixels[f.OZ, n]
        dx, dy, dz = pixels[f.DX, n], pixels[f.DY, n], pixels[f.DZ, n]
        number, distance = _NOTHING, FAR
        at, shade = c.SKY, 0.85 + 0.15 * dz  # lighter towards the ceiling
        is_inside = False
        if dz < 0.0 and oz > 0.0:
            distance, at, shade = -oz / dz, c.OUTSIDE, level
            x, y = ox + distance * dx, oy + distance * dy
            if abs(x) <= wall_x and abs(y) <= wall_y:
                number, at = _GROUND, c.CARPET
                is_inside = abs(ox) <= wall_x and abs(oy) <= wall_y
        if not is_inside and wall_height > 0.0 and (dz < 0.0 or oz < wall_height):
            t, nx, ny = hit_wall(ox, oy, oz, dx, dy, dz, wall_x, wall_y, wall_height)
            if t < distance:
                number, distance, at = _WALL, t, c.WALL
                shade = lit(ambient, lx, ly, lz, nx, ny, 0.0)
        if dx == 0.0 and dy == 0.0 and dz == 0.0:  # no ray
            at, shade = c.FRAME, 1.0
        pixels[f.DISTANCE, n], ints[f.NUMBER, n] = distance, number
        pixels[f.RED, n], pixels[f.GREEN, n] = around[at] * shade, around[at + 1] * shade
        pixels[f.BLUE, n] = around[at + 2] * shade


# ---- paint ----------------------------------------------------------------------------------------------------------


@scalar
def _covered(apart: float, half: float, foot: float) -> float:
    """The share of an interval of length *foot*, at a distance from the middle of a line, that the line covers."""
    low, high = max(apart - 0.5 * foot, -half), min(apart + 0.5 * foot, half)
    return max(0.0, high - low) / foot


@scalar
def _foot(across: float, away: float, turned: float) -> float:
    """The length of a pixel on the ground along a direction, whose cosine to the ray is given."""
    return math.sqrt(away * away * turned * turned + across * across * (1.0 - turned * turned)) + 1e-9


@routine
def paint_lines(
    pixels: Floats, ints: Ints, count: int, around: Floats, marks: Floats, first: Ints, members: Ints, grid: Floats,
    tone: Floats,
) -> None:  # fmt: skip
    """Paint the markings on the ground, where no thing is before it: each pixel by the share that is paint."""
    left, top, scale, columns, rows = grid[0], grid[1], grid[2], int(grid[3]), int(grid[4])
    level = lit(tone[f.AMBIENT], tone[f.LIGHT], tone[f.LIGHT + 1], tone[f.LIGHT + 2], 0.0, 0.0, 1.0)
    for n in range(count):
        distance = pixels[f.DISTANCE, n]
        if ints[f.NUMBER, n] != _GROUND or pixels[f.BEST, n] < distance:
            continue
        x, y = pixels[f.OX, n] + distance * pixels[f.DX, n], pixels[f.OY, n] + distance * pixels[f.DY, n]
        i, j = min(int((x - left) * scale), columns - 1), min(int((y - top) * scale), rows - 1)
        cell = j * columns + i
        if first[cell] == first[cell + 1]:
            continue
        # Size of the pixel on the ground, across the ray and along it
        across = pixels[f.SPREAD, n] * distance
        away = across * distance / pixels[f.OZ, n]
        ex, ey = pixels[f.DX, n], pixels[f.DY, n]
        length = math.sqrt(ex * ex + ey * ey)
        ex, ey = (ex / length, ey / length) if length > 1e-9 else (1.0, 0.0)
        most = 0.0
        for a in range(first[cell], first[cell + 1]):
            k = members[a]
            dx, dy, share = x - marks[k, m.MID_X], y - marks[k, m.MID_Y], 0.0
            if marks[k, m.KIND] == m.LINE:
                ux, uy = marks[k, m.ALONG_X], marks[k, m.ALONG_Y]
                share = _covered(dx * uy - dy * ux, marks[k, m.HALF], _foot(across, away, uy * ex - ux * ey))
                if share > 0.0:
                    share *= _covered(dx * ux + dy * uy, marks[k, m.REACH], _foot(across, away, ux * ex + uy * ey))
            else:
                apart = math.sqrt(dx * dx + dy * dy)
                turned = min(abs(dx * ex + dy * ey) / apart, 1.0) if apart > 1e-9 else 0.0
                middle = marks[k, m.RADIUS] if marks[k, m.KIND] == m.ARC else 0.0
                share = _covered(apart - middle, marks[k, m.HALF], _foot(across, away, turned))
                if marks[k, m.KIND] == m.ARC and marks[k, m.TURN] != m.WHOLE:
                    after = marks[k, m.FROM_X] * dy - marks[k, m.FROM_Y] * dx >= 0.0
                    before = dx * marks[k, m.TO_Y] - dy * marks[k, m.TO_X] >= 0.0
                    is_part = (after and before) if marks[k, m.TURN] == m.SHORT else (after or before)
                    share = share if is_part else 0.0
            most = max(most, share)
        if most > 0.0:
            pixels[f.RED, n] += most * (around[c.LINE] * level - pixels[f.RED, n])
            pixels[f.GREEN, n] += most * (around[c.LINE + 1] * level - pixels[f.GREEN, n])
            pixels[f.BLUE, n] += most * (around[c.LINE + 2] * level - pixels[f.BLUE, n])
            if most >= 0.5:
                ints[f.NUMBER, n] = _LINE


# ---- nets -----------------------------------------------------------------------------------------------------------


@routine
def cover_with_nets(
    pixels: Floats, ints: Ints, count: int, near: Ints, found: int, things: Floats, place: Floats, parts: Floats,
    around: Floats,
) -> None:  # fmt: skip
    """Mix the colour of nets into the pixels before which they hang."""
    share, red, green, blue = around[c.NET_SHARE], around[c.NET], around[c.NET + 1], around[c.NET + 2]
    for a in range(found):
        k = near[a]
        if things[k, c.NETS] == 0.0:
            continue
        start = int(things[k, c.PART])
        for q in range(start, start + int(things[k, c.PARTS])):
            if parts[q, p.KIND] != p.NET:
                continue
            axis, at, x, y = int(parts[q, p.AXIS]), parts[q, p.RADIUS], place[k, f.X], place[k, f.Y]
            low1, high1 = parts[q, p.FIRST_LOW], parts[q, p.FIRST_HIGH]
            low2, high2 = parts[q, p.SECOND_LOW], parts[q, p.SECOND_HIGH]
            for n in range(count):
                t = hit_net(
                    pixels[f.OX, n] - x, pixels[f.OY, n] - y, pixels[f.OZ, n], pixels[f.DX, n], pixels[f.DY, n],
                    pixels[f.DZ, n], axis, at, low1, high1, low2, high2,
                )  # fmt: skip
                if t < pixels[f.DISTANCE, n]:
                    pixels[f.RED, n] += share * (red - pixels[f.RED, n])
                    pixels[f.GREEN, n] += share * (green - pixels[f.GREEN, n])
                    pixels[f.BLUE, n] += share * (blue - pixels[f.BLUE, n])
                    if ints[f.NUMBER, n] <= _WALL:
                        ints[f.NUMBER, n] = _GOAL
