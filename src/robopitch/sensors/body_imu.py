"""Inertial measurement unit of a robot with joints: gyroscopes, accelerometers, fused roll and pitch
[FUmanoid-emulator §4.2.1.3].
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import Field

from robopitch.elementary import atan2, cos, hypot, sin
from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import register
from robopitch.messages.saved import Number, SavedPart, Tick
from robopitch.sensors.carried import CarriedSensor
from robopitch.sensors.imu import AccelerometerSettings, TurnRate
from robopitch.sensors.inspected import inspected
from robopitch.spec.quantity import Physical, assumed

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["BodyImu", "BodyImuReport", "BodyImuSettings"]

Angle = Annotated[float, Physical("rad", ge=-math.pi, le=math.pi)]
Error = Annotated[float, Physical("rad", ge=0, le=1)]
Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class BodyImuReport:
    """One reading, in the frame of the chip: x forward, y left, z up if it is mounted straight."""

    robot: Body
    capture: float  # s
    gyro: Vector  # rad/s
    acceleration: Vector  # m/s², relative to free fall: at rest it points up
    roll: float  # rad, fused, without the zero offset
    pitch: float  # positive when the robot leans forward
    sensor: str = ""  # which one it is, "blue 0 imu"

    units: ClassVar[Mapping[str, str]] = {
        **{f"gyro_{axis}": "rad/s" for axis in "xyz"},
        **{f"acceleration_{axis}": "m/s²" for axis in "xyz"},
        "roll": "rad",
        "pitch": "rad",
    }

    @property
    def values(self) -> dict[str, float]:
        """All numbers by name."""
        found = {f"gyro_{axis}": value for axis, value in zip("xyz", self.gyro, strict=True)}
        found |= {f"acceleration_{axis}": value for axis, value in zip("xyz", self.acceleration, strict=True)}
        return found | {"roll": self.roll, "pitch": self.pitch}


register(BodyImuReport)


class BodyImuSettings(AccelerometerSettings):
    """Where and how it is mounted, which angles it calls zero, its noise and constant errors."""

    site: str = Field(default="imu", description="the place in the description of the robot where it sits")
    axes: int = Field(default=6, ge=5, le=6, description="5: without the gyroscope about its z axis, which reports 0")
    mounting_roll: Angle = Field(default=assumed(0.0, "rad", "straight"), description="turned about x on its place")
    mounting_pitch: Angle = Field(default=assumed(0.0, "rad", "straight"), description="turned about y")
    mounting_yaw: Angle = Field(default=assumed(0.0, "rad", "straight"), description="turned about z")
    zero_roll: Angle = Field(default=assumed(0.0, "rad", "none"), description="subtracted from the fused roll")
    zero_pitch: Angle = Field(default=assumed(0.0, "rad", "none"), description="subtracted from the fused pitch")
    gyro_noise: TurnRate = Field(
        default=assumed(0.01, "rad/s", "usual for a small gyroscope"), description="deviation of the gyroscopes' noise"
    )
    gyro_calibration: TurnRate = Field(
        default=assumed(0.01, "rad/s", "usual for a small gyroscope"),
        description="deviation of the gyroscopes' constant error",
    )
    angle_noise: Error = Field(
        default=assumed(0.005, "rad", "0.3°: what a filter leaves"), description="deviation of the fused angles' noise"
    )
    angle_calibration: Error = Field(
        default=assumed(0.01, "rad", "mounted by hand"), description="deviation of the fused angles' constant error"
    )


class ImuMemory(SavedPart):
    """The velocity of its place at the last sample."""

    tick: Tick
    velocity: tuple[Number, Number, Number]


class BodyImu(CarriedSensor[BodyImuSettings]):
    """Reports turn rates, the mean acceleration since the last report, and roll and pitch.

    The mean is what remains of an impact after the filter of a real accelerometer. Roll and pitch are the true ones
    with noise: which filter the board uses is not modelled.
    """

    settings_type = BodyImuSettings
    memory_type = ImuMemory

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """Turn rates, accelerations, roll and pitch."""
        memory, settings, column = self.memory, self.settings, self.column(world)
        inside = inspected(world, column, settings.site) if self.robot(world) is not None else None
        if inside is None:
            self.memory = None
            return []
        motion = inside.motion(column, settings.site)
        self.memory = ImuMemory(tick=world.tick, velocity=motion.velocity)
        if memory is None or memory.tick >= world.tick:
            return []  # there is no velocity to compare with
        seconds = (world.tick - memory.tick) * world.timestep
        ax, ay, az = ((now - then) / seconds for now, then in zip(motion.velocity, memory.velocity, strict=True))
        felt = (ax, ay, az + float(world.league.gravity))
        axes = _mounted(motion.axes, settings)
        noise, constant = self.normals(world, frame, 8), self.constants(world, 8)
        gyro = [
            value + settings.gyro_noise * noise[n] + settings.gyro_calibration * constant[n]
            for n, value in enumerate(_along(axes, motion.turn))
        ]
        if settings.axes == 5:
            gyro[2] = 0.0
        force = [settings.reading(value, noise[n], constant[n]) for n, value in enumerate(_along(axes, felt), 3)]
        x, y, z = axes[0][2], axes[1][2], axes[2][2]  # the direction up, along the axes of the chip
        roll = atan2(y, z) - settings.zero_roll + settings.angle_noise * noise[6]
        pitch = atan2(-x, hypot(y, z)) - settings.zero_pitch + settings.angle_noise * noise[7]
        roll += settings.angle_calibration * constant[6]
        pitch += settings.angle_calibration * constant[7]
        rates, accelerations = (gyro[0], gyro[1], gyro[2]), (force[0], force[1], force[2])
        return [BodyImuReport(self.owner, world.time, rates, accelerations, roll, pitch, self.name)]


def _along(axes: tuple[Vector, Vector, Vector], vector: Vector) -> Vector:
    """A vector of the field along these axes."""
    x, y, z = vector
    a, b, c = (ax * x + ay * y + az * z for ax, ay, az in axes)
    return a, b, c


def _mounted(axes: tuple[Vector, Vector, Vector], settings: BodyImuSettings) -> tuple[Vector, Vector, Vector]:
    """The axes of the chip: those of its place, turned by yaw, then pitch, then roll."""
    x, y, z = axes
    x, y = _turned(x, y, settings.mounting_yaw)
    z, x = _turned(z, x, settings.mounting_pitch)
    y, z = _turned(y, z, settings.mounting_roll)
    return x, y, z


def _turned(first: Vector, second: Vector, angle: float) -> tuple[Vector, Vector]:
    """Two perpendicular axes, turned from the first to the second."""
    c, s = cos(angle), sin(angle)
    (a, b, d), (e, f, g) = first, second
    return (c * a + s * e, c * b + s * f, c * d + s * g), (c * e - s * a, c * f - s * b, c * g - s * d)
