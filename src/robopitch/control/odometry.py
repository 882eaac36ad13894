"""Odometry: the pose of a robot from its wheel speeds alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from robopitch.control.geometry import Pose, moved
from robopitch.control.kinematics import Kinematics

__all__ = ["rolled", "rolled_track"]


def rolled(pose: Pose, wheel_speeds: Sequence[float], kinematics: Kinematics, seconds: float) -> Pose:
    """Pose after the wheels have turned at these speeds for some time without slip [CAMBADA-sim §4.6.1, §5.2.2].

    A speed may be the mean of a cycle: encoder counts per time. The robot moves along an arc; [CAMBADA-sim] uses an
    Euler step.
    """
    return moved(pose, kinematics.twist(wheel_speeds), seconds)


def rolled_track(
    pose: Pose, wheel_speeds: NDArray[np.float64], kinematics: Kinematics, seconds: float
) -> NDArray[np.float64]:
    """Poses ``[time, 3]`` of a whole run from wheel speeds ``[time, wheel]``, the first pose included.

    The same as repeated calls of `rolled` [CAMBADA-sim §5.2.2]; the heading is not wrapped.
    """
    step = wheel_speeds @ np.array(kinematics.to_body).T * seconds
    heading = pose.heading + np.concatenate(([0.0], np.cumsum(step[:, 2])))
    half = step[:, 2] / 2
    chord = np.sinc(half / np.pi)
    middle = heading[:-1] + half
    c, s = chord * np.cos(middle), chord * np.sin(middle)
    track = np.empty((len(heading), 3))
    track[0] = pose
    track[1:, 0] = pose.x + np.cumsum(c * step[:, 0] - s * step[:, 1])
    track[1:, 1] = pose.y + np.cumsum(s * step[:, 0] + c * step[:, 1])
    track[:, 2] = heading
    return track
