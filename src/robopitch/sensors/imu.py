"""Inertial measurement unit: a gyroscope and an accelerometer of three axes [CAMBADA-control §5.1.4]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import Field

from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import register
from robopitch.messages.saved import Number, SavedPart, Tick
from robopitch.sensors.carried import CarriedSensor, CarriedSettings, turned_back
from robopitch.spec.quantity import Physical, assumed

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["Acceleration", "AccelerometerSettings", "Imu", "ImuReport", "ImuSettings", "TurnRate"]

TurnRate = Annotated[float, Physical("rad/s", ge=0, le=100)]
Acceleration = Annotated[float, Physical("m/s2", ge=0, le=2000)]


@dataclass(frozen=True, slots=True)
class ImuReport:
    """One reading, in the frame of the robot."""

    robot: Body
    capture: float  # s
    turn_rate: float  # rad/s, about the vertical
    forward: float  # m/s²: acceleration relative to free fall
    left: float
    up: float  # gravity, for a robot that stands

    units: ClassVar[Mapping[str, str]] = {"turn_rate": "rad/s", "forward": "m/s²", "left": "m/s²", "up": "m/s²"}


register(ImuReport)


class AccelerometerSettings(CarriedSettings):
    """Noise and constant error of an accelerometer, and its range."""

    noise: Acceleration = Field(
        default=assumed(0.05, "m/s2", "usual for a small accelerometer"),
        description="deviation of the noise of each acceleration",
    )
    calibration: Acceleration = Field(
        default=assumed(0.1, "m/s2", "usual for a small accelerometer"),
        description="deviation of the constant error of each acceleration",
    )
    range: Annotated[float, Physical("m/s2", gt=0, le=10_000)] = Field(
        default=assumed(78.5, "m/s2", "8 g"), description="largest acceleration that it reports"
    )

    def reading(self, value: float, noise: float, constant: float) -> float:
        """What it reports, by standard normal numbers for its noise and its constant error."""
        value += self.noise * noise + self.calibration * constant
        return value if self.level == "truth" else min(max(value, -self.range), float(self.range))


class ImuSettings(AccelerometerSettings):
    """Noise and constant errors of both devices, and the range of the accelerometer."""

    turn_noise: TurnRate = Field(
        default=assumed(0.01, "rad/s", "usual for a small gyroscope"), description="deviation of the turn rate's noise"
    )
    turn_calibration: TurnRate = Field(
        default=assumed(0.01, "rad/s", "usual for a small gyroscope"),
        description="deviation of the turn rate's constant error",
    )


class ImuMemory(SavedPart):
    """The velocity at the last sample."""

    tick: Tick
    vx: Number
    vy: Number


class Imu(CarriedSensor[ImuSettings]):
    """Reports the turn rate, and the mean acceleration since the last report.

    The mean is what remains of an impact after the filter of a real accelerometer. The robot stands upright: it
    measures gravity along its vertical axis.
    """

    settings_type = ImuSettings
    memory_type = ImuMemory

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """Turn rate and accelerations."""
        motion, memory, settings = self.motion(world), self.memory, self.settings
        if motion is None:
            self.memory = None
            return []
        self.memory = ImuMemory(tick=world.tick, vx=motion.vx, vy=motion.vy)
        if memory is None or memory.tick >= world.tick:
            return []  # there is no velocity to compare with
        seconds = (world.tick - memory.tick) * world.timestep
        ax, ay = (motion.vx - memory.vx) / seconds, (motion.vy - memory.vy) / seconds
        noise, constant = self.normals(world, frame, 4), self.constants(world, 4)
        turn_rate = motion.turn + settings.turn_noise * noise[0] + settings.turn_calibration * constant[0]
        felt = (*turned_back(ax, ay, motion.hx, motion.hy), float(world.league.gravity))
        measured = [settings.reading(value, noise[n], constant[n]) for n, value in enumerate(felt, 1)]
        return [ImuReport(self.owner, world.time, turn_rate, *measured)]
