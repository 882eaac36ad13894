"""Where and when robots can reach the ball on its path [CAMBADA-control §6.1].

The ball's path is given as positions at times, for any model of the ball; all robots and all times are computed at
once.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.control.border import Border

__all__ = [
    "HORIZON",
    "LEAD",
    "STEP",
    "TIMES",
    "Interceptions",
    "accelerated_times",
    "chase",
    "first_to_ball",
    "intercept",
    "intercept_uniform",
    "kept_on_the_field",
    "uniform_path",
]

Floats = NDArray[np.float64]
Point = tuple[float, float]

STEP = 0.1  # s between two positions of the ball [CAMBADA-control §6.1]
HORIZON = 10.0  # s of the ball's path [CAMBADA-control §6.1]
TIMES: Floats = np.arange(round(HORIZON / STEP) + 1, dtype=np.float64) * np.float64(
    STEP
)  # s: now, then a hundred steps
TIMES.setflags(write=False)

_TINY = 1e-9  # keeps squares above zero in spite of rounding
LEAD = 0.2  # s by which another robot must be sooner to take over: two steps, more than the noise of one


class Interceptions(NamedTuple):
    """Point and time at which each robot reaches the ball."""

    points: Floats  # [robot, 2], m
    times: Floats  # [robot], s from now; beyond the horizon if the robot only reaches the end of the path
    reached: NDArray[np.bool_]  # [robot]: within the horizon


def uniform_path(ball: Point, velocity: Point, times: Floats = TIMES) -> Floats:
    """Positions ``[step, 2]`` of a ball with constant velocity, as in [CAMBADA-control §6.1].

    >>> uniform_path((1.0, 0.0), (0.0, 2.0))[10].tolist()
    [1.0, 2.0]
    """
    return np.array(ball) + times[:, None] * np.array(velocity)


def accelerated_times(
    positions: Floats, velocities: Floats, targets: Floats, speed: float, acceleration: float, reach: float = 0.0
) -> Floats:
    """Seconds ``[robot, target]`` until uniformly accelerated robots reach targets [CAMBADA-control eq. 6.1 to 6.8].

    A robot changes its velocity v₀ to full speed towards the target, along the straight line between the two
    velocities, and then keeps it. Corrected: the acceleration points from v₀ to v_max (eq. 6.4), and during it t = (−v∥
    + √(v∥² + 2 a d)) / a (eq. 6.7).

    positions, velocities: ``[robot, 2]``
    targets: ``[target, 2]``, or ``[robot, target, 2]`` if each robot has its own
    reach:   m from a robot's centre at which the target counts as reached

    >>> at_rest = np.zeros((1, 2))
    >>> accelerated_times(at_rest, at_rest, np.array([[1.5, 0.0]]), 10.0, 3.0).round(6).tolist()
    [[1.0]]
    """
    # In units of the time and the distance to reach full speed, both speed and acceleration are 1.
    second, metre = speed / acceleration, speed * speed / acceleration
    robots, rates, places = positions / metre, velocities / speed, targets / metre
    moving = np.vecdot(rates, rates)[:, None]  # ‖v₀‖², of each robot
    if places.ndim == 2:
        # ‖b − p‖² = b·b − 2 p·b + p·p and v·(b − p): two products for all pairs
        columns = places.T
        square = robots @ (-2.0 * columns)
        square += np.vecdot(places, places)
        square += (np.vecdot(robots, robots) + _TINY)[:, None]
        closing = rates @ columns
        closing -= np.vecdot(rates, robots)[:, None]
    else:
        x, y = places[..., 0] - robots[:, :1], places[..., 1] - robots[:, 1:]
        square = x * x + y * y + _TINY
        closing = x * rates[:, :1] + y * rates[:, 1:]
    distance = np.sqrt(square)
    along = closing / distance  # v∥, the component of v₀ towards the target
    if reach > 0:
        distance -= reach / metre
        np.maximum(distance, 0.0, out=distance)
        square, closing = distance * distance, along * distance
    # t_acc = −v∥ + √(v∥² + 2 d), eq. 6.7: the whole acceleration towards the target
    forward = along * along
    free = distance + distance
    free += forward
    np.sqrt(free, out=free)
    free -= along
    # t_max = ‖v_max − v₀‖ = √(1 + ‖v₀‖² − 2 v∥), eq. 6.2
    full = along + along
    np.subtract(moving + (1.0 + _TINY), full, out=full)
    np.sqrt(full, out=full)
    # ‖b − p_max‖ + t_max, eq. 6.8. p_max = p₀ + ½ (v₀ + v_max) t_max (eq. 6.6), and expanded
    # ‖b − p_max‖² = d² − d (1 + v∥) t_max + ¼ (1 + ‖v₀‖²)² − v∥²
    closing += distance
    closing *= full
    square -= closing
    square -= forward
    square += 0.25 * (1.0 + moving) ** 2 + _TINY
    np.sqrt(square, out=square)
    square += full
    np.copyto(square, free, where=free < full)
    square *= second
    return square


def intercept(
    positions: Floats,
    velocities: Floats,
    path: Floats,
    speed: float,
    acceleration: float,
    times: Floats = TIMES,
    reach: float = 0.0,
) -> Interceptions:
    """First interception points of uniformly accelerated robots ([CAMBADA-control §6.1], corrected).

    The first point of the ball's path at which a robot is no later than the ball; if there is none, the end of the
    path. The time is interpolated between that step and the one before it, so that point and time do not jump from
    frame to frame.

    path:  ``[step, 2]``, or ``[robot, step, 2]`` if each robot has a ball of its own
    times: ``[step]``, times of the ball's positions; the first is now
    """
    arrivals = accelerated_times(positions, velocities, path, speed, acceleration, reach)
    return _meet(arrivals, path, times)


def intercept_uniform(
    positions: Floats, path: Floats, mean_speed: float, times: Floats = TIMES, reach: float = 0.0
) -> Interceptions:
    """The same for robots with a constant mean speed: the earlier model [CAMBADA-control §6.1, ref. 43]."""
    x, y = path[..., 0] - positions[:, :1], path[..., 1] - positions[:, 1:]
    distance = np.sqrt(x * x + y * y)
    distance -= reach
    return _meet(np.maximum(distance, 0.0) / mean_speed, path, times)


def chase(positions: Floats, path: Floats, mean_speed: float) -> Interceptions:
    """Driving to the present position of the ball, for comparison [CAMBADA-control fig. 6.2]; the times are for a
    resting ball.
    """
    points = np.broadcast_to(path[..., 0, :], positions.shape)
    x, y = (points - positions).T
    return Interceptions(points, np.sqrt(x * x + y * y) / mean_speed, np.ones(len(positions), np.bool_))


def _meet(arrivals: Floats, path: Floats, times: Floats) -> Interceptions:
    """The first step at which a robot is no later than the ball, with interpolation."""
    robots, steps = arrivals.shape
    arrivals -= times
    there = arrivals <= 0.0
    there[:, -1] = True  # a robot that is always late goes to the end
    index = there.argmax(axis=1)
    row = np.arange(0, robots * steps, steps)
    earlier = np.maximum(index - 1, 0)
    late, before = arrivals.take(row + index), arrivals.take(row + earlier)
    ahead = np.minimum(late, 0.0)
    share = ahead / np.minimum(ahead - before, -_TINY)  # unused share of the step
    after = times.take(index)
    moments = after - share * (after - times.take(earlier)) + (late - ahead)
    places = path.reshape(-1, 2)
    if path.ndim == 3:
        index, earlier = row + index, row + earlier
    points = places.take(index, axis=0)
    points += share[:, None] * (places.take(earlier, axis=0) - points)
    return Interceptions(points, moments, late <= 0.0)


def first_to_ball(times: Floats, present: int | None = None, lead: float = LEAD) -> int:
    """The robot that reaches the ball first and should go [CAMBADA-control §6.1.2].

    present: the robot that goes now; only a robot that is sooner by *lead* seconds replaces it, so that two equally
    near robots do not alternate.

    >>> first_to_ball(np.array([2.0, 1.5, 1.4])), first_to_ball(np.array([2.0, 1.5, 1.4]), present=1)
    (2, 1)
    """
    best = int(times.argmin())
    if present is not None and times[present] <= times[best] + lead:
        return present
    return best


def kept_on_the_field(point: Point, ball: Point, border: Border, inside: float = 0.0) -> Point:
    """The interception point, or the point where the ball leaves the field if that comes first
    [CAMBADA-control §6.1.1, fig. 6.5].

    For a ball that is already outside, the nearest point of the field.

    inside: m, distance from the lines that a robot keeps inside the field
    """
    x, y = border.length / 2 - inside, border.width / 2 - inside
    if abs(point[0]) <= x and abs(point[1]) <= y:
        return point
    start = max(-x, min(x, ball[0])), max(-y, min(y, ball[1]))
    share = 1.0
    for end, begin, limit in ((point[0], start[0], x), (point[1], start[1], y)):
        if abs(end) > limit:
            share = min(share, (math.copysign(limit, end) - begin) / (end - begin))
    return start[0] + share * (point[0] - start[0]), start[1] + share * (point[1] - start[1])
