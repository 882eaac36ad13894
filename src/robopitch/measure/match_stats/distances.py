"""Distances and speeds of robots, and their collisions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.match_stats.proximity import Scene
from robopitch.measure.match_stats.result import Crash, RobotStory
from robopitch.messages import Body, Collision, Team

__all__ = ["Runs"]

CRASH = 1.5  # m/s at which robots meet (SSL rules, crashing)
SAME = 0.5  # s: robots that bounce off each other and meet again crash once
FAR = 500.0  # m: whoever is farther out is not on the pitch

Floats = NDArray[np.float64]


class Runs:
    """Integrates the speeds of all robots, so that a robot that is put elsewhere has not run."""

    def __init__(self) -> None:
        self.crashes: list[Crash] = []
        self._met: dict[tuple[Body, Body], float] = {}
        self._told: dict[Body, tuple[float, float]] = {}  # of those who had columns before
        self._scene: Scene | None = None
        self._ways, self._tops, self._speeds = np.zeros(0), np.zeros(0), np.zeros(0)

    def look(self, scene: Scene) -> None:
        """See how fast everybody is."""
        vx, vy = scene.robots[4], scene.robots[5]
        speeds: Floats = np.sqrt(vx * vx + vy * vy)
        before = self._scene
        if before is None or before.columns is not scene.columns:
            self._told = self._so_far()
            self._ways, self._tops = np.zeros(len(speeds)), np.zeros(len(speeds))
        else:
            self._ways += (speeds + self._speeds) * (0.5 * max(scene.time - before.time, 0.0))
        np.maximum(self._tops, speeds, out=self._tops)
        self._scene, self._speeds = scene, speeds

    def collided(self, event: Collision) -> None:
        """Two robots ran into each other."""
        first, second = event.first, event.second
        if event.speed <= CRASH or first.team is None or second.team is None or first.team is second.team:
            return
        before = self._met.get((first, second), -math.inf)
        self._met[first, second] = event.time
        if event.time - before < SAME:
            return
        columns: Any = {} if self._scene is None else self._scene.columns
        speeds = [float(self._speeds[columns[body]]) if body in columns else 0.0 for body in (first, second)]
        faster, slower = (first, second) if speeds[0] >= speeds[1] else (second, first)
        self.crashes.append(Crash(event.time, faster, slower, event.speed, abs(speeds[0] - speeds[1])))

    def of(self, team: Team) -> tuple[RobotStory, ...]:
        """How the robots of a team ran, those who were ever on the pitch."""
        robots = sorted(self._so_far().items(), key=lambda entry: entry[0].id)
        return tuple(RobotStory(body.id, way, top) for body, (way, top) in robots if body.team is team)

    def _so_far(self) -> dict[Body, tuple[float, float]]:
        told = dict(self._told)
        if self._scene is not None:
            places, ways, tops = self._scene.robots[0].tolist(), self._ways.tolist(), self._tops.tolist()
            for body, column in self._scene.columns.items():
                way, top = told.get(body, (0.0, 0.0))
                if body in told or tops[column] > 0 or places[column] < FAR:
                    told[body] = way + ways[column], max(top, tops[column])
        return told
