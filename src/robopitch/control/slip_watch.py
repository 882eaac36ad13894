"""A robot whose wheels turn while it stands: how far they drove it, against where its camera saw it
[CAMBADA-control §5.2].

Odometry does not notice that wheels spin, and a pose that odometry and camera have been fused to is dragged along. The
camera's own fixes are not: they are positions to which odometry contributes nothing that a line contradicts.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from robopitch.control.stuck import HOLD, SHARE

__all__ = ["SlipWatch"]

Point = tuple[float, float]


LEAST_DRIVEN = 0.35  # m/s, chosen: fixes are precise to some centimetres, and half a second of it are 17


class _Look(NamedTuple):
    time: float  # s
    x: float  # m
    y: float
    along_x: float  # m that the wheels have driven since the look before
    along_y: float


@dataclass
class SlipWatch:
    """Detects it by the looks of the last half second.

    `stuck`: the camera saw less than 35 % of the way that the wheels drove, which was 0.17 m or more.

    >>> watch = SlipWatch()
    >>> drives = [watch.see(0.04 * n, (0.08 * n, 0.0), (0.08, 0.0)) for n in range(20)]
    >>> spins = [watch.see(0.04 * n, (1.52, 0.0), (0.08, 0.0)) for n in range(20, 40)]
    >>> any(drives), spins.index(True)  # after 10 of the 13 cycles of half a second
    (False, 8)
    """

    window: float = HOLD  # s
    share: float = SHARE  # of the way that must be missing
    least: float = LEAST_DRIVEN  # m/s: below this mean speed of the wheels a robot is never stuck
    stuck: bool = False
    _looks: deque[_Look] = field(default_factory=deque)

    def see(self, time: float, fix: Point, driven: Point) -> bool:
        """A fix of the camera, and how far the wheels drove since the last one, both on the field; returns `stuck`."""
        looks = self._looks
        looks.append(_Look(time, *fix, *driven))
        while len(looks) > 2 and looks[1].time <= time - self.window + 1e-6:
            looks.popleft()
        first = looks[0]
        x, y = (sum(look[axis] for look in looks) - first[axis] for axis in (3, 4))
        way = math.hypot(x, y)  # not the length of the path: a robot that went and came back is where it was
        enough = time - first.time >= self.window - 1e-6 and way >= self.least * self.window
        self.stuck = enough and math.hypot(fix[0] - first.x, fix[1] - first.y) < (1 - self.share) * way
        return self.stuck

    def clear(self) -> None:
        """Forget all: the robot was carried, or found out that it is elsewhere."""
        self._looks.clear()
        self.stuck = False

    def state(self) -> list[list[float]]:
        """The state, in plain values."""
        return [list(look) for look in self._looks]

    def load(self, state: Sequence[Sequence[float]]) -> None:
        """Restore a saved state."""
        self.clear()
        for look in state:
            time, x, y, along_x, along_y = look
            self.see(time, (x, y), (along_x, along_y))
