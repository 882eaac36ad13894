"""Planned motion of a robot on two wheels: a trajectory is computed completely, stored, and followed with feedback
[MI20 §2.4.4].

    corners = plan_path(pose[:2], goal[:2], obstacles, radius, bounds=field)
    trajectory = plan_trajectory(pose, forward, corners, goal.heading, limits, period)
    command, at, off = follow(trajectory, at, pose)      # in every frame; *off*: m beside the trajectory
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from robopitch.control.driving import slow_down_speed, turn_to
from robopitch.control.geometry import Pose, Twist, moved, wrapped
from robopitch.control.limiting import Limits
from robopitch.control.paths import CLEARANCE, Area, Obstacles, next_waypoint

__all__ = ["Sample", "follow", "plan_path", "plan_trajectory"]

Point = tuple[float, float]

_MOST_CORNERS = 8
_LONGEST = 20.0  # s of a trajectory
_AHEAD, _AHEAD_BY = 0.05, 0.08  # m and s: the robot steers for a point of its path so far ahead
_DENSE = 0.01  # m between two points of a path
_THERE, _FACES = 0.004, 0.03  # m and rad: it has arrived
_TURNS = 1.0  # rad: farther off its path it turns on the spot
_WINDOW = 40  # samples within which the nearest one is looked for
# Gains of the feedback along the path, across it and for the heading, chosen: 1/s, 1/m² and 1/m of a robot that is seen
# at 60 Hz and obeys after 40 ms; higher ones make it swing.
_ALONG, _ACROSS, _TURN = 4.0, 40.0, 9.0


class Sample(NamedTuple):
    """Where the robot is to be at one time of its trajectory, and its velocities there."""

    x: float
    y: float
    heading: float
    forward: float  # m/s
    turn: float  # rad/s


def plan_path(
    start: Point,
    goal: Point,
    obstacles: Obstacles,
    radius: float,
    *,
    clearance: float = CLEARANCE,
    areas: Sequence[Area] = (),
    bounds: Area | None = None,
) -> list[Point]:
    """The corners of a path from start to goal, both included, around obstacles as they stand now."""
    still = Obstacles(obstacles.positions, 0.0 * obstacles.velocities, obstacles.radii)
    corners = [start]
    for _ in range(_MOST_CORNERS):
        point = next_waypoint(corners[-1], goal, still, radius, clearance=clearance, areas=areas, bounds=bounds)
        if math.dist(point, corners[-1]) < _DENSE:
            break
        corners.append(point)
        if math.dist(point, goal) < _DENSE:
            break
    return corners if len(corners) > 1 else [start, goal]


def plan_trajectory(
    pose: Pose, forward: float, corners: Sequence[Point], heading: float | None, limits: Limits, period: float
) -> tuple[Sample, ...]:
    """The motion of an ideal robot along a path: one sample for each period, the first one after the first period.

    It drives forwards or backwards, whichever is nearer to its heading, slows down in curves and stops at the end.

    forward: m/s, of the robot now
    heading: at the end; None: as it arrives
    """
    path = _dense(corners)
    x, y = path[min(len(path) - 1, round(_AHEAD / _DENSE))]
    facing = 1.0 if math.cos(math.atan2(y - pose.y, x - pose.x) - pose.heading) >= 0 else -1.0
    samples: list[Sample] = []
    speed, turn, at = facing * forward, 0.0, 0
    most = round(_LONGEST / period)
    while len(samples) < most:
        at = _nearest(path, at, pose)
        left = (len(path) - 1 - at) * _DENSE + math.dist(path[at], pose[:2]) * (at == len(path) - 1)
        if left < _THERE or (at == len(path) - 1 and speed < 0.01 and left < 2 * _DENSE):
            break
        x, y = path[min(len(path) - 1, at + max(1, round((_AHEAD + _AHEAD_BY * max(speed, 0.0)) / _DENSE)))]
        away = max(math.hypot(x - pose.x, y - pose.y), 1e-6)
        off = wrapped(math.atan2(y - pose.y, x - pose.x) - pose.heading - (0.0 if facing > 0 else math.pi))
        curve = 2 * math.sin(off) / away
        want = min(limits.speed, slow_down_speed(left, limits.brake, period))
        if abs(off) > _TURNS:
            want = 0.0
        elif abs(curve) > 1e-6:
            want = min(want, 0.8 * limits.turn_rate / abs(curve), math.sqrt(limits.speed_up / abs(curve)))
        speed = min(max(want, speed - limits.brake * period), speed + limits.speed_up * period)
        if abs(off) > _TURNS and speed < 0.05:
            turn = turn_to(pose.heading, turn, pose.heading + off, limits, period)
        else:
            turn = max(-limits.turn_rate, min(limits.turn_rate, curve * speed))
        pose = _append(samples, pose, facing * speed, turn, period)
    while heading is not None and len(samples) < most and abs(wrapped(heading - pose.heading)) > _FACES:
        speed = max(speed - limits.brake * period, 0.0)
        turn = turn_to(pose.heading, turn, heading, limits, period)
        pose = _append(samples, pose, facing * speed, turn, period)
    samples.append(Sample(*pose, 0.0, 0.0))
    return tuple(samples)


def follow(trajectory: Sequence[Sample], at: int, pose: Pose) -> tuple[Twist, int, float]:
    """The velocity of a robot on its trajectory, the index of the sample where it is, and how far it is beside it, m.

    The velocities of the trajectory are corrected by how far the robot is off: along it, across it and in heading.

    at: the index in the last frame; the robot does not go back
    """
    end = min(at + _WINDOW, len(trajectory))
    at = min(range(at, end), key=lambda index: (_apart(trajectory[index], pose), index))
    aim = trajectory[min(at + 1, len(trajectory) - 1)]
    c, s = math.cos(pose.heading), math.sin(pose.heading)
    dx, dy = aim.x - pose.x, aim.y - pose.y
    along, across = c * dx + s * dy, c * dy - s * dx
    off = wrapped(aim.heading - pose.heading)
    forward = aim.forward * math.cos(off) + _ALONG * along
    turn = aim.turn + aim.forward * _ACROSS * across + max(abs(aim.forward), 0.3) * _TURN * math.sin(off)
    beside = math.hypot(trajectory[at].x - pose.x, trajectory[at].y - pose.y)
    return Twist(forward, 0.0, turn), at, beside


def _apart(sample: Sample, pose: Pose) -> float:
    """How far a robot is from a sample; a radian counts as 5 cm, so that turns on the spot are followed too."""
    return math.hypot(sample.x - pose.x, sample.y - pose.y) + 0.05 * abs(wrapped(sample.heading - pose.heading))


def _append(samples: list[Sample], pose: Pose, forward: float, turn: float, period: float) -> Pose:
    pose = moved(pose, Twist(forward, 0.0, turn), period)
    samples.append(Sample(*pose, forward, turn))
    return pose


def _nearest(path: Sequence[Point], at: int, pose: Pose) -> int:
    end = min(at + round(3 * _AHEAD / _DENSE), len(path))
    return min(range(at, end), key=lambda index: (math.dist(path[index], pose[:2]), index))


def _dense(corners: Sequence[Point]) -> list[Point]:
    """Points on a path, about `_DENSE` apart."""
    points: list[Point] = []
    for (ax, ay), (bx, by) in itertools.pairwise(corners):
        steps = max(1, round(math.dist((ax, ay), (bx, by)) / _DENSE))
        points += [(ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps) for step in range(steps)]
    return [*points, corners[-1]]
