"""A frame that a goalkeeper moves out, to cover more of its goal for a moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from robopitch.spec.base import Spec
from robopitch.spec.quantity import Physical

__all__ = ["FrameSpec"]

Way = Annotated[float, Physical("m", ge=0, le=1)]


class FrameSpec(Spec):
    """A frame across the robot. It moves out to the left, to the right or up, one of them at a time.

    To a side it is as high as the robot; above the robot it is as wide as the robot.
    """

    aside: Way = Field(description="how far it moves out to the left or to the right; 0 = it does not")
    up: Way = Field(description="how far it moves up; 0 = it does not")
    depth: Annotated[float, Physical("m", gt=0, le=1)] = Field(description="of the frame, from front to back")
    time: Annotated[float, Physical("s", gt=0, le=60)] = Field(description="how long it stays out")
    pause: Annotated[float, Physical("s", ge=0, le=600)] = Field(
        description="from moving in until it can move out again"
    )

    def way(self, side: str) -> float:
        """How far it moves to a side, "left", "right" or "up"."""
        return float(self.up if side == "up" else self.aside)

    def problems(self) -> Iterator[tuple[str, str]]:
        """It must move somewhere."""
        if self.aside == 0 and self.up == 0:
            yield "aside", "aside and up are both 0: this frame never moves out"
