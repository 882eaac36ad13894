"""Odometry: the way of the robot as its wheel encoders count it [CAMBADA-sim §3.3.3 and §4.6.1].

It integrates the speeds of the *wheels*. Where wheels slip, and where another robot pushes, it drifts away from the
true way, as that of a real robot does.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import Field

from robopitch.elementary import atan2, cos, sin
from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import register
from robopitch.messages.saved import Number, SavedPart, Tick
from robopitch.physics.matrices import dot, pseudo_inverse
from robopitch.sensors.carried import CarriedSensor, CarriedSettings, PlanarMotion, turned_back
from robopitch.sensors.wheels import wheel_directions
from robopitch.spec.quantity import Count, Physical, Whole, assumed

if TYPE_CHECKING:
    from robopitch.spec import RobotSpec
    from robopitch.world import World

__all__ = ["Odometry", "OdometryReport", "OdometrySettings"]

Share = Annotated[float, Physical("1", ge=0, le=1)]


@dataclass(frozen=True, slots=True)
class OdometryReport:
    """The way since the first report, in the frame that the robot had there, and the velocity since the last one."""

    robot: Body
    capture: float  # s
    x: float  # m
    y: float
    heading: float  # rad, −π to π
    forward: float  # m/s
    left: float
    turn: float  # rad/s
    ticks: tuple[int, ...]  # of each encoder since the first report

    units: ClassVar[Mapping[str, str]] = {
        "x": "m",
        "y": "m",
        "heading": "rad",
        "forward": "m/s",
        "left": "m/s",
        "turn": "rad/s",
    }


register(OdometryReport)


class OdometrySettings(CarriedSettings):
    """The encoders, and how well the wheels are known."""

    ticks_per_turn: Annotated[int, Whole(ge=1, le=10_000_000)] = Field(
        default=Count(30_000, "assumed: 500 lines, four edges each, behind a gear of 15"),
        description="ticks of an encoder per turn of its wheel",
    )
    noise: Share = Field(
        default=assumed(0.0, "1", "an encoder counts exactly"),
        description="deviation of the counted angle, as a share of the angle since the last report",
    )
    calibration: Share = Field(
        default=assumed(0.0, "1", "measured exactly"),
        description="deviation of the constant error of each wheel's radius, as a share",
    )


class OdometryMemory(SavedPart):
    """What the encoders have counted so far."""

    tick: Tick
    speeds: list[Number]  # of the wheels at that tick, rad/s
    angles: list[Number]  # of the wheels since the first sample, rad
    counts: list[int]
    x: Number
    y: Number
    heading: Number
    last: tuple[Number, Number, Number]  # x, y and heading at the last sample, by the truth


class Odometry(CarriedSensor[OdometrySettings]):
    """Counts the wheels, and adds up the displacements that they stand for.

    The wheel speeds are read at its rate and integrated by the trapezoidal rule. [CAMBADA-sim §4.6.1] adds up with the
    heading at the beginning of a cycle; here it is that of the middle, which is exact for an arc's chord to the second
    order. At the level "truth" it reports the true way instead.
    """

    settings_type = OdometrySettings
    memory_type = OdometryMemory
    _inverse: tuple[RobotSpec, list[float], list[list[float]]] | None = None  # of wheels with these directions

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """The way since the first report."""
        robot, motion, memory = self.robot(world), self.motion(world), self.memory
        if robot is None or motion is None:
            self.memory = None
            return []
        speeds = [float(speed) for speed in robot.wheel_speeds]
        if memory is None or len(memory.speeds) != len(speeds):
            memory = self.memory = _at_start(world.tick, speeds, motion)
        seconds = (world.tick - memory.tick) * world.timestep
        moved = self._count(frame, world, robot.spec, speeds, seconds)
        if self.settings.level == "truth":
            moved = self._true_way(motion)
        memory.last = motion.x, motion.y, atan2(motion.hy, motion.hx)
        memory.tick, memory.speeds = world.tick, speeds
        middle = memory.heading + 0.5 * moved[2]
        c, n = cos(middle), sin(middle)
        memory.x += c * moved[0] - n * moved[1]
        memory.y += n * moved[0] + c * moved[1]
        memory.heading = math.remainder(memory.heading + moved[2], math.tau)
        forward, left, turn = (part / seconds if seconds > 0 else 0.0 for part in moved)
        way = memory.x, memory.y, memory.heading
        return [OdometryReport(self.owner, world.time, *way, forward, left, turn, tuple(memory.counts))]

    def _count(
        self, frame: int, world: World, robot: RobotSpec, speeds: list[float], seconds: float
    ) -> tuple[float, float, float]:
        """Advance the encoders; returns the displacement that their ticks stand for: forward, left, turn."""
        memory, settings, wheels = self.memory, self.settings, robot.drive.wheels
        noise, errors = self.normals(world, frame, len(wheels)), self.constants(world, len(wheels))
        step = math.tau / settings.ticks_per_turn
        rims = []
        for w, wheel in enumerate(wheels):
            angle = 0.5 * (memory.speeds[w] + speeds[w]) * seconds
            memory.angles[w] += angle * (1.0 + settings.noise * noise[w])
            count = math.floor(memory.angles[w] / step)
            believed = wheel.radius * (1.0 + settings.calibration * errors[w])
            rims.append((count - memory.counts[w]) * step * believed)
            memory.counts[w] = count
        if not rims:
            return 0.0, 0.0, 0.0
        directions = wheel_directions(world, self.column(world))
        if self._inverse is None or self._inverse[0] is not robot or self._inverse[1] != directions:
            self._inverse = robot, directions, pseudo_inverse(_rows(robot, directions))
        inverse = self._inverse[2]
        rims += [0.0] * (len(inverse[0]) - len(rims))
        forward, left, turn = (dot(row, rims) for row in inverse)
        return forward, left, turn

    def _true_way(self, motion: PlanarMotion) -> tuple[float, float, float]:
        """The displacement since the last sample: along the chord, in the frame of its middle."""
        x, y, heading = self.memory.last
        turned = math.remainder(atan2(motion.hy, motion.hx) - heading, math.tau)
        middle = heading + 0.5 * turned
        forward, left = turned_back(motion.x - x, motion.y - y, cos(middle), sin(middle))
        return forward, left, turned


def _at_start(tick: int, speeds: list[float], motion: PlanarMotion) -> OdometryMemory:
    zeros, heading = [0.0] * len(speeds), atan2(motion.hy, motion.hx)
    return OdometryMemory(
        tick=tick, speeds=list(speeds), angles=zeros, counts=[0] * len(speeds), x=0.0, y=0.0, heading=0.0,
        last=(motion.x, motion.y, heading),
    )  # fmt: skip


def _rows(robot: RobotSpec, directions: list[float]) -> list[list[float]]:
    """Rim speed of each wheel per forward, left and turning velocity of the robot [CAMBADA-sim eq. 4.2]; then the same
    across wheels without rollers, which do not move that way.
    """
    along, across = [], []
    for wheel, direction in zip(robot.drive.wheels, directions, strict=True):
        c, n = cos(direction), sin(direction)
        along.append([c, n, wheel.x * n - wheel.y * c])
        if not wheel.roller:
            across.append([-n, c, wheel.x * c + wheel.y * n])
    return along + across
