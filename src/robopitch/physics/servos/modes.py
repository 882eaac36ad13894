"""What a servo does: which of its controllers works, and what its position reads."""

from __future__ import annotations

import math

from robopitch.physics.scalar import Floats, scalar
from robopitch.physics.servos import params as p
from robopitch.physics.servos import rows as r

__all__ = ["goal_of", "is_reversed", "mode_of", "position_of"]

# The numbers are those of `operating_mode` of protocol 2.0; a servo of protocol 1.0 has its mode from its angle limits.
CURRENT, VELOCITY, POSITION, MULTI_TURN, CURRENT_POSITION, PWM = 0, 1, 3, 4, 5, 16


@scalar
def mode_of(row: Floats, law: float) -> int:
    """The mode of a servo: both angle limits 0 is the wheel mode, both 4095 the multi-turn mode of an MX."""
    if law == p.PID_2:
        return int(row[r.OPERATING_MODE])
    cw, ccw = row[r.CW_ANGLE_LIMIT], row[r.CCW_ANGLE_LIMIT]
    if law == p.COMPLIANCE:
        return PWM if cw == 0.0 and ccw == 0.0 else POSITION  # the speed of the wheel mode is a voltage
    if row[r.TORQUE_CONTROL_MODE] > 0.0:
        return CURRENT
    if cw == 0.0 and ccw == 0.0:
        return VELOCITY
    return MULTI_TURN if cw == 4095.0 and ccw == 4095.0 else POSITION


@scalar
def is_reversed(row: Floats, law: float) -> bool:
    """Whether the servo counts clockwise as positive (bit 0 of `drive_mode`)."""
    return law != p.COMPLIANCE and int(row[r.DRIVE_MODE]) % 2 == 1


@scalar
def position_of(numbers: Floats, mode: int, angle: float, error: float) -> float:
    """The position in whole counts that the controller works with.

    angle: of the shaft, in its own direction, rad
    error: of this reading, counts

    A potentiometer reads 0 or 1023 in the 60° without a track. A magnetic encoder knows one turn, and counts turns in
    the multi-turn modes.
    """
    counts = math.floor(numbers[p.MIDDLE] + angle * numbers[p.COUNTS] + 0.5) + error
    turn = numbers[p.PER_TURN]
    if numbers[p.LAW] == p.COMPLIANCE:
        gap = 0.5 * (turn - 1024.0)
        counts = counts - turn * math.floor((counts + gap) / turn)
        return float(min(max(math.floor(counts), 0.0), 1023.0))
    if mode in (MULTI_TURN, CURRENT_POSITION):
        return float(counts)
    return float(counts - turn * math.floor(counts / turn))


@scalar
def goal_of(row: Floats, numbers: Floats, mode: int) -> float:
    """The goal in the counts of `position_of`, within the limits."""
    goal = row[r.GOAL_POSITION]
    if numbers[p.LAW] == p.PID_2:
        goal -= row[r.HOMING_OFFSET]
        if mode == POSITION:
            goal = min(max(goal, row[r.MIN_POSITION_LIMIT]), row[r.MAX_POSITION_LIMIT])
        return goal
    if mode == MULTI_TURN:
        return (goal - row[r.MULTI_TURN_OFFSET]) * max(row[r.RESOLUTION_DIVIDER], 1.0)
    return min(max(goal, row[r.CW_ANGLE_LIMIT]), row[r.CCW_ANGLE_LIMIT])
