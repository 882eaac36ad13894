"""Places and rotations in the frame of a figure: x forward, y left, z up, the ground at z = 0."""

from __future__ import annotations

import math
from typing import Annotated

from robopitch.elementary import cos, sin
from robopitch.spec.quantity import Physical, assumed

__all__ = ["NO_ROTATION", "Axis", "Name", "Position", "Rotation", "quaternion_of"]

Coordinate = Annotated[float, Physical("m", ge=-5, le=5)]
Angle = Annotated[float, Physical("rad", ge=-2 * math.pi, le=2 * math.pi)]
Component = Annotated[float, Physical("1", ge=-1, le=1)]

Position = tuple[Coordinate, Coordinate, Coordinate]
"""[x, y, z]."""
Rotation = tuple[Angle, Angle, Angle]
"""[roll, pitch, yaw]: about x, then y, then z, the axes of the figure, which stay where they are."""
Axis = tuple[Component, Component, Component]
"""[x, y, z] of a direction, of any length above 0."""

_ZERO = assumed(0.0, "rad", "along the axes of the figure")
NO_ROTATION = (_ZERO, _ZERO, _ZERO)

Name = r"^[^\s./]+$"  # of bodies, joints, servos and sites: messages, paths and models name them


def quaternion_of(rotation: Rotation) -> tuple[float, float, float, float]:
    """The quaternion (w, x, y, z) of roll, pitch and yaw about fixed axes.

    >>> quaternion_of((0.0, 0.0, 0.0))
    (1.0, 0.0, 0.0, 0.0)
    """
    roll, pitch, yaw = rotation
    cr, sr, cp, sp, cy, sy = (f(angle / 2) for angle in (roll, pitch, yaw) for f in (cos, sin))
    return (
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )
