"""Joint encoders of a robot with joints: the angle and the speed of each joint that has a servo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import Field

from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import register
from robopitch.sensors.carried import CarriedSensor, CarriedSettings
from robopitch.spec.quantity import Physical, assumed

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["JointReport", "JointSettings", "Joints"]

Angle = Annotated[float, Physical("rad", ge=0, le=1)]
TurnRate = Annotated[float, Physical("rad/s", ge=0, le=100)]


@dataclass(frozen=True, slots=True)
class JointReport:
    """Angles and speeds, in the order of the servos in the description of the robot."""

    robot: Body
    capture: float  # s
    names: tuple[str, ...]  # of the joints
    angles: tuple[float, ...]  # rad
    speeds: tuple[float, ...]  # rad/s

    units: ClassVar[Mapping[str, str]] = {"angles": "rad", "speeds": "rad/s"}

    @property
    def values(self) -> dict[str, float]:
        """All numbers by name: "knee_left_pitch", and "knee_left_pitch speed"."""
        found = dict(zip(self.names, self.angles, strict=True))
        return found | {f"{name} speed": value for name, value in zip(self.names, self.speeds, strict=True)}


register(JointReport)


class JointSettings(CarriedSettings):
    """The errors of the encoders."""

    resolution: Angle = Field(
        default=assumed(0.00511, "rad", "300° in 1024 steps, as the servos RX-28 and RX-64 have"),
        description="smallest step of an angle",
    )
    noise: Angle = Field(
        default=assumed(0.0, "rad", "less than a step"), description="deviation of the noise of each angle"
    )
    calibration: Angle = Field(
        default=assumed(0.0, "rad", "the servos are aligned"), description="deviation of the zero of each joint"
    )
    speed_resolution: TurnRate = Field(
        default=assumed(0.0116, "rad/s", "0.111 rpm, as the servos RX-28 and RX-64 have"),
        description="smallest step of a speed",
    )


class Joints(CarriedSensor[JointSettings]):
    """Reports the angles of the joints and how fast they turn. A robot without joints has nothing to report."""

    settings_type = JointSettings

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """Angles and speeds."""
        robot = self.robot(world)
        if robot is None or robot.spec.figure is None:
            return []
        names, settings, column = tuple(robot.spec.figure.joints), self.settings, self.column(world)
        true = world.values("joint_angles")[: len(names), column].tolist()
        turning = world.values("joint_velocities")[: len(names), column].tolist()
        noise, constant = self.normals(world, frame, len(names)), self.constants(world, len(names))
        angles = [
            self.stepped(angle + settings.noise * n + settings.calibration * k, settings.resolution)
            for angle, n, k in zip(true, noise, constant, strict=True)
        ]
        speeds = [self.stepped(speed, settings.speed_resolution) for speed in turning]
        return [JointReport(self.owner, world.time, names, tuple(angles), tuple(speeds))]
