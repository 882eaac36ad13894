"""Tracks: a Kalman filter with constant velocity for each object, and the assignment of reports to tracks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from robopitch.elementary import hypot
from robopitch.elementary.compiled import exp
from robopitch.spec import RobotSpec

__all__ = ["Model", "Report", "Track", "alive", "best", "follow", "visibility", "wrap"]

Report = tuple[float, float, float]  # x, y, heading

_APPEAR = 2  # sightings
_CARRIED = 4  # sightings of an object that cannot have moved there by itself: two may be wrong
_VANISH = 0.5  # s unseen; 0.1 s for an object that was seen only once
_VANISH_EARLY = 0.1
_MEMORY = 0.25  # s: time constant of the weight of sightings; the track with the largest weight is used
_LATE = 0.1  # s: a frame that is older than the track by more than this is ignored
_MOST_TRACKS = 16  # of one object: many false balls must not slow the loop down
_LEARN = 0.05  # share of a camera's deviation from the track that is attributed to the camera
_SETTLE = 0.5  # s: time in which the track converges to the mean of several cameras
_HOLD = 0.01  # s: an acceleration lasts as long as its command, and commands come at about 100 Hz


@dataclass(frozen=True, slots=True)
class Model:
    """Variance of the cameras, and process noise of an object."""

    position: float  # m², variance of a report
    heading: float  # rad²
    push: float  # m²/s³: growth of the variance of velocity per second
    twist: float  # rad²/s³
    speed: float  # m²/s²: variance of the velocity of a new object, half the top speed squared
    turn: float  # rad²/s²
    gate: float  # m: reports nearer than this belong to a track, however small its variance

    @classmethod
    def of(cls, robots: Sequence[RobotSpec], gravity: float, position: float, heading: float, gate: float) -> Model:
        """The process noise from the limits of robots: a² T for accelerations up to a, held for T."""
        limits = [robot.drive.limits for robot in robots]
        size = min(robot.outline.circumradius for robot in robots)
        # Without limits the grip of the wheels is the limit.
        grip = max(float(robot.drive.grip) for robot in robots) * gravity
        push = max(max(float(limit.speed_up), float(limit.brake)) for limit in limits) or grip
        twist = max(max(float(limit.turn_speed_up), float(limit.turn_brake)) for limit in limits) or grip / size
        speed = max(float(limit.speed) for limit in limits) or 5.0
        turn = max(float(limit.turn_rate) for limit in limits) or speed / size
        noise = (position * position, heading * heading, push * push * _HOLD, twist * twist * _HOLD)
        return cls(*noise, speed * speed / 4, turn * turn / 4, gate)


@dataclass(slots=True)
class Track:
    """Position and velocity of an object at `time`, with variances that are equal for x and y. A ball has no
    heading.
    """

    time: float
    first: float  # sighting
    last: float
    count: int  # sightings at different times
    weight: float  # the same, weighted by exp(−age / _MEMORY)
    x: float
    y: float
    heading: float  # not wrapped at ±π
    vx: float
    vy: float
    turn: float
    pp: float  # covariance of position and velocity
    pv: float
    vv: float
    hh: float  # of heading and turn rate
    ht: float
    tt: float
    eyes: list[list[float]]  # cameras that see it: camera, its deviation from the track in x and y, last time

    @classmethod
    def begin(cls, camera: int, time: float, x: float, y: float, heading: float, model: Model) -> Track:
        """Start a track with unknown velocity from a first report."""
        seen, place, rest = (time, time, time, 1, 1.0), (x, y, heading), (0.0, 0.0, 0.0)
        sure = (model.position, 0.0, model.speed, model.heading, 0.0, model.turn)
        return cls(*seen, *place, *rest, *sure, [[camera, 0.0, 0.0, time]])

    def score(self, now: float) -> float:
        """The weight of its recent sightings."""
        return self.weight * exp((self.last - now) / _MEMORY)

    def miss(self, camera: int, time: float, x: float, y: float, model: Model) -> float:
        """Distance of a report from its prediction, relative to the gate."""
        dt = time - self.time
        for eye in self.eyes:
            if eye[0] == camera:
                x, y = x - eye[1], y - eye[2]
        spread = self.pp
        if dt > 0:
            spread += dt * (2 * self.pv + dt * (self.vv + model.push * dt / 3))
        gate = max(model.gate, 4 * math.sqrt(spread + model.position))
        return hypot(x - self.x - self.vx * dt, y - self.y - self.vy * dt) / gate

    def take(self, camera: int, time: float, x: float, y: float, heading: float, model: Model) -> None:
        """Process a report: predict the filter to its time, or a late report to the filter's time, and correct."""
        dt = time - self.time
        if dt > 0:
            self.x, self.y, self.heading = self.x + self.vx * dt, self.y + self.vy * dt, self.heading + self.turn * dt
            self.pp += dt * (2 * self.pv + dt * (self.vv + model.push * dt / 3))
            self.pv += dt * (self.vv + model.push * dt / 2)
            self.vv += dt * model.push
            self.hh += dt * (2 * self.ht + dt * (self.tt + model.twist * dt / 3))
            self.ht += dt * (self.tt + model.twist * dt / 2)
            self.tt += dt * model.twist
            self.time = time
        else:
            x, y, heading = x - self.vx * dt, y - self.vy * dt, heading - self.turn * dt
        gain, lead = self.pp / (self.pp + model.position), self.pv / (self.pp + model.position)
        dx, dy = self._beside(camera, time, x - self.x, y - self.y)
        self.x, self.y = self.x + gain * dx, self.y + gain * dy
        self.vx, self.vy = self.vx + lead * dx, self.vy + lead * dy
        self.pp, self.pv, self.vv = (1 - gain) * self.pp, (1 - gain) * self.pv, self.vv - lead * self.pv
        gain, lead = self.hh / (self.hh + model.heading), self.ht / (self.hh + model.heading)
        dh = wrap(heading - self.heading)
        self.heading, self.turn = self.heading + gain * dh, self.turn + lead * dh
        self.hh, self.ht, self.tt = (1 - gain) * self.hh, (1 - gain) * self.ht, self.tt - lead * self.ht
        if time > self.last:
            self.weight = self.score(time) + 1
            self.count += 1
            self.last = time

    def _beside(self, camera: int, time: float, dx: float, dy: float) -> tuple[float, float]:
        """The deviation without the camera's own error.

        Where cameras overlap they disagree by a centimetre or more; a track that jumped whenever one of them missed it
        would seem to move. Each camera therefore has an error of its own, learnt from its difference to the others; the
        mean of all errors tends to zero.
        """
        eyes = self.eyes
        if len(eyes) == 1 and eyes[0][0] == camera and eyes[0][1] == eyes[0][2] == 0:  # the usual case
            eyes[0][3] = time
            return dx, dy
        eyes[:] = [eye for eye in eyes if eye[0] == camera or time - eye[3] < _VANISH]
        mine = next((eye for eye in eyes if eye[0] == camera), None)
        if mine is None:
            eyes.append([camera, dx, dy, time])
            return 0.0, 0.0
        dx, dy = dx - mine[1], dy - mine[2]
        count, share = len(eyes), min(1.0, abs(time - mine[3]) / _SETTLE)
        middle_x = middle_y = 0.0
        for eye in eyes:
            middle_x += eye[1] / count
            middle_y += eye[2] / count
        for eye in eyes:
            learn = _LEARN * ((eye is mine) - 1 / count)  # the sum is zero: what all cameras see is no error
            eye[1] += learn * dx
            eye[2] += learn * dy
        mine[1] -= share * middle_x
        mine[2] -= share * middle_y
        mine[3] = time
        return dx, dy


def follow(tracks: list[Track], camera: int, reports: Sequence[Report], time: float, model: Model) -> None:
    """Assign each report to the track that it fits best, or start a new track."""
    tracks[:] = [
        track for track in tracks if time - track.last <= (_VANISH if track.count >= _APPEAR else _VANISH_EARLY)
    ]
    if tracks and time < max(track.time for track in tracks) - _LATE:
        return
    misses = sorted(
        (miss, number, index)
        for number, (x, y, _) in enumerate(reports)
        for index, track in enumerate(tracks)
        if (miss := track.miss(camera, time, x, y, model)) < 1
    )
    new, free = dict(enumerate(reports)), dict(enumerate(tracks))
    for _, number, index in misses:
        if number in new and index in free:
            free.pop(index).take(camera, time, *new.pop(number), model)
    for x, y, heading in list(new.values())[: _MOST_TRACKS - len(tracks)]:
        tracks.append(Track.begin(camera, time, x, y, heading, model))
    if len(tracks) > 1:
        _replace(tracks, time, model)


def _replace(tracks: list[Track], time: float, model: Model) -> None:
    """Remove a track that was not seen since another one began: the object is now the other track."""
    old = best(tracks, time)
    if old is None:
        return
    reach = model.gate + 2 * math.sqrt(model.speed) * (time - old.last)
    for new in tracks:
        near = hypot(new.x - old.x, new.y - old.y) < reach
        if new.first > old.last and new.count >= (_APPEAR if near else _CARRIED):
            new.weight = old.weight
            tracks.remove(old)
            return


def alive(tracks: Sequence[Track], time: float) -> list[Track]:
    """The tracks that are reported."""
    return [track for track in tracks if track.count >= _APPEAR and time - track.last <= _VANISH]


def best(tracks: Sequence[Track], time: float) -> Track | None:
    """The track with the most recent sightings."""
    return max(alive(tracks, time), key=lambda track: track.score(time), default=None)


def visibility(track: Track, time: float) -> float:
    """1 for a track that has just been seen, 0 for one that is about to be removed."""
    return min(1.0, max(0.0, 1 - (time - track.last) / _VANISH))


def wrap(angle: float) -> float:
    """The same direction, −π to π."""
    return math.remainder(angle, 2 * math.pi)
