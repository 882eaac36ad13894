"""Touch sensor on a part of a robot with joints: the force with which something presses on that part."""

from __future__ import annotations

import math
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

__all__ = ["BodyTouch", "BodyTouchReport", "BodyTouchSettings"]

Force = Annotated[float, Physical("N", ge=0, le=10_000)]


@dataclass(frozen=True, slots=True)
class BodyTouchReport:
    """Whether something presses on a part."""

    robot: Body
    capture: float  # s
    pressed: bool
    force: float  # N: the sum of all contacts

    units: ClassVar[Mapping[str, str]] = {"force": "N"}


register(BodyTouchReport)


class BodyTouchSettings(CarriedSettings):
    """Where it sits, and its errors."""

    site: str = Field(default="touch", description="the place in the description of the robot; its body is the part")
    threshold: Force = Field(
        default=assumed(0.5, "N", "a key of a keyboard"), description="force above which it is pressed"
    )
    noise: Force = Field(default=assumed(0.05, "N", "a small sensor"), description="deviation of the noise")


class BodyTouch(CarriedSensor[BodyTouchSettings]):
    """Reports the sum of the forces of all contacts of the body on which it sits: ground, ball, robots, other parts."""

    settings_type = BodyTouchSettings

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """The force, and whether it is enough."""
        settings, column = self.settings, self.column(world)
        inside = inspected(world, column, settings.site) if self.robot(world) is not None else None
        if inside is None:
            return []
        force = 0.0
        for load in inside.loads(column, settings.site):
            x, y, z = load.force
            force += math.sqrt(x * x + y * y + z * z)
        force = max(0.0, force + settings.noise * self.normals(world, frame, 1)[0])
        return [BodyTouchReport(self.owner, world.time, force > settings.threshold, force)]
