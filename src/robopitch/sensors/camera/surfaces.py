"""What a ray shows: the nearest thing, the ground with its paint, the wall or the background; compiled.

Colours are red, green and blue, 0 to 255, with the light on them.
"""

from __future__ import annotations

import math

from robopitch.physics.scalar import Floats, Ints, routine, scalar
from robopitch.sensors.camera import paint as m
from robopitch.sensors.camera import scene as c
from robopitch.sensors.camera import shapes as p
from robopitch.sensors.camera.hits import FAR, hit_cut_disc, hit_net, hit_prism, hit_sphere, hit_wall
from robopitch.sensors.camera.labels import Label

__all__ = ["nearest_part", "net_share", "surroundings", "thing_colour"]

# ---- numbers of light and exposure ----------------------------------------------------------------------------------
RED, GREEN, BLUE = 0, 1, 2  # gains
AMBIENT = 3  # share of the light that comes from all sides
LIGHT = 4  # unit vector to the light
NOISE = 7  # range of the noise
TONE_NUMBERS = 8

# ---- columns of the place of a thing --------------------------------------------------------------------------------
X, Y, HX, HY, MIDDLE, REACH, PRESENT = range(7)
PLACE_NUMBERS = 7

_NOTHING, _GROUND, _LINE, _WALL = int(Label.NOTHING), int(Label.GROUND), int(Label.LINE), int(Label.WALL)

Colour = tuple[float, float, float]


@scalar
def _lit(tone: Floats, nx: float, ny: float, nz: float) -> float:
    """The light on a surface with this normal: ambient, and Lambert's law."""
    straight = nx * tone[LIGHT] + ny * tone[LIGHT + 1] + nz * tone[LIGHT + 2]
    return tone[AMBIENT] + (1.0 - tone[AMBIENT]) * max(straight, 0.0)


@routine
def nearest_part(
    ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, near: Ints, found: int, things: Floats,
    place: Floats, parts: Floats, vertices: Floats, owner: int, own_height: float, counts: Ints,
) -> tuple[float, int, int, float, float, float]:  # fmt: skip
    """The nearest thing of a list: distance, thing, part, and the normal in the frame of the thing.

    Counts every thing that the ray meets, in the first column of `counts`.
    """
    best, thing, part, nx, ny, nz = FAR, -1, -1, 0.0, 0.0, 0.0
    for n in range(found):
        k = near[n]
        vx, vy, vz = place[k, X] - ox, place[k, Y] - oy, place[k, MIDDLE] - oz
        along = vx * dx + vy * dy + vz * dz
        if vx * vx + vy * vy + vz * vz - along * along > place[k, REACH] * place[k, REACH]:
            continue
        hx, hy = place[k, HX], place[k, HY]
        qx, qy = -(hx * vx + hy * vy), hy * vx - hx * vy
        wx, wy = hx * dx + hy * dy, hx * dy - hy * dx
        top = own_height if things[k, c.COLUMN] == owner else FAR
        touched, start = False, int(things[k, c.PART])
        for q in range(start, start + int(things[k, c.PARTS])):
            kind, high = parts[q, p.KIND], min(parts[q, p.HIGH], top)
            t, mx, my, mz = FAR, 0.0, 0.0, 0.0
            if kind == p.SPHERE:
                t = hit_sphere(qx, qy, -vz, wx, wy, dz, parts[q, p.RADIUS])
                if t < FAR:
                    radius = parts[q, p.RADIUS]
                    mx, my, mz = (qx + t * wx) / radius, (qy + t * wy) / radius, (t * dz - vz) / radius
            elif kind == p.CUT_DISC:
                t, mx, my, mz = hit_cut_disc(qx, qy, oz, wx, wy, dz, parts[q], high)
            elif kind == p.PRISM:
                t, mx, my, mz = hit_prism(qx, qy, oz, wx, wy, dz, parts[q], vertices, high)
            if t < FAR:
                touched = True
                if t < best:
                    best, thing, part, nx, ny, nz = t, k, q, mx, my, mz
        if touched:
            counts[k, 0] += 1
    return best, thing, part, nx, ny, nz


@routine
def thing_colour(
    x: float, y: float, z: float, thing: int, part: int, nx: float, ny: float, nz: float, things: Floats,
    place: Floats, parts: Floats, patches: Floats, tone: Floats,
) -> Colour:  # fmt: skip
    """The colour of a thing at a point of its surface."""
    hx, hy = place[thing, HX], place[thing, HY]
    shade = _lit(tone, hx * nx - hy * ny, hy * nx + hx * ny, nz)
    at = p.ROOF if nz > 0.5 else p.SIDE
    if nz == 0.0 and parts[part, p.BAND_LOW] < z < parts[part, p.BAND_HIGH]:
        at = p.BAND
    red, green, blue = parts[part, at], parts[part, at + 1], parts[part, at + 2]
    if at == p.ROOF and z > things[thing, c.TOP] - 1e-6:
        vx, vy = x - place[thing, X], y - place[thing, Y]
        qx, qy = hx * vx + hy * vy, hx * vy - hy * vx
        start = int(things[thing, c.PATCH])
        for q in range(start, start + int(things[thing, c.PATCHES])):
            vx, vy = qx - patches[q, 0], qy - patches[q, 1]
            if vx * vx + vy * vy <= patches[q, 2] * patches[q, 2]:
                red, green, blue = patches[q, 3], patches[q, 4], patches[q, 5]
    return red * shade, green * shade, blue * shade


@routine
def net_share(
    ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, limit: float, near: Ints, found: int,
    things: Floats, place: Floats, parts: Floats, thread: float,
) -> float:  # fmt: skip
    """The share of a pixel that nets before a distance cover."""
    free = 1.0
    for n in range(found):
        k = near[n]
        if things[k, c.NETS] > 0.0:
            start = int(things[k, c.PART])
            for q in range(start, start + int(things[k, c.PARTS])):
                if parts[q, p.KIND] == p.NET:
                    t = hit_net(ox - place[k, X], oy - place[k, Y], oz, dx, dy, dz, parts[q])
                    if t < limit:
                        free *= 1.0 - thread
    return 1.0 - free


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
def _paint(
    x: float, y: float, ex: float, ey: float, across: float, away: float, marks: Floats, first: Ints, members: Ints,
    grid: Floats,
) -> float:  # fmt: skip
    """The share of a pixel on the ground that is paint.

    ex, ey:       horizontal unit vector of the ray
    across, away: size of the pixel on the ground across that vector and along it
    """
    i, j = int((x - grid[0]) * grid[2]), int((y - grid[1]) * grid[2])
    if i < 0 or j < 0 or i >= int(grid[3]) or j >= int(grid[4]):
        return 0.0
    cell = j * int(grid[3]) + i
    most = 0.0
    for n in range(first[cell], first[cell + 1]):
        mark = marks[members[n]]
        dx, dy = x - mark[m.MID_X], y - mark[m.MID_Y]
        kind = mark[m.KIND]
        if kind == m.LINE:
            ux, uy = mark[m.ALONG_X], mark[m.ALONG_Y]
            share = _covered(dx * uy - dy * ux, mark[m.HALF], _foot(across, away, abs(uy * ex - ux * ey)))
            if share > 0.0:
                share *= _covered(dx * ux + dy * uy, mark[m.REACH], _foot(across, away, abs(ux * ex + uy * ey)))
        else:
            apart = math.sqrt(dx * dx + dy * dy)
            turned = abs(dx * ex + dy * ey) / apart if apart > 1e-9 else 0.0
            foot = _foot(across, away, min(turned, 1.0))
            if kind == m.SPOT:
                share = _covered(apart, mark[m.RADIUS], foot)
            else:
                share = _covered(apart - mark[m.RADIUS], mark[m.HALF], foot)
                if share > 0.0 and mark[m.TURN] != m.WHOLE:
                    after = mark[m.FROM_X] * dy - mark[m.FROM_Y] * dx >= 0.0
                    before = dx * mark[m.TO_Y] - dy * mark[m.TO_X] >= 0.0
                    inside = (after and before) if mark[m.TURN] == m.SHORT else (after or before)
                    if not inside:
                        share = 0.0
        most = max(most, share)
    return most


@routine
def surroundings(
    ox: float, oy: float, oz: float, dx: float, dy: float, dz: float, limit: float, spread: float, around: Floats,
    marks: Floats, first: Ints, members: Ints, grid: Floats, tone: Floats,
) -> tuple[float, int, float, float, float]:  # fmt: skip
    """Ground, wall or background: distance, number and colour. What lies beyond *limit* gets no colour."""
    wall_x, wall_y = around[c.WALL_X], around[c.WALL_Y]
    ground = -oz / dz if dz < 0.0 and oz > 0.0 else FAR
    x, y = (ox + ground * dx, oy + ground * dy) if ground < FAR else (FAR, FAR)
    on_field = abs(x) <= wall_x and abs(y) <= wall_y
    if around[c.WALL_HEIGHT] > 0.0 and not (on_field and abs(ox) <= wall_x and abs(oy) <= wall_y):
        t, nx, ny = hit_wall(ox, oy, oz, dx, dy, dz, wall_x, wall_y, around[c.WALL_HEIGHT])
        if t < ground:
            shade = _lit(tone, nx, ny, 0.0)
            return t, _WALL, around[c.WALL] * shade, around[c.WALL + 1] * shade, around[c.WALL + 2] * shade
    if ground == FAR:  # lighter towards the ceiling
        shade = 0.85 + 0.15 * dz
        return FAR, _NOTHING, around[c.SKY] * shade, around[c.SKY + 1] * shade, around[c.SKY + 2] * shade
    if ground >= limit:
        return ground, _NOTHING, 0.0, 0.0, 0.0
    shade = _lit(tone, 0.0, 0.0, 1.0)
    if not on_field:
        at = c.OUTSIDE
        return ground, _NOTHING, around[at] * shade, around[at + 1] * shade, around[at + 2] * shade
    level = math.sqrt(dx * dx + dy * dy)
    ex, ey = (dx / level, dy / level) if level > 1e-9 else (1.0, 0.0)
    across = spread * ground
    share = _paint(x, y, ex, ey, across, across * ground / oz, marks, first, members, grid)
    red = around[c.CARPET] + share * (around[c.LINE] - around[c.CARPET])
    green = around[c.CARPET + 1] + share * (around[c.LINE + 1] - around[c.CARPET + 1])
    blue = around[c.CARPET + 2] + share * (around[c.LINE + 2] - around[c.CARPET + 2])
    return ground, (_LINE if share >= 0.5 else _GROUND), red * shade, green * shade, blue * shade
