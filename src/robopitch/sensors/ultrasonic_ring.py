"""The ring of ultrasonic sensors: each reports the nearest echo in its cone [CAMBADA-sim §2.5.3]."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from robopitch.elementary import cos, sin
from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import register
from robopitch.sensors.carried import CarriedSensor, CarriedSettings
from robopitch.sensors.laser_scanner import fan
from robopitch.sensors.sensor import View
from robopitch.spec.quantity import Count, Physical, Whole, assumed

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["UltrasonicReport", "UltrasonicRing", "UltrasonicSettings"]

RAYS = 15  # across a cone

Length = Annotated[float, Physical("m", ge=0, le=5)]
Share = Annotated[float, Physical("1", ge=0, le=1)]


@dataclass(frozen=True, slots=True)
class UltrasonicReport:
    """The nearest echoes, counter-clockwise from the front."""

    robot: Body
    capture: float  # s
    limit: float  # m: this distance stands for no echo
    distances: tuple[float, ...]  # m, from the centre of the robot

    @property
    def points(self) -> list[tuple[float, float]]:
        """The echoes on the axes of the sensors, in the frame of the robot."""
        step = math.tau / len(self.distances)
        echoes = [(n * step, distance) for n, distance in enumerate(self.distances) if distance < self.limit]
        return [(distance * cos(angle), distance * sin(angle)) for angle, distance in echoes]


register(UltrasonicReport)


class UltrasonicSettings(CarriedSettings):
    """The sensors of the ring, and the errors of their distances."""

    rate: float = Field(default=10.0, ge=0.01, le=10_000, allow_inf_nan=False, description="samples per second, Hz")
    sensors: Annotated[int, Whole(ge=1, le=64)] = Field(
        default=Count(16, "assumed: usual for a ring"), description="evenly around the robot, the first in front"
    )
    cone: Annotated[float, Physical("rad", gt=0, le=math.pi)] = Field(
        default=assumed(math.pi / 6, "rad", "usual for such a device"), description="full angle of a cone"
    )
    height: Length = Field(default=assumed(0.1, "m", "in the base of the robot"), description="above the ground")
    limit: Annotated[float, Physical("m", gt=0, le=100)] = Field(
        default=assumed(3.0, "m", "usual for such a device"), description="longest distance"
    )
    noise: Length = Field(
        default=assumed(0.02, "m", "usual for such a device"), description="deviation of each distance"
    )
    calibration: Share = Field(
        default=assumed(0.01, "1", "temperature of the air"),
        description="deviation of the constant error of the scale, as a share; the same for the whole ring",
    )
    resolution: Length = Field(
        default=assumed(0.01, "m", "usual for such a device"), description="step of a distance; 0 = none"
    )
    missing: Share = Field(default=assumed(0.0, "1", "none"), description="chance that a sensor hears no echo")


class UltrasonicRing(CarriedSensor[UltrasonicSettings]):
    """Reports for each sensor the nearest of robots, walls, goals and the ball in its cone, by rays across the cone.

    Nothing is lost by oblique reflection, and the sensors do not hear each other.
    """

    settings_type = UltrasonicSettings
    view = View.POINTS
    _rays: tuple[UltrasonicSettings, Any] | None = None  # of these settings

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """The nearest echo of each sensor."""
        settings = self.settings
        if self.motion(world) is None:
            return []
        from robopitch.sensors.rays import distances

        if self._rays is None or self._rays[0] is not settings:
            self._rays = settings, _cones(int(settings.sensors), float(settings.cone))
        limit, count = float(settings.limit), int(settings.sensors)
        found = distances(world, self.column(world), self._rays[1], 0.0, float(settings.height), limit).tolist()
        noise, (constant,) = self.normals(world, frame, count), self.constants(world, 1)
        missing = self.uniforms(world, frame, count, first=count) if settings.missing > 0 else (1.0,) * count
        scale = 1.0 + settings.calibration * constant
        measured = []
        for n in range(count):
            distance = min(found[n * RAYS : (n + 1) * RAYS])
            if distance < limit and missing[n] >= settings.missing:
                distance = self.stepped(scale * distance + settings.noise * noise[n], float(settings.resolution))
                measured.append(min(max(distance, 0.0), limit))
            else:
                measured.append(limit)
        return [UltrasonicReport(self.owner, world.time, limit, tuple(measured))]


def _cones(sensors: int, cone: float) -> Any:
    """Rays across the cones of all sensors."""
    import numpy as np

    turn = math.tau / sensors
    return np.concatenate([fan(n * turn - 0.5 * cone, cone / (RAYS - 1), RAYS) for n in range(sensors)])
