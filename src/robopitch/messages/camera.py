"""An overhead camera: where it hangs, which way it looks, and its lens."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Camera"]


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
