"""Writes events: touches, kicks, collisions, goals, a ball that leaves the field."""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, Ints, routine

__all__ = ["note", "note_ball_position", "note_collision", "note_touch"]

_HARD = 0.1  # m/s: slower collisions of robots are not reported
_SAME_TOUCH = 0.05  # s: contacts closer together than this are one touch


@routine
def note(
    events: Floats, counts: Ints, kind: int, step: int, a: int, b: int, x: float, y: float, z: float, speed: float
) -> None:
    """Write an event if the buffer has space; otherwise only count it."""
    row = counts[0]
    counts[0] += 1
    if row < events.shape[0]:
        events[row, 0] = kind
        events[row, 1] = step
        events[row, 2] = a
        events[row, 3] = b
        events[row, 4] = x
        events[row, 5] = y
        events[row, 6] = z
        events[row, 7] = speed


@routine
def note_touch(events: Floats, counts: Ints, step: int, robots: Floats, i: int, ball: Floats, speed: float) -> None:
    """Report that a robot touched the ball, once for each touch."""
    real = type(speed)
    if robots[s.TOUCH, i] <= real(0):
        note(events, counts, s.TOUCHED, step, i, -1, ball[s.BALL_X], ball[s.BALL_Y], ball[s.BALL_Z], speed)
    robots[s.TOUCH, i] = real(_SAME_TOUCH)


@routine
def note_collision(events: Floats, counts: Ints, step: int, robots: Floats, a: int, b: int, speed: float) -> None:
    """Report that two robots collided, if they were fast enough."""
    real = type(speed)
    if speed > real(_HARD):
        x = (robots[s.X, a] + robots[s.X, b]) * real(0.5)
        y = (robots[s.Y, a] + robots[s.Y, b]) * real(0.5)
        note(events, counts, s.COLLIDED, step, a, b, x, y, real(0), speed)


@routine
def note_ball_position(events: Floats, counts: Ints, step: int, ball: Floats, pitch: Floats) -> None:
    """Report a ball that has wholly crossed a goal line between the posts, or any other line."""
    real = type(ball[s.BALL_X])
    x, y, z, radius = ball[s.BALL_X], ball[s.BALL_Y], ball[s.BALL_Z], pitch[p.BALL_RADIUS]
    beyond = abs(x) > pitch[p.GOAL_LINE] + radius
    outside = beyond or abs(y) > pitch[p.TOUCH_LINE] + radius
    if not outside:
        ball[s.IN_GOAL] = ball[s.IS_OUT] = real(0)
        return
    if ball[s.IN_GOAL] > real(0) or ball[s.IS_OUT] > real(0):
        return
    if beyond and abs(y) < pitch[p.GOAL_HALF] and z < pitch[p.GOAL_HEIGHT]:
        ball[s.IN_GOAL] = real(1)
        vx, vy, vz = ball[s.BALL_VX], ball[s.BALL_VY], ball[s.BALL_VZ]
        note(events, counts, s.SCORED, step, -1, -1, x, y, z, math.sqrt(vx * vx + vy * vy + vz * vz))
    else:
        ball[s.IS_OUT] = real(1)
        note(events, counts, s.LEFT_FIELD, step, -1, -1, x, y, z, real(0))
