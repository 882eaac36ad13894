"""Force-torque sensor in a joint of a robot: what the rest of the robot exerts on the part below the joint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import Field

from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import register
from robopitch.sensors.carried import CarriedSensor, CarriedSettings
from robopitch.sensors.inspected import inspected
from robopitch.spec.quantity import Physical, assumed

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["ForceTorque", "ForceTorqueReport", "ForceTorqueSettings"]

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class ForceTorqueReport:
    """Force and torque about the place of the sensor, along its axes."""

    robot: Body
    capture: float  # s
    force: Vector  # N
    torque: Vector  # N m
    sensor: str = ""  # which one it is, "blue 0 wrist"

    units: ClassVar[Mapping[str, str]] = {
        **{f"force_{axis}": "N" for axis in "xyz"},
        **{f"torque_{axis}": "N m" for axis in "xyz"},
    }

    @property
    def values(self) -> dict[str, float]:
        """All numbers by name."""
        found = {f"force_{axis}": value for axis, value in zip("xyz", self.force, strict=True)}
        return found | {f"torque_{axis}": value for axis, value in zip("xyz", self.torque, strict=True)}


register(ForceTorqueReport)


class ForceTorqueSettings(CarriedSettings):
    """Where it sits, and its noise."""

    site: str = Field(default="force_torque", description="the place in the description; its body is the part")
    force_noise: Annotated[float, Physical("N", ge=0, le=10_000)] = Field(
        default=assumed(0.1, "N", "a small sensor"), description="deviation of the noise of each force"
    )
    torque_noise: Annotated[float, Physical("N m", ge=0, le=1_000)] = Field(
        default=assumed(0.005, "N m", "a small sensor"), description="deviation of the noise of each torque"
    )


class ForceTorque(CarriedSensor[ForceTorqueSettings]):
    """Reports the force and the torque that go through the joint above the body on which it sits."""

    settings_type = ForceTorqueSettings

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """Force and torque."""
        settings, column = self.settings, self.column(world)
        inside = inspected(world, column, settings.site) if self.robot(world) is not None else None
        if inside is None:
            return []
        (fx, fy, fz), (tx, ty, tz) = inside.wrench(column, settings.site)
        n, f, t = self.normals(world, frame, 6), settings.force_noise, settings.torque_noise
        force = fx + f * n[0], fy + f * n[1], fz + f * n[2]
        torque = tx + t * n[3], ty + t * n[4], tz + t * n[5]
        return [ForceTorqueReport(self.owner, world.time, force, torque, self.name)]
