"""Shapes of bodies: box, cylinder, capsule, sphere, mesh, and compounds of them.

The origin of a shape is its centre; cylinders and capsules stand along z. A mesh has the origin of its file.
"""

from __future__ import annotations

import math
from typing import Annotated, Literal

from pydantic import Field

from robopitch.spec.base import Spec
from robopitch.spec.figure.pose import NO_ROTATION, Position, Rotation
from robopitch.spec.quantity import Physical, assumed

__all__ = [
    "BoxShape",
    "CapsuleShape",
    "CompoundShape",
    "CylinderShape",
    "MeshShape",
    "Shape",
    "ShapePart",
    "SphereShape",
]

Length = Annotated[float, Physical("m", gt=0, le=5)]


class BoxShape(Spec):
    """A box."""

    kind: Literal["box"] = Field(description="shape")
    size: tuple[Length, Length, Length] = Field(description="whole lengths along x, y and z")

    @property
    def volume(self) -> float | None:
        """Volume, m³."""
        return self.size[0] * self.size[1] * self.size[2]


class CylinderShape(Spec):
    """A cylinder along z."""

    kind: Literal["cylinder"] = Field(description="shape")
    radius: Length = Field(description="radius")
    length: Length = Field(description="from one end to the other")

    @property
    def volume(self) -> float | None:
        """Volume, m³."""
        return math.pi * self.radius * self.radius * self.length


class CapsuleShape(Spec):
    """A cylinder along z with half spheres on its ends."""

    kind: Literal["capsule"] = Field(description="shape")
    radius: Length = Field(description="radius")
    length: Length = Field(description="of the cylinder, without the half spheres")

    @property
    def volume(self) -> float | None:
        """Volume, m³."""
        return math.pi * self.radius * self.radius * (self.length + 4 / 3 * self.radius)


class SphereShape(Spec):
    """A sphere."""

    kind: Literal["sphere"] = Field(description="shape")
    radius: Length = Field(description="radius")

    @property
    def volume(self) -> float | None:
        """Volume, m³."""
        return 4 / 3 * math.pi * self.radius * self.radius * self.radius


class MeshShape(Spec):
    """A mesh from a file; its convex hull collides."""

    kind: Literal["mesh"] = Field(description="shape")
    file: str = Field(min_length=1, max_length=200, description="an STL or OBJ file below the folder of the robot file")
    scale: Annotated[float, Physical("1", gt=0, le=1000)] = Field(
        default=assumed(1.0, "1", "a file in metres"), description="metres per unit of the file"
    )

    @property
    def volume(self) -> float | None:
        """None: it is known when the file is read."""
        return None


Part = Annotated[BoxShape | CylinderShape | CapsuleShape | SphereShape | MeshShape, Field(discriminator="kind")]


class ShapePart(Spec):
    """One shape of a compound."""

    shape: Part = Field(description="its shape")
    position: Position = Field(description="its centre, from the position of the body")
    rotation: Rotation = Field(default=NO_ROTATION, description="[roll, pitch, yaw] of it, from the axes of the body")


class CompoundShape(Spec):
    """Shapes that are fixed to each other."""

    kind: Literal["compound"] = Field(description="shape")
    parts: list[ShapePart] = Field(min_length=1, max_length=64, description="what it consists of")

    @property
    def volume(self) -> float | None:
        """Volume, m³, as if no parts overlapped; None if there is a mesh in it."""
        total = 0.0
        for part in self.parts:
            if part.shape.volume is None:
                return None
            total += part.shape.volume
        return total


Shape = Annotated[
    BoxShape | CylinderShape | CapsuleShape | SphereShape | MeshShape | CompoundShape, Field(discriminator="kind")
]
"""Any of the shapes, selected by `kind`."""
