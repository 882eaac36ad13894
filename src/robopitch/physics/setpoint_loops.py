"""Set-points and wheel speeds of robots `first` to `last`, from their commands.

A part of `drive_loops.py`.
"""

from __future__ import annotations

import numpy as np

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.drive import along_wheel, clamp, directed_velocity, into_body, limited_turn, limited_velocity
from robopitch.physics.scalar import Floats, scalar

__all__ = ["set_points", "set_points_in_proportion", "set_wheels"]

_lane = np.uintp
_STRIDE = np.uintp(at.STRIDE)


@scalar
def set_points(work: Floats, first: int, last: int, kinds: Floats, k: int, dt: float) -> None:
    """Set-points one step closer to the commands, and the acceleration for that."""
    real = type(dt)
    rate = real(1) / dt
    free, directed = kinds[k, p.LIMITER] == p.NO_LIMIT, kinds[k, p.LIMITER] == p.DIRECTION_FIRST
    huge = real(1e9)
    max_speed = huge if free else kinds[k, p.MAX_SPEED]
    max_turn = huge if free else kinds[k, p.MAX_TURN]
    speed_up = huge if free else kinds[k, p.SPEED_UP] * dt
    brake = huge if free else kinds[k, p.BRAKE] * dt
    turn_speed_up = huge if free else kinds[k, p.TURN_SPEED_UP] * dt
    turn_brake = huge if free else kinds[k, p.TURN_BRAKE] * dt
    for n in range(first, last):
        i = _lane(n)
        x, y = work[at.COMMAND_X + i], work[at.COMMAND_Y + i]
        fx, fy = into_body(x, y, work[at.HX + i], work[at.HY + i])
        of_field = work[at.MODE + i] == s.FIELD_VELOCITY
        x, y = (fx if of_field else x), (fy if of_field else y)
        now_x, now_y, now_turn = work[at.SET_X + i], work[at.SET_Y + i], work[at.SET_TURN + i]
        if directed:
            x, y = directed_velocity(x, y, now_x, now_y, max_speed, speed_up, brake)
        else:
            x, y = limited_velocity(x, y, now_x, now_y, max_speed, speed_up, brake)
        turn = limited_turn(work[at.COMMAND_TURN + i], now_turn, max_turn, turn_speed_up, turn_brake)
        # Wheel commands have no set-point: a later velocity command starts from the present motion.
        by_wheel = work[at.MODE + i] == s.WHEEL_SPEEDS
        x = work[at.FORWARD + i] if by_wheel else x
        y = work[at.LEFT + i] if by_wheel else y
        turn = work[at.SPIN + i] if by_wheel else turn
        ahead = real(0) if by_wheel else real(1)
        work[at.SET_X + i], work[at.SET_Y + i], work[at.SET_TURN + i] = x, y, turn
        # In the turning frame of the robot.
        work[at.AX + i] = ahead * ((x - now_x) * rate - turn * y)
        work[at.AY + i] = ahead * ((y - now_y) * rate + turn * x)
        work[at.ATURN + i] = ahead * (turn - now_turn) * rate


@scalar
def set_points_in_proportion(
    work: Floats, first: int, last: int, kinds: Floats, wheels: Floats, k: int, dt: float
) -> None:
    """Set-points for robots that scale all wheels by one factor if one would accelerate too much [MI20 §2.4.4].

    The path then has the curvature of the command from the beginning.
    """
    real = type(dt)
    max_speed, max_turn = kinds[k, p.MAX_SPEED], kinds[k, p.MAX_TURN]
    most = kinds[k, p.SPEED_UP] * dt
    for n in range(first, last):
        i = _lane(n)
        x, y, turn = work[at.COMMAND_X + i], work[at.COMMAND_Y + i], work[at.COMMAND_TURN + i]
        if work[at.MODE + i] == s.FIELD_VELOCITY:
            x, y = into_body(x, y, work[at.HX + i], work[at.HY + i])
        dx = clamp(x, max_speed) - work[at.SET_X + i]
        dy = clamp(y, max_speed) - work[at.SET_Y + i]
        dturn = clamp(turn, max_turn) - work[at.SET_TURN + i]
        hardest = real(0)
        for w in range(int(kinds[k, p.WHEEL_COUNT])):
            change = along_wheel(
                dx, dy, dturn, wheels[k, w, p.ALONG_X], wheels[k, w, p.ALONG_Y], wheels[k, w, p.ALONG_T]
            )
            hardest = max(hardest, abs(change))
        share = most / hardest if hardest > most else real(1)
        x = work[at.SET_X + i] + share * dx
        y = work[at.SET_Y + i] + share * dy
        turn = work[at.SET_TURN + i] + share * dturn
        if work[at.MODE + i] == s.WHEEL_SPEEDS:
            x, y, turn = work[at.FORWARD + i], work[at.LEFT + i], work[at.SPIN + i]
        work[at.SET_X + i], work[at.SET_Y + i], work[at.SET_TURN + i] = x, y, turn
        work[at.AX + i] = work[at.AY + i] = work[at.ATURN + i] = real(0)


@scalar
def set_wheels(work: Floats, first: int, last: int, kinds: Floats, wheels: Floats, k: int) -> None:
    """Wheel speeds for the set-points, and the factor to scale them if a wheel cannot follow.

    One factor for all wheels of a robot keeps its direction [CAMBADA-control §4.1.3].
    """
    real = type(kinds[k, 0])
    top, arm, per_least = kinds[k, p.TOP_WHEEL_SPEED], kinds[k, p.LONGEST_ARM], kinds[k, p.PER_LEAST_RADIUS]
    in_doubt = 0
    for n in range(first, last):
        i = _lane(n)
        most = (abs(work[at.SET_X + i]) + abs(work[at.SET_Y + i]) + arm * abs(work[at.SET_TURN + i])) * per_least
        in_doubt += 1 if (most > top) | (work[at.MODE + i] == s.WHEEL_SPEEDS) else 0
        work[at.SCALE + i] = real(1)
    count = int(kinds[k, p.WHEEL_COUNT])
    for w in range(count):
        row_x, row_y, row_turn = wheels[k, w, p.ALONG_X], wheels[k, w, p.ALONG_Y], wheels[k, w, p.ALONG_T]
        per_radius = wheels[k, w, p.INVERSE_RADIUS]
        row = _lane(w) * _STRIDE
        for n in range(first, last):
            i = _lane(n)
            rim = along_wheel(work[at.SET_X + i], work[at.SET_Y + i], work[at.SET_TURN + i], row_x, row_y, row_turn)
            told = work[at.TARGET + row + i]
            work[at.TARGET + row + i] = told if work[at.MODE + i] == s.WHEEL_SPEEDS else rim * per_radius
    if in_doubt > 0:
        _slow_down(work, first, last, top, count)


@scalar
def _slow_down(work: Floats, first: int, last: int, top: float, count: int) -> None:
    """If a wheel would exceed its top speed: the factor for all wheels of that robot."""
    real = type(top)
    for n in range(first, last):
        i = _lane(n)
        fastest = top
        for w in range(count):
            fastest = max(fastest, abs(work[at.TARGET + _lane(w) * _STRIDE + i]))
        work[at.SCALE + i] = top / fastest
        if fastest > top:  # the set-point cannot be reached: no feed-forward
            work[at.AX + i] = work[at.AY + i] = work[at.ATURN + i] = real(0)
