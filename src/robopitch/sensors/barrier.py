"""The light barrier: whether the ball is under control, by a polar area in front of the robot [CAMBADA-sim §4.5.3]."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from robopitch.elementary import cos, hypot
from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import register
from robopitch.sensors.carried import CarriedSensor, CarriedSettings, PlanarMotion, turned_back
from robopitch.spec.quantity import Physical, assumed

if TYPE_CHECKING:
    from robopitch.spec import RobotSpec
    from robopitch.world import World

__all__ = ["Barrier", "BarrierReport", "BarrierSettings"]

Length = Annotated[float, Physical("m", ge=0, le=5)]


@dataclass(frozen=True, slots=True)
class BarrierReport:
    """One reading."""

    robot: Body
    capture: float  # s
    ball: bool  # it is under control

    @property
    def values(self) -> Mapping[str, float]:
        """1 if the ball is under control."""
        return {"ball": 1.0 if self.ball else 0.0}


register(BarrierReport)


class BarrierSettings(CarriedSettings):
    """The area in which the ball is under control, and the errors."""

    distance: Length = Field(
        default=assumed(0.0, "m", "that of the kicker"),
        description="from the centre of the robot to the nearest point of the ball, at most; 0 = as the kicker",
    )
    angle: Annotated[float, Physical("rad", gt=0, le=math.pi)] = Field(
        default=assumed(math.pi / 6, "rad", "the mouth of a robot"), description="of the ball to either side, at most"
    )
    height: Length = Field(
        default=assumed(0.05, "m", "slightly above the ground"), description="of the lowest point of the ball, at most"
    )
    noise: Length = Field(default=assumed(0.0, "m", "none"), description="deviation of the distance in each reading")
    calibration: Length = Field(
        default=assumed(0.0, "m", "adjusted"), description="deviation of the constant error of the distance"
    )
    wrong: Annotated[float, Physical("1", ge=0, le=1)] = Field(
        default=assumed(0.0, "1", "never"), description="chance that a reading is the opposite"
    )


class Barrier(CarriedSensor[BarrierSettings]):
    """Reports whether the ball lies in the control area: |θ| ≤ α and d′ ≤ d, on the ground or slightly above.

    d′ is the distance of the nearest point of the ball: it is enough that the ball reaches into the area. With a
    distance shorter than that of the robot's front, the ball is never under control; with one that is too long, it is
    under control before the robot has it [CAMBADA-sim §5.2.4].
    """

    settings_type = BarrierSettings

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """Whether the ball is under control."""
        motion, settings = self.motion(world), self.settings
        if motion is None:
            return []
        (noise,), (constant,) = self.normals(world, frame, 1), self.constants(world, 1)
        error = settings.noise * noise + settings.calibration * constant
        ball = self._under_control(world, motion, error)
        if settings.wrong > 0 and self.uniforms(world, frame, 1, first=1)[0] < settings.wrong:
            ball = not ball
        return [BarrierReport(self.owner, world.time, ball)]

    def _under_control(self, world: World, motion: PlanarMotion, error: float) -> bool:
        settings, radius = self.settings, float(world.league.ball.radius)
        x, y, z = world.ball.position.tolist()
        forward, left = turned_back(x - motion.x, y - motion.y, motion.hx, motion.hy)
        apart = hypot(forward, left)
        near = apart - radius + error <= (settings.distance or _reach(world.specs[self.column(world)], radius))
        return near and forward >= cos(settings.angle) * apart and z - radius <= settings.height


def _reach(robot: RobotSpec, ball_radius: float) -> float:
    """How far the barrier of the kicker sees from the centre of the robot; without one, how far the kicker reaches;
    without a kicker, the front of the robot and 3 cm.
    """
    kicker = robot.kicker
    if kicker is not None and kicker.barrier is not None:
        return float(kicker.barrier.distance)
    return float(robot.outline.ball_front(ball_radius)) + (float(kicker.reach) if kicker else 0.03)
