"""A rigid part of a figure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import BeforeValidator, Field

from robopitch.spec.base import Spec, none_is_absent
from robopitch.spec.figure.pose import NO_ROTATION, Name, Position, Rotation
from robopitch.spec.figure.shape import Shape
from robopitch.spec.quantity import Physical

__all__ = ["FigureBody"]

Moment = Annotated[float, Physical("kg m2", gt=0, le=100)]


class FigureBody(Spec):
    """A rigid body with a shape, in the pose that it has when all joints are at zero."""

    name: str = Field(pattern=Name, description="by which links and sites name it")
    shape: Shape = Field(description="its shape")
    position: Position = Field(description="[x, y, z] of its centre above the ground, all joints at zero")
    rotation: Rotation = Field(default=NO_ROTATION, description="[roll, pitch, yaw], all joints at zero")
    mass: Annotated[Annotated[float, Physical("kg", gt=0, le=100)] | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="all of it, evenly in its shape; none = by the density of its material"
    )
    inertia: Annotated[tuple[Moment, Moment, Moment] | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="about x, y and z of the body, through its position; none = that of its shape"
    )
    material: str = Field(pattern=Name, description="what it is made of: friction, density and colour")
    collides: bool = Field(default=True, description="whether it touches anything")

    def problems(self) -> Iterator[tuple[str, str]]:
        """Moments of inertia need a mass, and must be possible."""
        if self.inertia is None:
            return
        if self.mass is None:
            yield "mass", "missing: a body with an inertia states its mass, too"
        a, b, c = sorted(self.inertia)
        if a + b < c * (1 - 1e-9):
            yield "inertia", f"no body has these: the largest, {c:.6g} kg m2, is more than the other two together"
