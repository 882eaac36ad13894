"""The laser scanner: distances in a fan of beams, as SimSrv simulates one [CAMBADA-sim §2.5.3]."""

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
from robopitch.sensors.sensor import View
from robopitch.spec.quantity import Count, Physical, Whole, assumed

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["LaserScan", "LaserScanner", "LaserScannerSettings", "fan"]

Length = Annotated[float, Physical("m", ge=0, le=5)]
Share = Annotated[float, Physical("1", ge=0, le=1)]


@dataclass(frozen=True, slots=True)
class LaserScan:
    """One scan, from right to left."""

    robot: Body
    capture: float  # s
    forward: float  # m: the scanner in front of the robot's centre
    first: float  # rad: direction of the first beam, from the front
    step: float  # rad between two beams
    limit: float  # m: this distance stands for no echo
    distances: tuple[float, ...]  # m

    @property
    def points(self) -> list[tuple[float, float]]:
        """Where the beams met something, in the frame of the robot."""
        found = []
        for n, distance in enumerate(self.distances):
            if distance < self.limit:
                angle = self.first + n * self.step
                found.append((self.forward + distance * cos(angle), distance * sin(angle)))
        return found


register(LaserScan)


class LaserScannerSettings(CarriedSettings):
    """The beams, and the errors of their distances."""

    rate: float = Field(default=10.0, ge=0.01, le=10_000, allow_inf_nan=False, description="samples per second, Hz")
    beams: Annotated[int, Whole(ge=2, le=1440)] = Field(
        default=Count(181, "assumed: one beam per degree"), description="beams of a scan"
    )
    span: Annotated[float, Physical("rad", gt=0, le=math.tau)] = Field(
        default=assumed(math.pi, "rad", "the front half"), description="angle between the first and the last beam"
    )
    forward: Annotated[float, Physical("m", ge=-1, le=1)] = Field(
        default=assumed(0.0, "m", "in the middle"), description="place of the scanner, in front of the robot's centre"
    )
    height: Length = Field(
        default=assumed(0.3, "m", "above the ball"), description="of the beams; they pass over what is lower"
    )
    limit: Annotated[float, Physical("m", gt=0, le=100)] = Field(
        default=assumed(8.0, "m", "usual for such a device"), description="longest distance"
    )
    noise: Length = Field(
        default=assumed(0.01, "m", "usual for such a device"), description="deviation of each distance"
    )
    calibration: Share = Field(
        default=assumed(0.0, "1", "adjusted"), description="deviation of the constant error of its scale, as a share"
    )
    resolution: Length = Field(
        default=assumed(0.01, "m", "usual for such a device"), description="step of a distance; 0 = none"
    )
    missing: Share = Field(default=assumed(0.0, "1", "none"), description="chance that a beam gets no echo")


class LaserScanner(CarriedSensor[LaserScannerSettings]):
    """Reports the distances to robots, walls, goals and the ball, as far as they reach up to the beams.

    A net reflects as a plate does, and the mouth of a robot counts as closed.
    """

    settings_type = LaserScannerSettings
    view = View.POINTS
    _rays: tuple[LaserScannerSettings, Any] | None = None  # the beams of these settings

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """The distances along all beams."""
        settings = self.settings
        if self.motion(world) is None:
            return []
        from robopitch.sensors.rays import distances

        first, step = -0.5 * settings.span, settings.span / (settings.beams - 1)
        if self._rays is None or self._rays[0] is not settings:
            self._rays = settings, fan(first, step, settings.beams)
        limit, count = float(settings.limit), int(settings.beams)
        place = float(settings.forward), float(settings.height)
        found = distances(world, self.column(world), self._rays[1], *place, limit).tolist()
        noise, (constant,) = self.normals(world, frame, count), self.constants(world, 1)
        missing = self.uniforms(world, frame, count, first=count) if settings.missing > 0 else (1.0,) * count
        scale = 1.0 + settings.calibration * constant
        measured = []
        for distance, error, chance in zip(found, noise, missing, strict=True):
            if distance < limit and chance >= settings.missing:
                distance = self.stepped(scale * distance + settings.noise * error, float(settings.resolution))
                measured.append(min(max(distance, 0.0), limit))
            else:
                measured.append(limit)
        return [LaserScan(self.owner, world.time, place[0], first, step, limit, tuple(measured))]


def fan(first: float, step: float, count: int) -> Any:
    """Unit vectors from a first direction on, ``[ray, (forward, left)]``."""
    import numpy as np

    return np.array([(cos(first + n * step), sin(first + n * step)) for n in range(count)], np.float64)
