"""Labels: what each pixel of a picture shows, and for each thing its box and visible share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

__all__ = ["FIRST_BODY", "Label", "Sighting"]


class Label(IntEnum):
    """What a pixel shows. A thing behind a net keeps its label; ground, wall and background behind a net are goal."""

    NOTHING = 0  # outside the wall, background, or no ray
    GROUND = 1  # the carpet
    LINE = 2  # at least half of the pixel is paint
    WALL = 3
    GOAL = 4
    BALL = 5
    BLUE = 6
    YELLOW = 7
    OBSTACLE = 8


FIRST_BODY = 6
"""In the picture of numbers, a pixel has a label below this, or this plus the column of a robot or obstacle."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A ball, robot or obstacle in a picture.

    pixels: that show it
    share:  of those that would show it if nothing else stood in the way
    box:    left, top, right and bottom edge of the visible part, px
    centre: mean of the visible pixels, px
    """

    name: str  # "ball", "blue 3", "obstacle 0"
    label: Label
    pixels: int
    share: float
    box: tuple[int, int, int, int]
    centre: tuple[float, float]
