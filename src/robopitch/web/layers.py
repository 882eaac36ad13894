"""What teams draw, as a message for the page."""

from __future__ import annotations

from typing import Any, cast

from robopitch.messages import Drawn
from robopitch.web import schema

__all__ = ["layer_of"]


def layer_of(drawn: Drawn) -> schema.Layer:
    """A layer of shapes."""
    shapes = [
        schema.Shape(
            kind=cast(Any, shape.kind),
            points=list(shape.points),
            radius=shape.radius,
            text=shape.text,
            colour=shape.colour,
            width=shape.width,
        )
        for shape in drawn.shapes
    ]
    return schema.Layer(team=cast(Any, drawn.team.value), name=drawn.layer, shapes=shapes)
