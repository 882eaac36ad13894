"""A robot with joints for the page: the parts, joints and shapes of its figure."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from robopitch.web import schema
from robopitch.web.meshes import thinned

if TYPE_CHECKING:
    from robopitch.physics.figures.drawing import FigureDrawing, Part, Shape, Triangles
    from robopitch.spec.figure import FigureSpec

__all__ = ["describe_figure"]

DIGITS = 5  # after the point: 10 µm
TRIANGLES = 8000  # of all meshes of a figure together; chosen: 200 kB as JSON


def describe_figure(figure: FigureSpec) -> schema.Figure | None:
    """The figure of a kind of robot; None for one that MuJoCo cannot compute with: its outline is drawn."""
    from robopitch.physics.figures.drawing import draw_figure

    try:
        drawing = draw_figure(figure)
    except ValueError:
        return None
    return schema.Figure(
        parts=_parts(drawing),
        joints=drawing.joints,
        standing=round(drawing.standing, DIGITS),
        servos=[f"{servo.id} {servo.name}" for servo in figure.servos],
    )


@lru_cache(maxsize=16)
def _parts(drawing: FigureDrawing) -> list[schema.FigurePart]:
    """Computed once: there is one drawing of a figure, and meshes may be large."""
    meshes = sum(shape.mesh is not None for part in drawing.parts for shape in part.shapes)
    return [_part(part, TRIANGLES // max(meshes, 1)) for part in drawing.parts]


def _part(part: Part, most: int) -> schema.FigurePart:
    joints = [
        schema.FigureJoint(
            slides=joint.slides,
            anchor=_rounded(joint.anchor),
            axis=_rounded(joint.axis),
            row=joint.row,
            zero=joint.zero,
            factors=list(joint.factors),
        )
        for joint in part.joints
    ]
    return schema.FigurePart(
        parent=part.parent,
        position=_rounded(part.position),
        quaternion=_rounded(part.quaternion),
        joints=joints,
        shapes=[_shape(shape, most) for shape in part.shapes],
    )


def _shape(shape: Shape, most: int) -> schema.FigureShape:
    return schema.FigureShape(
        kind=cast(Any, shape.kind),
        size=_rounded(shape.size),
        position=_rounded(shape.position),
        quaternion=_rounded(shape.quaternion),
        colour=_rounded(shape.colour),
        marked=shape.marked,
        mesh=None if shape.mesh is None else _mesh(shape.mesh, most),
    )


def _mesh(mesh: Triangles, most: int) -> schema.FigureMesh:
    corners, faces = thinned(mesh.corners, mesh.faces, most)
    return schema.FigureMesh(corners=corners.round(DIGITS).tolist(), faces=faces.tolist())


def _rounded(numbers: tuple[float, ...]) -> Any:
    return tuple(round(number, DIGITS) for number in numbers)
