"""Finds kicks in the sightings of the ball: from the jump in its speed until something else happens to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.fit.sightings import Sightings
from robopitch.spec import LeagueSpec

__all__ = ["FlownBall", "find_kicks"]

Floats = NDArray[np.float64]

WINDOW = 0.07  # s before and after an instant, over which the ball's velocity is taken
GAIN = 0.7  # m/s: a jump in speed by that much is a kick
SLOW = 0.4  # m/s: a ball slower than that lies about
AT_REST = 0.15  # m/s: and slower than that it has stopped
LONGEST = 3.0  # s of a kick that are looked at
SHORTEST = 0.35  # s: less says nothing about friction
FEWEST = 20  # sightings of a kick
FASTEST = 15.0  # m/s: what seems faster was laid somewhere else
SHAKE = 0.05  # m: how far off a sighting may be
LEAVES = 0.15  # s after which a kicked ball is away from the robot; otherwise the robot pushes or dribbles it
DEFLECTED = 0.5  # share of the speed after it: a ball that comes faster is deflected, and keeps its spin
CLOSE = 0.12  # m from a robot's hull: a ball there may be half hidden, and seen where its visible half is
FROM_WALL = 0.15  # m: what a wall does to a ball is another matter


@dataclass(frozen=True)
class FlownBall:
    """A ball that was kicked and left alone."""

    start: float  # s: when it was kicked, within a frame or two
    place: tuple[float, float]  # m: where it lay
    velocity: tuple[float, float]  # m/s: how it seemed to move right after
    seen: Sightings  # from then on


def find_kicks(ball: Sightings, robots: Sequence[tuple[Sightings, float]], league: LeagueSpec) -> list[FlownBall]:
    """All kicks after which the ball was left alone for long enough.

    robots: what was seen of each, and its radius, m.
    """
    ball = _believable(ball)
    times, velocities = _velocities(ball)
    if len(times) < FEWEST:
        return []
    near = _near(ball, robots, float(league.ball.radius))
    instants = np.unique(ball.times)
    before = np.array([_median(times, velocities, t - WINDOW, t) for t in instants])
    after = np.array([_median(times, velocities, t, t + WINDOW) for t in instants])
    was, now = np.linalg.norm(before, axis=1), np.linalg.norm(after, axis=1)
    close = np.interp(instants, ball.times, near) > 0
    with np.errstate(invalid="ignore"):
        begins = (now - np.nan_to_num(was, nan=0.0) > GAIN) & (now < FASTEST) & ((was < SLOW) | close)
    kicks: list[FlownBall] = []
    starts = _peaks(instants, np.where(begins, now - np.nan_to_num(was, nan=0.0), 0.0))
    ends = [*(float(instants[start]) for start in starts[1:]), math.inf]
    for at, until in zip(starts, ends, strict=False):
        start = float(instants[at])
        came = np.linalg.norm(_median(times, velocities, start - 2 * WINDOW, start - WINDOW / 2))  # NaN: hidden
        if came > DEFLECTED * now[at]:
            continue
        kick = _follow(ball, near, start, after[at], until, league)
        if kick is not None:
            kicks.append(kick)
    return kicks


def _velocities(ball: Sightings) -> tuple[Floats, Floats]:
    """Between two frames of the same camera, at the middle between them."""
    times, velocities = [np.zeros(0)], [np.zeros((0, 2))]
    for camera in np.unique(ball.cameras):
        own = ball[ball.cameras == camera]
        apart = np.diff(own.times)
        good = (apart > 1e-4) & (apart < WINDOW)
        times.append((own.times[:-1] + apart / 2)[good])
        velocities.append((np.diff(own.places, axis=0)[good]) / apart[good][:, None])
    joined = np.concatenate(times)
    order = np.argsort(joined, kind="stable")
    return joined[order], np.concatenate(velocities)[order]


def _median(times: Floats, velocities: Floats, start: float, end: float) -> Floats:
    first, last = np.searchsorted(times, [start, end])
    return np.median(velocities[first:last], axis=0) if last > first else np.full(2, np.nan)


def _near(ball: Sightings, robots: Sequence[tuple[Sightings, float]], radius: float) -> NDArray[np.bool_]:
    """Whether a robot was so close to the ball that it could hide or touch it."""
    near = np.zeros(len(ball), np.bool_)
    for robot, size in robots:
        if len(robot) > 0:
            which = np.clip(np.searchsorted(robot.times, ball.times), 1, max(len(robot) - 1, 1)) - 1
            which = np.minimum(which, len(robot) - 1)
            apart = np.linalg.norm(ball.places - robot.places[which, :2], axis=1)
            near |= (apart < size + radius + CLOSE) & (np.abs(robot.times[which] - ball.times) < 0.5)
    return near


def _peaks(times: Floats, gains: Floats) -> list[int]:
    """The first instant of the highest gain, of each stretch of gains."""
    found: list[int] = []
    for at in np.flatnonzero(gains > 0):
        if found and times[at] - times[found[-1]] < 2 * WINDOW:
            if gains[at] > gains[found[-1]]:
                found[-1] = int(at)
        else:
            found.append(int(at))
    return found


def _follow(
    ball: Sightings, near: NDArray[np.bool_], start: float, velocity: Floats, until: float, league: LeagueSpec
) -> FlownBall | None:
    """The ball from a kick until it stops, is touched again, nears a wall or is laid elsewhere."""
    field = league.field
    rows = np.flatnonzero((ball.times > start) & (ball.times < min(until - WINDOW, start + LONGEST)))
    x, y = ball.places[rows].T
    walled = (np.abs(x) > field.length / 2 + field.margin_goal - FROM_WALL) | (
        np.abs(y) > field.width / 2 + field.margin_touch - FROM_WALL
    )
    in_goal = (np.abs(x) > field.length / 2 - FROM_WALL) & (np.abs(y) < field.goal.width / 2 + FROM_WALL)
    gone = near[rows].copy()
    free = np.flatnonzero(~gone)
    if len(free) == 0 or ball.times[rows[free[0]]] - start > LEAVES:
        return None
    gone[: free[0]] = False  # it leaves the robot that kicked it
    over = np.flatnonzero(gone | walled | in_goal | _laid_elsewhere(ball[rows]))
    end = over[0] if len(over) else len(rows)
    used = ball[rows[free[0] : end]]
    if len(used) < FEWEST or used.times[-1] - used.times[0] < SHORTEST:
        return None
    used = used[: _stopped(used)]
    if len(used) < FEWEST or used.times[-1] - used.times[0] < SHORTEST:
        return None
    rest = (ball.times <= start) & (ball.times > start - 2 * WINDOW)
    came_from = used.places[0] - velocity * (used.times[0] - start)
    place = np.median(ball.places[rest], axis=0) if rest.any() else came_from
    return FlownBall(start, (float(place[0]), float(place[1])), (float(velocity[0]), float(velocity[1])), used)


def _believable(ball: Sightings) -> Sightings:
    """Without single outliers: each sighting has another one close enough in time and place for the same ball."""
    keep = np.zeros(len(ball), np.bool_)
    for camera in np.unique(ball.cameras):
        own = np.flatnonzero(ball.cameras == camera)
        times, places = ball.times[own], ball.places[own]
        for apart in (1, 2, 3):  # a true and a false one may be seen at once
            seconds = times[apart:] - times[:-apart]
            way = np.linalg.norm(places[apart:] - places[:-apart], axis=1)
            fits = (seconds > 1e-4) & (way < SHAKE + FASTEST * np.minimum(seconds, WINDOW))
            keep[own[apart:]] |= fits
            keep[own[:-apart]] |= fits
    return ball[keep]


def _laid_elsewhere(ball: Sightings) -> NDArray[np.bool_]:
    """Sightings before which the ball jumped farther than it can fly."""
    jumps = np.zeros(len(ball), np.bool_)
    for camera in np.unique(ball.cameras):
        own = np.flatnonzero(ball.cameras == camera)
        way, apart = np.diff(ball.places[own], axis=0), np.diff(ball.times[own])
        jumps[own[1:]] |= np.linalg.norm(way, axis=1) > SHAKE + FASTEST * apart
    return jumps


def _stopped(ball: Sightings) -> int:
    """How many sightings there are until the ball has come to rest, and a few of it lying there."""
    times, velocities = _velocities(ball)
    for at, time in enumerate(ball.times):
        if time > ball.times[0] + SHORTEST:
            speed = np.linalg.norm(_median(times, velocities, time - WINDOW, time + WINDOW))
            if speed < AT_REST:
                return at + 1
    return len(ball)
