"""Projection of field points to pixels and back: the camera model of SSL-Vision, checked against its code.

A point p has the coordinates R(q) p + t in the camera's frame; divided by its z there it has the undistorted radius r,
and appears at the radius d for which d (1 + k d²) = r, times the focal length from the principal point. A distortion k
≤ 0 means no distortion.

>>> camera = overhead((1.0, 2.0, 4.0), 390.0, (780, 580), 0.2)
>>> [round(number, 3) for number in unproject(camera, *project(camera, 2.5, 1.0, 0.15), 0.15)]
[2.5, 1.0]
"""

from __future__ import annotations

import math
from typing import Any

from robopitch.messages.camera import Camera, calibrated, overhead, rotation
from robopitch.physics.scalar import scalar

__all__ = ["calibrated", "numbers_of", "overhead", "pixel_of", "project", "unproject"]

# Indices into the list of `numbers_of`
FOCAL, CENTRE_X, CENTRE_Y, DISTORTION = 0, 1, 2, 3
ROTATION = 4  # nine numbers, row by row
SHIFT = 13  # x, y, z of t
POSITION = 16  # x, y, z on the pitch
WIDTH, HEIGHT = 19, 20
CAMERA_NUMBERS = 21


def project(camera: Camera, x: float, y: float, z: float) -> tuple[float, float]:
    """The pixel of a point on the field; (nan, nan) if it is not in front of the camera."""
    numbers = numbers_of(camera)
    ahead, across, up = numbers[ROTATION + 6 : ROTATION + 9]
    depth = ahead * x + across * y + up * z + numbers[SHIFT + 2]
    return _pixel(numbers, x, y, z) if depth > 0 else (math.nan, math.nan)


def unproject(camera: Camera, pixel_x: float, pixel_y: float, z: float) -> tuple[float, float]:
    """The point of the plane at height *z* that appears in a pixel; nan if the ray does not meet the plane."""
    dx = (pixel_x - camera.principal_point[0]) / camera.focal_length
    dy = (pixel_y - camera.principal_point[1]) / camera.focal_length
    stretch = 1 + max(camera.distortion, 0.0) * (dx * dx + dy * dy)
    rows = rotation(camera.quaternion)
    ray = [rows[0][axis] * dx * stretch + rows[1][axis] * dy * stretch + rows[2][axis] for axis in range(3)]
    origin = numbers_of(camera)[POSITION : POSITION + 3]
    along = (z - origin[2]) / ray[2] if ray[2] != 0 else -1.0
    return (origin[0] + along * ray[0], origin[1] + along * ray[1]) if along > 0 else (math.nan, math.nan)


def numbers_of(camera: Camera) -> list[float]:
    """A camera as numbers, in the order of this module's constants; the position is computed from q and t."""
    rows = rotation(camera.quaternion)
    tx, ty, tz = camera.translation
    position = [-(rows[0][axis] * tx + rows[1][axis] * ty + rows[2][axis] * tz) for axis in range(3)]
    numbers = [camera.focal_length, *camera.principal_point, max(camera.distortion, 0.0)]
    return [
        float(n) for n in (*numbers, *rows[0], *rows[1], *rows[2], *camera.translation, *position, *camera.image_size)
    ]


def _pixel(c: Any, x: float, y: float, z: float) -> tuple[float, float]:
    """The pixel of a point in front of the camera with these numbers, a list or a row of an array."""
    depth = c[10] * x + c[11] * y + c[12] * z + c[15]
    u = (c[4] * x + c[5] * y + c[6] * z + c[13]) / depth
    v = (c[7] * x + c[8] * y + c[9] * z + c[14]) / depth
    scale = c[0]
    k = c[3]
    r = math.sqrt(u * u + v * v)
    if k > 0.0 and r > 0.0:
        # The one real root of k d³ + d − r = 0, by Newton's method from above, which converges monotonically.
        d = r
        while True:
            bend = k * d * d
            nearer = (2.0 * bend * d + r) / (3.0 * bend + 1.0)
            if not nearer < d:
                break
            d = nearer
        scale *= d / r
    return c[1] + scale * u, c[2] + scale * v


pixel_of = scalar(_pixel)
"""The same for compiled code."""


@scalar
def undistorted(c: Any, x: float, y: float, z: float) -> tuple[float, float]:
    """The pixel of a point in front of a lens without distortion, for compiled code."""
    depth = c[10] * x + c[11] * y + c[12] * z + c[15]
    u = (c[4] * x + c[5] * y + c[6] * z + c[13]) / depth
    v = (c[7] * x + c[8] * y + c[9] * z + c[14]) / depth
    return c[1] + c[0] * u, c[2] + c[0] * v
