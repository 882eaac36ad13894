"""The kinds of sensors inside robots with joints, by the names that the file of a robot uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from robopitch.sensors.body_imu import BodyImu
from robopitch.sensors.body_touch import BodyTouch
from robopitch.sensors.foot import Foot
from robopitch.sensors.force_torque import ForceTorque
from robopitch.sensors.joints import Joints

if TYPE_CHECKING:
    from robopitch.sensors.sensor import SensorKind

__all__ = ["KINDS"]

KINDS: Mapping[str, SensorKind] = {
    "body_imu": BodyImu,
    "body_touch": BodyTouch,
    "foot": Foot,
    "force_torque": ForceTorque,
    "joints": Joints,
}
