"""Limits commands to those that a robot can follow: wheel speeds within their range, no acceleration that makes it slip
or tip.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from robopitch.control.geometry import Twist
from robopitch.control.kinematics import Kinematics

__all__ = ["Limiter", "Limits", "direction_first", "in_proportion", "saturated", "saturation", "straight_to"]


class Limits(NamedTuple):
    """Limits of a robot: speed and turn rate in m/s and rad/s, and their changes per second."""

    speed: float
    turn_rate: float
    speed_up: float
    brake: float
    turn_speed_up: float
    turn_brake: float

    @classmethod
    def even(cls, speed: float, acceleration: float, turn_rate: float, turn_acceleration: float) -> Limits:
        """Limits of a robot with equal acceleration and braking."""
        return cls(speed, turn_rate, acceleration, acceleration, turn_acceleration, turn_acceleration)


Limiter = Callable[[Twist, Twist, Limits, float], Twist]  # (want, now, limits, period): what to command


def saturation(wheel_speeds: Sequence[float], limit: float) -> float:
    """The factor for all wheels that keeps every wheel within the limit: C / |S|, S the highest speed
    [CAMBADA-control §4.1.3].

    >>> saturation([10.0, -20.0, 10.0], 15.0)
    0.75
    """
    fastest = max(map(abs, wheel_speeds), default=0.0)
    return limit / fastest if fastest > limit else 1.0


def saturated(want: Twist, kinematics: Kinematics, limit: float) -> Twist:
    """The velocity scaled down until every wheel can follow: direction and curvature stay [CAMBADA-control §4.1.3]."""
    share = saturation(kinematics.wheel_speeds(want), limit)
    return want if share == 1.0 else Twist(share * want.x, share * want.y, share * want.turn)


def straight_to(want: Twist, now: Twist, limits: Limits, period: float) -> Twist:
    """The original limiter: towards the desired velocity on the straight line from the last one
    [CAMBADA-control §4.1.2, fig. 4.3].

    It gives the nearest velocity that can be reached in a cycle, which has neither the desired direction nor the
    desired speed; turning is limited separately. *now* is the last command, in the frame of *want*.

    >>> even = Limits.even(speed=2.0, acceleration=3.0, turn_rate=8.0, turn_acceleration=15.0)
    >>> command = straight_to(Twist(0.0, 1.0, 0.0), Twist(1.0, 0.0, 0.0), even, 1 / 6)
    >>> [round(part, 6) for part in command]  # 0.5 of the 1.414 m/s between them
    [0.646447, 0.353553, 0.0]
    """
    x, y, most = _capped(want, now, limits, period)
    dx, dy = x - now.x, y - now.y
    change = math.sqrt(dx * dx + dy * dy)
    if change > most:
        share = most / change
        x, y = now.x + share * dx, now.y + share * dy
    return Twist(x, y, _turn(want.turn, now.turn, limits, period))


def direction_first(want: Twist, now: Twist, limits: Limits, period: float) -> Twist:
    """The new limiter: first the desired direction, then its speed with the remaining acceleration
    [CAMBADA-control §4.3].

    If the direction can be reached in this cycle, the result is the velocity of that direction nearest to the desired
    speed (fig. 4.11 a); if not, a step perpendicular to it (b), which minimises the velocity across it (not the angle,
    as [CAMBADA-control] says). Beyond 90° such a step would lead away from the desired velocity, and the original
    limiter applies.

    >>> even = Limits.even(speed=2.0, acceleration=3.0, turn_rate=8.0, turn_acceleration=15.0)
    >>> command = direction_first(Twist(1.2, 1.6, 0.0), Twist(0.5, 0.0, 0.0), even, 1 / 6)
    >>> [round(part, 6) for part in command]  # slower, but in the right direction
    [0.36, 0.48, 0.0]
    """
    x, y, most = _capped(want, now, limits, period)
    turn = _turn(want.turn, now.turn, limits, period)
    dx, dy = x - now.x, y - now.y
    change = math.sqrt(dx * dx + dy * dy)
    if change <= most:
        return Twist(x, y, turn)
    speed = math.sqrt(x * x + y * y)
    along = (now.x * x + now.y * y) / speed if speed > 0.0 else 0.0  # the point of the desired line nearest to now
    if along <= 0.0:
        share = most / change
        return Twist(now.x + share * dx, now.y + share * dy, turn)
    ux, uy = x / speed, y / speed
    aside = now.y * ux - now.x * uy  # distance of now from that line, positive to its left: |now| sin Θ
    if abs(aside) > most:
        step = math.copysign(most, aside)
        return Twist(now.x + step * uy, now.y - step * ux, turn)
    left = math.sqrt(most * most - aside * aside)
    reached = along + left if speed > along else along - left
    return Twist(reached * ux, reached * uy, turn)


def in_proportion(want: Twist, now: Twist, base: float, acceleration: float, period: float) -> Twist:
    """Command for two wheels within the acceleration limit, with both changes in proportion [MI20 §2.4.4].

    From rest the robot therefore drives the curvature of the command from the beginning. base: distance between the
    wheels;
    acceleration: of a rim.

    >>> command = in_proportion(Twist(1.4, 0.0, -2.9), Twist(0.0, 0.0, 0.0), 0.068, 3.0, 0.02)
    >>> round(command.x / command.turn, 6)  # on the circle of the command: fig. 2.6
    -0.482759
    """
    forward, turn = want.x - now.x, want.turn - now.turn
    hardest = abs(forward) + base / 2 * abs(turn)  # the larger of forward ∓ base/2 · turn
    most = acceleration * period
    share = most / hardest if hardest > most else 1.0
    return Twist(now.x + share * forward, 0.0, now.turn + share * turn)


def _capped(want: Twist, now: Twist, limits: Limits, period: float) -> tuple[float, float, float]:
    """The desired velocity within the top speed, and its largest difference from the last one."""
    x, y = want.x, want.y
    square = x * x + y * y
    if square > limits.speed * limits.speed:
        share = limits.speed / math.sqrt(square)
        x, y = share * x, share * y
        square = x * x + y * y
    faster = square > now.x * now.x + now.y * now.y
    return x, y, (limits.speed_up if faster else limits.brake) * period


def _turn(want: float, now: float, limits: Limits, period: float) -> float:
    want = min(max(want, -limits.turn_rate), limits.turn_rate)
    most = (limits.turn_speed_up if abs(want) > abs(now) else limits.turn_brake) * period
    return min(max(want, now - most), now + most)
