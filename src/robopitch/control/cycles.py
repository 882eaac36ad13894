"""Corrects commands for the fact that a digital controller holds them for a whole cycle."""

from __future__ import annotations

import math

from robopitch.control.geometry import Twist, into_body

__all__ = ["along_chord", "held_command"]

_MOST = math.pi / 2  # half a rotation in one cycle: beyond it the required speed grows without limit


def along_chord(want: Twist, period: float) -> Twist:
    """Velocity to hold for a cycle that brings a turning robot to the end of the straight path of *want*
    [CAMBADA-control §4.1.1].

    A robot that turns drives an arc. Its chord differs by α = ωΔt/2 from the initial direction, and is sin α / α times
    as long as the arc: the command is rotated back by α and is α / sin α times as fast. Both are velocities of the
    robot's frame at the beginning of the cycle.

    >>> command = along_chord(Twist(1.0, 0.0, math.pi), 1.0)  # half a rotation over 1 m: a half circle
    >>> [round(part, 6) for part in command]
    [0.0, -1.570796, 3.141593]
    """
    alpha = want.turn * period / 2
    if alpha == 0.0:
        return want
    alpha = min(max(alpha, -_MOST), _MOST)
    sine = math.sin(alpha)
    longer = alpha / sine if sine != 0.0 else 1.0  # the sine of the smallest numbers is 0
    along, across = longer * math.cos(alpha), longer * sine
    return Twist(along * want.x + across * want.y, along * want.y - across * want.x, want.turn)


def held_command(want: Twist, heading: float, period: float) -> Twist:
    """Command in the robot's frame to hold for a cycle, for a velocity of the field [CAMBADA-control §4.1.1].

    heading: heading of the robot when the command takes effect, which is after the delay.
    """
    x, y = into_body(want.x, want.y, heading)
    return along_chord(Twist(x, y, want.turn), period)
