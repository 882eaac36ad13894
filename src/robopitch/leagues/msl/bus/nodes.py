"""The nodes of a robot's low-level bus besides the laptop: what they say is what the sensors of the robot report."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from robopitch.elementary import cos, sin
from robopitch.leagues.msl.wire.can import (
    BarrierState,
    Battery,
    CompassHeading,
    Encoder,
    Message,
    MotorSetPoints,
    Position,
    Rotation,
)
from robopitch.messages import Output, Pose
from robopitch.sensors.barrier import BarrierReport
from robopitch.sensors.battery import BatteryReport
from robopitch.sensors.compass import CompassReport
from robopitch.sensors.odometry import OdometryReport
from robopitch.world.commands import rolling_wheels

if TYPE_CHECKING:
    from robopitch.spec import RobotSpec

__all__ = ["SENSORS", "BusNodes"]

SENSORS = frozenset({"barrier", "battery", "compass", "odometry"})
"""The kinds of sensors whose reports go over the bus."""

LONGEST_GAP = 0.5  # s between two reports of the odometry: after a longer one the robot was somewhere else


class BusNodes:
    """Base, motors, odometry and compass.

    pose:   by the odometry, which the laptop can set
    wanted: forward, left and turning velocity, as the laptop said last
    """

    def __init__(self) -> None:
        self.pose, self.wanted = Pose(0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        self._barrier: BarrierReport | None = None
        self._battery: BatteryReport | None = None
        self._compass: CompassReport | None = None
        self._odometry: OdometryReport | None = None

    def hear(self, report: Output) -> None:
        """Take in a report of a sensor."""
        if isinstance(report, OdometryReport):
            self._roll(report)
        elif isinstance(report, CompassReport):
            self._compass = report
        elif isinstance(report, BarrierReport):
            self._barrier = report
        elif isinstance(report, BatteryReport):
            self._battery = report

    def forget(self) -> None:
        """Forget the reports: the bus falls asleep, or time went back."""
        self._barrier = self._battery = self._compass = self._odometry = None

    def _roll(self, now: OdometryReport) -> None:
        """Add the displacement between two reports, in the frame of the robot, to the pose."""
        before, self._odometry = self._odometry, now
        if before is None or not 0 < now.capture - before.capture <= LONGEST_GAP:
            return
        dx, dy = now.x - before.x, now.y - before.y
        turned = self.pose.heading - before.heading
        c, n = cos(turned), sin(turned)
        heading = math.remainder(self.pose.heading + now.heading - before.heading, math.tau)
        self.pose = Pose(self.pose.x + c * dx - n * dy, self.pose.y + n * dx + c * dy, heading)

    def messages(self, robot: RobotSpec) -> Iterator[Message]:
        """What the nodes have to say now. A robot without a sensor does not send its frame."""
        yield MotorSetPoints(tuple(rolling_wheels(robot, *self.wanted)))
        if self._battery is not None:
            yield Battery(self._battery.voltage, self._battery.charge)
        if self._odometry is not None:
            for wheel, ticks in enumerate(self._odometry.ticks[:4], 1):
                yield Encoder(wheel, ticks)
            yield Position(self.pose.x, self.pose.y)
            yield Rotation(self.pose.heading)
        if self._compass is not None:
            yield CompassHeading(self._compass.heading)
        if self._barrier is not None:
            yield BarrierState(self._barrier.ball)
