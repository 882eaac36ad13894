"""The registers that a servo measures, in their units."""

from __future__ import annotations

import math

from robopitch.physics.scalar import Floats, scalar
from robopitch.physics.servos import errors as e
from robopitch.physics.servos import params as p
from robopitch.physics.servos import rows as r
from robopitch.physics.servos.control import FULL_2
from robopitch.physics.servos.modes import CURRENT, MULTI_TURN, POSITION, PWM, VELOCITY, goal_of

__all__ = ["read_sensors"]

_NEAR = 5.0  # counts from its goal at which a servo of protocol 1.0 has arrived, chosen
_TICKS = 32768.0  # ms after which `realtime_tick` starts anew


@scalar
def read_sensors(
    row: Floats, numbers: Floats, mode: int, position: float, speed: float, volts: float, dt: float
) -> None:
    """Write them.

    position: counts, of `modes.position_of`
    speed:    rad/s, of the joint
    """
    row[r.CLOCK] += dt
    if row[r.CLOCK] * 1000.0 >= _TICKS:
        row[r.CLOCK] -= _TICKS / 1000.0
    units = math.floor(abs(speed) / numbers[p.SPEED_UNIT] + 0.5)
    row[r.PRESENT_VOLTAGE] = math.floor(volts * 10.0 + 0.5)
    row[r.PRESENT_TEMPERATURE] = min(max(math.floor(row[r.TEMPERATURE]), 0.0), 255.0)
    if numbers[p.LAW] == p.PID_2:
        _read_protocol_2(row, numbers, mode, position, math.copysign(float(units), speed))
        return
    if mode == MULTI_TURN:
        divider = max(row[r.RESOLUTION_DIVIDER], 1.0)
        row[r.PRESENT_POSITION] = math.floor(position / divider) + row[r.MULTI_TURN_OFFSET]
    else:
        row[r.PRESENT_POSITION] = position
    row[r.PRESENT_SPEED] = min(units, 1023.0) + (1024.0 if speed < 0.0 and units > 0.0 else 0.0)
    load = min(math.floor(abs(row[r.DUTY]) * 1000.0 + 0.5), 1023.0)
    row[r.PRESENT_LOAD] = load + (1024.0 if row[r.DUTY] < 0.0 and load > 0.0 else 0.0)
    row[r.MOVING] = 1.0 if row[r.TORQUE_ENABLE] > 0.0 and _is_under_way(row, numbers, mode, position, units) else 0.0
    if numbers[p.LAW] == p.PID_1:
        row[r.REALTIME_TICK] = math.floor(row[r.CLOCK] * 1000.0)
        if numbers[p.CURRENT_UNIT] > 0.0:
            current = math.floor(2048.0 + row[r.CURRENT] / numbers[p.CURRENT_UNIT] + 0.5)
            row[r.PRESENT_CURRENT] = min(max(current, 0.0), 4095.0)


@scalar
def _is_under_way(row: Floats, numbers: Floats, mode: int, position: float, units: float) -> bool:
    if mode in (PWM, VELOCITY, CURRENT):
        return units > 0.0
    goal = goal_of(row, numbers, mode)
    # A load can hold a servo away from its goal for ever: it has then gone as far as it gets.
    return abs(goal - position) > _NEAR and (units > 0.0 or row[r.REFERENCE] != goal)


@scalar
def _read_protocol_2(row: Floats, numbers: Floats, mode: int, position: float, units: float) -> None:
    row[r.REALTIME_TICK] = math.floor(row[r.CLOCK] * 1000.0)
    row[r.PRESENT_POSITION] = position + row[r.HOMING_OFFSET]
    row[r.PRESENT_SPEED] = units
    row[r.PRESENT_PWM] = math.floor(row[r.DUTY] * FULL_2 + 0.5)
    row[r.MOVING] = 1.0 if abs(units) > row[r.MOVING_THRESHOLD] else 0.0
    if numbers[p.CURRENT_UNIT] > 0.0:
        row[r.PRESENT_CURRENT] = math.floor(row[r.CURRENT] / numbers[p.CURRENT_UNIT] + 0.5)
    else:
        row[r.PRESENT_LOAD] = math.floor(row[r.DUTY] * 1000.0 + 0.5)
    per_unit = numbers[p.SPEED_UNIT] * numbers[p.COUNTS]
    row[r.VELOCITY_TRAJECTORY] = math.floor(row[r.REFERENCE_SPEED] / per_unit + 0.5)
    row[r.POSITION_TRAJECTORY] = math.floor(row[r.REFERENCE] + 0.5) + row[r.HOMING_OFFSET]
    row[r.HARDWARE_ERROR] = float(int(row[r.ERRORS]) & e.HARDWARE)
    arrived = mode >= POSITION and mode != PWM and row[r.REFERENCE] == goal_of(row, numbers, mode)
    under_way = row[r.TORQUE_ENABLE] > 0.0 and not arrived
    in_position = arrived and abs(units) <= row[r.MOVING_THRESHOLD]
    row[r.MOVING_STATUS] = (2.0 if under_way else 0.0) + (1.0 if in_position else 0.0)
