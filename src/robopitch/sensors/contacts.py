"""Which sides of a robot are in contact with robots, walls and goals: for sensors that feel."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from robopitch.elementary.caching import cached
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, Ints, physics_digest
from robopitch.physics.turf.hull import hull_gap, support

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["touched_sides"]

SLACK = 0.002  # m: bodies this close touch; contacts push them apart by less
_MOST = 16  # contacts of one robot


def _touching(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which is part of the key of Numba's disk cache."""

    @cached(error_model="numpy", nogil=True)
    def touching(
        robots: Floats,
        which: Ints,
        kinds: Floats,
        pitch: Floats,
        box_kinds: Ints,
        own: int,
        slack: float,
        found: Floats,
    ) -> int:
        """Write the normals of the contacts of a robot, out of it, in the frame of the field; returns their number."""
        k, count = which[own], 0 * digest  # used, or else it would not be part of the key
        x, y, hx, hy = robots[s.X, own], robots[s.Y, own], robots[s.HX, own], robots[s.HY, own]
        for i in range(which.shape[0]):
            if i == own or robots[s.PRESENT, i] <= 0.0 or count == found.shape[0]:
                continue
            dx, dy = robots[s.X, i] - x, robots[s.Y, i] - y
            reach = kinds[k, p.RADIUS] + kinds[which[i], p.RADIUS] + slack
            if dx * dx + dy * dy > reach * reach:
                continue
            gap, nx, ny = hull_gap(kinds, k, hx, hy, which[i], robots[s.HX, i], robots[s.HY, i], dx, dy)
            if gap <= slack:
                found[count, 0], found[count, 1] = nx, ny
                count += 1
        east, north = 1.0 if x >= 0.0 else -1.0, 1.0 if y >= 0.0 else -1.0
        diagonal = math.sqrt(0.5)
        for n in range(3):
            nx, ny, at = east, 0.0, pitch[p.WALL_X]
            if n == 1:
                nx, ny, at = 0.0, north, pitch[p.WALL_Y]
            elif n == 2:
                nx, ny, at = east * diagonal, north * diagonal, pitch[p.CORNER] * diagonal
            if at - (x * nx + y * ny) - support(kinds, k, hx, hy, nx, ny) <= slack and count < found.shape[0]:
                found[count, 0], found[count, 1] = nx, ny
                count += 1
        if abs(x) + kinds[k, p.RADIUS] + slack > pitch[p.GOAL_NEAR]:
            for b in range(box_kinds.shape[0]):
                if box_kinds[b] < 0 or count == found.shape[0]:
                    continue
                gap, nx, ny = hull_gap(kinds, k, hx * east, hy * north, box_kinds[b], 1.0, 0.0, -x * east, -y * north)
                if gap <= slack:
                    found[count, 0], found[count, 1] = nx * east, ny * north
                    count += 1
        return count

    return touching


touching = _touching(physics_digest())


def touched_sides(world: World, column: int) -> Sequence[tuple[float, float]]:
    """The normals of the contacts of a robot, out of it, in the frame of the field."""
    engine, found = world.engine, np.empty((_MOST, 2))
    params = engine.params
    count = touching(
        world.robot_block, engine.which, params.kinds, params.pitch, params.box_kinds, column, SLACK, found
    )
    return [(x, y) for x, y in found[:count].tolist()]
