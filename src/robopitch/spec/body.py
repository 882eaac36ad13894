"""The body of a robot: mass, size and shape."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated

from pydantic import BeforeValidator, Field

from robopitch.spec.base import Spec, none_is_absent
from robopitch.spec.outline import Disc, Outline
from robopitch.spec.quantity import Physical, assumed

__all__ = ["BodyPart", "BodySpec"]

LEAST_INERTIA = 0.01  # of m r²: the whole mass within a tenth of the radius

Height = Annotated[float, Physical("m", ge=0, le=2)]


class BodyPart(Spec):
    """A layer of a body between two heights, with an outline of its own."""

    bottom: Height = Field(description="its lower side, above the ground")
    top: Height = Field(description="its upper side, above the ground")
    outline: Outline = Field(description="its shape from above; of a cone, that of its lower side")
    top_radius: Annotated[Annotated[float, Physical("m", ge=0, le=2)] | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="of a disc: radius of its upper side, which makes it a cone; none = it is upright"
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """The top lies above the bottom, and is not wider; only a disc becomes a cone."""
        if self.top <= self.bottom:
            yield "top", f"{self.top:.12g} m is not above its lower side at {self.bottom:.12g} m"
        if self.top_radius is None:
            return
        if not isinstance(self.outline, Disc):
            yield "top_radius", f"only a disc can become narrower upwards, not a {self.outline.kind}"
        elif self.top_radius > self.outline.radius:
            yield "top_radius", f"{self.top_radius:.12g} m is wider than its lower side, {self.outline.radius:.12g} m"

    @property
    def taper(self) -> float:
        """How much its radius decreases per height; 0 for an upright part."""
        if self.top_radius is None or not isinstance(self.outline, Disc):
            return 0.0
        return (self.outline.radius - self.top_radius) / (self.top - self.bottom)


class BodySpec(Spec):
    """A rigid body: mass, inertia, height and outline."""

    mass: Annotated[float, Physical("kg", gt=0, le=100)] = Field(description="all of it")
    inertia: Annotated[Annotated[float, Physical("kg m2", gt=0, le=100)] | None, BeforeValidator(none_is_absent)] = (
        Field(default=None, description="about the vertical; none = that of an even plate of its outline")
    )
    height: Annotated[float, Physical("m", gt=0, le=2)] = Field(description="height; a ball can fly over it")
    outline: Outline = Field(description="its shape from above")
    centre_of_mass: Annotated[float, Physical("m", ge=0, le=2)] = Field(
        default=assumed(0.0, "m", "does not tip"),
        description="height of the centre of mass, by which tipping is reported; 0 = not reported",
    )
    parts: list[BodyPart] = Field(
        default_factory=list,
        max_length=16,
        description="layers with outlines of their own, from the ground up; none = the outline holds at every height",
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """The inertia must be possible, and the parts must lie on each other inside the body."""
        reach = self.outline.circumradius
        if self.centre_of_mass > self.height:
            yield (
                "centre_of_mass",
                f"{self.centre_of_mass:.12g} m is above the robot, which is {self.height:.12g} m high",
            )
        least = LEAST_INERTIA * self.mass * reach * reach
        if self.inertia is not None and self.inertia < least:
            yield "inertia", f"nothing of this mass and size turns so easily; at least {least:.2g} kg m2 is possible"
        for index, part in enumerate(self.parts):
            if part.top > self.height + 1e-9:
                yield f"parts.{index}.top", f"{part.top:.12g} m is above the robot, which is {self.height:.12g} m high"
            if part.outline.circumradius > reach + 1e-9:
                yield f"parts.{index}.outline", f"reaches beyond the robot's outline, {reach:.4g} m from its centre"
        for index, (lower, upper) in enumerate(pairwise(self.parts), 1):
            if upper.bottom < lower.top - 1e-9:
                yield (
                    f"parts.{index}.bottom",
                    f"{upper.bottom:.12g} m is inside the part below it, which ends at {lower.top:.12g} m; "
                    "list the parts from the ground up",
                )
