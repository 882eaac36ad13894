"""The kinds of sensors that robots carry, by the names that the file of a robot uses; not those with a camera.

Importing them registers their reports, and loads neither the compiler nor the engines.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from robopitch.sensors.barrier import Barrier
from robopitch.sensors.battery import Battery
from robopitch.sensors.bumper import Bumper
from robopitch.sensors.compass import Compass
from robopitch.sensors.haptic_ring import HapticRing
from robopitch.sensors.image_difference import ImageDifference
from robopitch.sensors.imu import Imu
from robopitch.sensors.laser_scanner import LaserScanner
from robopitch.sensors.odometry import Odometry
from robopitch.sensors.stasis_wheel import StasisWheel
from robopitch.sensors.system_monitor import SystemMonitor
from robopitch.sensors.ultrasonic_ring import UltrasonicRing

if TYPE_CHECKING:
    from robopitch.sensors.sensor import SensorKind

__all__ = ["KINDS"]

KINDS: Mapping[str, SensorKind] = {
    "barrier": Barrier,
    "battery": Battery,
    "bumper": Bumper,
    "compass": Compass,
    "haptic_ring": HapticRing,
    "image_difference": ImageDifference,
    "imu": Imu,
    "laser_scanner": LaserScanner,
    "odometry": Odometry,
    "stasis_wheel": StasisWheel,
    "system_monitor": SystemMonitor,
    "ultrasonic_ring": UltrasonicRing,
}
