"""Adds shapes and contact pairs to a MuJoCo specification.

Two surfaces meet in one of two ways. Geoms whose bits fit collide with the friction and restitution of the one that
knows the pair (`priority`). The ground touches nothing by bits: each contact with it is a pair of its own, because
only a pair can have two coefficients of friction.
"""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np

from robopitch.physics.mujoco.pieces import Cuboid, Cylinder, Prism, Shape, Sphere
from robopitch.physics.scalar import Floats
from robopitch.physics.spatial.surface import FIRM, HARD, rebounding

__all__ = ["FOR_BALL", "FOR_ROBOTS", "GROUND", "IMPACT", "Meshes", "add_ground_pair", "add_shape", "surface"]

FOR_BALL, FOR_ROBOTS = 1, 2  # a geom's contype must share a bit with the other's conaffinity
GROUND = "ground"
IMPACT = 10  # steps that an impact takes, except that of the ball on the ground

Meshes = dict[Prism, str]


def surface(restitution: float, friction: float, timestep: float, knows: bool) -> dict[str, Any]:
    """Arguments of a geom with this surface; `knows`: it decides for both."""
    return {
        "condim": 3,
        "friction": (friction, 0, 0),
        "solref": rebounding(restitution, IMPACT, timestep),
        "solimp": HARD,
        "priority": 1 if knows else 0,
    }


def add_shape(spec: Any, meshes: Meshes, body: Any, piece: Shape, **more: Any) -> Any:
    """Add a convex shape to a body."""
    kinds = mujoco.mjtGeom
    if isinstance(piece, Sphere):
        return body.add_geom(type=kinds.mjGEOM_SPHERE, size=(piece.radius, 0, 0), **more)
    if isinstance(piece, Prism):
        if piece not in meshes:
            meshes[piece] = f"prism {len(meshes)}"
            spec.add_mesh(name=meshes[piece], uservert=_vertices(piece).ravel())
        return body.add_geom(type=kinds.mjGEOM_MESH, meshname=meshes[piece], **more)
    middle, half = (piece.low + piece.high) / 2, (piece.high - piece.low) / 2
    if isinstance(piece, Cylinder):
        return body.add_geom(type=kinds.mjGEOM_CYLINDER, pos=(0, 0, middle), size=(piece.radius, half, 0), **more)
    assert isinstance(piece, Cuboid)
    size = (piece.length / 2, piece.width / 2, half)
    return body.add_geom(type=kinds.mjGEOM_BOX, pos=(0, 0, middle), size=size, **more)


def add_ground_pair(
    spec: Any, geom: str, friction: tuple[float, ...], solref: tuple[float, float], condim: int = 3, slip: float = 0.0
) -> None:
    """Let a geom touch the ground. The first two coefficients of friction are along the two tangents of the contact.

    slip: s in which the friction of MuJoCo asks for an end of the slip; 0: as fast as the contact comes to rest. Its
    friction cone exchanges slip for separation: what slips is lifted by as much as the friction asks in vain.
    """
    pair = spec.add_pair(
        geomname1=GROUND,
        geomname2=geom,
        condim=condim,
        friction=(*friction, *(0.0,) * (5 - len(friction))),
        solref=solref,
        solimp=FIRM if solref[0] > 0 else HARD,
    )
    if slip > 0:
        pair.solreffriction = (slip, 1.0)


def _vertices(prism: Prism) -> Floats:
    levels = ((prism.low, 1.0), (prism.high, prism.narrowing))
    return np.array([(x * size, y * size, z) for x, y in prism.corners for z, size in levels], np.float64)
