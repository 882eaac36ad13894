"""Inverse kinematics of a leg with six joints: yaw, roll and pitch of the hip, knee, pitch and roll of the foot.

Axes: x forward, y left, z up, from the crossing of the axes of the hip; angles are positive as screws turn (a positive
pitch turns what is below backwards). The axes of the foot cross in the ankle. Between them lie, from above:

- *serial*: thigh and shank, a knee between them;
- *double knee*: thigh, a part against which both joints of the knee turn by one angle, and a shank of equal length;
- *parallel*: thigh and shank as parallelograms, which keep the parts at both ends parallel to the trunk.

What is neither thigh nor shank has a fixed length: along the leg with a double knee, along the trunk with
parallelograms.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from robopitch.elementary import atan2, cos, sin

__all__ = ["DOUBLE_KNEE", "LEG_JOINTS", "PARALLEL", "SERIAL", "Leg", "leg_angles"]

LEG_JOINTS = ("yaw", "roll", "hip", "knee", "foot_pitch", "foot_roll")
SERIAL, DOUBLE_KNEE, PARALLEL = 0.0, 1.0, 2.0
KIND, THIGH, SHANK, FIXED, SIDE = range(5)  # of the numbers of a leg
_ALMOST = 0.9999  # of its length: a stretched leg has no sideways motion left


class Leg(NamedTuple):
    """Of the left leg; the right one mirrors it."""

    kind: float  # SERIAL, DOUBLE_KNEE or PARALLEL
    thigh: float  # m
    shank: float  # m
    fixed: float  # m
    side: float  # m, from the middle of the trunk to the axis of the roll

    @property
    def length(self) -> float:
        """From hip to ankle, stretched, m."""
        return self.thigh + self.shank + self.fixed


def arc_cosine(x: float) -> float:
    """The angle with this cosine; beyond ±1: 0 or π."""
    x = min(max(x, -1.0), 1.0)
    return atan2(math.sqrt(1.0 - x * x), x)


def leg_angles(
    leg: Sequence[float],
    x: float,
    y: float,
    z: float,
    yaw: float,
    lean: float,
    angles: MutableSequence[float],
    first: int,
) -> None:
    """Write the six angles (`LEG_JOINTS`) with which the ankle is at a place below the hip, and the sole level.

    x, y, z: of the ankle from the hip in level axes, m
    yaw:     of the foot against the trunk, rad
    lean:    by which the trunk leans forward, rad
    first:   index of the first angle
    """
    c, s = cos(lean), sin(lean)
    ahead, aside, up = c * x - s * z, y, s * x + c * z
    c, s = cos(yaw), sin(yaw)
    ahead, aside = c * ahead + s * aside, c * aside - s * ahead
    roll = atan2(aside, -up)
    down = math.sqrt(aside * aside + up * up)
    kind, thigh, shank, fixed = leg[KIND], leg[THIGH], leg[SHANK], leg[FIXED]
    if kind == PARALLEL:
        down -= fixed
    way = math.sqrt(ahead * ahead + down * down)
    tilt = atan2(-ahead, down)
    if kind == DOUBLE_KNEE:
        knee = arc_cosine(min((way - fixed) / (thigh + shank), _ALMOST))
        hip = tilt - knee
        foot = -lean - hip - 2.0 * knee
    else:
        way = min(way, _ALMOST * (thigh + shank))
        hip = tilt - arc_cosine((thigh * thigh + way * way - shank * shank) / (2.0 * thigh * way))
        below = tilt + arc_cosine((shank * shank + way * way - thigh * thigh) / (2.0 * shank * way))
        knee, foot = (below, -lean) if kind == PARALLEL else (below - hip, -lean - below)
    angles[first] = yaw
    angles[first + 1] = roll
    angles[first + 2] = hip
    angles[first + 3] = knee
    angles[first + 4] = foot
    angles[first + 5] = -roll
