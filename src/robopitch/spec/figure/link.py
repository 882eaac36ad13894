"""Links between the bodies of a figure, and what closes loops: coupled joints and pins."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from robopitch.spec.base import Spec, none_is_absent
from robopitch.spec.figure.pose import Axis, Name, Position
from robopitch.spec.quantity import Physical, assumed

__all__ = ["CouplingSpec", "LinkSpec", "LoopSpec"]

Turn = Annotated[float, Physical("rad", ge=-20 * math.pi, le=20 * math.pi)]
Way = Annotated[float, Physical("m", ge=-5, le=5)]
_ALONG_X = (assumed(1.0, "1", "unused by a ball joint"), *2 * (assumed(0.0, "1", "unused by a ball joint"),))


class LinkSpec(Spec):
    """A joint between two bodies. *revolute*: a hinge; *prismatic*: a slide; *spherical*: a ball joint.

    A joint is at zero in the pose in which the bodies are described. It counts counter-clockwise about its axis.
    """

    name: str = Field(pattern=Name, description="of the joint, by which servos and couplings name it")
    kind: Literal["revolute", "prismatic", "spherical"] = Field(description="how it moves")
    parent: str = Field(pattern=Name, description="the body that is nearer to the trunk")
    child: str = Field(pattern=Name, description="the body that it moves")
    anchor: Position = Field(description="[x, y, z] of a point on its axis above the ground, all joints at zero")
    axis: Axis = Field(default=_ALONG_X, description="[x, y, z] along its axis, all joints at zero")
    range: Annotated[tuple[Turn, Turn] | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="of a hinge: least and greatest angle; none = it turns round and round"
    )
    travel: Annotated[tuple[Way, Way] | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="of a slide: least and greatest way"
    )
    cone: Annotated[Annotated[float, Physical("rad", gt=0, le=math.pi)] | None, BeforeValidator(none_is_absent)] = (
        Field(default=None, description="of a ball joint: how far it tilts; none = as far as it goes")
    )
    inertia: Annotated[float, Physical("kg m2", ge=0, le=10)] = Field(
        default=assumed(0.0, "kg m2", "nothing turns in it"),
        description="of rotor and gears about the axis of the joint, times the gear ratio squared",
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """Limits are those of its kind, in order, with zero between them."""
        if self.parent == self.child:
            yield "child", f"{self.child!r} is its parent, too"
        if max(map(abs, self.axis)) < 1e-3:
            yield "axis", "has no length"
        for key, kind in (("range", "revolute"), ("travel", "prismatic"), ("cone", "spherical")):
            if getattr(self, key) is not None and self.kind != kind:
                yield key, f"a {self.kind} joint has none; {kind} ones do"
        if self.kind == "prismatic" and self.travel is None:
            yield "travel", "missing: of a slide: least and greatest way"
        for key, limits in (("range", self.range), ("travel", self.travel)):
            if limits is not None and not limits[0] < limits[1]:
                yield key, f"{limits[0]:.6g} is not below {limits[1]:.6g}"
            elif limits is not None and not limits[0] <= 0 <= limits[1]:
                yield key, f"{limits[0]:.6g} to {limits[1]:.6g} does not contain 0, the pose of the description"


class CouplingSpec(Spec):
    """A joint that follows another one, by gears or rods: angle = offset + ratio · angle of the other."""

    joint: str = Field(pattern=Name, description="the joint that follows")
    follows: str = Field(pattern=Name, description="the joint that it follows")
    ratio: Annotated[float, Physical("1", ge=-100, le=100)] = Field(description="its angle by that of the other")
    offset: Annotated[float, Physical("rad", ge=-20, le=20)] = Field(
        default=assumed(0.0, "rad", "both are at zero together"), description="its angle while the other is at zero"
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """A joint cannot follow itself."""
        if self.joint == self.follows:
            yield "follows", f"{self.joint!r} cannot follow itself"


class LoopSpec(Spec):
    """A pin through two bodies, which closes a loop: a ball joint without a place in the tree."""

    bodies: tuple[str, str] = Field(description="the bodies that it holds together")
    anchor: Position = Field(description="[x, y, z] of the pin above the ground, all joints at zero")

    def problems(self) -> Iterator[tuple[str, str]]:
        """It needs two bodies."""
        if self.bodies[0] == self.bodies[1]:
            yield "bodies", f"{self.bodies[0]!r} twice; a pin holds two bodies together"
