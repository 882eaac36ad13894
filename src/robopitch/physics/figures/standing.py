"""How a figure stands with all joints at zero: its lowest point, and which of its bodies touch each other."""

from __future__ import annotations

import math
from typing import Any

import mujoco

from robopitch.physics.scalar import Floats

__all__ = ["lowest_point", "touching_bodies"]


def lowest_point(model: Any, data: Any) -> float:
    """Height of the lowest point of all geoms that collide, m; of ellipsoids and the like, of a box around them."""
    heights = [
        float(data.geom_xpos[geom][2]) - _depth(model, data, geom)
        for geom in range(model.ngeom)
        if model.geom_contype[geom] or model.geom_conaffinity[geom]
    ]
    if not heights:
        raise ValueError("nothing of it collides: it would fall through the ground")
    return min(heights)


def _depth(model: Any, data: Any, geom: int) -> float:
    """How far a geom reaches below its own centre."""
    kinds, size, kind = mujoco.mjtGeom, model.geom_size[geom], model.geom_type[geom]
    down: Floats = -data.geom_xmat[geom].reshape(3, 3)[2]  # the direction downwards in the frame of the geom
    x, y, z = (abs(float(part)) for part in down)
    if kind == kinds.mjGEOM_SPHERE:
        return float(size[0])
    if kind == kinds.mjGEOM_CAPSULE:
        return float(size[0] + size[1] * z)
    if kind == kinds.mjGEOM_CYLINDER:
        return float(size[0] * math.sqrt(x * x + y * y) + size[1] * z)
    if kind == kinds.mjGEOM_MESH:
        mesh = model.geom_dataid[geom]
        first, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
        return max(
            float(down[0]) * float(a) + float(down[1]) * float(b) + float(down[2]) * float(c)
            for a, b, c in model.mesh_vert[first : first + count]
        )
    centre, half = model.geom_aabb[geom][:3], model.geom_aabb[geom][3:]
    middle = float(down[0]) * float(centre[0]) + float(down[1]) * float(centre[1]) + float(down[2]) * float(centre[2])
    return middle + float(half[0]) * x + float(half[1]) * y + float(half[2]) * z


def touching_bodies(model: Any, data: Any) -> list[tuple[str, str]]:
    """Pairs of bodies that touch each other, by name, sorted."""
    found = set()
    for index in range(data.ncon):
        contact = data.contact[index]
        bodies = sorted(int(model.geom_bodyid[geom]) for geom in (contact.geom1, contact.geom2))
        found.add((model.body(bodies[0]).name, model.body(bodies[1]).name))
    return sorted(found)
