"""Writes events: touches, kicks, collisions, goals, a ball that leaves the field, robots that tip."""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, Ints, routine

__all__ = ["SAME_TOUCH", "note_ball_position", "note_collision", "note_kick", "note_tipping", "note_touch"]

_HARD = 0.1  # m/s: slower collisions of robots are not reported
SAME_TOUCH = 0.05  # s: contacts closer together than this are one touch


@routine
def _note(
    events: Floats, counts: Ints, kind: int, step: int, a: int, b: int, x: float, y: float, z: float, speed: float
) -> int:
    """Write an event if the buffer has space, and return its row; otherwise only count it, and return -1."""
    row = counts[0]
    counts[0] += 1
    if row >= events.shape[0]:
        return -1
    events[row, 0] = kind
    events[row, 1] = step
    events[row, 2] = a
    events[row, 3] = b
    events[row, 4] = x
    events[row, 5] = y
    events[row, 6] = z
    events[row, 7] = speed
    return int(row)


@routine
def note_touch(events: Floats, counts: Ints, step: int, robots: Floats, i: int, ball: Floats, speed: float) -> None:
    """Report that a robot touched the ball, once for each touch."""
    real = type(speed)
    if robots[s.TOUCH, i] <= real(0):
        _note(events, counts, s.TOUCHED, step, i, -1, ball[s.BALL_X], ball[s.BALL_Y], ball[s.BALL_Z], speed)
    robots[s.TOUCH, i] = real(SAME_TOUCH)


@routine
def note_kick(events: Floats, counts: Ints, step: int, robots: Floats, i: int, ball: Floats, speed: float) -> None:
    """Report that a robot has kicked the ball."""
    row = _note(events, counts, s.KICKED, step, i, -1, ball[s.BALL_X], ball[s.BALL_Y], ball[s.BALL_Z], speed)
    _note_velocity(events, row, ball)
    if row >= 0:
        events[row, s.EVENT_DETAIL + 3] = 1 if robots[s.KICK_UP, i] > 0 else 0


@routine
def _note_velocity(events: Floats, row: int, ball: Floats) -> None:
    """Add the velocity of the ball to an event."""
    if row >= 0:
        for n in range(3):
            events[row, s.EVENT_DETAIL + n] = ball[s.BALL_VX + n]


@routine
def note_collision(
    events: Floats,
    counts: Ints,
    step: int,
    robots: Floats,
    a: int,
    b: int,
    speed: float,
    avx: float,
    avy: float,
    bvx: float,
    bvy: float,
) -> None:
    """Report that two robots collided, if they were fast enough, with their velocities before the impact."""
    real = type(speed)
    if speed > real(_HARD):
        x = (robots[s.X, a] + robots[s.X, b]) * real(0.5)
        y = (robots[s.Y, a] + robots[s.Y, b]) * real(0.5)
        row = _note(events, counts, s.COLLIDED, step, a, b, x, y, real(0), speed)
        if row >= 0:
            dx, dy = robots[s.X, b] - robots[s.X, a], robots[s.Y, b] - robots[s.Y, a]
            apart = math.sqrt(dx * dx + dy * dy)
            at = s.EVENT_DETAIL
            events[row, at], events[row, at + 1], events[row, at + 2], events[row, at + 3] = avx, avy, bvx, bvy
            events[row, at + 4] = dx / apart if apart > 0 else 1
            events[row, at + 5] = dy / apart if apart > 0 else 0


@routine
def note_tipping(
    events: Floats, counts: Ints, step: int, robots: Floats, i: int, acceleration: float, limit: float
) -> None:
    """Report that a robot begins to tip."""
    real = type(acceleration)
    row = _note(events, counts, s.TIPPED, step, i, -1, robots[s.X, i], robots[s.Y, i], real(0), acceleration)
    if row >= 0:
        events[row, s.EVENT_DETAIL] = limit


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
        row = _note(events, counts, s.SCORED, step, -1, -1, x, y, z, math.sqrt(vx * vx + vy * vy + vz * vz))
        _note_velocity(events, row, ball)
    else:
        ball[s.IS_OUT] = real(1)
        row = _note(events, counts, s.LEFT_FIELD, step, -1, -1, x, y, z, real(0))
        _note_velocity(events, row, ball)
