"""Things in a tile: which is the nearest in each pixel, and its colour; compiled."""

from __future__ import annotations

import math

from robopitch.physics.scalar import Floats, Ints, routine, scalar
from robopitch.sensors.camera import scene as c
from robopitch.sensors.camera import shapes as p
from robopitch.sensors.camera import tile as f
from robopitch.sensors.camera.hits import FAR, between, hit_cone, hit_cut_disc, hit_sphere

__all__ = ["colour_things", "lit", "meet_things"]


@scalar
def lit(ambient: float, lx: float, ly: float, lz: float, nx: float, ny: float, nz: float) -> float:
    """The light on a surface with this normal: from all sides, less from below, and Lambert's law for the rest."""
    return ambient * (0.8 + 0.2 * nz) + (1.0 - ambient) * max(nx * lx + ny * ly + nz * lz, 0.0)


@routine
def _meet_sphere(pixels: Floats, ints: Ints, count: int, middle: float, radius: float, k: int, q: int) -> None:
    for n in range(count):
        x, y, z = pixels[f.QX, n], pixels[f.QY, n], pixels[f.OZ, n] - middle
        dx, dy, dz = pixels[f.WX, n], pixels[f.WY, n], pixels[f.DZ, n]
        t = hit_sphere(x, y, z, dx, dy, dz, radius)
        if t < FAR:
            ints[f.TOUCHED, n] = 1
            if t < pixels[f.BEST, n]:
                pixels[f.BEST, n], ints[f.THING, n], ints[f.PART, n] = t, k, q
                pixels[f.NX, n], pixels[f.NY, n] = (x + t * dx) / radius, (y + t * dy) / radius
                pixels[f.NZ, n] = (z + t * dz) / radius


@routine
def _meet_cut_disc(pixels: Floats, ints: Ints, count: int, parts: Floats, high: float, k: int, q: int) -> None:
    low, radius = parts[q, p.LOW], parts[q, p.RADIUS]
    cut_x, cut_y, cut = parts[q, p.CUT_X], parts[q, p.CUT_Y], parts[q, p.CUT]
    for n in range(count):
        t, nx, ny, nz = hit_cut_disc(
            pixels[f.QX, n], pixels[f.QY, n], pixels[f.OZ, n], pixels[f.WX, n], pixels[f.WY, n], pixels[f.DZ, n], low,
            high, radius, cut_x, cut_y, cut,
        )  # fmt: skip
        if t < FAR:
            ints[f.TOUCHED, n] = 1
            if t < pixels[f.BEST, n]:
                pixels[f.BEST, n], ints[f.THING, n], ints[f.PART, n] = t, k, q
                pixels[f.NX, n], pixels[f.NY, n], pixels[f.NZ, n] = nx, ny, nz


@routine
def _meet_cone(pixels: Floats, ints: Ints, count: int, parts: Floats, high: float, k: int, q: int) -> None:
    low, radius, taper = parts[q, p.LOW], parts[q, p.RADIUS], parts[q, p.TAPER]
    for n in range(count):
        t, nx, ny, nz = hit_cone(
            pixels[f.QX, n], pixels[f.QY, n], pixels[f.OZ, n], pixels[f.WX, n], pixels[f.WY, n], pixels[f.DZ, n], low,
            high, radius, taper,
        )  # fmt: skip
        if t < FAR:
            ints[f.TOUCHED, n] = 1
            if t < pixels[f.BEST, n]:
                pixels[f.BEST, n], ints[f.THING, n], ints[f.PART, n] = t, k, q
                pixels[f.NX, n], pixels[f.NY, n], pixels[f.NZ, n] = nx, ny, nz


@routine
def _meet_prism(
    pixels: Floats, ints: Ints, count: int, parts: Floats, vertices: Floats, high: float, k: int, q: int
) -> None:
    low, first, corners = parts[q, p.LOW], int(parts[q, p.VERTEX]), int(parts[q, p.VERTICES])
    for n in range(count):
        ox, oy, dx, dy = pixels[f.QX, n], pixels[f.QY, n], pixels[f.WX, n], pixels[f.WY, n]
        t0, t1, nx, ny = -FAR, FAR, 0.0, 0.0
        for v in range(corners):
            after = v + 1 if v + 1 < corners else 0
            ax, ay = vertices[first + v, 0], vertices[first + v, 1]
            ex, ey = vertices[first + after, 0] - ax, vertices[first + after, 1] - ay
            above, slope = (ox - ax) * ey - (oy - ay) * ex, dx * ey - dy * ex
            if slope > 0.0:
                t1 = min(t1, -above / slope)
            elif slope < 0.0:
                if -above / slope > t0:
                    t0, nx, ny = -above / slope, ey, -ex
            elif above > 0.0:
                t1 = -FAR
        t0, t1, nz = between(t0, t1, pixels[f.OZ, n], pixels[f.DZ, n], low, high)
        if t0 < t1 and t0 > 0.0:
            ints[f.TOUCHED, n] = 1
            if t0 < pixels[f.BEST, n]:
                length = math.sqrt(nx * nx + ny * ny)
                level = 0.0 if nz != 0.0 else 1.0 / length
                pixels[f.BEST, n], ints[f.THING, n], ints[f.PART, n] = t0, k, q
                pixels[f.NX, n], pixels[f.NY, n], pixels[f.NZ, n] = nx * level, ny * level, nz


@routine
def meet_things(
    pixels: Floats, ints: Ints, count: int, near: Ints, found: int, things: Floats, place: Floats, parts: Floats,
    vertices: Floats, owner: int, own_height: float, alone: Ints,
) -> None:  # fmt: skip
    """Find the nearest of the listed things for each pixel.

    alone: for each thing, the number of pixels whose rays meet it, to which those of this tile are added
    """
    for n in range(count):
        pixels[f.BEST, n], ints[f.THING, n] = FAR, -1
    for m in range(found):
        k = near[m]
        x, y, hx, hy = place[k, f.X], place[k, f.Y], place[k, f.HX], place[k, f.HY]
        for n in range(count):
            vx, vy = pixels[f.OX, n] - x, pixels[f.OY, n] - y
            pixels[f.QX, n], pixels[f.QY, n] = hx * vx + hy * vy, hx * vy - hy * vx
            dx, dy = pixels[f.DX, n], pixels[f.DY, n]
            pixels[f.WX, n], pixels[f.WY, n] = hx * dx + hy * dy, hx * dy - hy * dx
            ints[f.TOUCHED, n] = 0
        first = int(things[k, c.PART])
        for q in range(first, first + int(things[k, c.PARTS])):
            kind, high = parts[q, p.KIND], parts[q, p.HIGH]
            if things[k, c.COLUMN] == owner:
                high = min(high, own_height)
            if kind == p.SPHERE:
                _meet_sphere(pixels, ints, count, place[k, f.MIDDLE], parts[q, p.RADIUS], k, q)
            elif kind == p.CUT_DISC and high > parts[q, p.LOW]:
                _meet_cut_disc(pixels, ints, count, parts, high, k, q)
            elif kind == p.CONE and high > parts[q, p.LOW]:
                _meet_cone(pixels, ints, count, parts, high, k, q)
            elif kind == p.PRISM and high > parts[q, p.LOW]:
                _meet_prism(pixels, ints, count, parts, vertices, high, k, q)
        for n in range(count):
            alone[k] += ints[f.TOUCHED, n]


@routine
def colour_things(
    pixels: Floats, ints: Ints, count: int, things: Floats, place: Floats, parts: Floats, patches: Floats, tone: Floats
) -> None:
    """Write number and colour of the nearest thing where it is before everything else; forget it elsewhere."""
    ambient, lx, ly, lz = tone[f.AMBIENT], tone[f.LIGHT], tone[f.LIGHT + 1], tone[f.LIGHT + 2]
    for n in range(count):
        k, best = ints[f.THING, n], pixels[f.BEST, n]
        if k < 0 or best >= pixels[f.DISTANCE, n]:
            ints[f.THING, n] = -1
            continue
        q, hx, hy = ints[f.PART, n], place[k, f.HX], place[k, f.HY]
        nx, ny, nz = pixels[f.NX, n], pixels[f.NY, n], pixels[f.NZ, n]
        shade = lit(ambient, lx, ly, lz, hx * nx - hy * ny, hy * nx + hx * ny, nz)
        z = pixels[f.OZ, n] + best * pixels[f.DZ, n]
        at = p.ROOF if nz > 0.5 else p.SIDE
        if abs(nz) < 0.5 and parts[q, p.BAND_LOW] < z < parts[q, p.BAND_HIGH]:
            at = p.BAND
        red, green, blue = parts[q, at], parts[q, at + 1], parts[q, at + 2]
        if at == p.ROOF and z > things[k, c.TOP] - 1e-6:
            vx = pixels[f.OX, n] + best * pixels[f.DX, n] - place[k, f.X]
            vy = pixels[f.OY, n] + best * pixels[f.DY, n] - place[k, f.Y]
            x, y, first = hx * vx + hy * vy, hx * vy - hy * vx, int(things[k, c.PATCH])
            for m in range(first, first + int(things[k, c.PATCHES])):
                vx, vy = x - patches[m, p.PATCH_X], y - patches[m, p.PATCH_Y]
                radius, aside = patches[m, p.PATCH_RADIUS], patches[m, p.PATCH_ASIDE]
                inside = vx * vx + vy * vy <= radius * radius
                if aside > 0.0:
                    inside = abs(vx) <= radius and abs(vy) <= aside
                if inside:
                    red, green = patches[m, p.PATCH_COLOUR], patches[m, p.PATCH_COLOUR + 1]
                    blue = patches[m, p.PATCH_COLOUR + 2]
        pixels[f.RED, n], pixels[f.GREEN, n], pixels[f.BLUE, n] = red * shade, green * shade, blue * shade
        pixels[f.DISTANCE, n], ints[f.NUMBER, n] = best, int(things[k, c.NUMBER])
