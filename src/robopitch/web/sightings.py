"""The last detections of each robot and of the ball by one sensor: those that frames contain."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from robopitch.messages import Body
from robopitch.web.frame import NOTHING_SEEN, OWNERS, Sighting
from robopitch.web.reports import detections_in, time_of

__all__ = ["Sightings"]

FORGOTTEN = 1.0  # s: what was not seen for so long is not shown any more

Row = tuple[float, ...]


class Sightings:
    """Collects the reports of a sensor that detects objects, perhaps with several cameras.

    source: index of the sensor in the description of the match
    """

    def __init__(self, source: int = 0) -> None:
        self.source = source
        self._robots: dict[Body, Row] = {}
        self._balls: dict[object, Row] = {}  # by camera
        self._made: Sighting | None = NOTHING_SEEN

    def see(self, reports: Sequence[object], time: float | None = None) -> None:
        """Take reports of the sensor; *time*: when they were recorded, for reports with the clock of another sender."""
        for report in reports:
            self._made = None
            self._take(report, time_of(report) if time is None else time)

    def _take(self, report: object, capture: float) -> None:
        robots, balls = detections_in(report)
        for body, x, y, heading in robots:
            before = self._robots.get(body)
            if before is None or before[2] <= capture:  # a slow camera's frame may come after a later one
                self._robots[body] = (OWNERS[body.team], body.id, capture, x, y, heading)
        camera = getattr(report, "camera", None)
        self._balls.pop(camera, None)
        if balls:
            x, y, _ = max(balls, key=lambda ball: ball[2])
            self._balls[camera] = (capture, x, y)

    def now(self, time: float) -> Sighting:
        """All recent detections; immutable."""
        if self._made is None:
            recent = time - FORGOTTEN
            self._robots = {body: row for body, row in self._robots.items() if row[2] >= recent}
            self._balls = {camera: row for camera, row in self._balls.items() if row[0] >= recent}
            robots = np.array(list(self._robots.values())) if self._robots else NOTHING_SEEN.robots
            balls = np.array(list(self._balls.values())) if self._balls else NOTHING_SEEN.balls
            self._made = Sighting(robots, balls, self.source)
        return self._made

    def clear(self) -> None:
        """The match went back in time."""
        self._robots.clear()
        self._balls.clear()
        self._made = NOTHING_SEEN
