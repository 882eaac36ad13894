"""A report of omnidirectional vision."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Body
from robopitch.messages.registry import register

__all__ = ["OmniBall", "OmniView"]

Points = NDArray[np.float64]
_ROW = 16  # bytes of x and y


@dataclass(frozen=True, slots=True)
class OmniBall:
    """The ball as it appears on the ground: a flying ball appears farther away than it is."""

    x: float  # m, forward
    y: float  # m, left
    share: float  # visible part, above 0 and up to 1


@dataclass(frozen=True, slots=True)
class OmniView:
    """What one frame shows, in the frame of the robot: x forward, y left.

    The points are stored as bytes of float64, which compare and save quickly; `lines`, `obstacles` and `points` read
    them.
    """

    robot: Body
    capture: float  # s
    line_data: bytes
    obstacle_data: bytes
    ball: OmniBall | None

    def __post_init__(self) -> None:
        if len(self.line_data) % _ROW or len(self.obstacle_data) % _ROW:
            raise ValueError("points: rows of two numbers are wanted")

    @property
    def lines(self) -> Points:
        """Points on white markings, ``[n, 2]``; read-only."""
        return np.frombuffer(self.line_data, np.float64).reshape(-1, 2)

    @property
    def obstacles(self) -> Points:
        """Points on robots and obstacles, ``[n, 2]``, in the order of their bearing; read-only."""
        return np.frombuffer(self.obstacle_data, np.float64).reshape(-1, 2)

    @property
    def points(self) -> Points:
        """All points for a window: of lines, of obstacles, and the ball."""
        ball = np.array([] if self.ball is None else [self.ball.x, self.ball.y]).reshape(-1, 2)
        return np.concatenate([self.lines, self.obstacles, ball])


register(OmniBall)
register(OmniView)
