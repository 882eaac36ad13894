"""Measurements on a trace."""

from __future__ import annotations

import math

import numpy as np

from robopitch.compare.trace import VX, VY, Array, Trace, X
from robopitch.messages import Team, Touch

__all__ = [
    "angle",
    "apart",
    "ball_speed",
    "first_touch",
    "landing",
    "rebound",
    "speed",
    "time_to",
    "time_to_rest",
    "way",
]


def speed(robot: Array) -> Array:
    """Speed of a robot, m/s."""
    return np.hypot(robot[:, VX], robot[:, VY])


def ball_speed(trace: Trace) -> Array:
    """Speed of the ball in space, m/s."""
    return np.linalg.norm(trace.ball[:, 3:], axis=1)


def way(robot: Array) -> float:
    """Distance from the first to the last position of a robot, m."""
    return math.dist(robot[0, :2], robot[-1, :2])


def apart(a: Array, b: Array) -> float:
    """Largest distance between two robots at the same time, m."""
    return float(np.hypot(*(a[:, :2] - b[:, :2]).T).max())


def time_to(trace: Trace, distance: float) -> float:
    """Time at which blue has covered a distance, s."""
    way = np.hypot(*(trace.blue[:, :2] - trace.blue[0, :2]).T)
    return float(np.interp(distance, way, trace.time))


def time_to_rest(trace: Trace, robot: Array) -> float:
    """Time of the last motion, s."""
    moving = np.flatnonzero(speed(robot) > 0.01)
    return float(trace.time[moving[-1]]) if len(moving) else 0.0


def first_touch(trace: Trace, team: Team) -> float:
    """Time of the first touch of the ball by a robot of that team."""
    times = (event.time for event in trace.events if isinstance(event, Touch) and event.robot.team is team)
    return next(times, math.nan)


def angle(trace: Trace, sample: int) -> float:
    """Direction of the ball, in degrees from the wall."""
    return math.degrees(math.atan2(-trace.ball[sample, 4], trace.ball[sample, 3]))


def rebound(trace: Trace, which: int) -> float:
    """Highest place of the ball after its first, second … landing, if it comes down again."""
    vz = trace.ball[:, 5]
    tops = np.flatnonzero((vz[:-1] > 0) & (vz[1:] <= 0) & (trace.time[1:] > 0.05))
    return float(trace.ball[tops[which], 2]) if which < len(tops) else math.nan


def landing(trace: Trace, which: int) -> float:
    """Distance from its start to the first, second … landing of the ball."""
    vz = trace.ball[:, 5]
    bounces = np.flatnonzero((vz[1:] - vz[:-1] > 0.2) & (trace.time[1:] > 0.05))
    # A soft contact takes several samples: consecutive ones are one bounce.
    firsts = [index for place, index in enumerate(bounces) if place == 0 or index - bounces[place - 1] > 10]
    return float(trace.ball[firsts[which], X] - trace.ball[0, X]) if which < len(firsts) else math.nan
