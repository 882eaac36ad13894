"""A servo of a figure: which joint it moves, and how it is addressed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from robopitch.spec.base import Spec
from robopitch.spec.figure.pose import Name
from robopitch.spec.quantity import Count, Physical, Whole, assumed

__all__ = ["MOST_SERVO_ID", "ServoSpec"]

MOST_SERVO_ID = 252  # 253 is reserved in one protocol, 254 is the broadcast


class ServoSpec(Spec):
    """A servo. Joint angle = zero + direction · angle of the servo from its middle position."""

    id: Annotated[int, Whole(ge=0, le=MOST_SERVO_ID)] = Field(description="its number on the bus")
    name: str = Field(pattern=Name, description="its name in panels and recordings")
    joint: str = Field(min_length=1, max_length=100, description="the joint that it moves")
    model: Literal["AX-12", "RX-28", "RX-64", "MX-28", "MX-64", "MX-106", "MX-28-2", "MX-64-2", "MX-106-2"] = Field(
        description="which servo it is; -2 = with the tables of protocol 2.0"
    )
    direction: Annotated[int, Whole(ge=-1, le=1)] = Field(
        default=Count(1, "assumed: counts as the joint does"), description="1, or -1 if it counts against the joint"
    )
    zero: Annotated[float, Physical("rad", ge=-2 * math.pi, le=2 * math.pi)] = Field(
        default=assumed(0.0, "rad", "the middle is where the joint is at zero"),
        description="angle of the joint while the servo is in the middle of its range",
    )
    noise: Annotated[int, Whole(ge=0, le=100)] = Field(
        default=Count(0, "assumed: none"),
        description="largest error of a reading of its position, counts; all errors up to it are equally likely",
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """It turns one way or the other."""
        if self.direction == 0:
            yield "direction", "1 or -1 is wanted, not 0"
