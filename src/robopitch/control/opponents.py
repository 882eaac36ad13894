"""Tracking of opponents without ids: identity from frame to frame, and velocity [CAMBADA-control §7.2].

A robot of the Middle Size League sees obstacles without ids. Their velocities, which [CAMBADA-control] lists as future
work, come from an α–β filter for each of them.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Gains", "Opponents", "gains", "possessor"]

Floats = NDArray[np.float64]
Point = tuple[float, float]

NOISE = 0.05  # m, deviation of a seen position, chosen: a lens at some metres; a camera above is ten times better
ACCELERATION = 2.0  # m/s², deviation of their acceleration, chosen: robots of the Middle Size League reach about 3
TOP_SPEED = 4.0  # m/s, chosen: limits the distance to the next sighting
PATIENCE = 0.5  # s after which an unseen opponent is removed, chosen


class Gains(NamedTuple):
    """The shares of an innovation that correct the position and, per cycle, the velocity."""

    position: float  # α
    velocity: float  # β


def gains(noise: float, acceleration: float, period: float) -> Gains:
    """The gains of an α–β filter in its steady state, from the noise of positions and the acceleration.

    The gains are those of a Kalman filter for white acceleration, by the tracking index λ = σ_a T² / σ_x (Kalata 1984):
    r = (4 + λ − √(8λ + λ²)) / 4, α = 1 − r², β = 2 (2 − α) − 4 √(1 − α).

    >>> sharp, blurred = gains(0.001, 3.0, 0.04), gains(0.1, 3.0, 0.04)
    >>> sharp.position > 0.9 and blurred.position < 0.4
    True
    """
    index = acceleration * period * period / noise
    root = (4 + index - math.sqrt(8 * index + index * index)) / 4
    alpha = 1 - root * root
    return Gains(alpha, 2 * (2 - alpha) - 4 * math.sqrt(1 - alpha))


class Opponents:
    """Tracked robots: positions and velocities, in an order that stays as long as they are seen.

    noise:        m, deviation of a seen position
    acceleration: m/s², deviation of their acceleration
    patience:     s for which an unseen one is kept
    """

    def __init__(self, noise: float = NOISE, acceleration: float = ACCELERATION, patience: float = PATIENCE) -> None:
        self.noise = noise
        self.acceleration = acceleration
        self.patience = patience
        self.time = -math.inf  # of the last frame
        self.numbers: NDArray[np.int64] = np.empty(0, np.int64)  # [opponent]: a number that is never reused
        self.positions: Floats = np.empty((0, 2))  # [opponent, 2], m, at `time`
        self.velocities: Floats = np.empty((0, 2))  # m/s
        self._seen: Floats = np.empty(0)  # time of the last sighting
        self._sights: NDArray[np.int64] = np.empty(0, np.int64)  # number of sightings
        self._next = 0

    def see(self, time: float, places: Floats) -> None:
        """Process the positions ``[seen, 2]`` of all opponents seen at a time; older times are ignored."""
        period = time - self.time
        if period <= 0:
            return
        if len(self.positions) > 0:
            self.positions = self.positions + period * self.velocities  # new arrays: others may still read the old ones
            self.velocities = self.velocities.copy()
        self.time = time
        old, new = self._pair(places, period)
        if len(old) > 0:
            self._correct(old, places[new], period)
        if len(new) < len(places):
            strangers = np.ones(len(places), np.bool_)
            strangers[new] = False
            self._welcome(places[strangers])
        if len(old) < len(self.positions):
            self._keep(time - self._seen <= self.patience)

    def predicted(self, seconds: float) -> Floats:
        """Predicted positions after the last frame, ``[opponent, 2]``."""
        return self.positions + seconds * self.velocities

    def state(self) -> dict[str, object]:
        """The state, as plain values."""
        return {
            "time": self.time if math.isfinite(self.time) else None,  # None: nothing was seen yet
            "next": self._next,
            "numbers": self.numbers.tolist(),
            "positions": self.positions.tolist(),
            "velocities": self.velocities.tolist(),
            "seen": self._seen.tolist(),
            "sights": self._sights.tolist(),
        }

    def load(self, state: dict[str, object]) -> None:
        """Restore a state."""
        time = state["time"]
        self.time = -math.inf if time is None else float(time)  # type: ignore[arg-type]
        self._next = int(state["next"])  # type: ignore[call-overload]
        self.numbers = np.array(state["numbers"], np.int64)
        self.positions = np.array(state["positions"], np.float64).reshape(-1, 2)
        self.velocities = np.array(state["velocities"], np.float64).reshape(-1, 2)
        self._seen = np.array(state["seen"], np.float64)
        self._sights = np.array(state["sights"], np.int64)

    # ---- private -----------------------------------------------------------------------------------------------

    def _pair(self, places: Floats, period: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Assign sightings to known opponents: the nearest pair first, within the possible distance."""
        none = np.empty(0, np.int64)
        if len(self.positions) == 0 or len(places) == 0:
            return none, none
        x = self.positions[:, :1] - places[:, 0]
        y = self.positions[:, 1:] - places[:, 1]
        apart = x * x
        apart += y * y
        # An opponent seen once may move in any direction; one with a known velocity deviates less.
        fresh = (self._sights == 1) * (TOP_SPEED * period)
        unseen = self.time - self._seen
        gate = 5 * self.noise + fresh + 2.0 * self.acceleration * unseen * unseen
        apart[apart > (gate * gate)[:, None]] = np.inf
        old, new = [], []
        while True:
            # All pairs that are each other's nearest: almost always all of them.
            nearest, owner = apart.argmin(axis=1), apart.argmin(axis=0)
            rows = np.flatnonzero(owner[nearest] == np.arange(len(nearest)))
            rows = rows[apart[rows, nearest[rows]] < np.inf]
            if len(rows) == 0:
                break
            old.append(rows)
            new.append(nearest[rows])
            if sum(map(len, old)) == min(apart.shape):
                break
            apart[rows] = np.inf
            apart[:, nearest[rows]] = np.inf
        return (np.concatenate(old), np.concatenate(new)) if old else (none, none)

    def _correct(self, old: NDArray[np.int64], places: Floats, period: float) -> None:
        steady = gains(self.noise, self.acceleration, period)
        self._sights[old] += 1
        sights = self._sights[old]
        # The first sightings are weighted as in a regression line through all of them: α = 2(2k−1)/(k(k+1)), β =
        # 6/(k(k+1)).
        pairs = (sights * (sights + 1)).astype(np.float64)
        alpha = np.maximum(steady.position, 2 * (2 * sights - 1) / pairs)
        beta = np.maximum(steady.velocity, 6 / pairs)
        surprise = places - self.positions[old]
        self.positions[old] += alpha[:, None] * surprise
        self.velocities[old] += (beta / period)[:, None] * surprise
        self._seen[old] = self.time

    def _welcome(self, places: Floats) -> None:
        count = len(places)
        self.numbers = np.concatenate((self.numbers, np.arange(self._next, self._next + count)))
        self._next += count
        self.positions = np.concatenate((self.positions, places))
        self.velocities = np.concatenate((self.velocities, np.zeros((count, 2))))
        self._seen = np.concatenate((self._seen, np.full(count, self.time)))
        self._sights = np.concatenate((self._sights, np.ones(count, np.int64)))

    def _keep(self, who: NDArray[np.bool_]) -> None:
        self.numbers, self._seen, self._sights = self.numbers[who], self._seen[who], self._sights[who]
        self.positions, self.velocities = self.positions[who], self.velocities[who]


def possessor(
    ball: Point, velocity: Point, positions: Floats, velocities: Floats, reach: float, slip: float = 0.5
) -> int | None:
    """The robot that has the ball, None if the ball is free [CAMBADA-control §7.2].

    The nearest of those within *reach* of the ball (m, centre to centre) that move with it, to within *slip* m/s: a
    ball that passes by belongs to no robot.

    >>> there = np.array([[0.0, 0.0], [2.0, 0.0]])
    >>> possessor((0.2, 0.0), (1.0, 0.0), there, np.array([[1.0, 0.0], [0.0, 0.0]]), reach=0.3)
    0
    >>> possessor((0.2, 0.0), (4.0, 0.0), there, np.array([[1.0, 0.0], [0.0, 0.0]]), reach=0.3) is None
    True
    """
    if len(positions) == 0:
        return None
    x, y = positions[:, 0] - ball[0], positions[:, 1] - ball[1]
    square = x * x + y * y
    nearest = int(square.argmin())
    if square[nearest] > reach * reach:
        return None
    return nearest if math.dist(velocities[nearest], velocity) <= slip else None
