"""Which of several detections is the ball, and whether an object is still present [MI20 §2.4.1, §2.4.2].

Vision reports everything that looks like the ball; the former position of the ball selects one of them. An object that
is not seen for a short time, because of noise, shadows or occlusion, is extrapolated until it counts as lost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["BallModel", "Candidate", "Candidates", "Presence"]

Vector = tuple[float, float]

_MOST = 12  # candidates: many false balls must not take too much time
_AHEAD = 0.05  # s: a sighting that is older than the newest one by more than this is ignored


@dataclass(frozen=True, slots=True)
class BallModel:
    """Noise of sightings, motion of the ball, and thresholds. The defaults are for the Small Size League."""

    noise: float = 0.0015  # m, deviation of a sighting
    push: float = 0.3  # m²/s³, growth of the variance of velocity per second: robots push the ball
    speed: float = 6.5  # m/s, the fastest that it can be
    gate: float = 0.05  # m: a sighting nearer than this belongs to a candidate, however small its variance
    appear: int = 2  # sightings after which a candidate is valid
    patience: float = 0.5  # s unseen after which the ball is lost; a fifth of it for candidates that are not valid yet
    memory: float = 0.2  # s: a sighting of this age has the weight 1/e


@dataclass(slots=True)
class Candidate:
    """A possible ball: a Kalman filter with constant velocity and equal variances in x and y."""

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
    count: int  # number of times at which it was seen
    weight: float  # the same, decreasing with time

    def at(self, time: float) -> Vector:
        """The predicted position."""
        return self.x + self.vx * (time - self.time), self.y + self.vy * (time - self.time)

    @property
    def velocity(self) -> Vector:
        """m/s."""
        return self.vx, self.vy


class Candidates:
    """Tracks everything that looks like the ball, and selects the most likely candidate.

    A sighting belongs to the candidate that it fits best, within a gate that widens while the candidate is not seen; a
    sighting that fits none starts a new candidate. The best valid candidate is the one with the most recent sightings.
    When the best one is no longer seen and another one has appeared within its reach, the ball was kicked or has
    bounced, and the new candidate replaces it at once.

        candidates.see(frame.capture, [(ball.x, ball.y) for ball in frame.balls])
        ball = candidates.best(now)          # None: it is lost
    """

    def __init__(self, model: BallModel | None = None) -> None:
        self.model = BallModel() if model is None else model
        self._all: list[Candidate] = []

    def __len__(self) -> int:
        return len(self._all)

    def see(self, time: float, sightings: Sequence[Vector]) -> None:
        """Process the sightings of one camera at one time."""
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
        """Confidence from 0 to 1, from the recent sightings; 0.5 for two sightings."""
        weight = one.weight * math.exp((one.last - now) / self.model.memory)
        return weight / (weight + 2.0)

    def clear(self) -> None:
        """Remove all candidates: the ball was carried elsewhere."""
        self._all.clear()

    def state(self) -> list[list[float]]:
        """All that is remembered, in plain values."""
        return [list(astuple(one)) for one in self._all]

    def load(self, state: Sequence[Sequence[Any]]) -> None:
        """Go back to a saved state."""
        self._all = [Candidate(*values) for values in state]

    def _miss(self, one: Candidate, time: float, x: float, y: float) -> float:
        """Distance of a sighting from a candidate, in gates."""
        dt = time - one.time
        if dt < -_AHEAD:
            return math.inf
        spread = one.pp + self.model.noise**2
        if dt > 0:
            spread += dt * (2 * one.pv + dt * (one.vv + self.model.push * dt / 3))
        away = math.hypot(x - one.x - one.vx * dt, y - one.y - one.vy * dt)
        return away / max(self.model.gate, min(4 * math.sqrt(spread), self.model.gate + self.model.speed * max(dt, 0)))

    def _take(self, one: Candidate, time: float, x: float, y: float) -> None:
        """Kalman prediction and correction; a sighting of a second camera at the same time is another correction."""
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
        """Replace a candidate that was not seen since another one appeared within its reach."""
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
    """Which of many objects are present: for robots with ids, computed for all of them together.

    Confidence is the share of recent frames in which an object was seen. It is found when that rises above `found`, and
    lost when it falls below `lost`: with the defaults, after three consecutive frames at 70 Hz, and 0.45 s after the
    last.
    """

    def __init__(self, count: int, memory: float = 0.15, found: float = 0.2, lost: float = 0.05) -> None:
        self._memory, self._found, self._lost = memory, found, lost
        self._time = 0.0
        self._share = np.zeros(count)
        self._there = np.zeros(count, bool)
        self._present: list[int] | None = None  # indices of those that are there, if they are known

    def see(self, time: float, rows: Sequence[int]) -> None:
        """Process a frame: these objects were seen, the others were not."""
        keep = math.exp(-max(time - self._time, 0.0) / self._memory)
        self._time = max(time, self._time)
        share = self._share
        share *= keep
        seen = set(rows)
        if len(seen) == len(share):  # the usual frame
            share += 1.0 - keep
        elif seen:
            share[list(seen)] += 1.0 - keep
        there = self._there & (share > self._lost)
        there |= share > self._found
        self._there = there
        self._present = None

    @property
    def there(self) -> NDArray[np.bool_]:
        """The objects that are present, at the last frame."""
        return self._there.copy()

    @property
    def present(self) -> Sequence[int]:
        """The indices of these objects, in their order."""
        if self._present is None:
            self._present = [index for index, is_there in enumerate(self._there.tolist()) if is_there]
        return self._present

    @property
    def confidence(self) -> NDArray[np.float64]:
        """The confidence of each object, from 0 to 1."""
        return self._share.copy()

    def state(self) -> list[Any]:
        """All that is remembered, in plain values."""
        return [self._time, self._share.tolist(), self._there.tolist()]

    def load(self, state: Sequence[Any]) -> None:
        """Go back to a saved state."""
        self._time = state[0]
        self._share, self._there = np.array(state[1]), np.array(state[2], bool)
        self._present = None
