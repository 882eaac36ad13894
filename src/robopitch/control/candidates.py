"""Which of several sightings is the ball, and whether an object is still there [MI20 §2.4.1, §2.4.2].

Vision reports everything that looks like the ball; where the ball was before tells which of them it is. What is not
seen for a moment, because of noise, shadows or somebody in the way, goes on by itself until it is given up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["BallModel", "Candidate", "Candidates", "Presence"]

Vector = tuple[float, float]

_MOST = 12  # candidates: a storm of false balls must not cost a frame
_AHEAD = 0.05  # s: so much older than the newest sighting, another one is of no use


@dataclass(frozen=True, slots=True)
class BallModel:
    """How sharp the ball is seen, how it may move, and when it counts. As in the Small Size League unless told."""

    noise: float = 0.0015  # m, deviation of a sighting
    push: float = 0.3  # m²/s³, what a second adds to the variance of velocity: robots push it about
    speed: float = 6.5  # m/s, the fastest that it can be
    gate: float = 0.05  # m: a sighting nearer than this belongs to a candidate, however sure that is of itself
    appear: int = 2  # sightings after which a candidate counts
    patience: float = 0.5  # s unseen after which the ball is lost; a fifth of it for what was seen too seldom
    memory: float = 0.2  # s: a sighting of that long ago counts 1/e


@dataclass(slots=True)
class Candidate:
    """Something that may be the ball: a Kalman filter with constant velocity, as sure of y as of x."""

    time: float
    x: float
    y: float
    vx: float
    vy: float
    pp: float  # variance of the position, m²
    pv: float
    vv: float  # of the velocity, m²/s²
    first: float  # when it was seen
    last: float
    count: int  # moments at which it was seen
    weight: float  # the same, but forgotten with time

    def at(self, time: float) -> Vector:
        """Where it should be."""
        return self.x + self.vx * (time - self.time), self.y + self.vy * (time - self.time)

    @property
    def velocity(self) -> Vector:
        """m/s."""
        return self.vx, self.vy


class Candidates:
    """Follows everything that looks like the ball, and says what is most likely to be it.

    A sighting belongs to the candidate that it fits best, within a gate that widens while that is not seen; one that
    fits none starts a candidate of its own. Of those that count, the best is the one that was seen most often of late.
    When the best is no longer seen but another one began since, where it can have got to, it was kicked or has
    bounced, and the new one takes its place at once.

        candidates.see(frame.capture, [(ball.x, ball.y) for ball in frame.balls])
        ball = candidates.best(now)          # None: it is lost
    """

    def __init__(self, model: BallModel | None = None) -> None:
        self.model = BallModel() if model is None else model
        self._all: list[Candidate] = []

    def __len__(self) -> int:
        return len(self._all)

    def see(self, time: float, sightings: Sequence[Vector]) -> None:
        """One camera's sightings of one moment."""
        model, candidates = self.model, self._all
        if candidates:
            early = 0.2 * model.patience
            candidates[:] = [
                one for one in candidates if time - one.last <= (model.patience if one.count >= model.appear else early)
            ]
        if not sightings:
            return
        if len(candidates) == 1 and len(sightings) == 1:  # the usual case
            x, y = sightings[0]
            if self._miss(candidates[0], time, x, y) <= 1:
                self._take(candidates[0], time, x, y)
                return
        pairs = sorted(
            (miss, number, index)
            for number, (x, y) in enumerate(sightings)
            for index, one in enumerate(candidates)
            if (miss := self._miss(one, time, x, y)) <= 1
        )
        new, free = dict(enumerate(sightings)), dict(enumerate(candidates))
        for _, number, index in pairs:
            if number in new and index in free:
                self._take(free.pop(index), time, *new.pop(number))
        for x, y in list(new.values())[: _MOST - len(candidates)]:
            spread = (model.noise**2, 0.0, (0.5 * model.speed) ** 2)
            candidates.append(Candidate(time, x, y, 0.0, 0.0, *spread, time, time, 1, 1.0))
        if len(candidates) > 1:
            self._hand_over(time)

    def best(self, now: float) -> Candidate | None:
        """The ball; None if it is lost."""
        found, most = None, 0.0
        for one in self._all:
            if one.count >= self.model.appear and now - one.last <= self.model.patience:
                confidence = self.confidence(one, now)
                if confidence > most:
                    found, most = one, confidence
        return found

    def confidence(self, one: Candidate, now: float) -> float:
        """How sure it is to be there, from 0 to 1: how often it was seen of late, half for two moments."""
        weight = one.weight * math.exp((one.last - now) / self.model.memory)
        return weight / (weight + 2.0)

    def clear(self) -> None:
        """Forget the ball: it was carried elsewhere."""
        self._all.clear()

    def state(self) -> list[list[float]]:
        """All that is remembered, in plain values."""
        return [list(astuple(one)) for one in self._all]

    def load(self, state: Sequence[Sequence[Any]]) -> None:
        """Go back to a saved state."""
        self._all = [Candidate(*values) for values in state]

    def _miss(self, one: Candidate, time: float, x: float, y: float) -> float:
        """How far a sighting is from a candidate, in gates."""
        dt = time - one.time
        if dt < -_AHEAD:
            return math.inf
        spread = one.pp + self.model.noise**2
        if dt > 0:
            spread += dt * (2 * one.pv + dt * (one.vv + self.model.push * dt / 3))
        away = math.hypot(x - one.x - one.vx * dt, y - one.y - one.vy * dt)
        return away / max(self.model.gate, min(4 * math.sqrt(spread), self.model.gate + self.model.speed * max(dt, 0)))

    def _take(self, one: Candidate, time: float, x: float, y: float) -> None:
        """Kalman's prediction and correction; a second camera's sighting of the same moment corrects once more."""
        push, dt = self.model.push, time - one.time
        if dt > 0:
            one.x += one.vx * dt
            one.y += one.vy * dt
            one.pp += dt * (2 * one.pv + dt * (one.vv + push * dt / 3))
            one.pv += dt * (one.vv + push * dt / 2)
            one.vv += dt * push
            one.time = time
        else:
            x, y = x - one.vx * dt, y - one.vy * dt
        whole = one.pp + self.model.noise**2
        gain, lead = one.pp / whole, one.pv / whole
        dx, dy = x - one.x, y - one.y
        one.x += gain * dx
        one.y += gain * dy
        one.vx += lead * dx
        one.vy += lead * dy
        one.vv -= lead * one.pv
        one.pv *= 1 - gain
        one.pp *= 1 - gain
        if time > one.last:
            one.weight = one.weight * math.exp((one.last - time) / self.model.memory) + 1
            one.count += 1
            one.last = time

    def _hand_over(self, time: float) -> None:
        """A ball that was not seen any more since another one began, and can have got there, has become that one."""
        old = self.best(time)
        if old is None:
            return
        for new in self._all:
            if new.first > old.last and new.count >= self.model.appear:
                reach = self.model.gate + self.model.speed * (new.first - old.last)
                x, y = old.at(old.last)
                back = new.first - new.time
                if math.hypot(new.x + new.vx * back - x, new.y + new.vy * back - y) <= reach:
                    new.weight = max(new.weight, old.weight)
                    self._all.remove(old)
                    return


class Presence:
    """Which of many objects are there: for robots that have a number, reckoned for all of them together.

    Confidence is the share of moments of late at which an object was seen. It is found when that rises above `found`,
    and lost when it falls below `lost`: with these, after three frames in a row at 70 Hz, and 0.45 s after the last.
    """

    def __init__(self, count: int, memory: float = 0.15, found: float = 0.2, lost: float = 0.05) -> None:
        self._memory, self._found, self._lost = memory, found, lost
        self._time = 0.0
        self._share = np.zeros(count)
        self._there = np.zeros(count, bool)

    def see(self, time: float, rows: ArrayLike) -> None:
        """These were seen at this moment, the others were not."""
        keep = math.exp(-max(time - self._time, 0.0) / self._memory)
        self._time = max(time, self._time)
        self._share *= keep
        self._share[np.unique(np.asarray(rows, np.intp))] += 1.0 - keep
        self._there = (self._share > self._found) | (self._there & (self._share > self._lost))

    @property
    def there(self) -> NDArray[np.bool_]:
        """Who is there, as of the last moment that was told of."""
        return self._there.copy()

    @property
    def confidence(self) -> NDArray[np.float64]:
        """How sure that is, from 0 to 1."""
        return self._share.copy()

    def state(self) -> list[Any]:
        """All that is remembered, in plain values."""
        return [self._time, self._share.tolist(), self._there.tolist()]

    def load(self, state: Sequence[Any]) -> None:
        """Go back to a saved state."""
        self._time = state[0]
        self._share, self._there = np.array(state[1]), np.array(state[2], bool)
