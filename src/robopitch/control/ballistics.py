"""The ball alone: it slides, rolls, stops; it flies and lands.

A kicked ball slides first: friction slows its centre at µg and spins it up until the point that touches the ground
rests. Then it rolls with a small deceleration. Both decelerations are constant, so that everything here has a closed
form.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "BallLaw",
    "Landing",
    "chip_landing",
    "chip_speed",
    "distance_after",
    "kick_speed",
    "lob_speed",
    "position_after",
    "positions",
    "remaining_slip",
    "rest_distance",
    "rest_point",
    "rest_time",
    "slide_time",
    "speed_after",
    "time_to_reach",
    "velocity_after",
]

Vector = tuple[float, float]
Array = NDArray[np.float64]

_MOST_BOUNCES = 100  # limit for a ball that bounces for ever


class BallLaw(NamedTuple):
    """Parameters of a ball and its ground; the defaults are a golf ball on carpet.

    In all functions `slip` is the speed of the ball's lowest point over the ground: 0 for a rolling ball, the whole
    speed for a ball that was just kicked without spin; `remaining_slip` computes it in between.
    """

    friction: float = 0.35  # µ of the sliding ball
    rolling: float = 0.35  # m/s², deceleration of the rolling ball
    inertia: float = 0.4  # c = I/(m r²): 2/5 for a solid ball, 2/3 for a shell
    gravity: float = 9.81  # m/s²
    radius: float = 0.0215  # m
    restitution: float = 0.56  # share of the vertical speed that a bounce keeps
    least_bounce: float = 0.1  # m/s: it does not bounce again with less

    @property
    def sliding(self) -> float:
        """Deceleration of a ball that slides, µg, m/s²."""
        return self.friction * self.gravity


def slide_time(slip: float, law: BallLaw) -> float:
    """Seconds until a sliding ball rolls: slip / ((1 + 1/c) µ g).

    >>> round(slide_time(6.0, BallLaw()), 3)
    0.499
    """
    return slip / ((1 + 1 / law.inertia) * law.friction * law.gravity)


def remaining_slip(kicked: float, speed: float, law: BallLaw) -> float:
    """Slip of a ball that was kicked without spin and now has this speed: ((1 + c) v − v₀)/c, 0 once it rolls.

    >>> [round(remaining_slip(7.0, speed, BallLaw()), 9) for speed in (7.0, 6.0, 5.0, 4.0)]
    [7.0, 3.5, 0.0, 0.0]
    """
    return min(max(((1 + law.inertia) * speed - kicked) / law.inertia, 0.0), speed)


def _phases(speed: float, slip: float, law: BallLaw) -> tuple[float, float, float, float]:
    """Deceleration and seconds of sliding, then speed and seconds of rolling. A ball with backspin never rolls back."""
    brake = law.friction * law.gravity
    if slip <= 0:
        return brake, 0.0, speed, speed / law.rolling
    slides = min(slip / ((1 + 1 / law.inertia) * brake), speed / brake)
    rolls = speed - brake * slides
    return brake, slides, rolls, rolls / law.rolling


def rest_time(speed: float, law: BallLaw, slip: float = 0.0) -> float:
    """Seconds until the ball rests."""
    _, slides, _, rolls = _phases(speed, slip, law)
    return slides + rolls


def rest_distance(speed: float, law: BallLaw, slip: float = 0.0) -> float:
    """Distance until the ball rests.

    >>> round(rest_distance(1.0, BallLaw()), 3), round(rest_distance(1.0, BallLaw(), slip=1.0), 3)
    (1.429, 0.8)
    """
    brake, slides, first, rolls = _phases(speed, slip, law)
    return (speed - 0.5 * brake * slides) * slides + 0.5 * first * rolls


def rest_point(
    position: tuple[float, float, float],
    velocity: tuple[float, float, float],
    law: BallLaw,
    spin: tuple[float, float] = (0.0, 0.0),
) -> tuple[float, float, float]:
    """Seconds until a ball that flies, bounces, slides or rolls rests, and where: (seconds, x, y).

    The height of its centre is the third coordinate; the spin is about x and y, in rad/s. One term for each bounce,
    without the drag of the air.

    >>> seconds, x, y = rest_point((0.0, 0.0, 0.0215), (1.0, 0.0, 0.0), BallLaw())
    >>> round(x, 3), y
    (0.8, 0.0)
    """
    (x, y, z), (vx, vy, vz), (sx, sy) = position, velocity, spin
    height, seconds = max(z - law.radius, 0.0), 0.0
    for _ in range(_MOST_BOUNCES):
        if height == vz == 0:
            break
        fall = math.sqrt(vz * vz + 2 * law.gravity * height)
        flight = (vz + fall) / law.gravity
        seconds, x, y, height = seconds + flight, x + vx * flight, y + vy * flight, 0.0
        vz = law.restitution * fall if law.restitution * fall >= law.least_bounce else 0.0
        # The normal impulse per mass is fall + rebound; friction reduces the slip by µ times that, at most until
        # the ball rolls.
        vx, vy, sx, sy, _ = _rubbed(vx, vy, sx, sy, law.friction * (fall + vz), law)
    before_x, before_y = vx, vy
    vx, vy, sx, sy, change = _rubbed(vx, vy, sx, sy, math.inf, law)
    slide = change / law.sliding  # under a constant force: the mean of both velocities
    x, y = x + (before_x + vx) / 2 * slide, y + (before_y + vy) / 2 * slide
    roll = math.sqrt(vx * vx + vy * vy) / law.rolling
    return seconds + slide + roll, x + vx * roll / 2, y + vy * roll / 2


def _rubbed(
    vx: float, vy: float, sx: float, sy: float, most: float, law: BallLaw
) -> tuple[float, float, float, float, float]:
    """Velocity and spin after friction has changed the velocity by at most *most*, and the amount of the change."""
    slip_x, slip_y = vx - law.radius * sy, vy + law.radius * sx
    slip = math.sqrt(slip_x * slip_x + slip_y * slip_y)
    if slip < 1e-9:
        return vx, vy, sx, sy, 0.0
    change = min(most, slip / (1 + 1 / law.inertia))
    ax, ay = -change * slip_x / slip, -change * slip_y / slip
    turn = law.inertia * law.radius
    return vx + ax, vy + ay, sx + ay / turn, sy - ax / turn, change


def distance_after(seconds: float, speed: float, law: BallLaw, slip: float = 0.0) -> float:
    """Distance covered after some time."""
    brake, slides, first, rolls = _phases(speed, slip, law)
    if seconds <= slides:
        return (speed - 0.5 * brake * seconds) * seconds
    rolled = min(seconds - slides, rolls)
    return (speed - 0.5 * brake * slides) * slides + (first - 0.5 * law.rolling * rolled) * rolled


def speed_after(seconds: float, speed: float, law: BallLaw, slip: float = 0.0) -> float:
    """Speed after some time."""
    brake, slides, first, rolls = _phases(speed, slip, law)
    if seconds <= slides:
        return speed - brake * seconds
    return first - law.rolling * min(seconds - slides, rolls)


def position_after(ball: Vector, velocity: Vector, seconds: float, law: BallLaw, slip: float = 0.0) -> Vector:
    """Position after some time; the ball moves on a straight line."""
    speed = math.hypot(*velocity)
    if speed == 0:
        return ball
    share = distance_after(seconds, speed, law, slip) / speed
    return ball[0] + share * velocity[0], ball[1] + share * velocity[1]


def velocity_after(velocity: Vector, seconds: float, law: BallLaw, slip: float = 0.0) -> Vector:
    """Velocity after some time."""
    speed = math.hypot(*velocity)
    if speed == 0:
        return velocity
    share = speed_after(seconds, speed, law, slip) / speed
    return share * velocity[0], share * velocity[1]


def positions(ball: Vector, velocity: Vector, times: ArrayLike, law: BallLaw, slip: float = 0.0) -> Array:
    """Positions at many times from now, ``[time, (x, y)]``."""
    at: Array = np.asarray(times, np.float64)
    speed = math.hypot(*velocity)
    if speed == 0:
        return np.broadcast_to(np.array(ball), (*at.shape, 2)).copy()
    brake, slides, first, rolls = _phases(speed, slip, law)
    rolled: Any = np.minimum(np.maximum(at - slides, 0.0), rolls)
    way = rolled * (first / speed - (0.5 * law.rolling / speed) * rolled)
    if slides > 0:
        slid: Any = np.minimum(at, slides)
        way += slid * (1.0 - (0.5 * brake / speed) * slid)
    out: Array = np.multiply.outer(way, velocity)
    out += ball
    return out


def time_to_reach(distance: float, speed: float, law: BallLaw, slip: float = 0.0) -> float:
    """Seconds until the ball has covered a distance; inf if it never does.

    >>> round(time_to_reach(0.5, 1.0, BallLaw()), 3), time_to_reach(2.0, 1.0, BallLaw())
    (0.554, inf)
    """
    brake, slides, first, _ = _phases(speed, slip, law)
    slid = (speed - 0.5 * brake * slides) * slides
    if distance <= slid:
        return _passes(distance, speed, brake)
    return slides + _passes(distance - slid, first, law.rolling)


def _passes(distance: float, speed: float, brake: float) -> float:
    """Seconds to a distance under constant deceleration; written without cancellation for small decelerations."""
    left = speed * speed - 2 * brake * distance
    if left < 0 or (speed <= 0 and distance > 0):
        return math.inf
    return 2 * distance / (speed + math.sqrt(left)) if distance > 0 else 0.0


def kick_speed(distance: float, arrival: float, law: BallLaw) -> float:
    """Speed of a kick without spin after which the ball has a given speed at a distance: for passes and goals.

    It rolls from v₀/(1 + c) on, after (1 − 1/(1 + c)²) v₀²/(2 µ g); after a hard kick over a short distance it still
    slides.

    >>> law = BallLaw()
    >>> v = kick_speed(3.0, 1.0, law)
    >>> round(speed_after(time_to_reach(3.0, v, law, slip=v), v, law, slip=v), 9)
    1.0
    """
    keep = 1 / (1 + law.inertia)
    brake = law.friction * law.gravity
    slid = (1 - keep * keep) / (2 * brake)  # m per (m/s)²
    rolled = keep * keep / (2 * law.rolling)
    first = math.sqrt((distance + arrival * arrival / (2 * law.rolling)) / (slid + rolled))
    if first * first * slid < distance:
        return first
    return math.sqrt(arrival * arrival + 2 * brake * distance)


class Landing(NamedTuple):
    """Position and time of a landing."""

    x: float
    y: float
    seconds: float


def chip_landing(
    ball: Vector, velocity: tuple[float, float, float], height: float = 0.0, gravity: float = 9.81
) -> Landing:
    """The first landing of a ball in the air, from a height of its lowest point above the ground [CAMBADA-sim eq. 4.4].

    >>> landing = chip_landing((0.0, 0.0), (3.0, 0.0, 3.0))
    >>> round(landing.x, 3), round(landing.seconds, 3)
    (1.835, 0.612)
    """
    vx, vy, climb = velocity
    seconds = (climb + math.sqrt(max(climb * climb + 2 * gravity * height, 0.0))) / gravity
    return Landing(ball[0] + vx * seconds, ball[1] + vy * seconds, seconds)


def chip_speed(distance: float, angle: float, gravity: float = 9.81) -> float:
    """Speed of a chip at an angle above the ground that lands at a distance: √(d g / sin 2α) [CAMBADA-sim eq. 4.4].

    >>> round(chip_speed(12.0, math.pi / 4), 2)  # CAMBADA's lob
    10.85
    """
    return math.sqrt(distance * gravity / math.sin(2 * angle))


def lob_speed(distance: float, gravity: float = 9.81) -> float:
    """Forward speed, equal to the upward speed, of a chip at 45° that lands at a distance: √(d g / 2).

    >>> round(lob_speed(12.0) * math.sqrt(2), 2) == round(chip_speed(12.0, math.pi / 4), 2)
    True
    """
    return math.sqrt(distance * gravity / 2)
