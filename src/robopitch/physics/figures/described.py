"""The MuJoCo model of a figure that is described by bodies and links.

Every body has a frame along the axes of the figure, at the anchor of the link that moves it. Angles of joints and
places in the description then need no conversion.
"""

from __future__ import annotations

from typing import Any

import mujoco

from robopitch.physics.figures.geoms import Vector, add_geoms
from robopitch.physics.figures.loops import add_couplings, add_pins
from robopitch.spec.figure import FigureSpec, LinkSpec
from robopitch.spec.figure.pose import quaternion_of

__all__ = ["described_model"]

_JOINTS = {
    "revolute": mujoco.mjtJoint.mjJNT_HINGE,
    "prismatic": mujoco.mjtJoint.mjJNT_SLIDE,
    "spherical": mujoco.mjtJoint.mjJNT_BALL,
}


def described_model(figure: FigureSpec) -> Any:
    """A MuJoCo spec with the figure as the only, free body of the world."""
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    materials = {material.name: material for material in figure.materials}
    described = {body.name: body for body in figure.bodies}
    bodies: dict[str, Any] = {}
    origins: dict[str, Vector] = {}

    def add(name: str, into: Any, base: Vector, origin: Vector, link: LinkSpec | None) -> None:
        offset = (origin[0] - base[0], origin[1] - base[1], origin[2] - base[2])
        body = into.add_body(name=name, pos=offset)
        if link is None:
            body.add_freejoint(name=name)
        else:
            _add_joint(body, link)
        add_geoms(spec, body, described[name], materials[described[name].material], origin, figure)
        bodies[name], origins[name] = body, origin
        for below in figure.links:
            if below.parent == name:
                add(below.child, body, origin, _vector(below.anchor), below)

    add(figure.root, spec.worldbody, (0.0, 0.0, 0.0), _vector(described[figure.root].position), None)
    for site in figure.sites:
        x, y, z = origins[site.body]
        place = (site.position[0] - x, site.position[1] - y, site.position[2] - z)
        bodies[site.body].add_site(name=site.name, pos=place, quat=quaternion_of(site.rotation))
    for link in figure.links:
        spec.add_exclude(bodyname1=link.parent, bodyname2=link.child)
    add_couplings(spec, figure)
    add_pins(spec, figure, origins)
    return spec


def _add_joint(body: Any, link: LinkSpec) -> None:
    settings: dict[str, Any] = {"name": link.name, "type": _JOINTS[link.kind], "armature": float(link.inertia)}
    if link.kind != "spherical":
        settings["axis"] = tuple(map(float, link.axis))
    limits = link.range if link.kind == "revolute" else link.travel
    if link.cone is not None:
        limits = (0.0, link.cone)
    if limits is not None:
        settings["range"] = (float(limits[0]), float(limits[1]))
        settings["limited"] = mujoco.mjtLimited.mjLIMITED_TRUE
    body.add_joint(**settings)


def _vector(position: tuple[float, float, float]) -> Vector:
    return float(position[0]), float(position[1]), float(position[2])
