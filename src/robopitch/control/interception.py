"""Where and when robots can meet the ball on its way [CAMBADA-control §6.1].

The ball's way comes in as positions at given times, so that any model of the ball fits; all robots and all times are
reckoned at once.
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

STEP = 0.1  # s between two looked-at places of the ball [CAMBADA-control §6.1]
HORIZON = 10.0  # s for which the ball's way is looked at [CAMBADA-control §6.1]
TIMES: Floats = np.arange(round(HORIZON / STEP) + 1, dtype=np.float64) * np.float64(
    STEP
)  # s: now, then a hundred steps
TIMES.setflags(write=False)

_TINY = 1e-9  # keeps squares above zero whatever rounding does
LEAD = 0.2  # s by which another robot must be sooner before it takes over: two steps, more than the noise of one


class Interceptions(NamedTuple):
    """Where each robot meets the ball, and when."""

    points: Floats  # [robot, 2], m
    times: Floats  # [robot], s from now; beyond the horizon where the robot only gets to the end of the ball's way
    reached: NDArray[np.bool_]  # [robot]: within the horizon


def uniform_path(ball: Point, velocity: Point, times: Floats = TIMES) -> Floats:
    """Positions ``[step, 2]`` of a ball that keeps its velocity: the ball of [CAMBADA-control §6.1].

    >>> uniform_path((1.0, 0.0), (0.0, 2.0))[10].tolist()
    [1.0, 2.0]
    """
    return np.array(ball) + times[:, None] * np.array(velocity)


def accelerated_times(
    positions: Floats, velocities: Floats, targets: Floats, speed: float, acceleration: float, reach: float = 0.0
) -> Floats:
    """Seconds ``[robot, target]`` until robots that speed up uniformly are at places [CAMBADA-control eq. 6.1 to 6.8].

    A robot changes its velocity v₀ into full speed towards the place, along the straight line between the two
    velocities, and keeps that. Corrected: the acceleration points from v₀ to v_max (eq. 6.4), and while it lasts
    t = (−v∥ + √(v∥² + 2 a d)) / a (eq. 6.7).

    positions, velocities: ``[robot, 2]``
    targets: ``[target, 2]``, or ``[robot, target, 2]`` if each robot has its own
    reach:   m from a robot's centre at which it has what lies there

    >>> at_rest = np.zeros((1, 2))
    >>> accelerated_times(at_rest, at_rest, np.array([[1.5, 0.0]]), 10.0, 3.0).round(6).tolist()
    [[1.0]]
    """
    # In units of the time and the way that it takes to get to full speed both speed and acceleration are 1.
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
    along = closing / distance  # v∥, the part of v₀ that leads to the place
    if reach > 0:
        distance -= reach / metre
        np.maximum(distance, 0.0, out=distance)
        square, closing = distance * distance, along * distance
    # t_acc = −v∥ + √(v∥² + 2 d), eq. 6.7: all of the acceleration towards the place
    forward = along * along
    free = distance + distance
    free += forward
    np.sqrt(free, out=free)
    free -= along
    # t_max = ‖v_max − v₀‖ = √(1 + ‖v₀‖² − 2 v∥), eq. 6.2
    full = along + along
    np.subtract(moving + (1.0 + _TINY), full, out=full)
    np.sqrt(full, out=full)
    # ‖b − p_max‖ + t_max, eq. 6.8. p_max = p₀ + ½ (v₀ + v_max) t_max (eq. 6.6), and multiplied out
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
    """Where robots that speed up uniformly meet the ball first ([CAMBADA-control §6.1], corrected).

    The first place of the ball's way at which a robot is no later than the ball; if there is none, the end of the way.
    Between that step and the one before it the moment is interpolated, so that neither jumps from frame to frame.

    path:  ``[step, 2]``, or ``[robot, step, 2]`` if each robot has a ball of its own
    times: ``[step]``, when the ball is there; the first is now
    """
    arrivals = accelerated_times(positions, velocities, path, speed, acceleration, reach)
    return _meet(arrivals, path, times)


def intercept_uniform(
    positions: Floats, path: Floats, mean_speed: float, times: Floats = TIMES, reach: float = 0.0
) -> Interceptions:
    """The same for robots that are thought to have their mean speed at once: the earlier model ([CAMBADA-control §6.1],
    of [43]).
    """
    x, y = path[..., 0] - positions[:, :1], path[..., 1] - positions[:, 1:]
    distance = np.sqrt(x * x + y * y)
    distance -= reach
    return _meet(np.maximum(distance, 0.0) / mean_speed, path, times)


def chase(positions: Floats, path: Floats, mean_speed: float) -> Interceptions:
    """Running to where the ball is now, for comparison [CAMBADA-control fig. 6.2]; the times hold for a ball at
    rest.
    """
    points = np.broadcast_to(path[..., 0, :], positions.shape)
    x, y = (points - positions).T
    return Interceptions(points, np.sqrt(x * x + y * y) / mean_speed, np.ones(len(positions), np.bool_))


def _meet(arrivals: Floats, path: Floats, times: Floats) -> Interceptions:
    """The first step at which a robot is no later than the ball, and the moment just before it."""
    robots, steps = arrivals.shape
    arrivals -= times
    there = arrivals <= 0.0
    there[:, -1] = True  # who never gets there goes to the end
    index = there.argmax(axis=1)
    row = np.arange(0, robots * steps, steps)
    earlier = np.maximum(index - 1, 0)
    late, before = arrivals.take(row + index), arrivals.take(row + earlier)
    ahead = np.minimum(late, 0.0)
    share = ahead / np.minimum(ahead - before, -_TINY)  # of the step that was not needed; before the first is nothing
    after = times.take(index)
    moments = after - share * (after - times.take(earlier)) + (late - ahead)
    places = path.reshape(-1, 2)
    if path.ndim == 3:
        index, earlier = row + index, row + earlier
    points = places.take(index, axis=0)
    points += share[:, None] * (places.take(earlier, axis=0) - points)
    return Interceptions(points, moments, late <= 0.0)


def first_to_ball(times: Floats, present: int | None = None, lead: float = LEAD) -> int:
    """Which robot reaches the ball first, and should go [CAMBADA-control §6.1.2].

    present: who goes now; it is relieved only by a robot that is sooner by *lead* seconds, so that two robots who are
    equally near do not take turns.

    >>> first_to_ball(np.array([2.0, 1.5, 1.4])), first_to_ball(np.array([2.0, 1.5, 1.4]), present=1)
    (2, 1)
    """
    best = int(times.argmin())
    if present is not None and times[present] <= times[best] + lead:
        return present
    return best


def kept_on_the_field(point: Point, ball: Point, border: Border, inside: float = 0.0) -> Point:
    """The meeting point, or where the ball's way leaves the field if that comes before it
    [CAMBADA-control §6.1.1, fig. 6.5].

    A ball that is out already is awaited where it is nearest to the field.

    inside: m from the lines at which a robot still stays on the field
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
