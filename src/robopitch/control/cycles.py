"""What a digital controller must say so that a command held for a whole cycle does what was meant."""

from __future__ import annotations

import math

from robopitch.control.geometry import Twist, into_body

__all__ = ["along_chord", "held_command"]

_MOST = math.pi / 2  # half a turn in one cycle: a chord back to where the robot came from asks for infinite speed


def along_chord(want: Twist, period: float) -> Twist:
    """Velocity to hold for a cycle so that the robot is where *want* leads along a straight line
    [CAMBADA-control §4.1.1].

    A robot that turns drives an arc. Its chord lies α = ωΔt/2 off the direction in which it sets out, and is
    sin α / α times as long as the arc: the command is turned back by α and is α / sin α times as fast. Both are
    velocities of the robot's frame at the beginning of the cycle.

    >>> command = along_chord(Twist(1.0, 0.0, math.pi), 1.0)  # half a turn while it drives 1 m: a half circle
    >>> [round(part, 6) for part in command]
    [0.0, -1.570796, 3.141593]
    """
    alpha = want.turn * period / 2
    if alpha == 0.0:
        return want
    alpha = min(max(alpha, -_MOST), _MOST)
    sine = math.sin(alpha)
    longer = alpha / sine if sine != 0.0 else 1.0  # a sine of the smallest numbers is 0
    along, across = longer * math.cos(alpha), longer * sine
    return Twist(along * want.x + across * want.y, along * want.y - across * want.x, want.turn)


def held_command(want: Twist, heading: float, period: float) -> Twist:
    """Command in the robot's frame to hold for a cycle, for a velocity of the field [CAMBADA-control §4.1.1].

    heading: that of the robot when the command begins to act, which is later by the delay than it is given.
    """
    x, y = into_body(want.x, want.y, heading)
    return along_chord(Twist(x, y, want.turn), period)
