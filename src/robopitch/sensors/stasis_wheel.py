"""The stasis wheel: a free wheel with an encoder that shows whether the floor moves [CAMBADA-control §5.1.3]."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from robopitch.elementary import hypot
from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import register
from robopitch.messages.saved import Number, SavedPart, Tick
from robopitch.sensors.carried import CarriedSensor, CarriedSettings, turned_back
from robopitch.spec.quantity import Count, Physical, Whole, assumed

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["StasisReport", "StasisSettings", "StasisWheel"]

Place = Annotated[float, Physical("m", ge=-1, le=1)]
Share = Annotated[float, Physical("1", ge=0, le=1)]


@dataclass(frozen=True, slots=True)
class StasisReport:
    """One reading."""

    robot: Body
    capture: float  # s
    ticks: int  # of the free wheel since the first report
    speed: float  # m/s: of the floor under the free wheel since the last report
    driven: float  # m/s: of the fastest rim of the driven wheels, now
    stasis: bool  # the driven wheels turn, and the floor does not move

    @property
    def values(self) -> Mapping[str, float]:
        """All of them as numbers."""
        stasis = 1.0 if self.stasis else 0.0
        return {"ticks": float(self.ticks), "speed": self.speed, "driven": self.driven, "stasis": stasis}


register(StasisReport)


class StasisSettings(CarriedSettings):
    """The free wheel, and when its robot is in stasis."""

    forward: Place = Field(default=assumed(0.0, "m", "in the middle"), description="place of the wheel")
    left: Place = Field(default=assumed(0.0, "m", "in the middle"), description="place of the wheel")
    radius: Annotated[float, Physical("m", gt=0, le=0.5)] = Field(
        default=assumed(0.02, "m", "a small wheel"), description="of the wheel"
    )
    ticks_per_turn: Annotated[int, Whole(ge=1, le=1_000_000)] = Field(
        default=Count(512, "assumed: a small optical encoder"), description="ticks per turn of the wheel"
    )
    noise: Share = Field(
        default=assumed(0.01, "1", "it hops"), description="deviation of the counted way, as a share of the way"
    )
    calibration: Share = Field(
        default=assumed(0.0, "1", "measured"), description="deviation of the constant error of its radius, as a share"
    )
    least: Annotated[float, Physical("m/s", gt=0, le=10)] = Field(
        default=assumed(0.2, "m/s", "slower wheels do not count"),
        description="rim speed of the driven wheels from which stasis is possible",
    )
    share: Share = Field(
        default=assumed(0.25, "1", "most of it is slip"),
        description="speed of the floor up to which it is stasis, as a share of the rim speed",
    )


class StasisMemory(SavedPart):
    """The way so far."""

    tick: Tick
    speed: Number  # m/s, of the floor at the last sample
    way: Number  # m
    count: int


class StasisWheel(CarriedSensor[StasisSettings]):
    """Counts the way of the floor under it, and compares its speed with that of the driven wheels.

    The wheel swivels as a castor does: it measures how far the floor moves, not in which direction. A robot that is
    stuck but swings to and fro is not in stasis. A robot that turns about the free wheel looks as if it were.
    """

    settings_type = StasisSettings
    memory_type = StasisMemory

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """Way and speed of the floor."""
        robot, motion, settings = self.robot(world), self.motion(world), self.settings
        if robot is None or motion is None:
            self.memory = None
            return []
        forward, left = turned_back(motion.vx, motion.vy, motion.hx, motion.hy)
        floor = hypot(forward - motion.turn * settings.left, left + motion.turn * settings.forward)
        if self.memory is None:
            self.memory = StasisMemory(tick=world.tick, speed=floor, way=0.0, count=0)
        memory = self.memory
        seconds = (world.tick - memory.tick) * world.timestep
        (noise,), (constant,) = self.normals(world, frame, 1), self.constants(world, 1)
        true_way = 0.5 * (memory.speed + floor) * seconds
        memory.way += true_way * (1.0 + settings.noise * noise) * (1.0 + settings.calibration * constant)
        step = math.tau * settings.radius / settings.ticks_per_turn
        count = math.floor(memory.way / step)
        way = true_way if settings.level == "truth" else (count - memory.count) * step
        memory.tick, memory.speed, memory.count = world.tick, floor, count
        speed = way / seconds if seconds > 0 else 0.0
        driven = 0.0
        for wheel, rate in zip(robot.spec.drive.wheels, robot.wheel_speeds.tolist(), strict=True):
            driven = max(driven, abs(rate * wheel.radius))
        stasis = seconds > 0 and driven >= settings.least and speed <= settings.share * driven
        return [StasisReport(self.owner, world.time, count, speed, driven, stasis)]
