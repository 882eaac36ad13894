"""A robot with joints for the page: the parts, joints and shapes of its figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from robopitch.web import schema

if TYPE_CHECKING:
    from robopitch.physics.figures.drawing import Part, Shape
    from robopitch.spec.figure import FigureSpec

__all__ = ["describe_figure"]

DIGITS = 5  # after the point: 10 µm


def describe_figure(figure: FigureSpec) -> schema.Figure | None:
    """The figure of a kind of robot; None for one that MuJoCo cannot compute with: its outline is drawn."""
    from robopitch.physics.figures.drawing import draw_figure

    try:
        drawing = draw_figure(figure)
    except ValueError:
        return None
    return schema.Figure(
        parts=[_part(part) for part in drawing.parts],
        joints=drawing.joints,
        standing=round(drawing.standing, DIGITS),
        servos=[f"{servo.id} {servo.name}" for servo in figure.servos],
    )


def _part(part: Part) -> schema.FigurePart:
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
        shapes=[_shape(shape) for shape in part.shapes],
    )


def _shape(shape: Shape) -> schema.FigureShape:
    mesh = shape.mesh
    return schema.FigureShape(
        kind=cast(Any, shape.kind),
        size=_rounded(shape.size),
        position=_rounded(shape.position),
        quaternion=_rounded(shape.quaternion),
        colour=_rounded(shape.colour),
        marked=shape.marked,
        mesh=None if mesh is None else schema.FigureMesh(corners=list(mesh.corners), faces=list(mesh.faces)),
    )


def _rounded(numbers: tuple[float, ...]) -> Any:
    return tuple(round(number, DIGITS) for number in numbers)
