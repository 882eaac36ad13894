"""A figure as parts that move, for programs that draw it: from its compiled model, so that models of others work too.

Bodies that cannot move against their parents belong to the parts of these. The pose of a part follows from that of its
parent and from the angles of the joints in a state, as in MuJoCo: first its place, then its joints in their order.
Joints without a servo follow a joint that has one, by a coupling, or stay as they are at zero: those of pins and ball
joints are not in a state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import mujoco
import numpy as np

from robopitch.physics.figures.described import described_model
from robopitch.physics.figures.foreign import foreign_model
from robopitch.physics.figures.geoms import Quaternion, Vector, rotated, times
from robopitch.physics.figures.standing import lowest_point
from robopitch.physics.scalar import Floats, Ints
from robopitch.spec.figure import FigureSpec

__all__ = ["FigureDrawing", "Joint", "Part", "Shape", "Triangles", "draw_figure"]

COLLISION_GROUP = 3  # geoms of this group and above are hidden, as in MuJoCo's own viewer
KINDS = {
    int(mujoco.mjtGeom.mjGEOM_SPHERE): "sphere",
    int(mujoco.mjtGeom.mjGEOM_CAPSULE): "capsule",
    int(mujoco.mjtGeom.mjGEOM_CYLINDER): "cylinder",
    int(mujoco.mjtGeom.mjGEOM_ELLIPSOID): "ellipsoid",
    int(mujoco.mjtGeom.mjGEOM_BOX): "box",
    int(mujoco.mjtGeom.mjGEOM_MESH): "mesh",
}


Motion = tuple[int, float, tuple[float, ...]]  # row, zero and factors of a joint


class Joint(NamedTuple):
    """A hinge or a slide between a part and its parent.

    anchor, axis: in the frame of the part
    row:     of the joint among those of the state that moves it
    zero:    what is subtracted from the angle there
    factors: of a polynomial of the rest, which is the angle or the way of this joint
    """

    slides: bool
    anchor: Vector
    axis: Vector
    row: int
    zero: float
    factors: tuple[float, ...]


class Triangles(NamedTuple):
    """A mesh."""

    corners: Floats  # ``[corner, 3]``, m, in the frame of its shape
    faces: Ints  # ``[triangle, 3]``, numbers of corners, counter-clockwise from outside


class Shape(NamedTuple):
    """A solid in the frame of its part.

    size:   half lengths of a box or ellipsoid; radius, and half the length along z, of a capsule or cylinder
    colour: red, green, blue, 0 to 1
    marked: it shows the colour of the team
    mesh:   of a mesh
    """

    kind: str
    size: Vector
    position: Vector
    quaternion: Quaternion
    colour: Vector
    marked: bool
    mesh: Triangles | None


class Part(NamedTuple):
    """A rigid part; parent: the number of an earlier one, −1 for the trunk, whose pose is that of the robot."""

    parent: int
    position: Vector
    quaternion: Quaternion
    joints: tuple[Joint, ...]
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, eq=False)
class FigureDrawing:
    """The parts of a figure, parents first.

    joints:   in the rows of a state
    standing: height of the trunk above the ground with all joints at zero, m
    """

    parts: tuple[Part, ...]
    joints: int
    standing: float


def draw_figure(figure: FigureSpec) -> FigureDrawing:
    """The drawing of a figure; a ValueError if MuJoCo cannot compute with it."""
    return _drawn(figure.model_dump_json())


@lru_cache(maxsize=16)
def _drawn(figure: str) -> FigureDrawing:
    """By the text of a figure: specs with lists have no hash."""
    spec = FigureSpec.model_validate_json(figure)
    own = foreign_model(spec) if spec.model else described_model(spec)
    model = own.compile()
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    rows = {int(model.joint(name).id): row for row, name in enumerate(spec.joints)}
    motions = _motions(model, rows)
    trunk = next(body for body in range(1, model.nbody) if model.body_parentid[body] == 0)
    shown = _shown(model)
    marked = _marked(model, trunk, shown)
    places: dict[int, tuple[int, Vector, Quaternion]] = {trunk: (0, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))}
    frames: list[tuple[int, Vector, Quaternion, tuple[Joint, ...]]] = [(-1, *places[trunk][1:], ())]
    for body in range(trunk + 1, model.nbody):  # parents come first
        parent = places.get(int(model.body_parentid[body]))
        if parent is None:
            continue
        part, origin, turn = parent
        position = _plus(origin, rotated(turn, _three(model.body_pos[body])))
        quaternion = times(turn, _four(model.body_quat[body]))
        joints = tuple(_joints(model, body, motions))
        if joints:
            frames.append((part, position, quaternion, joints))
            places[body] = (len(frames) - 1, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))
        else:
            places[body] = (part, position, quaternion)
    shapes: list[list[Shape]] = [[] for _ in frames]
    for geom in shown:
        part, origin, turn = places[int(model.geom_bodyid[geom])]
        shapes[part].append(_shape(model, geom, origin, turn, geom in marked))
    parts = tuple(Part(*frame, tuple(own)) for frame, own in zip(frames, shapes, strict=True))
    return FigureDrawing(parts, len(rows), float(data.xpos[trunk][2]) - lowest_point(model, data))


# ---- joints --------------------------------------------------------------------------------------------------------


def _motions(model: Any, rows: dict[int, int]) -> dict[int, Motion]:
    """What moves each joint that moves: row, zero and factors."""
    zeros = model.qpos0[model.jnt_qposadr].tolist()
    found: dict[int, Motion] = {joint: (row, zeros[joint], (0.0, 1.0)) for joint, row in rows.items()}
    couplings = [
        (int(model.eq_obj1id[one]), int(model.eq_obj2id[one]), model.eq_data[one][:5].tolist())
        for one in range(model.neq)
        if model.eq_type[one] == mujoco.mjtEq.mjEQ_JOINT and model.eq_obj2id[one] >= 0
    ]
    for _ in couplings:  # a joint may follow one that follows another, or be followed by the one that has the servo
        for joint, followed, factors in couplings:
            if followed in found and joint not in found:
                row, zero, inner = found[followed]
                found[joint] = row, zero, _within(factors, inner)
            elif joint in found and followed not in found and factors[1] and not any(factors[2:]):
                row, zero, inner = found[joint]
                found[followed] = row, zero, _within((-factors[0] / factors[1], 1 / factors[1]), inner)
    return found


def _within(outer: Sequence[float], inner: Sequence[float]) -> tuple[float, ...]:
    """The factors of a polynomial of a polynomial."""
    result = [0.0]
    for factor in reversed(outer):
        product = [0.0] * (len(result) + len(inner) - 1)
        for i, a in enumerate(result):
            for j, b in enumerate(inner):
                product[i + j] += a * b
        product[0] += factor
        result = product
    while len(result) > 2 and result[-1] == 0:
        result.pop()
    return tuple(result)


def _joints(model: Any, body: int, motions: dict[int, Motion]) -> Iterator[Joint]:
    first = int(model.body_jntadr[body])
    for joint in range(first, first + int(model.body_jntnum[body])):
        if joint in motions:
            slides = model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_SLIDE
            yield Joint(bool(slides), _three(model.jnt_pos[joint]), _three(model.jnt_axis[joint]), *motions[joint])


# ---- shapes --------------------------------------------------------------------------------------------------------


def _shown(model: Any) -> list[int]:
    """The geoms that are drawn: those for pictures; if there are none, those that collide."""
    drawn = [geom for geom in range(model.ngeom) if int(model.geom_type[geom]) in KINDS and model.geom_bodyid[geom] > 0]
    pictures = [geom for geom in drawn if model.geom_group[geom] < COLLISION_GROUP and model.geom_rgba[geom][3] > 0]
    return pictures or drawn


def _marked(model: Any, trunk: int, shown: list[int]) -> set[int]:
    """The geoms in the colour of the team: those of the trunk, and the largest one."""
    found = {geom for geom in shown if model.geom_bodyid[geom] == trunk}

    def volume(geom: int) -> float:
        x, y, z = _three(model.geom_aabb[geom][3:])
        return x * y * z

    return found | {max(shown, key=volume)} if shown else found


def _shape(model: Any, geom: int, origin: Vector, turn: Quaternion, marked: bool) -> Shape:
    kind = KINDS[int(model.geom_type[geom])]
    return Shape(
        kind,
        _three(model.geom_size[geom]),
        _plus(origin, rotated(turn, _three(model.geom_pos[geom]))),
        times(turn, _four(model.geom_quat[geom])),
        _three(model.geom_rgba[geom][:3]),
        marked,
        _triangles(model, int(model.geom_dataid[geom])) if kind == "mesh" else None,
    )


def _triangles(model: Any, mesh: int) -> Triangles:
    corner, corners = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
    face, faces = int(model.mesh_faceadr[mesh]), int(model.mesh_facenum[mesh])
    return Triangles(
        np.array(model.mesh_vert[corner : corner + corners], float),
        np.array(model.mesh_face[face : face + faces], int),
    )


def _plus(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _three(numbers: Any) -> Vector:
    x, y, z = (float(number) for number in numbers)
    return x, y, z


def _four(numbers: Any) -> Quaternion:
    w, x, y, z = (float(number) for number in numbers)
    return w, x, y, z
