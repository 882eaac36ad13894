"""The output of a servo in its present mode."""

from __future__ import annotations

import math

from robopitch.physics.scalar import Floats, scalar
from robopitch.physics.servos import params as p
from robopitch.physics.servos import rows as r
from robopitch.physics.servos.control import FULL_1, FULL_2, advance_reference, clip, compliance, pid, velocity_pi
from robopitch.physics.servos.modes import CURRENT, CURRENT_POSITION, PWM, VELOCITY, goal_of

__all__ = ["drive", "output_limit", "rest"]

# Of the wheel mode of MX with protocol 1.0, chosen: those of protocol 2.0 at delivery
_WHEEL_P, _WHEEL_I = 100.0, 1920.0
_UNIT_2 = 0.229 * math.tau / 60  # rad/s
_ACCELERATION_1 = 8.583 / 360.0  # turns/s² per unit of `goal_acceleration`
_ACCELERATION_2 = 214.577 / 3600.0  # turns/s² per unit of `profile_acceleration`


@scalar
def rest(row: Floats, position: float) -> None:
    """Without torque the reference follows the position, and the controller forgets."""
    row[r.REFERENCE], row[r.REFERENCE_SPEED] = position, 0.0
    row[r.INTEGRAL] = row[r.LAST_ERROR] = row[r.DUTY] = 0.0


@scalar
def output_limit(row: Floats, law: float, mode: int) -> float:
    """The greatest output that the registers allow, 0 to 1."""
    if law != p.PID_2:
        return min(row[r.TORQUE_LIMIT] / 1023.0, 1.0)
    limit = min(row[r.PWM_LIMIT] / FULL_2, 1.0)
    return limit if mode == PWM else min(limit, abs(row[r.GOAL_PWM]) / FULL_2)


@scalar
def drive(row: Floats, numbers: Floats, mode: int, position: float, speed: float, volts: float, dt: float) -> float:
    """The output, −1 to 1; controller and profile are advanced.

    speed: of the motor, rad/s
    """
    law = numbers[p.LAW]
    limit = output_limit(row, law, mode)
    if mode == PWM:
        rest(row, position)
        return clip(_directed(row[r.MOVING_SPEED]) / 1023.0 if law != p.PID_2 else row[r.GOAL_PWM] / FULL_2, limit)
    if mode == VELOCITY:
        return _at_velocity(row, numbers, position, speed, limit, dt)
    if mode == CURRENT:
        rest(row, position)
        return clip(_for_current(_goal_current(row, numbers), numbers, speed, volts), limit)
    output = _to_position(row, numbers, mode, position, limit, dt)
    if mode == CURRENT_POSITION:
        most = abs(row[r.GOAL_CURRENT]) * numbers[p.CURRENT_UNIT]
        low, high = _for_current(-most, numbers, speed, volts), _for_current(most, numbers, speed, volts)
        output = clip(min(max(output, low), high), limit)
    return output


@scalar
def _directed(value: float) -> float:
    """A value whose bit 10 says "clockwise", with a sign."""
    return -(value - 1024.0) if value >= 1024.0 else value


@scalar
def _to_position(row: Floats, numbers: Floats, mode: int, position: float, limit: float, dt: float) -> float:
    law, goal = numbers[p.LAW], goal_of(row, numbers, mode)
    per_turn = numbers[p.PER_TURN]
    speed, acceleration, feed = row[r.MOVING_SPEED], 0.0, 0.0
    if law == p.PID_1:
        acceleration = row[r.GOAL_ACCELERATION] * _ACCELERATION_1 * per_turn
    elif law == p.PID_2:
        speed, acceleration = row[r.PROFILE_VELOCITY], row[r.PROFILE_ACCELERATION] * _ACCELERATION_2 * per_turn
    before = row[r.REFERENCE_SPEED]
    advance_reference(row, goal, speed * numbers[p.SPEED_UNIT] * numbers[p.COUNTS], acceleration, dt)
    error = row[r.REFERENCE] - position
    if law == p.COMPLIANCE:
        return compliance(error, row, limit)
    if law == p.PID_1:
        kp, ki, kd = row[r.P_GAIN] / 8.0, row[r.I_GAIN] * 1000.0 / 2048.0, row[r.D_GAIN] * 4.0 / 1000.0
        output = pid(error, row, limit, kp / FULL_1, ki / FULL_1, kd / FULL_1, 0.0, dt)
        least = min(row[r.PUNCH] / 1023.0, limit)
        return math.copysign(least, output) if 0.0 < abs(output) < least else output
    kp, ki, kd = row[r.P_GAIN] / 128.0, row[r.I_GAIN] / 65.536, row[r.D_GAIN] / 16000.0
    full = FULL_2 / numbers[p.GAIN]
    now = row[r.REFERENCE_SPEED]
    feed = row[r.FEEDFORWARD_1ST_GAIN] / 4000.0 * now + row[r.FEEDFORWARD_2ND_GAIN] / 4.0e6 * (now - before) / dt
    return pid(error, row, limit, kp / full, ki / full, kd / full, feed / full, dt)


@scalar
def _at_velocity(row: Floats, numbers: Floats, position: float, speed: float, limit: float, dt: float) -> float:
    """The wheel mode of MX, and the velocity mode of protocol 2.0, whose acceleration is that of the profile."""
    p_gain, i_gain, unit = _WHEEL_P, _WHEEL_I, numbers[p.SPEED_UNIT]
    counts = numbers[p.COUNTS]
    if numbers[p.LAW] == p.PID_2:
        wanted, p_gain, i_gain = row[r.GOAL_VELOCITY] * unit, row[r.VELOCITY_P_GAIN], row[r.VELOCITY_I_GAIN]
        acceleration = row[r.PROFILE_ACCELERATION] * _ACCELERATION_2 * math.tau
    else:
        wanted = _directed(row[r.MOVING_SPEED]) * unit
        acceleration = row[r.GOAL_ACCELERATION] * _ACCELERATION_1 * math.tau
    before = row[r.REFERENCE_SPEED] / counts
    if acceleration > 0.0:
        wanted = before + clip(wanted - before, acceleration * dt)
    row[r.REFERENCE], row[r.REFERENCE_SPEED], row[r.LAST_ERROR] = position, wanted * counts, 0.0
    return velocity_pi((wanted - speed) / _UNIT_2, row, limit, p_gain, i_gain, dt)


@scalar
def _goal_current(row: Floats, numbers: Floats) -> float:
    """A, of the torque modes."""
    if numbers[p.LAW] == p.PID_2:
        return clip(row[r.GOAL_CURRENT], row[r.CURRENT_LIMIT]) * numbers[p.CURRENT_UNIT]
    return _directed(row[r.GOAL_TORQUE]) * numbers[p.CURRENT_UNIT]


@scalar
def _for_current(current: float, numbers: Floats, speed: float, volts: float) -> float:
    """The output at which this current flows."""
    torque = current / numbers[p.AMPERES]
    return (torque / (numbers[p.K] * numbers[p.PER_R]) + numbers[p.K] * speed) / volts
