"""Balls in the air, as the vision software of a frontal camera finds them [CAMBADA-sim §3.4.4].

The lower half of the picture is not searched: with a camera that looks parallel to the ground, it shows what is lower
than the camera. The software knows the size of the ball; its distance follows from the area of the patch. A ball that
is partly hidden, or cut off by the middle of the picture, appears to be farther away.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import Field

from robopitch.elementary import atan2
from robopitch.messages import Body
from robopitch.messages.registry import register
from robopitch.sensors.camera.compiling import compile_ahead
from robopitch.sensors.camera.settings import PRESETS, CameraSettings
from robopitch.sensors.carried import CarriedSensor
from robopitch.sensors.sensor import View

if TYPE_CHECKING:
    from typing import Any

    from robopitch.messages import Event, Output
    from robopitch.world import World

__all__ = ["AirborneBall", "FrontalSettings", "FrontalView", "FrontalVision"]


@dataclass(frozen=True, slots=True)
class AirborneBall:
    """A ball above the horizon of the camera, in the frame of the robot."""

    bearing: float  # rad, to the left
    elevation: float  # rad, upwards
    distance: float  # m, from the camera
    pixels: int  # of the patch


@dataclass(frozen=True, slots=True)
class FrontalView:
    """What the frontal camera found in one picture: balls in the air, at most one."""

    robot: Body
    capture: float  # s
    balls: tuple[AirborneBall, ...]

    @property
    def values(self) -> Mapping[str, float]:
        """The first ball as numbers by name."""
        numbers: dict[str, float] = {"balls": len(self.balls)}
        if self.balls:
            ball = self.balls[0]
            numbers |= {"bearing": ball.bearing, "elevation": ball.elevation, "distance": ball.distance}
        return numbers


register(AirborneBall)
register(FrontalView)


class FrontalSettings(CameraSettings):
    """A camera, and the errors of its vision software."""

    least_pixels: int = Field(default=12, ge=1, le=100_000, description="a smaller patch is not a ball")
    centre_noise: float = Field(
        default=0.5, ge=0, le=100, allow_inf_nan=False, description="standard deviation of the middle of a patch, px"
    )


class FrontalVision(CarriedSensor[FrontalSettings]):
    """The frontal camera of one robot with its vision software."""

    settings_type = FrontalSettings
    view = View.VALUES
    compile_ahead = staticmethod(compile_ahead)

    def __init__(self, owner: Body, name: str, settings: Mapping[str, Any]) -> None:
        super().__init__(owner, name, {**PRESETS["frontal"], **settings})

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """The balls in the upper half of the picture; nothing while the robot is not on the field."""
        if self.motion(world) is None:
            return []
        from robopitch.sensors.camera.camera import take_picture
        from robopitch.sensors.camera.labels import Label

        settings = self.settings
        picture = take_picture(settings, world, self.owner, only_ball=True, rows=settings.height // 2)
        balls = []
        for seen in picture.sightings():
            if seen.label == Label.BALL and seen.pixels >= settings.least_pixels:
                across, down = self.normals(world, frame, 2)
                u, v = seen.centre[0] + settings.centre_noise * across, seen.centre[1] + settings.centre_noise * down
                ball = _ball(settings, u, v, seen.pixels, float(world.league.ball.radius))
                balls += [ball] if ball is not None else []
        return [FrontalView(self.owner, world.time, tuple(balls))]


def _ball(settings: CameraSettings, u: float, v: float, pixels: int, radius: float) -> AirborneBall | None:
    """The ball of a patch."""
    lens = settings.made_lens()
    middle, half = lens.ray(u, v), math.sqrt(pixels / math.pi)
    edge = lens.ray(u + half, v) or lens.ray(u - half, v)
    if middle is None or edge is None:
        return None
    (x, y, z), (ex, ey, ez) = middle[1], edge[1]
    dot = x * ex + y * ey + z * ez
    sine = math.sqrt(max(1.0 - dot * dot, 1e-12))
    *_, r0, r1, r2, r3, r4, r5, r6, r7, r8 = settings.mount.pose().tolist()
    x, y, z = r0 * x + r1 * y + r2 * z, r3 * x + r4 * y + r5 * z, r6 * x + r7 * y + r8 * z
    return AirborneBall(atan2(y, x), atan2(z, math.sqrt(x * x + y * y)), radius / sine, pixels)
