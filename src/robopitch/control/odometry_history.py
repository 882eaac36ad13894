"""The last seconds of a robot's odometry: its displacement between two times.

A camera reports late. To apply its picture, a robot has to know how far it moved since the last picture, and since this
one. Odometry drifts without bound, but over these times it is precise.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from typing import Any

from robopitch.control.geometry import Pose, Twist, into_body, into_field, moved, relative

__all__ = ["OdometryHistory"]

SPAN = 2.0  # s that are kept, chosen: far more than the delay of a camera
AHEAD = 0.2  # s after the last report for which its velocity is assumed to hold, chosen
WINDOW = 0.1  # s over which the velocity is measured, chosen: two reports at 20 Hz [CAMBADA-sim table 3.1]


class OdometryHistory:
    """Poses of a robot in the frame of its odometry, by time.

    span:  s that are kept
    ahead: s for which the velocity is assumed to hold after the last report
    """

    def __init__(self, span: float = SPAN, ahead: float = AHEAD) -> None:
        self.span, self.ahead = span, ahead
        self._times: list[float] = []
        self._poses: list[Pose] = []

    def __len__(self) -> int:
        return len(self._times)

    @property
    def time(self) -> float | None:
        """Time of the last report."""
        return self._times[-1] if self._times else None

    def add(self, time: float, pose: Pose) -> bool:
        """Add a report: the pose since the odometry was reset. One that is not newer than the last one is ignored."""
        if self._times and time <= self._times[-1]:
            return False
        self._times.append(time)
        self._poses.append(pose)
        if time - self._times[0] > 2 * self.span:  # remove many at once
            first = bisect.bisect_left(self._times, time - self.span)
            del self._times[:first], self._poses[:first]
        return True

    def displacement(self, start: float, end: float) -> Pose:
        """How the robot moved between two times: its pose at *end* in the frame of *start*; zero without reports."""
        if not self._times:
            return Pose(0.0, 0.0, 0.0)
        return relative(self._at(start), self._at(end))

    def velocity(self, window: float = WINDOW) -> Twist:
        """Mean velocity over the last *window* seconds, in the robot's present frame."""
        if len(self._times) < 2:
            return Twist(0.0, 0.0, 0.0)
        end = self._times[-1]
        start = max(end - window, self._times[0])
        way, seconds = relative(self._at(start), self._poses[-1]), end - start
        forward, left = into_field(way.x / seconds, way.y / seconds, -way.heading)
        return Twist(forward, left, way.heading / seconds)

    def clear(self) -> None:
        """Remove all: the odometry was reset."""
        self._times.clear()
        self._poses.clear()

    def state(self) -> list[Any]:
        """The state, in plain values."""
        return [list(self._times), [list(pose) for pose in self._poses]]

    def load(self, state: Sequence[Any]) -> None:
        """Restore a saved state."""
        times, poses = state
        self._times, self._poses = list(times), [Pose(*pose) for pose in poses]

    def _at(self, time: float) -> Pose:
        """The pose at a time: interpolated; before the first report the first one, after the last one extrapolated."""
        index = bisect.bisect_left(self._times, time)
        if index == 0:
            return self._poses[0]
        if index == len(self._times):
            if index == 1:
                return self._poses[0]
            index -= 1
            time = min(time, self._times[-1] + self.ahead)
        early, late = self._times[index - 1], self._times[index]
        share = (time - early) / (late - early)
        step = relative(self._poses[index - 1], self._poses[index])
        # Along the arc of which the step is the chord: as `geometry.moved`, backwards
        half = step.heading / 2
        longer = half / math.sin(half) if abs(half) > 1e-9 else 1.0
        forward, left = into_body(longer * step.x, longer * step.y, half)
        return moved(self._poses[index - 1], Twist(forward, left, step.heading), share)
