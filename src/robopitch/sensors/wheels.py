"""Directions of the wheels of a robot, as far as sensors need them: those of steered wheels change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.elementary import atan2

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["wheel_directions"]


def wheel_directions(world: World, column: int) -> list[float]:
    """The direction in which each wheel of a robot drives now, from the front, rad."""
    drive = world.specs[column].drive
    directions = [float(wheel.direction) for wheel in drive.wheels]
    if drive.kind != "steered":
        return directions
    # The state of controllers that a steered drive does not have holds unit vectors; 0 before the first step.
    x, y = (world.values(name)[:, column].tolist() for name in ("wheel_errors", "wheel_errors_before"))
    return [atan2(y[w], x[w]) if x[w] or y[w] else rest for w, rest in enumerate(directions)]
