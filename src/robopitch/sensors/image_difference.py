"""The image difference: how much the picture of the near floor has changed [CAMBADA-control §5.1.5].

The picture is divided into parts, of which only those of the floor near the robot count. Each is compared with the same
part of the picture before: if hardly any has changed although the wheels turn, the robot is stuck. This is the feature
only, computed from the true motion; there is no picture behind it.

The source says that the robot is stuck where the difference is *above* a threshold. The picture of a robot that does
not move stays the same, so it is below.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from robopitch.elementary import cos, exp, sin
from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import register
from robopitch.messages.saved import Number, SavedPart
from robopitch.sensors.carried import CarriedSensor, CarriedSettings, turned_back
from robopitch.spec.quantity import Count, Physical, Whole, assumed

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["ImageDifference", "ImageDifferenceReport", "ImageDifferenceSettings"]

Share = Annotated[float, Physical("1", ge=0, le=1)]


@dataclass(frozen=True, slots=True)
class ImageDifferenceReport:
    """The differences of the parts, counter-clockwise from the front, 0 to 1."""

    robot: Body
    capture: float  # s
    differences: tuple[float, ...]
    still: bool  # no part has changed by more than the threshold

    @property
    def values(self) -> Mapping[str, float]:
        """The largest difference, and whether the picture stands still."""
        return {"largest": max(self.differences), "still": 1.0 if self.still else 0.0}


register(ImageDifferenceReport)


class ImageDifferenceSettings(CarriedSettings):
    """The parts of the picture, and the floor."""

    rate: float = Field(default=25.0, ge=0.01, le=10_000, allow_inf_nan=False, description="samples per second, Hz")
    parts: Annotated[int, Whole(ge=1, le=64)] = Field(
        default=Count(8, "assumed: as many as a coarse picture has"), description="evenly around the robot"
    )
    distance: Annotated[float, Physical("m", gt=0, le=10)] = Field(
        default=assumed(0.5, "m", "the nearest floor that the camera sees"), description="of the parts from the centre"
    )
    texture: Annotated[float, Physical("m", gt=0, le=1)] = Field(
        default=assumed(0.02, "m", "pattern of a carpet"), description="size of the pattern on the floor"
    )
    contrast: Share = Field(
        default=assumed(0.3, "1", "the field is mainly green"),
        description="difference of two unrelated pieces of floor",
    )
    noise: Share = Field(default=assumed(0.03, "1", "usual for a camera"), description="deviation of each difference")
    calibration: Share = Field(
        default=assumed(0.0, "1", "none"), description="deviation of the constant error of each difference"
    )
    threshold: Share = Field(
        default=assumed(0.1, "1", "three deviations of the noise"), description="difference up to which a part is still"
    )


class ImageDifferenceMemory(SavedPart):
    """The pose at the last sample."""

    x: Number
    y: Number
    hx: Number
    hy: Number


class ImageDifference(CarriedSensor[ImageDifferenceSettings]):
    """Reports for each part: contrast · (1 − exp(−(d / texture)²)), where d is how far its floor has moved."""

    settings_type = ImageDifferenceSettings
    memory_type = ImageDifferenceMemory

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """The differences to the last picture."""
        motion, before, settings = self.motion(world), self.memory, self.settings
        if motion is None:
            self.memory = None
            return []
        self.memory = ImageDifferenceMemory(x=motion.x, y=motion.y, hx=motion.hx, hy=motion.hy)
        if before is None:
            return []  # there is no picture to compare with
        parts = int(settings.parts)
        noise, constants = self.normals(world, frame, parts), self.constants(world, parts)
        differences = []
        for n in range(parts):
            angle = math.tau / parts * n
            forward, left = settings.distance * cos(angle), settings.distance * sin(angle)
            # The piece of floor that was there, and where it is now
            x, y = before.hx * forward - before.hy * left, before.hy * forward + before.hx * left
            now = turned_back(before.x + x - motion.x, before.y + y - motion.y, motion.hx, motion.hy)
            ahead, aside = (now[0] - forward) / settings.texture, (now[1] - left) / settings.texture
            moved = min(ahead * ahead + aside * aside, 100.0)
            difference = settings.contrast * (1.0 - exp(-moved))
            difference += settings.noise * noise[n] + settings.calibration * constants[n]
            differences.append(min(max(difference, 0.0), 1.0))
        still = max(differences) <= settings.threshold
        return [ImageDifferenceReport(self.owner, world.time, tuple(differences), still)]
