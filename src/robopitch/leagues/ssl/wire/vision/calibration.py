"""Codec for camera calibrations of SSL-Vision."""

from __future__ import annotations

import math
from typing import Any

from robopitch.messages import Camera, Refusal
from robopitch.messages.camera import calibrated, overhead

__all__ = ["decode_cameras", "put_camera"]


def put_camera(calibration: Any, index: int, camera: Camera) -> None:
    """Write a camera into an SSL_GeometryCameraCalibration."""
    calibration.camera_id = index
    calibration.focal_length = camera.focal_length
    calibration.principal_point_x, calibration.principal_point_y = camera.principal_point
    calibration.distortion = camera.distortion
    calibration.q0, calibration.q1, calibration.q2, calibration.q3 = camera.quaternion
    calibration.tx, calibration.ty, calibration.tz = (1000 * part for part in camera.translation)
    x, y, z = (1000 * part for part in camera.position)
    calibration.derived_camera_world_tx = x
    calibration.derived_camera_world_ty = y
    calibration.derived_camera_world_tz = z
    calibration.pixel_image_width, calibration.pixel_image_height = camera.image_size


def decode_cameras(calibrations: Any, refusals: list[Refusal]) -> tuple[Camera, ...]:
    """All cameras, by id; if one of them is invalid, none and a refusal."""
    ordered = sorted(calibrations, key=lambda calibration: calibration.camera_id)
    if [calibration.camera_id for calibration in ordered] != list(range(len(ordered))):
        ids = ", ".join(str(calibration.camera_id) for calibration in ordered[:8])
        refusals.append(
            Refusal("CAMERAS", f"calib: cameras {ids}: all of them are wanted in one message, numbered from 0")
        )
        return ()
    cameras: list[Camera] = []
    for calibration in ordered:
        camera = _decode_camera(calibration)
        if camera is None:
            refusals.append(
                Refusal(
                    "CAMERAS",
                    f"calib: camera {calibration.camera_id} has neither a calibration (a focal length and a rotation "
                    "q0 to q3 of length 1) nor a place above the field in derived_camera_world; no camera was changed",
                )
            )
            return ()
        cameras.append(camera)
    return tuple(cameras)


def _decode_camera(calibration: Any) -> Camera | None:
    focal_length, distortion = calibration.focal_length, calibration.distortion
    principal_point = calibration.principal_point_x, calibration.principal_point_y
    quaternion = calibration.q0, calibration.q1, calibration.q2, calibration.q3
    translation = calibration.tx / 1000, calibration.ty / 1000, calibration.tz / 1000
    numbers = (focal_length, distortion, *principal_point, *quaternion, *translation)
    if not all(map(math.isfinite, numbers)) or focal_length <= 0 or min(principal_point) < 0:
        return None
    image_size = (
        calibration.pixel_image_width or math.ceil(2 * principal_point[0]),
        calibration.pixel_image_height or math.ceil(2 * principal_point[1]),
    )
    length = math.hypot(*quaternion)
    if abs(length - 1) < 1e-3:
        qx, qy, qz, qw = (part / length for part in quaternion)
        return calibrated(focal_length, principal_point, distortion, (qx, qy, qz, qw), translation, image_size)
    # Both simulators of the league send an invalid rotation, and only the position of the camera.
    x, y, z = (
        calibration.derived_camera_world_tx / 1000,
        calibration.derived_camera_world_ty / 1000,
        calibration.derived_camera_world_tz / 1000,
    )
    if not (math.isfinite(x) and math.isfinite(y) and 0 < z < math.inf):
        return None
    return overhead((x, y, z), focal_length, image_size, distortion)
