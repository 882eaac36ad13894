"""The ball as one robot sees it with its own camera: position, velocity and height on the field."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np

from robopitch.control.ball_flight import Flight, fitted_flight
from robopitch.control.ball_fusion import BallSighting
from robopitch.control.regression import BallRegression

__all__ = ["OwnBall"]

Point = tuple[float, float]

UNSEEN = 0.3  # s without the ball after which its velocity is estimated anew
IN_AIR = 0.35  # s of sightings from which a flight is computed
MOST = 12  # sightings
SURE = 0.8  # deviations of its height by which a ball has to be above the ground: few far sightings tell nothing of it


class OwnBall:
    """The ball from the pictures of one robot [CAMBADA-control §4.2.2; §7.2].

    camera_height: m, of the camera above the ground
    tolerance:     m, see `BallRegression`
    """

    def __init__(self, camera_height: float, tolerance: float) -> None:
        self.sighting: BallSighting | None = None  # the last one
        self.height = 0.0  # m, of its lowest point above the ground
        self._camera_height = camera_height
        self._regression = BallRegression(tolerance)
        self._sights: deque[tuple[float, Point, Point, float]] = deque(maxlen=MOST)  # time, seen at, robot at, noise

    def see(self, sighting: BallSighting, robot: Point, noise: float) -> None:
        """Add a sighting, where the line of sight meets the ground; its velocity is ignored.

        robot: m, where the robot stood; noise: m, deviation of the camera alone
        """
        time = sighting.time
        if self.sighting is not None and time - self.sighting.time > UNSEEN:
            self._regression.clear()
            self._sights.clear()
        velocity = self._regression.see(time, *sighting.position)
        self._sights.append((time, sighting.position, robot, noise))
        flight = self._flight(time)
        if flight is None:
            self.height, self.sighting = 0.0, sighting._replace(velocity=velocity)
        else:
            x, y, z = flight.position
            self.height = max(z, 0.0)
            self.sighting = sighting._replace(position=(x, y), velocity=flight.velocity[:2])

    def forget(self) -> None:
        """Remove all: the robot does not know where it is."""
        self.sighting, self.height = None, 0.0
        self._regression.clear()
        self._sights.clear()

    def state(self) -> list[Any]:
        """The state, in plain values."""
        sights = [[time, list(seen), list(robot), noise] for time, seen, robot, noise in self._sights]
        last = None if self.sighting is None else [list(self.sighting[0]), list(self.sighting[1]), *self.sighting[2:]]
        return [last, self.height, self._regression.state(), sights]

    def load(self, state: Sequence[Any]) -> None:
        """Restore a saved state."""
        last, self.height, regression, sights = state
        self._regression.load(regression)
        self._sights.clear()
        self._sights.extend((time, (ax, ay), (bx, by), noise) for time, (ax, ay), (bx, by), noise in sights)
        self.sighting = None
        if last is not None:
            (x, y), (vx, vy), deviation, time, robot = last
            self.sighting = BallSighting((x, y), (vx, vy), deviation, time, robot)

    def _flight(self, time: float) -> Flight | None:
        """The trajectory of the ball if it flies, with the time of this picture as 0."""
        recent = [sight for sight in self._sights if time - sight[0] <= IN_AIR]
        times, seen, robots, noises = zip(*recent, strict=True)
        if not all(math.isfinite(noise) and noise > 0 for noise in noises):
            return None
        flight = fitted_flight(np.array(times) - time, seen, robots, self._camera_height, noises)
        return flight if flight is not None and flight.position[2] > SURE * flight.deviation else None
