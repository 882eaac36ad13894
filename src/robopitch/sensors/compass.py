"""The electronic compass: the heading of the robot, from magnetic north [CAMBADA-sim §3.3.4 and §4.5.2]."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import Field

from robopitch.elementary import sin
from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import register
from robopitch.sensors.carried import CarriedSensor, CarriedSettings, rounded
from robopitch.spec.quantity import Physical, assumed

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["Compass", "CompassReport", "CompassSettings"]

Error = Annotated[float, Physical("rad", ge=0, le=math.pi)]


@dataclass(frozen=True, slots=True)
class CompassReport:
    """One reading."""

    robot: Body
    capture: float  # s
    heading: float  # rad, −π to π, counter-clockwise from north
    raw: int  # the same in steps of the device, 0 to a turn

    units: ClassVar[Mapping[str, str]] = {"heading": "rad", "raw": "steps"}


register(CompassReport)


class CompassSettings(CarriedSettings):
    """North, and the errors of the device."""

    north_offset: Annotated[float, Physical("rad", ge=-math.pi, le=math.pi)] = Field(
        default=assumed(0.0, "rad", "north is the direction of x, of the goal that blue attacks"),
        description="direction of north on the field; it is subtracted from the heading",
    )
    noise: Error = Field(
        default=assumed(0.02, "rad", "one degree"), description="deviation of the noise of each reading"
    )
    calibration: Error = Field(
        default=assumed(0.0, "rad", "calibrated"), description="deviation of the constant error of each robot"
    )
    distortion: Error = Field(
        default=assumed(0.0, "rad", "no iron near it"),
        description="amplitude of the error that iron on the robot causes, once per turn; its phase differs by robot",
    )
    resolution: Annotated[float, Physical("rad", gt=0, le=1)] = Field(
        default=assumed(math.tau / 3600, "rad", "0.1°, usual for such a device"), description="one step of the device"
    )


class Compass(CarriedSensor[CompassSettings]):
    """Reports heading − north offset, so that heading = reading + offset.

    A team calls the direction of the goal that it attacks 0: it chooses the offset that it adds accordingly
    [CAMBADA-sim §5.2.6]. North is the same for both teams.
    """

    settings_type = CompassSettings

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """The heading of the robot."""
        robot, settings = self.robot(world), self.settings
        if robot is None:
            return []
        (noise,), (constant, phase) = self.normals(world, frame, 1), self.constants(world, 2)
        heading = robot.pose.heading
        error = settings.calibration * constant + settings.noise * noise
        if settings.level != "truth":
            error += settings.distortion * sin(heading + math.tau * phase)
        reading = math.remainder(heading - settings.north_offset + error, math.tau)
        steps = math.floor(reading / settings.resolution + 0.5)
        turn = round(math.tau / settings.resolution)
        if settings.level != "truth":
            reading = math.remainder(rounded(reading, float(settings.resolution)), math.tau)
        return [CompassReport(self.owner, world.time, reading, steps % turn)]
