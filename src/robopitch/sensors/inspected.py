"""What sensors inside a robot with joints read: places, velocities and forces that the engine computes on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robopitch.physics.spatial.inspection import Inspection
    from robopitch.world import World

__all__ = ["inspected"]


def inspected(world: World, column: int, site: str) -> Inspection | None:
    """The inside of the robots of a world; None if its engine has none, nothing moved yet, or there is no such site."""
    inspect = getattr(world.engine, "inspect", None)
    found: Inspection | None = None if inspect is None else inspect(world.state_view().state)
    return found if found is not None and found.has(column, site) else None
