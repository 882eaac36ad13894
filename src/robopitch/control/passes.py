"""Passes: target, kick speed, and reception [CAMBADA-control §7.2]."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.control.ballistics import BallLaw
from robopitch.control.interception import TIMES, accelerated_times

__all__ = ["Passes", "Players", "Reception", "lane_times", "pass_speeds", "rate_passes", "receive"]

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


def pass_speeds(distances: Floats, arrival: float, law: BallLaw, fastest: float = math.inf) -> Floats:
    """Speeds of kicks without spin after which the ball has a given speed at these distances, m/s.

    While it slides v² = v₀² − 2 µ g d; it rolls from v₀/(1 + c) on, with the rolling deceleration. As
    `ballistics.kick_speed`, for arrays.

    fastest: of the kicker; the ball then arrives slower, or not at all
    """
    keep, brake = 1 / (1 + law.inertia), law.friction * law.gravity
    # v₁ = keep · v₀ after (1 − keep²) v₀² / (2 µ g); from there v_a² = v₁² − 2 a (d − slid)
    rolled = np.sqrt(
        (arrival * arrival + 2 * law.rolling * distances) / (keep * keep + (1 - keep * keep) * law.rolling / brake)
    )
    slid = np.sqrt(arrival * arrival + 2 * brake * distances)
    return np.minimum(np.where(arrival >= keep * slid, slid, rolled), fastest)


def lane_times(distances: Floats, speeds: Floats, law: BallLaw) -> Floats:
    """Seconds after which balls kicked without spin have covered these distances; inf if they never do.

    The shapes are broadcast: ``[pass, sample]`` and ``[pass, 1]``.
    """
    keep, brake = 1 / (1 + law.inertia), law.friction * law.gravity
    slides = (1 - keep) / brake * speeds  # s
    slid = 0.5 * (1 + keep) * slides * speeds  # m
    first = np.minimum(distances, slid)
    rest = distances - first
    slower = keep * speeds
    left = slower * slower - 2 * law.rolling * rest
    # 2 d / (v + √(v² − 2 a d)): no cancellation for small decelerations
    sliding = 2 * first / (speeds + np.sqrt(np.maximum(speeds * speeds - 2 * brake * first, 0.0)) + 1e-12)
    rolling = 2 * rest / (slower + np.sqrt(np.maximum(left, 0.0)) + 1e-12)
    return np.where(left < 0, np.inf, sliding + rolling)


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
    x, y = targets[:, 0] - ball[0], targets[:, 1] - ball[1]
    distances = np.sqrt(x * x + y * y)
    speeds = pass_speeds(distances, arrival, law, fastest)
    parts = np.arange(1, SAMPLES + 1) / SAMPLES
    times = lane_times(distances[:, None] * parts, speeds[:, None], law)  # [pass, sample]
    under_way = times[:, -1]
    receiving = accelerated_times(
        receivers.positions, receivers.velocities, targets[:, None], receivers.speed, receivers.acceleration
    )[:, 0]
    if len(opponents.positions) > 0:
        places = np.empty((len(targets), SAMPLES, 2))
        places[..., 0], places[..., 1] = ball[0] + x[:, None] * parts, ball[1] + y[:, None] * parts
        theirs = accelerated_times(
            opponents.positions,
            opponents.velocities,
            places.reshape(-1, 2),
            opponents.speed,
            opponents.acceleration,
            opponents.reach,
        )
        soonest = theirs.min(axis=0).reshape(times.shape) + reaction
        lanes = (soonest - times).min(axis=1)
        leads = soonest[:, -1] - np.maximum(receiving, under_way)
    else:
        lanes = np.where(np.isfinite(under_way), np.inf, -np.inf)
        leads = lanes.copy()
    worst = np.minimum(np.maximum(np.minimum(lanes, leads) / DOUBT, -50.0), 50.0)
    before = math.dist(ball, goal)
    gained = (before - np.hypot(goal[0] - targets[:, 0], goal[1] - targets[:, 1])) / max(before, SHORTEST)
    fit = np.minimum(distances / shortest, 1.0) * np.minimum(longest / np.maximum(distances, 1e-9), 1.0)
    scores = np.isfinite(under_way) * np.maximum(1.0 + gained, 0.1) * fit / (1.0 + np.exp(-worst))
    return Passes(scores, speeds, under_way, lanes, leads)


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
    ways = np.empty_like(path)  # of the ball from each step to the next
    ways[:-1], ways[-1] = path[1:] - path[:-1], path[-1] - path[-2]
    lengths = np.sqrt(np.vecdot(ways, ways))
    ahead = ways / (lengths + 1e-9)[:, None]
    stands = path + front * ahead
    arrivals = accelerated_times(np.array([robot]), np.array([velocity]), stands, speed, acceleration)[0]
    late = arrivals + before - times
    if (late <= 0).any():
        off = stands - np.array(robot)
        index = int((np.vecdot(off, off) + 1e6 * (late > 0)).argmin())
    else:
        index = int(late.argmin())
    (x, y), (ux, uy) = stands[index].tolist(), ahead[index].tolist()
    moving = lengths[index] > 1e-6
    if not moving:  # a resting ball is faced from the robot's present position
        ux, uy = robot[0] - x, robot[1] - y
    step = float(times[min(index + 1, len(times) - 1)] - times[min(index, len(times) - 2)])
    slow = give * float(lengths[index]) / step if moving else 0.0
    return Reception((x, y), math.atan2(-uy, -ux), (slow * ux, slow * uy), float(times[index]))
