"""Where a camera is fixed: on a robot, or over the field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from robopitch.elementary import cos, sin

if TYPE_CHECKING:
    from robopitch.physics.scalar import Floats

__all__ = ["Mount"]


@dataclass(frozen=True, slots=True)
class Mount:
    """Position and orientation of a camera in the frame of its robot, or of the field: x forward, y left, z up.

    It turns by roll about its axis, then by pitch, which is positive downwards, then by yaw, which is positive to the
    left.

    >>> Mount(z=0.5).pose(1.0, 2.0, 0.0, 1.0).tolist()[:3]
    [1.0, 2.0, 0.5]
    """

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    roll: float = 0.0
    pitch: float = 0.0
    yaw: float = 0.0

    def pose(self, x: float = 0.0, y: float = 0.0, heading_x: float = 1.0, heading_y: float = 0.0) -> Floats:
        """Position and rotation in the frame of the field, of a camera on a robot at (x, y) with this heading."""
        cr, sr, cp, sp, cy, sy = (
            function(angle) for angle in (self.roll, self.pitch, self.yaw) for function in (cos, sin)
        )
        rows = (
            (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
            (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
            (-sp, cp * sr, cp * cr),
        )
        c, s = heading_x, heading_y
        turned = [
            [c * rows[0][axis] - s * rows[1][axis] for axis in range(3)],
            [s * rows[0][axis] + c * rows[1][axis] for axis in range(3)],
            rows[2],
        ]
        place = (x + c * self.x - s * self.y, y + s * self.x + c * self.y, self.z)
        return np.array([*place, *turned[0], *turned[1], *turned[2]], np.float64)

    def inverse(self, pose: Floats, x: float, y: float, z: float) -> tuple[float, float, float]:
        """A point of the field in the frame of a camera with this pose."""
        px, py, pz, *r = pose.tolist()
        dx, dy, dz = x - px, y - py, z - pz
        return (
            r[0] * dx + r[3] * dy + r[6] * dz,
            r[1] * dx + r[4] * dy + r[7] * dz,
            r[2] * dx + r[5] * dy + r[8] * dz,
        )
