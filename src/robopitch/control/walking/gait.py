"""A walk, a step of its clock after the other.

A phase from 0 to 1 runs through a double step; the legs are half of it apart. A foot swings on a half cosine to where
the trunk will need it, and lifts on a whole one; on the ground it goes back under the trunk with the speed of the walk.
The trunk sways to the leg that stands. Steps grow from nothing when a walk begins and shrink when it ends.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence

from robopitch.control.walking import parameters
from robopitch.control.walking.legs import SIDE, Leg, leg_angles
from robopitch.elementary import cos, sin

__all__ = ["STATE", "advance", "legs_at_rest", "position"]

# ---- numbers of a gait, after those of the leg (`numbers_of`) -----------------------------------------------------
_FIRST = len(Leg._fields)
(
    FREQUENCY, DOUBLE_SUPPORT, LOWERED, RISE, SWAY, SWAY_PHASE, LEAN, AHEAD, WIDE, ROLL_LIFT, TOE, PITCH_ANKLE,
    PITCH_RATE_ANKLE, ROLL_ANKLE, ROLL_RATE_ANKLE, PITCH_PLACE, PITCH_RATE_PLACE, ROLL_PLACE, ROLL_RATE_PLACE, BEGIN,
    ACCELERATION, TURN_ACCELERATION, FASTEST, FASTEST_BACK, FASTEST_ASIDE, FASTEST_TURN, WALKED, WALKED_ASIDE,
    WALKED_TURN, DRIFT, DRIFT_ASIDE, DRIFT_TURN,
) = range(_FIRST, _FIRST + len(parameters.Gait._fields))  # fmt: skip

# ---- the state of a walk ------------------------------------------------------------------------------------------
PHASE, SIZE = 0, 1  # 0 to 1; of the steps, 0 (it stands) to 1
FORWARD, LEFT, TURN = 2, 3, 4  # what is walked now
FEET = 5  # left x, y, yaw, right x, y, yaw: from below the hips, m and rad
STARTS = 11  # likewise, where the swing began
SWINGS = 17  # left, right: 1 while it swings
X, Y, HEADING = 19, 20, 21  # of the robot since the beginning, by its steps
STATE = 22

_PI, _TURN = math.pi, math.tau


def _limited(now: float, wanted: float, step: float) -> float:
    return now + min(max(wanted - now, -step), step)


def _follow(
    state: MutableSequence[float], p: Sequence[float], forward: float, left: float, turn: float, dt: float
) -> None:
    """Let the speeds that are walked go towards those that are ordered, and the steps grow or shrink."""
    forward = min(max(forward, -p[FASTEST_BACK]), p[FASTEST])
    left = min(max(left, -p[FASTEST_ASIDE]), p[FASTEST_ASIDE])
    turn = min(max(turn, -p[FASTEST_TURN]), p[FASTEST_TURN])
    walks = forward != 0.0 or left != 0.0 or turn != 0.0
    state[FORWARD] = _limited(state[FORWARD], forward, p[ACCELERATION] * dt)
    state[LEFT] = _limited(state[LEFT], left, p[ACCELERATION] * dt)
    state[TURN] = _limited(state[TURN], turn, p[TURN_ACCELERATION] * dt)
    slow = abs(state[FORWARD]) + abs(state[LEFT]) < 0.02 and abs(state[TURN]) < 0.1
    if walks or not slow:
        state[SIZE] = min(state[SIZE] + dt / p[BEGIN], 1.0)
    elif state[SIZE] > 0.0:
        state[SIZE] = max(state[SIZE] - dt / p[BEGIN], 0.0)


def advance(
    state: MutableSequence[float],
    p: Sequence[float],
    forward: float,
    left: float,
    turn: float,
    pitch: float,
    roll: float,
    pitch_rate: float,
    roll_rate: float,
    dt: float,
    angles: MutableSequence[float],
) -> None:
    """Advance a walk by a time, and write the angles of both legs: twelve, those of the left leg first (`LEG_JOINTS`).

    state:                 `STATE` numbers, at first 0
    p:                     `numbers_of` gait and leg
    forward, left, turn:   the order; clipped to what the gait allows
    pitch, roll and rates: of the trunk, positive forward and to the right, rad and rad/s; 0 without an IMU
    dt:                    s since the last call
    """
    _follow(state, p, forward, left, turn, dt)
    size = state[SIZE]
    swing = 0.5 * (1.0 - p[DOUBLE_SUPPORT])  # share of a double step in which a foot swings
    stance = (1.0 - swing) / p[FREQUENCY]  # s
    if size > 0.0:
        state[PHASE] += p[FREQUENCY] * dt
        state[PHASE] -= math.floor(state[PHASE])
    else:
        state[PHASE] = 0.5 * swing + 0.5  # the next step begins when the trunk is in the middle
    vx = size * (state[FORWARD] - p[DRIFT]) / p[WALKED]
    vy = size * (state[LEFT] - p[DRIFT_ASIDE]) / p[WALKED_ASIDE]
    turning = size * (state[TURN] - p[DRIFT_TURN]) / p[WALKED_TURN]
    tilted, ahead = 0.0, p[AHEAD]
    if pitch != 0.0:
        tilted = pitch - p[LEAN]
    height = p[1] + p[2] + p[3] - p[LOWERED]
    angle = _TURN * (state[PHASE] - 0.5 * swing + 0.25) + p[SWAY_PHASE]
    sway = -size * p[SWAY] * sin(angle)
    for leg in range(2):
        side = 1.0 - 2.0 * leg
        foot, start = FEET + 3 * leg, STARTS + 3 * leg
        phase = state[PHASE] + 0.5 * leg
        phase -= math.floor(phase)
        lift, ankle_pitch, ankle_roll, hip_roll = 0.0, 0.0, 0.0, 0.0
        if size > 0.0 and phase < swing:
            if state[SWINGS + leg] == 0.0:
                state[SWINGS + leg] = 1.0
                for index in range(3):
                    state[start + index] = state[foot + index]
            share = phase / swing
            x = 0.5 * vx * stance + size * (p[PITCH_PLACE] * tilted + p[PITCH_RATE_PLACE] * pitch_rate)
            y = 0.5 * vy * stance - size * (p[ROLL_PLACE] * roll + p[ROLL_RATE_PLACE] * roll_rate)
            yaw = 0.5 * turning * stance
            if side * y < 0.0:
                y *= 0.3  # the other foot makes most of the way: feet do not cross
            if side * yaw < 0.0:
                yaw *= 0.3
            gone = 0.5 * (1.0 - cos(_PI * share))
            state[foot] = state[start] + (x - state[start]) * gone
            state[foot + 1] = state[start + 1] + (y - state[start + 1]) * gone
            state[foot + 2] = state[start + 2] + (yaw - state[start + 2]) * gone
            lift = size * p[RISE] * 0.5 * (1.0 - cos(_TURN * share))
            ankle_pitch = size * p[TOE] * sin(_PI * share)
        else:
            state[SWINGS + leg] = 0.0
            out = state[foot + 1] + side * (p[SIDE] + p[WIDE])
            moved = state[foot] + (turning * out - vx) * dt
            state[foot + 1] -= (vy + turning * state[foot]) * dt
            state[foot] = moved
            state[foot + 2] -= turning * dt
            other = phase - 0.5 - math.floor(phase - 0.5)
            if size > 0.0 and other < swing:
                hip_roll = side * size * p[ROLL_LIFT] * sin(_PI * other / swing)
            ankle_pitch = p[PITCH_ANKLE] * tilted + p[PITCH_RATE_ANKLE] * pitch_rate
            ankle_roll = p[ROLL_ANKLE] * roll + p[ROLL_RATE_ANKLE] * roll_rate
        first = 6 * leg
        y = state[foot + 1] + side * p[WIDE] - sway
        leg_angles(p, state[foot] - ahead, y, lift - height, state[foot + 2], p[LEAN], angles, first)
        angles[first + 1] += hip_roll
        angles[first + 4] += ankle_pitch
        angles[first + 5] += ankle_roll
    _walk_on(state, size, dt)


def _walk_on(state: MutableSequence[float], size: float, dt: float) -> None:
    """Odometry: what is walked adds up."""
    c, s = cos(state[HEADING]), sin(state[HEADING])
    forward, left = size * state[FORWARD] * dt, size * state[LEFT] * dt
    state[X] += c * forward - s * left
    state[Y] += s * forward + c * left
    state[HEADING] += size * state[TURN] * dt


def legs_at_rest(p: Sequence[float], angles: MutableSequence[float]) -> None:
    """Write the angles of a robot that stands ready to walk."""
    for leg in range(2):
        side = 1.0 - 2.0 * leg
        z = p[LOWERED] - p[1] - p[2] - p[3]
        leg_angles(p, -p[AHEAD], side * p[WIDE], z, 0.0, p[LEAN], angles, 6 * leg)


def position(state: Sequence[float]) -> tuple[float, float, float]:
    """x, y in m and heading in rad of a robot since the beginning of its state, by odometry."""
    return state[X], state[Y], state[HEADING]
