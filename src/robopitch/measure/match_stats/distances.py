"""Distances and speeds of robots, and their collisions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.match_stats.proximity import Frame
from robopitch.measure.match_stats.result import Crash, RobotStats
from robopitch.messages import Body, Collision, Team
from robopitch.referee.observed.collisions import collision_seen

__all__ = ["Distances"]

SAME = 0.5  # s: robots that bounce off each other and meet again crash once
FAR = 500.0  # m: a robot that is farther out is not on the pitch

Floats = NDArray[np.float64]


class Distances:
    """Integrates the speeds of all robots, so that placing a robot elsewhere adds no distance.

    crash_speed: m/s at which robots of both teams meet above which they crash
    """

    def __init__(self, crash_speed: float) -> None:
        self._crash_speed = crash_speed
        self.crashes: list[Crash] = []
        self._met: dict[tuple[Body, Body], float] = {}
        self._before: dict[Body, tuple[float, float]] = {}  # of those who had columns before
        self._frame: Frame | None = None
        self._ways, self._tops, self._speeds = np.zeros(0), np.zeros(0), np.zeros(0)

    def on_frame(self, frame: Frame) -> None:
        """Add a frame."""
        vx, vy = frame.robots[4], frame.robots[5]
        speeds: Floats = np.sqrt(vx * vx + vy * vy)
        before = self._frame
        if before is None or before.columns is not frame.columns:
            self._before = self._so_far()
            self._ways, self._tops = np.zeros(len(speeds)), np.zeros(len(speeds))
        else:
            self._ways += (speeds + self._speeds) * (0.5 * max(frame.time - before.time, 0.0))
        np.maximum(self._tops, speeds, out=self._tops)
        self._frame, self._speeds = frame, speeds

    def on_collision(self, event: Collision) -> None:
        """Two robots ran into each other."""
        first, second, seen = event.first, event.second, collision_seen(event)
        if seen.speed <= self._crash_speed or first.team is None or second.team is None or first.team is second.team:
            return
        before = self._met.get((first, second), -math.inf)
        self._met[first, second] = event.time
        if event.time - before < SAME:
            return
        if event.first_velocity is None:  # an older recording: the speeds are those of the last frame
            columns: Any = {} if self._frame is None else self._frame.columns
            speeds = [float(self._speeds[columns[body]]) if body in columns else 0.0 for body in (first, second)]
            seen = seen._replace(first_speed=speeds[0], second_speed=speeds[1])
        slower = second if seen.faster == first else first
        self.crashes.append(Crash(event.time, seen.faster, slower, seen.speed, seen.difference))

    def of(self, team: Team) -> tuple[RobotStats, ...]:
        """How the robots of a team ran, those who were ever on the pitch."""
        robots = sorted(self._so_far().items(), key=lambda entry: entry[0].id)
        return tuple(RobotStats(body.id, way, top) for body, (way, top) in robots if body.team is team)

    def _so_far(self) -> dict[Body, tuple[float, float]]:
        counted = dict(self._before)
        if self._frame is not None:
            places, ways, tops = self._frame.robots[0].tolist(), self._ways.tolist(), self._tops.tolist()
            for body, column in self._frame.columns.items():
                way, top = counted.get(body, (0.0, 0.0))
                if body in counted or tops[column] > 0 or places[column] < FAR:
                    counted[body] = way + ways[column], max(top, tops[column])
        return counted
