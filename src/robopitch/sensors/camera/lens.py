"""Lenses: the ray of each pixel, and the pixel of a point.

Rays are in the frame of the mount: x forward, y left, z up, metres. A pixel (column, row) has its centre at
(column + ½, row + ½).

- pinhole: forward along x; the picture's right is −y, its lower edge is −z
- brown-conrady: the same with radial (k1, k2, k3) and tangential (p1, p2) distortion: of a point x to the right and y
  down at the distance 1, x (1 + k1 r² + k2 r⁴ + k3 r⁶) + 2 p1 x y + p2 (r² + 2 x²), and with x and y, p1 and p2
  exchanged
- fish-eye: the distance from the centre is f θ (1 + k1 θ² + k2 θ⁴ + k3 θ⁶) at the angle θ from the axis
- mirror: a pinhole camera that looks up into a hyperbolic mirror [CAMBADA-sim §3.3.8]; the origin is the lowest point
  of the mirror. The upper edge of the picture is the front. It is a mirror image: the picture's right is +y.

The mirror is the upper sheet of (z + a)² / a² − r² / b² = 1, up to its rim. If the pinhole is in the other focus,
a + √(a² + b²) below the mirror, all rays pass through one point. Otherwise each ray begins at its own point of the
mirror, as with a real mirror that was adjusted by hand.

>>> lens = Lens("pinhole", 640, 480, 500.0)
>>> lens.pixel(2.0, 0.5, -0.25)
(195.0, 302.5)
>>> lens.ray(195.0, 302.5)[1]
(0.9630868246861536, 0.2407717061715384, -0.1203858530857692)
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from robopitch.elementary.compiled import atan2, cos, sin
from robopitch.physics.scalar import routine, scalar

__all__ = ["KINDS", "Lens", "Mirror", "ray_of"]

PINHOLE, BROWN_CONRADY, FISH_EYE, MIRROR = range(4)
KINDS = {"pinhole": PINHOLE, "brown-conrady": BROWN_CONRADY, "fish-eye": FISH_EYE, "mirror": MIRROR}

# Indices into the numbers of a lens
KIND, FOCAL, CENTRE_X, CENTRE_Y, K1, K2, K3, P1, P2, SEMI_AXIS, SEMI_WIDTH, DISTANCE, RIM = range(13)

_STEPS = 40  # of Newton's method; it needs about five


@dataclass(frozen=True, slots=True)
class Mirror:
    """A hyperbolic mirror over a camera, m."""

    semi_axis: float  # a, along the axis
    semi_width: float  # b, across it
    rim: float  # radius of the edge
    distance: float  # from the pinhole of the camera up to the lowest point of the mirror

    @property
    def focus_distance(self) -> float:
        """The distance at which the pinhole is in the focus, and all rays pass through one point."""
        return self.semi_axis + math.sqrt(self.semi_axis * self.semi_axis + self.semi_width * self.semi_width)


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens with its picture.

    focal_length: px; of the camera below the mirror for "mirror"
    centre:       the pixel of the axis; by default the middle of the picture
    distortion:   k1, k2, k3, p1, p2
    """

    kind: str
    width: int
    height: int
    focal_length: float
    centre: tuple[float, float] | None = None
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    mirror: Mirror | None = None
    numbers: tuple[float, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"there is no lens {self.kind!r}; {', '.join(KINDS)} are possible")
        if (self.kind == "mirror") != (self.mirror is not None):
            raise ValueError("a mirror belongs to the lens 'mirror', and to no other")
        across, down = self.centre if self.centre is not None else (self.width / 2, self.height / 2)
        parts = [float(KINDS[self.kind]), self.focal_length, across, down, *self.distortion]
        mirror = self.mirror
        parts += [0.0] * 4 if mirror is None else [mirror.semi_axis, mirror.semi_width, mirror.distance, mirror.rim]
        object.__setattr__(self, "numbers", tuple(float(part) for part in parts))

    @property
    def viewpoint(self) -> tuple[float, float, float] | None:
        """The point through which all rays pass; None if there is none, as with a mirror out of focus."""
        mirror = self.mirror
        if mirror is None:
            return 0.0, 0.0, 0.0
        if abs(mirror.distance - mirror.focus_distance) > 1e-9:
            return None
        return 0.0, 0.0, mirror.focus_distance - 2 * mirror.semi_axis

    def ray(self, u: float, v: float) -> tuple[tuple[float, float, float], tuple[float, float, float]] | None:
        """Origin and unit direction of the ray of a place in the picture; None if the lens sees nothing there."""
        found, ox, oy, oz, dx, dy, dz = _ray(self.numbers, u, v)
        return ((ox, oy, oz), (dx, dy, dz)) if found else None

    def pixel(self, x: float, y: float, z: float) -> tuple[float, float] | None:
        """The place in the picture, or beyond its edges, where a point appears; None if the lens does not see it."""
        if self.kind == "mirror":
            return self._mirrored(x, y, z)
        n = self.numbers
        right, down = -y, -z
        if self.kind == "fish-eye":
            aside = math.sqrt(right * right + down * down)
            angle = atan2(aside, x)
            square = angle * angle
            slope = 1.0 + square * (3.0 * n[K1] + square * (5.0 * n[K2] + square * 7.0 * n[K3]))
            if not slope > 0.0:
                return None
            stretch = 1.0 + square * (n[K1] + square * (n[K2] + square * n[K3]))
            scale = n[FOCAL] * angle * stretch / aside if aside > 0.0 else 0.0
            return n[CENTRE_X] + scale * right, n[CENTRE_Y] + scale * down
        if not x > 0.0:
            return None
        right, down = right / x, down / x
        if self.kind == "brown-conrady":
            right, down, determinant, _, _, _ = _distorted(n, right, down)
            if not determinant > 0.0:
                return None
        return n[CENTRE_X] + n[FOCAL] * right, n[CENTRE_Y] + n[FOCAL] * down

    def _mirrored(self, x: float, y: float, z: float) -> tuple[float, float] | None:
        """Find the ray by bisection: rays farther from the axis of the picture reach higher."""
        n = self.numbers
        aside = math.sqrt(x * x + y * y)

        def below(radius: float) -> tuple[bool, bool]:
            """Whether the mirror ends before this radius in the picture, and whether its ray passes below the point."""
            found, px, _, pz, dx, _, dz = _ray(n, n[CENTRE_X], n[CENTRE_Y] - radius)
            return not found, dx * (z - pz) - dz * (aside - px) > 0.0

        low, high = 0.0, n[FOCAL] * 100.0
        for _ in range(100):
            middle = (low + high) / 2.0
            beyond, is_below = below(middle)
            if not beyond and is_below:
                low = middle
            else:
                high = middle
        if below(high)[0]:
            return None
        across, along = (y / aside, x / aside) if aside > 0.0 else (0.0, 0.0)
        return n[CENTRE_X] + low * across, n[CENTRE_Y] - low * along


# ---- for Python and for compiled code -------------------------------------------------------------------------------


@scalar
def _distorted(n: Any, x: float, y: float) -> tuple[float, float, float, float, float, float]:
    """A point of the plane at distance 1 after distortion, the determinant of the derivatives, which is positive unless
    the polynomial folds the picture, and the derivatives xx, xy and yy.
    """
    square = x * x + y * y
    radial = 1.0 + square * (n[K1] + square * (n[K2] + square * n[K3]))
    slope = n[K1] + square * (2.0 * n[K2] + square * 3.0 * n[K3])
    xx = radial + 2.0 * x * x * slope + 2.0 * n[P1] * y + 6.0 * n[P2] * x
    xy = 2.0 * x * y * slope + 2.0 * n[P1] * x + 2.0 * n[P2] * y
    yy = radial + 2.0 * y * y * slope + 6.0 * n[P1] * y + 2.0 * n[P2] * x
    across = x * radial + 2.0 * n[P1] * x * y + n[P2] * (square + 2.0 * x * x)
    down = y * radial + n[P1] * (square + 2.0 * y * y) + 2.0 * n[P2] * x * y
    return across, down, (xx * yy - xy * xy if radial > 0.0 and xx > 0.0 else -1.0), xx, xy, yy


def _ray(n: Any, u: float, v: float) -> tuple[bool, float, float, float, float, float, float]:
    """Whether the lens sees anything at a place in the picture, and origin and unit direction of the ray."""
    kind = int(n[KIND])
    right, down = (u - n[CENTRE_X]) / n[FOCAL], (v - n[CENTRE_Y]) / n[FOCAL]
    if kind == MIRROR:
        # The ray from the pinhole is (x, y, 1); s is where it meets the mirror.
        x, y = -down, right
        square, a, b = x * x + y * y, n[SEMI_AXIS], n[SEMI_WIDTH]
        lead, above = 1.0 - square * a * a / (b * b), a - n[DISTANCE]
        root = above * above - lead * (above * above - a * a)
        if not (lead > 0.0 and root >= 0.0):
            return False, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        s = (math.sqrt(root) - above) / lead
        px, py, pz = s * x, s * y, s - n[DISTANCE]
        if not (s > 0.0 and px * px + py * py <= n[RIM] * n[RIM]):
            return False, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        nx, ny, nz = -px / (b * b), -py / (b * b), (pz + a) / (a * a)
        turn = 2.0 * (x * nx + y * ny + nz) / (nx * nx + ny * ny + nz * nz)
        dx, dy, dz = x - turn * nx, y - turn * ny, 1.0 - turn * nz
        length = math.sqrt(dx * dx + dy * dy + dz * dz)
        return True, px, py, pz, dx / length, dy / length, dz / length
    if kind == FISH_EYE:
        radius = math.sqrt(right * right + down * down)
        angle = min(radius, 3.0)
        for _ in range(_STEPS):
            square = angle * angle
            value = angle * (1.0 + square * (n[K1] + square * (n[K2] + square * n[K3]))) - radius
            slope = 1.0 + square * (3.0 * n[K1] + square * (5.0 * n[K2] + square * 7.0 * n[K3]))
            if not slope > 0.0:
                return False, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            angle -= value / slope
            if abs(value) < 1e-13:
                break
        if not (abs(value) < 1e-9 and 0.0 <= angle <= math.pi):
            return False, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        aside = sin(angle) / radius if radius > 0.0 else 0.0
        return True, 0.0, 0.0, 0.0, cos(angle), -aside * right, -aside * down
    if kind == BROWN_CONRADY:
        x, y = right, down
        for _ in range(_STEPS):
            across, below, determinant, xx, xy, yy = _distorted(n, x, y)
            if not determinant > 0.0:
                return False, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            ex, ey = across - right, below - down
            x -= (yy * ex - xy * ey) / determinant
            y -= (xx * ey - xy * ex) / determinant
            if abs(ex) + abs(ey) < 1e-13:
                break
        if not abs(ex) + abs(ey) < 1e-9:
            return False, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        right, down = x, y
    length = math.sqrt(1.0 + right * right + down * down)
    return True, 0.0, 0.0, 0.0, 1.0 / length, -right / length, -down / length


ray_of = routine(_ray)
"""The same for compiled code, from an array of the lens's numbers."""
