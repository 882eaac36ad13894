"""The last detections of each robot and of the ball."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from robopitch.messages import CameraFrame, Output, Team
from robopitch.web.frame import NOTHING_SEEN, OWNERS, Sighting

__all__ = ["Sightings"]

FORGOTTEN = 1.0  # s: what was not seen for so long is not shown any more


class Sightings:
    """Collects the frames of all cameras."""

    def __init__(self) -> None:
        self._robots: dict[int, tuple[float, float, float, float, float]] = {}  # by `who`
        self._balls: dict[int, tuple[float, float, float]] = {}  # by camera
        self._made: Sighting | None = NOTHING_SEEN

    def see(self, outputs: Sequence[Output]) -> None:
        """Take outputs of a match."""
        for output in outputs:
            if isinstance(output, CameraFrame):
                self._made = None
                self._take(output)

    def _take(self, frame: CameraFrame) -> None:
        capture = frame.capture
        for team, robots in ((Team.BLUE, frame.blue), (Team.YELLOW, frame.yellow)):
            first = 64 * OWNERS[team]
            for robot in robots:
                who = first + robot.id
                before = self._robots.get(who)
                if before is None or before[1] <= capture:  # a slow camera's frame may come after a later one
                    self._robots[who] = (who, capture, robot.x, robot.y, robot.heading)
        self._balls.pop(frame.camera, None)
        if frame.balls:
            ball = max(frame.balls, key=lambda ball: ball.confidence)
            self._balls[frame.camera] = (capture, ball.x, ball.y)

    def now(self, time: float) -> Sighting:
        """All recent detections; immutable."""
        if self._made is None:
            recent = time - FORGOTTEN
            self._robots = {who: row for who, row in self._robots.items() if row[1] >= recent}
            self._balls = {camera: row for camera, row in self._balls.items() if row[0] >= recent}
            robots = np.array(list(self._robots.values())) if self._robots else NOTHING_SEEN.robots
            balls = np.array(list(self._balls.values())) if self._balls else NOTHING_SEEN.balls
            self._made = Sighting(robots, balls)
        return self._made

    def clear(self) -> None:
        """The match went back in time."""
        self._robots.clear()
        self._balls.clear()
        self._made = NOTHING_SEEN
