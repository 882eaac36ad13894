"""Passes: target, kick speed, and reception [CAMBADA-control §7.2]."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.control.ballistics import BallLaw, kick_speed, time_to_reach
from robopitch.control.interception import TIMES, accelerated_time
from robopitch.elementary.kernels import exp, kernel

__all__ = ["Passes", "Players", "Reception", "rate_passes", "receive"]

Floats = NDArray[np.float64]
Point = tuple[float, float]

ARRIVAL = 1.5  # m/s at which a pass arrives, chosen: short flight, and the receiver can still hold it
SAMPLES = 8  # sample points of a lane: a robot's width apart over two metres
DOUBT = 0.15  # s, uncertainty of a lead: reactions of opponents are not known, chosen
REACTION = 0.2  # s until opponents have seen a kick and their robots react, chosen: vision, radio and a wheel loop
SHORTEST = 1.0  # m: a shorter pass has no advantage, chosen
LONGEST = 8.0  # m: a longer one is rarely precise, chosen
GIVE = 0.2  # share of the ball's speed at which a receiver moves back, so that the ball does not bounce off, chosen
BEFORE = 0.2  # s by which a receiver should be early, chosen


class Players(NamedTuple):
    """Robots of one kind, with velocities and limits."""

    positions: Floats  # [robot, 2], m
    velocities: Floats  # [robot, 2], m/s
    speed: float  # m/s, at most
    acceleration: float  # m/s²
    reach: float  # m from the centre to a ball that is reached


class Passes(NamedTuple):
    """Ratings of passes; all ``[pass]``."""

    scores: Floats  # 0 is the worst; compare, do not add
    speeds: Floats  # m/s, of the kick
    times: Floats  # s, until the ball is there; inf if it never gets there
    lanes: Floats  # s, smallest lead of the ball over all opponents on its path
    leads: Floats  # s, lead of receiver and ball over all opponents at the end


class Reception(NamedTuple):
    """Pose and velocity for the reception of a ball."""

    point: Point  # for the robot's centre
    facing: float  # rad: against the ball
    velocity: Point  # m/s, at which to move back while it comes
    seconds: float  # until then


def rate_passes(
    ball: Point,
    targets: Floats,
    receivers: Players,
    opponents: Players,
    goal: Point,
    law: BallLaw,
    fastest: float,
    arrival: float = ARRIVAL,
    reaction: float = REACTION,
    shortest: float = SHORTEST,
    longest: float = LONGEST,
) -> Passes:
    """Rate passes to targets ``[pass, 2]``; receiver i goes to target i.

    A good pass has an open lane, so that no opponent reaches it before the ball; the receiver is at its end before
    them; and the ball is then nearer to the goal. Robots are assumed to accelerate uniformly [CAMBADA-control §6.1],
    opponents to start *reaction* seconds after the kick.

    The score is the probability 1/(1 + exp(−lead/doubt)) of the smaller of both leads, times one plus the relative gain
    of distance to the goal, with a reduction for very short and very long passes.
    """
    passes = Passes(*np.empty((5, len(targets))))
    _write_ratings(
        (float(ball[0]), float(ball[1])),
        np.ascontiguousarray(targets, np.float64),
        _plain(receivers),
        _plain(opponents),
        (float(goal[0]), float(goal[1])),
        law,
        float(fastest),
        (float(arrival), float(reaction), float(shortest), float(longest)),
        passes,
    )
    return passes


def _plain(players: Players) -> Players:
    """The same with the types that compiled code knows."""
    positions, velocities, speed, acceleration, reach = players
    places, rates = np.ascontiguousarray(positions, np.float64), np.ascontiguousarray(velocities, np.float64)
    return Players(places, rates, float(speed), float(acceleration), float(reach))


def _time_of(players: Players, index: int, x: float, y: float, reach: float) -> float:
    """Seconds until one of the players is as near as *reach* to a place."""
    second = players.speed / players.acceleration
    metre = players.speed * second
    px, py = players.positions[index, 0] / metre, players.positions[index, 1] / metre
    vx, vy = players.velocities[index, 0] / players.speed, players.velocities[index, 1] / players.speed
    return second * accelerated_time(x / metre - px, y / metre - py, vx, vy, reach / metre)


@kernel
def _write_ratings(
    ball: Point,
    targets: Floats,
    receivers: Players,
    opponents: Players,
    goal: Point,
    law: BallLaw,
    fastest: float,
    settings: tuple[float, float, float, float],
    passes: Passes,
) -> None:
    """`rate_passes`; settings: arrival, reaction, shortest, longest."""
    arrival, reaction, shortest, longest = settings
    rivals = opponents.positions.shape[0]
    before = math.sqrt((goal[0] - ball[0]) * (goal[0] - ball[0]) + (goal[1] - ball[1]) * (goal[1] - ball[1]))
    for index in range(targets.shape[0]):
        tx, ty = targets[index, 0], targets[index, 1]
        x, y = tx - ball[0], ty - ball[1]
        distance = math.sqrt(x * x + y * y)
        speed = min(kick_speed(distance, arrival, law), fastest)
        under_way = time_to_reach(distance, speed, law, speed)
        lane = lead = math.inf if under_way < math.inf else -math.inf
        if rivals > 0:
            lane, soonest = math.inf, math.inf
            for sample in range(1, SAMPLES + 1):
                part = sample / SAMPLES
                px, py = ball[0] + x * part, ball[1] + y * part
                soonest = math.inf
                for rival in range(rivals):
                    soonest = min(soonest, _time_of(opponents, rival, px, py, opponents.reach))
                soonest += reaction
                lane = min(lane, soonest - time_to_reach(distance * part, speed, law, speed))
            lead = soonest - max(_time_of(receivers, index, tx, ty, 0.0), under_way)
        worst = min(max(min(lane, lead) / DOUBT, -50.0), 50.0)
        left = math.sqrt((goal[0] - tx) * (goal[0] - tx) + (goal[1] - ty) * (goal[1] - ty))
        gained = (before - left) / max(before, SHORTEST)
        fit = min(distance / shortest, 1.0) * min(longest / max(distance, 1e-9), 1.0)
        score = max(1.0 + gained, 0.1) * fit / (1.0 + exp(-worst)) if under_way < math.inf else 0.0
        passes.scores[index], passes.speeds[index], passes.times[index] = score, speed, under_way
        passes.lanes[index], passes.leads[index] = lane, lead


def receive(
    robot: Point,
    velocity: Point,
    path: Floats,
    speed: float,
    acceleration: float,
    front: float,
    times: Floats = TIMES,
    before: float = BEFORE,
    give: float = GIVE,
) -> Reception:
    """Pose of a robot to receive an approaching ball, for any pass, not only set plays [CAMBADA-control §7.2].

    The point of the ball's path nearest to the robot at which it is early enough; if there is none, the point at which
    it is least late. It faces the ball, its mouth on the ball's line, and moves back slowly.

    path:  ``[step, 2]``, positions of the ball at *times*
    front: m from the robot's centre to a ball in its mouth
    """
    at = np.empty(4)
    index = _reception(
        (float(robot[0]), float(robot[1])),
        (float(velocity[0]), float(velocity[1])),
        np.ascontiguousarray(path, np.float64),
        float(speed),
        float(acceleration),
        float(front),
        np.ascontiguousarray(times, np.float64),
        float(before),
        at,
    )
    x, y, way_x, way_y = at.tolist()
    length = math.sqrt(way_x * way_x + way_y * way_y)
    if length <= 1e-6:  # a resting ball is faced from the robot's present position
        return Reception((x, y), math.atan2(y - robot[1], x - robot[0]), (0.0, 0.0), float(times[index]))
    step = float(times[min(index + 1, len(times) - 1)] - times[min(index, len(times) - 2)])
    return Reception(
        (x, y), math.atan2(-way_y, -way_x), (give * way_x / step, give * way_y / step), float(times[index])
    )


@kernel
def _reception(
    robot: Point,
    velocity: Point,
    path: Floats,
    speed: float,
    acceleration: float,
    front: float,
    times: Floats,
    before: float,
    at: Floats,
) -> int:
    """The step of the ball's path at which a robot receives it; *at*: where it stands, and the ball's way from there.

    The nearest place at which it is early enough, else the one at which it is least late.
    """
    second = speed / acceleration
    metre = speed * second
    vx, vy = velocity[0] / speed, velocity[1] / speed
    best, in_time, least = -1, False, math.inf
    for index in range(path.shape[0]):
        last = min(index, path.shape[0] - 2)
        way_x, way_y = path[last + 1, 0] - path[last, 0], path[last + 1, 1] - path[last, 1]
        length = math.sqrt(way_x * way_x + way_y * way_y) + 1e-9
        x, y = path[index, 0] + front * (way_x / length), path[index, 1] + front * (way_y / length)
        off_x, off_y = x - robot[0], y - robot[1]
        late = second * accelerated_time(off_x / metre, off_y / metre, vx, vy, 0.0) + before - times[index]
        value = off_x * off_x + off_y * off_y if late <= 0 else late
        if best < 0 or (late <= 0 and not in_time) or ((late <= 0) == in_time and value < least):
            best, in_time, least = index, late <= 0, value
            at[0], at[1], at[2], at[3] = x, y, way_x, way_y
    return best
