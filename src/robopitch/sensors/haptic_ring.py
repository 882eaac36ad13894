"""The haptic ring: the pressure on each part of the robot's surface [CAMBADA-control §5.1.1]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from robopitch.elementary import cos, sin
from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import register
from robopitch.messages.saved import Number, SavedPart, Tick
from robopitch.sensors.bumper import collisions_of, sector_of
from robopitch.sensors.carried import CarriedSensor, CarriedSettings
from robopitch.sensors.wheels import wheel_directions
from robopitch.spec.quantity import Count, Physical, Whole, assumed

if TYPE_CHECKING:
    from robopitch.sensors.carried import PlanarMotion
    from robopitch.world import World

__all__ = ["HapticReport", "HapticRing", "HapticSettings"]

Force = Annotated[float, Physical("N", ge=0, le=10_000)]


@dataclass(frozen=True, slots=True)
class HapticReport:
    """One reading: the force on each pad, counter-clockwise, the first in front."""

    robot: Body
    capture: float  # s
    forces: tuple[float, ...]  # N

    @property
    def values(self) -> Mapping[str, float]:
        """The force on every pad."""
        return {f"pad_{n}": force for n, force in enumerate(self.forces)}


register(HapticReport)


class HapticSettings(CarriedSettings):
    """The pads, and their errors."""

    pads: Annotated[int, Whole(ge=1, le=64)] = Field(
        default=Count(16, "assumed: the whole surface"), description="evenly around the robot, the first in front"
    )
    noise: Force = Field(default=assumed(0.5, "N", "usual for such a pad"), description="deviation of each force")
    calibration: Annotated[float, Physical("1", ge=0, le=1)] = Field(
        default=assumed(0.05, "1", "usual for such a pad"),
        description="deviation of the constant error of each pad, as a share of the force",
    )
    limit: Force = Field(default=assumed(500.0, "N", "usual for such a pad"), description="largest force of a pad")
    resolution: Force = Field(default=assumed(0.0, "N", "none"), description="step of a force; 0 = none")


class HapticMemory(SavedPart):
    """The velocity at the last sample."""

    tick: Tick
    vx: Number
    vy: Number


class HapticRing(CarriedSensor[HapticSettings]):
    """Reports the force with which robots, walls and goals press on each pad.

    The force comes from the balance of momentum: mass times mean acceleration since the last report, less the traction
    of the wheels now. It is divided among the pads in contact against which it pushes. A robot that pushes against
    something feels its own traction, one that is hit the impact. Rolling resistance counts as pressure: a few newton.
    """

    settings_type = HapticSettings
    memory_type = HapticMemory

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """The force on every pad."""
        motion, memory, settings = self.motion(world), self.memory, self.settings
        if motion is None:
            self.memory = None
            return []
        self.memory = HapticMemory(tick=world.tick, vx=motion.vx, vy=motion.vy)
        if memory is None or memory.tick >= world.tick:
            return []  # there is no velocity to compare with
        from robopitch.sensors.contacts import touched_sides

        column, pads = self.column(world), int(settings.pads)
        per_second = float(world.specs[column].mass) / ((world.tick - memory.tick) * world.timestep)
        fx, fy = _traction(world, column, motion)
        fx, fy = per_second * (motion.vx - memory.vx) - fx, per_second * (motion.vy - memory.vy) - fy
        pressed = []
        for nx, ny in (*touched_sides(world, column), *collisions_of(self.owner, events)):
            force = -(fx * nx + fy * ny)
            if force > 0.0:
                pressed.append((sector_of(motion, nx, ny, pads), force))
        forces = [0.0] * pads
        for pad, force in pressed:
            forces[pad] += force / len(pressed)
        noise, constants = self.normals(world, frame, pads), self.constants(world, pads)
        measured = []
        for n, force in enumerate(forces):
            force = force * (1.0 + settings.calibration * constants[n]) + settings.noise * noise[n]
            measured.append(self.stepped(min(max(force, 0.0), float(settings.limit)), float(settings.resolution)))
        return [HapticReport(self.owner, world.time, tuple(measured))]


def _traction(world: World, column: int, motion: PlanarMotion) -> tuple[float, float]:
    """Force of the ground on the wheels of a robot along their directions, in the frame of the field."""
    impulses = world.values("wheel_impulses")[:, column].tolist()
    forward = left = 0.0
    for direction, impulse in zip(wheel_directions(world, column), impulses, strict=False):
        forward += impulse / world.timestep * cos(direction)
        left += impulse / world.timestep * sin(direction)
    return motion.hx * forward - motion.hy * left, motion.hy * forward + motion.hx * left
