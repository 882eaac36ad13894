"""The bumper: switches around the robot, each pressed or not [CAMBADA-control §5.1.2]."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from robopitch.elementary import atan2
from robopitch.messages import Body, Collision, Event, Output
from robopitch.messages.registry import register
from robopitch.sensors.carried import CarriedSensor, CarriedSettings, turned_back
from robopitch.spec.quantity import Count, Physical, Whole, assumed

if TYPE_CHECKING:
    from robopitch.sensors.carried import PlanarMotion
    from robopitch.world import World

__all__ = ["Bumper", "BumperReport", "BumperSettings", "collisions_of", "sector_of"]


@dataclass(frozen=True, slots=True)
class BumperReport:
    """One reading: the switches counter-clockwise, the first in front."""

    robot: Body
    capture: float  # s
    pressed: tuple[bool, ...]

    @property
    def values(self) -> Mapping[str, float]:
        """1 for every switch that is pressed."""
        return {f"switch_{n}": 1.0 if pressed else 0.0 for n, pressed in enumerate(self.pressed)}


register(BumperReport)


class BumperSettings(CarriedSettings):
    """The switches."""

    switches: Annotated[int, Whole(ge=1, le=64)] = Field(
        default=Count(8, "assumed: few sensors, a low angular resolution"),
        description="evenly around the robot, the first in front",
    )
    wrong: Annotated[float, Physical("1", ge=0, le=1)] = Field(
        default=assumed(0.0, "1", "never"), description="chance that a switch reports the opposite"
    )


class Bumper(CarriedSensor[BumperSettings]):
    """A switch is pressed while something touches its part of the robot, or if a robot hit it since the last report.

    Robots, walls and goals press it; the ball does not.
    """

    settings_type = BumperSettings

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """Which switches are pressed."""
        motion, settings = self.motion(world), self.settings
        if motion is None:
            return []
        from robopitch.sensors.contacts import touched_sides

        pressed = [False] * settings.switches
        normals = [*touched_sides(world, self.column(world)), *collisions_of(self.owner, events)]
        for nx, ny in normals:
            pressed[sector_of(motion, nx, ny, settings.switches)] = True
        if settings.wrong > 0:
            chances = self.uniforms(world, frame, settings.switches, first=0)
            pressed = [on != (chance < settings.wrong) for on, chance in zip(pressed, chances, strict=True)]
        return [BumperReport(self.owner, world.time, tuple(pressed))]


def sector_of(motion: PlanarMotion, nx: float, ny: float, sectors: int) -> int:
    """The sector of a robot in which a direction of the field lies; sector 0 is centred on the front."""
    forward, left = turned_back(nx, ny, motion.hx, motion.hy)
    return math.floor(atan2(left, forward) / math.tau * sectors + 0.5) % sectors


def collisions_of(owner: Body, events: Sequence[Event]) -> list[tuple[float, float]]:
    """Directions from a robot to the robots that it collided with, in the frame of the field."""
    found = []
    for event in events:
        if isinstance(event, Collision) and event.direction is not None and owner in (event.first, event.second):
            sign = 1.0 if event.first == owner else -1.0
            found.append((sign * event.direction[0], sign * event.direction[1]))
    return found
