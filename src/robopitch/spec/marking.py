"""Markings of a field beside those of its rules: lines, arcs and filled spots, each as an entry of `markings`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from robopitch.spec.base import Spec
from robopitch.spec.quantity import Physical, assumed

__all__ = ["ArcMarking", "LineMarking", "Marking", "SpotMarking"]

Place = Annotated[float, Physical("m", ge=-100, le=100)]
Radius = Annotated[float, Physical("m", gt=0, le=100)]


class LineMarking(Spec):
    """A straight line, as wide as the lines of the field."""

    kind: Literal["line"] = Field(description="shape")
    start: tuple[Place, Place] = Field(description="[x, y] of one end of its centre line")
    end: tuple[Place, Place] = Field(description="[x, y] of the other end")

    def problems(self) -> Iterator[tuple[str, str]]:
        """It must have a length."""
        if self.start == self.end:
            yield "end", "it is the same point as start; for a spot write kind = 'spot'"


class ArcMarking(Spec):
    """A circle or a part of one, as wide as the lines of the field."""

    kind: Literal["arc"] = Field(description="shape")
    centre: tuple[Place, Place] = Field(description="[x, y] of its centre")
    radius: Radius = Field(description="of its centre line")
    begin: Annotated[float, Physical("rad", ge=-2 * math.pi, le=2 * math.pi)] = Field(
        default=assumed(0.0, "rad", "a whole circle"), description="direction of its first point from the centre"
    )
    sweep: Annotated[float, Physical("rad", gt=0, le=2 * math.pi)] = Field(
        default=assumed(2 * math.pi, "rad", "a whole circle"), description="its angle, counter-clockwise"
    )


class SpotMarking(Spec):
    """A filled disc."""

    kind: Literal["spot"] = Field(description="shape")
    centre: tuple[Place, Place] = Field(description="[x, y] of its centre")
    radius: Radius = Field(description="radius")


Marking = Annotated[LineMarking | ArcMarking | SpotMarking, Field(discriminator="kind")]
"""Any of the markings, selected by `kind`."""
