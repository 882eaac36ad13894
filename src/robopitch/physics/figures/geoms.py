"""Shapes of a figure as MuJoCo geoms."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import mujoco

from robopitch.spec.figure import FigureBody, FigureSpec, MaterialSpec
from robopitch.spec.figure.pose import quaternion_of
from robopitch.spec.figure.shape import BoxShape, CapsuleShape, CompoundShape, CylinderShape, MeshShape, SphereShape

__all__ = ["Quaternion", "Vector", "add_geoms", "asset_name", "rotated", "times"]

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Primitive = BoxShape | CylinderShape | CapsuleShape | SphereShape | MeshShape

_TORSION, _ROLLING = 0.005, 0.0001  # MuJoCo's defaults: they count only where a contact has them


class Piece(NamedTuple):
    """A shape in the frame of its body."""

    shape: Primitive
    position: Vector
    quaternion: Quaternion


def add_geoms(
    spec: Any, into: Any, body: FigureBody, material: MaterialSpec, origin: Vector, figure: FigureSpec
) -> None:
    """Add the geoms of a body, with its mass, to a MuJoCo body whose frame lies at *origin*, along the axes."""
    place: Vector = (body.position[0] - origin[0], body.position[1] - origin[1], body.position[2] - origin[2])
    turn = quaternion_of(body.rotation)
    if body.inertia is not None and body.mass is not None:
        into.explicitinertial = True
        into.mass, into.ipos, into.iquat = float(body.mass), place, turn
        into.inertia = tuple(map(float, body.inertia))
    volume = body.shape.volume
    for number, piece in enumerate(_pieces(body, place, turn)):
        settings: dict[str, Any] = {
            "name": body.name if number == 0 else f"{body.name} {number}",
            "pos": piece.position,
            "quat": piece.quaternion,
            "friction": (float(material.friction), _TORSION, _ROLLING),
            "rgba": _rgba(material.colour),
            "density": float(material.density),
            "contype": int(body.collides),
            "conaffinity": int(body.collides),
            **_size(spec, piece.shape, figure),
        }
        if body.mass is not None:
            share = 1.0 if volume is None or piece.shape.volume is None else piece.shape.volume / volume
            settings["mass"] = float(body.mass) * share
        into.add_geom(**settings)


def _pieces(body: FigureBody, place: Vector, turn: Quaternion) -> Iterator[Piece]:
    if not isinstance(body.shape, CompoundShape):
        yield Piece(body.shape, place, turn)
        return
    for part in body.shape.parts:
        x, y, z = rotated(turn, (float(part.position[0]), float(part.position[1]), float(part.position[2])))
        here = (place[0] + x, place[1] + y, place[2] + z)
        yield Piece(part.shape, here, times(turn, quaternion_of(part.rotation)))


def _size(spec: Any, shape: Primitive, figure: FigureSpec) -> dict[str, Any]:
    """Type and size of a geom: MuJoCo counts from the centre."""
    kinds = mujoco.mjtGeom
    if isinstance(shape, BoxShape):
        return {"type": kinds.mjGEOM_BOX, "size": tuple(side / 2 for side in shape.size)}
    if isinstance(shape, SphereShape):
        return {"type": kinds.mjGEOM_SPHERE, "size": (float(shape.radius), 0, 0)}
    if isinstance(shape, CylinderShape):
        return {"type": kinds.mjGEOM_CYLINDER, "size": (float(shape.radius), shape.length / 2, 0)}
    if isinstance(shape, CapsuleShape):
        return {"type": kinds.mjGEOM_CAPSULE, "size": (float(shape.radius), shape.length / 2, 0)}
    return {"type": kinds.mjGEOM_MESH, "meshname": _mesh(spec, shape, figure)}


def _mesh(spec: Any, shape: MeshShape, figure: FigureSpec) -> str:
    """The name of the mesh in the model; a mesh that two shapes share is there once."""
    data = next(file.data for file in figure.model_files if file.path == shape.file)
    asset = asset_name(shape.file, data)
    name = f"{asset} {shape.scale:.9g}"
    if not any(mesh.name == name for mesh in spec.meshes):
        spec.assets[asset] = data
        spec.add_mesh(name=name, file=asset, scale=(float(shape.scale),) * 3)
    return name


def asset_name(path: str, data: bytes) -> str:
    """A name for the contents of a file: two robots with different files of one name do not mix."""
    return f"{hashlib.sha256(data).hexdigest()[:16]}.{path.rpartition('.')[2].lower()}"


def rotated(quaternion: Quaternion, vector: Vector) -> Vector:
    """The vector turned by the quaternion."""
    _, x, y, z = times(times(quaternion, (0.0, *vector)), (quaternion[0], *(-part for part in quaternion[1:])))
    return x, y, z


def times(a: Quaternion | tuple[float, ...], b: Quaternion | tuple[float, ...]) -> Quaternion:
    """The product of two quaternions: first b, then a."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def _rgba(colour: str) -> tuple[float, float, float, float]:
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue, 1.0
