"""An overhead camera: position, orientation and lens."""

from __future__ import annotations

import math
from dataclasses import dataclass

from robopitch.elementary import cos, sin

__all__ = ["Camera", "calibrated", "overhead", "rotation"]


@dataclass(frozen=True, slots=True)
class Camera:
    """A calibrated camera, in the model that SSL-Vision uses.

    A point p of the field is R(q) p + t in the frame of the camera, which looks along its z axis. Divided by its z it
    has the undistorted radius r; the distorted radius d is the one for which d (1 + distortion d²) = r; the pixel is
    focal_length times that, from the principal point.
    """

    focal_length: float  # px
    principal_point: tuple[float, float]  # px
    distortion: float
    quaternion: tuple[float, float, float, float]  # x, y, z, w: from the field's frame to the camera's
    translation: tuple[float, float, float]  # m, in the camera's frame
    position: tuple[float, float, float]  # m, in the field's frame: −R⁻¹ t
    image_size: tuple[int, int]  # px, width and height


def calibrated(
    focal_length: float,
    principal_point: tuple[float, float],
    distortion: float,
    quaternion: tuple[float, float, float, float],
    translation: tuple[float, float, float],
    image_size: tuple[int, int],
) -> Camera:
    """A camera from its calibration; the position follows from the other values."""
    rows = rotation(quaternion)
    tx, ty, tz = translation
    x, y, z = (-(rows[0][column] * tx + rows[1][column] * ty + rows[2][column] * tz) for column in range(3))
    return Camera(focal_length, principal_point, distortion, quaternion, translation, (x, y, z), image_size)


def overhead(
    position: tuple[float, float, float],
    focal_length: float,
    image_size: tuple[int, int],
    distortion: float,
    turn: float = 0.0,
) -> Camera:
    """A camera that looks straight down from *position*; its picture's x axis points along *turn* on the pitch."""
    # Half a rotation about the axis midway between the pitch's x axis and the picture's.
    quaternion = (cos(turn / 2), sin(turn / 2), 0.0, 0.0)
    rows = rotation(quaternion)
    x, y, z = (-(row[0] * position[0] + row[1] * position[1] + row[2] * position[2]) for row in rows)
    centre = (image_size[0] / 2, image_size[1] / 2)
    return Camera(focal_length, centre, distortion, quaternion, (x, y, z), position, image_size)


def rotation(quaternion: tuple[float, float, float, float]) -> list[list[float]]:
    """The rotation matrix of a quaternion, which is normalised first."""
    x, y, z, w = quaternion
    length = math.sqrt(x * x + y * y + z * z + w * w) or 1.0
    x, y, z, w = x / length, y / length, z / length, w / length
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
