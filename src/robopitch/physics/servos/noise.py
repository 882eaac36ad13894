"""Errors of the position readings of a servo: each is a hash of the robot, the servo and the time, so that none has a
state to save.
"""

from __future__ import annotations

from robopitch.physics.scalar import scalar

__all__ = ["reading_error"]

_BITS = 0xFFFFFFFF
# Multipliers of a 32-bit finaliser (Wellons 2018, "lowbias32"); the first three only keep the arguments apart.
_FRAME, _SERVO, _ROBOT = 0x9E3779B1, 0x85EBCA6B, 0xC2B2AE35
_FIRST, _SECOND = 0x7FEB352D, 0x846CA68B


@scalar
def reading_error(most: float, robot: int, servo: int, frame: int) -> float:
    """A whole number from −most to most, all equally likely; the same arguments give the same number.

    most:  counts, whole
    frame: number of the reading, not negative
    """
    bits = (frame * _FRAME + servo * _SERVO + robot * _ROBOT) & _BITS
    bits = ((bits ^ (bits >> 16)) * _FIRST) & _BITS
    bits = ((bits ^ (bits >> 15)) * _SECOND) & _BITS
    bits ^= bits >> 16
    return float(bits % (2 * int(most) + 1)) - most
