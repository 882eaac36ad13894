"""Directions of the wheels of a robot, as far as sensors need them: those of steered wheels change."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["wheel_directions"]


def wheel_directions(world: World, column: int) -> list[float]:
    """The direction in which each wheel of a robot drives now, from the front, rad."""
    drive = world.specs[column].drive
    directions = [float(wheel.direction) for wheel in drive.wheels]
    if drive.kind != "steered":
        return directions
    angles = world.values("wheel_outputs")[:, column].tolist()
    return [direction + angle for direction, angle in zip(directions, angles, strict=False)]
