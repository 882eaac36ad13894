"""What is measured in a trace."""

from __future__ import annotations

import math

import numpy as np

from robopitch.compare.trace import VX, VY, Array, Trace, X
from robopitch.messages import Team, Touch

__all__ = ["angle", "apart", "ball_speed", "first_touch", "landing", "speed", "time_to", "time_to_rest", "way"]


def speed(robot: Array) -> Array:
    """Of a robot, m/s."""
    return np.hypot(robot[:, VX], robot[:, VY])


def ball_speed(trace: Trace) -> Array:
    """In space, m/s."""
    return np.linalg.norm(trace.ball[:, 3:], axis=1)


def way(robot: Array) -> float:
    """From where a robot began to where it ended, m."""
    return math.dist(robot[0, :2], robot[-1, :2])


def apart(a: Array, b: Array) -> float:
    """The farthest that two robots are from each other at the same time, m."""
    return float(np.hypot(*(a[:, :2] - b[:, :2]).T).max())


def time_to(trace: Trace, distance: float) -> float:
    """When blue has got so far, s."""
    way = np.hypot(*(trace.blue[:, :2] - trace.blue[0, :2]).T)
    return float(np.interp(distance, way, trace.time))


def time_to_rest(trace: Trace, robot: Array) -> float:
    """When it last moved, s."""
    moving = np.flatnonzero(speed(robot) > 0.01)
    return float(trace.time[moving[-1]]) if len(moving) else 0.0


def first_touch(trace: Trace, team: Team) -> float:
    """When a robot of that team first touches the ball."""
    times = (event.time for event in trace.events if isinstance(event, Touch) and event.robot.team is team)
    return next(times, math.nan)


def angle(trace: Trace, sample: int) -> float:
    """Which way the ball goes, in degrees from the wall."""
    return math.degrees(math.atan2(-trace.ball[sample, 4], trace.ball[sample, 3]))


def landing(trace: Trace, which: int) -> float:
    """How far from its start the ball touches the ground for the first, second … time."""
    vz = trace.ball[:, 5]
    bounces = np.flatnonzero((vz[1:] - vz[:-1] > 0.2) & (trace.time[1:] > 0.05))
    # A soft contact takes several samples: one bounce is all of them that are close together.
    firsts = [index for place, index in enumerate(bounces) if place == 0 or index - bounces[place - 1] > 10]
    return float(trace.ball[firsts[which], X] - trace.ball[0, X]) if which < len(firsts) else math.nan
