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
from robopitch.elementary.kernels import kernel

__all__ = [
    "HORIZON",
    "LEAD",
    "STEP",
    "TIMES",
    "Interceptions",
    "accelerated_time",
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
    places = np.ascontiguousarray(targets, np.float64)
    out = np.empty((len(positions), places.shape[-2]))
    _write_times(
        np.ascontiguousarray(positions, np.float64),
        np.ascontiguousarray(velocities, np.float64),
        places if places.ndim == 3 else places[None],
        float(speed),
        float(acceleration),
        float(reach),
        out,
    )
    return out


def accelerated_time(x: float, y: float, vx: float, vy: float, reach: float) -> float:
    """`accelerated_times` of one robot, in units of the time and the distance to reach full speed: speed and
    acceleration are 1. The target is at (x, y) from the robot.
    """
    square = x * x + y * y + _TINY
    distance = math.sqrt(square)
    closing = x * vx + y * vy
    along = closing / distance  # v∥, the component of v₀ towards the target
    if reach > 0.0:
        distance = max(distance - reach, 0.0)
        square, closing = distance * distance, along * distance
    moving, forward = vx * vx + vy * vy, along * along
    # t_max = ‖v_max − v₀‖ = √(1 + ‖v₀‖² − 2 v∥), eq. 6.2
    full = math.sqrt((moving + (1.0 + _TINY)) - (along + along))
    # t_acc = −v∥ + √(v∥² + 2 d), eq. 6.7: the whole acceleration towards the target
    free = math.sqrt((distance + distance) + forward) - along
    if free < full:
        return free
    # ‖b − p_max‖ + t_max, eq. 6.8. p_max = p₀ + ½ (v₀ + v_max) t_max (eq. 6.6), and expanded
    # ‖b − p_max‖² = d² − d (1 + v∥) t_max + ¼ (1 + ‖v₀‖²)² − v∥²
    rest = 0.25 * ((1.0 + moving) * (1.0 + moving)) + _TINY
    return math.sqrt(((square - (closing + distance) * full) - forward) + rest) + full


@kernel
def _write_times(
    positions: Floats,
    velocities: Floats,
    targets: Floats,
    speed: float,
    acceleration: float,
    reach: float,
    out: Floats,
) -> None:
    """`accelerated_times`; targets: ``[robot or 1, target, 2]``."""
    second, metre = speed / acceleration, speed * speed / acceleration
    own = targets.shape[0] > 1
    for robot in range(out.shape[0]):
        px, py = positions[robot, 0] / metre, positions[robot, 1] / metre
        vx, vy = velocities[robot, 0] / speed, velocities[robot, 1] / speed
        row = robot if own else 0
        for target in range(out.shape[1]):
            x, y = targets[row, target, 0] / metre - px, targets[row, target, 1] / metre - py
            out[robot, target] = second * accelerated_time(x, y, vx, vy, reach / metre)


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
    places = np.ascontiguousarray(path, np.float64)
    robots = len(positions)
    found = Interceptions(np.empty((robots, 2)), np.empty(robots), np.empty(robots, np.bool_))
    _write_meetings(
        np.ascontiguousarray(positions, np.float64),
        np.ascontiguousarray(velocities, np.float64),
        places if places.ndim == 3 else places[None],
        float(speed),
        float(acceleration),
        np.ascontiguousarray(times, np.float64),
        float(reach),
        *found,
    )
    return found


@kernel
def _write_meetings(
    positions: Floats,
    velocities: Floats,
    paths: Floats,
    speed: float,
    acceleration: float,
    times: Floats,
    reach: float,
    points: Floats,
    moments: Floats,
    reached: NDArray[np.bool_],
) -> None:
    """`intercept`: each robot looks along the path only up to the step at which it meets the ball.

    paths: ``[robot or 1, step, 2]``
    """
    second, metre = speed / acceleration, speed * speed / acceleration
    own, last = paths.shape[0] > 1, paths.shape[1] - 1
    for robot in range(moments.shape[0]):
        px, py = positions[robot, 0] / metre, positions[robot, 1] / metre
        vx, vy = velocities[robot, 0] / speed, velocities[robot, 1] / speed
        row = robot if own else 0
        late = before = 0.0
        step = 0
        while True:
            x, y = paths[row, step, 0] / metre - px, paths[row, step, 1] / metre - py
            late = second * accelerated_time(x, y, vx, vy, reach / metre) - times[step]
            if step == 0:
                before = late
            if late <= 0.0 or step == last:  # a robot that is always late goes to the end
                break
            before = late
            step += 1
        earlier = max(step - 1, 0)
        ahead = min(late, 0.0)
        share = ahead / min(ahead - before, -_TINY)  # unused share of the step
        after = times[step]
        moments[robot] = after - share * (after - times[earlier]) + (late - ahead)
        reached[robot] = late <= 0.0
        for axis in range(2):
            there = paths[row, step, axis]
            points[robot, axis] = there + share * (paths[row, earlier, axis] - there)


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
