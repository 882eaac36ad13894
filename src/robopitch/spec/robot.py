"""A robot: the contents of a robot file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import BeforeValidator, Field

from robopitch.elementary import hypot
from robopitch.spec.base import Spec
from robopitch.spec.drive import DriveSpec, none_is_absent
from robopitch.spec.kicker import HolderSpec, KickerSpec
from robopitch.spec.outline import Outline
from robopitch.spec.quantity import Physical

__all__ = ["RobotSpec"]

LEAST_INERTIA = 0.01  # of m r²: the whole mass within a tenth of the radius


class RobotSpec(Spec):
    """A robot: body, drive, kicker and holder."""

    name: str = Field(min_length=1, description="short name, as on the command line")
    title: str = Field(min_length=1, description="name for people")
    description: str = Field(default="", description="what it is, in a sentence or two")
    mass: Annotated[float, Physical("kg", gt=0, le=100)] = Field(description="all of it")
    inertia: Annotated[Annotated[float, Physical("kg m2", gt=0, le=100)] | None, BeforeValidator(none_is_absent)] = (
        Field(default=None, description="about the vertical; none = that of an even plate of its outline")
    )
    height: Annotated[float, Physical("m", gt=0, le=2)] = Field(description="height; a ball can fly over it")
    outline: Outline = Field(description="its shape from above")
    drive: DriveSpec = Field(description="how it moves")
    kicker: Annotated[KickerSpec | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="how it kicks; none = it cannot"
    )
    holder: Annotated[HolderSpec | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="how it holds the ball; none = it cannot"
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """Kicker, holder and wheels must fit on the robot, and its inertia must be possible."""
        face, reach = self.outline.face, self.outline.circumradius
        least = LEAST_INERTIA * self.mass * reach * reach
        if self.inertia is not None and self.inertia < least:
            yield "inertia", f"nothing of this mass and size turns so easily; at least {least:.2g} kg m2 is possible"
        for part, mounted in (("kicker", self.kicker), ("holder", self.holder)):
            if mounted is not None and mounted.width > face:
                yield f"{part}.width", f"{mounted.width:.12g} m is wider than the robot's front, {face:.4g} m"
        for index, wheel in enumerate(self.drive.wheels):
            if hypot(wheel.x, wheel.y) > reach + 1e-9:
                yield f"drive.wheels.{index}", f"stands outside the robot, which reaches {reach:.4g} m from its centre"
