"""What vision finds in one image: nothing about time, and nothing about former images [MI20 §2.2, §2.4.1]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["UNIDENTIFIED", "SeenBall", "SeenRobot", "Snapshot"]

UNIDENTIFIED = 0xFF
"""The id of a robot whose patches do not tell which one it is [MI20 appendix B]."""


@dataclass(frozen=True, slots=True)
class SeenBall:
    """A region that looks like the ball."""

    x: float
    y: float
    pixel_x: float
    pixel_y: float
    area: int  # px
    certainty: float  # 0 to 1: share of the pixels that a ball has there


@dataclass(frozen=True, slots=True)
class SeenRobot:
    """A robot by its patches; the heading is None if nothing but its team patch is visible.

    certainty: 1: all of its patches fit; ½: a patch is missing, and the heading is uncertain by the angle between two
               patches; ¼: only the team patch was found, whose centre is the position
    """

    id: int
    x: float
    y: float
    heading: float | None
    pixel_x: float
    pixel_y: float
    certainty: float


@dataclass(frozen=True)
class Snapshot:
    """All regions that look like the ball, the largest first, and the robots of each team by its name."""

    balls: tuple[SeenBall, ...]
    robots: Mapping[str, tuple[SeenRobot, ...]]
