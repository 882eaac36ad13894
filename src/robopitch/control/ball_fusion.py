"""One ball from what several robots see of it [CAMBADA-sim §3.4.3].

Every robot shares the ball that it sees. A far one is less precise than a near one, an old one less than a new one, and
all are as wrong as the robot's own pose. Sightings that agree are averaged by weight; among those that contradict each
other, the group with the most weight counts, because a robot may take something else for the ball.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from robopitch.control.geometry import Pose, into_field

__all__ = ["BallSighting", "FusedBall", "fused_ball", "sighted_ball"]

Point = tuple[float, float]

OLDEST = 1.0  # s after which a sighting is not used any more, chosen: a kicked ball is 5 m away by then
GROWTH = 0.6  # m/s by which a predicted ball is off, chosen: it is kicked, bounces off robots, and rolls out
GATE = 3.0  # deviations within which two sightings agree
LEAST = 0.05  # m, deviation of the best sighting, chosen: half a ball


class BallSighting(NamedTuple):
    """The ball as one robot sees it, on the field."""

    position: Point  # m
    velocity: Point  # m/s
    deviation: float  # m, of the position at `time`
    time: float  # s
    robot: int  # number of the robot


class FusedBall(NamedTuple):
    """The ball as a team sees it."""

    position: Point  # m, now
    velocity: Point  # m/s
    deviation: float  # m
    age: float  # s since the newest sighting
    robots: tuple[int, ...]  # whose sightings are used


def sighted_ball(
    pose: Pose,
    seen: Point,
    velocity: Point,
    noise: float,
    time: float,
    robot: int,
    place_deviation: float = 0.0,
    heading_deviation: float = 0.0,
) -> BallSighting:
    """The sighting of a robot that sees the ball in its own frame.

    velocity:          m/s, on the field
    noise:             m, deviation of the camera at this distance
    place_deviation:   m, of the robot's own position …
    heading_deviation: rad, … and heading, which moves a far ball more than a near one
    """
    x, y = into_field(seen[0], seen[1], pose.heading)
    swing = heading_deviation * math.hypot(*seen)
    deviation = math.sqrt(noise**2 + place_deviation**2 + 0.5 * swing**2 + LEAST**2)
    return BallSighting((pose.x + x, pose.y + y), velocity, deviation, time, robot)


def fused_ball(
    sightings: Iterable[BallSighting], now: float, oldest: float = OLDEST, growth: float = GROWTH
) -> FusedBall | None:
    """The ball that these sightings show; None if there is none that is new enough.

    Sightings from the future are taken as of now: the clocks of two robots differ a little.

    >>> near, far = (BallSighting((x, 0.0), (0.0, 0.0), s, 1.0, n) for x, s, n in ((1.0, 0.1, 1), (1.3, 0.2, 2)))
    >>> round(fused_ball((near, far), 1.0).position[0], 3)
    1.06
    """
    present = [_predicted(one, now, growth) for one in sightings if now - one.time <= oldest and _usable(one)]
    if not present:
        return None
    group: list[BallSighting] = []
    most = 0.0
    for one in sorted(present, key=lambda one: (one.deviation, one.robot)):
        agreeing = [other for other in present if _agree(one, other)]
        weight = sum(1 / other.deviation**2 for other in agreeing)
        if weight > most:
            group, most = agreeing, weight
    x, y = _mean([one.position for one in group], group)
    vx, vy = _mean([one.velocity for one in group], group)
    robots = tuple(sorted(one.robot for one in group))
    return FusedBall((x, y), (vx, vy), 1 / math.sqrt(most), max(now - max(one.time for one in group), 0.0), robots)


def _usable(sighting: BallSighting) -> bool:
    return sighting.deviation > 0 and all(
        map(math.isfinite, (*sighting.position, *sighting.velocity, sighting.deviation, sighting.time))
    )


def _predicted(sighting: BallSighting, now: float, growth: float) -> BallSighting:
    age = max(now - sighting.time, 0.0)
    (x, y), (vx, vy) = sighting.position, sighting.velocity
    deviation = math.hypot(sighting.deviation, growth * age)
    return sighting._replace(position=(x + age * vx, y + age * vy), deviation=deviation)


def _agree(one: BallSighting, other: BallSighting) -> bool:
    return math.dist(one.position, other.position) <= GATE * math.hypot(one.deviation, other.deviation)


def _mean(values: Sequence[Point], group: Sequence[BallSighting]) -> Point:
    weights = [1 / one.deviation**2 for one in group]
    total = sum(weights)
    x = sum(weight * value[0] for weight, value in zip(weights, values, strict=True))
    y = sum(weight * value[1] for weight, value in zip(weights, values, strict=True))
    return x / total, y / total
