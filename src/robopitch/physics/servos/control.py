"""The controllers inside a servo: from goal and position to the share of the supply voltage at its motor.

Positions and errors are in counts, speeds in the speed unit of the servo, outputs from −1 to 1. The registers and their
units are those of the ROBOTIS e-Manual. The loop runs once per time step of the physics.
"""

from __future__ import annotations

import math

from robopitch.physics.scalar import Floats, scalar
from robopitch.physics.servos import rows as r

__all__ = ["advance_reference", "clip", "compliance", "pid", "slope_of", "velocity_pi"]

# Output of an MX with protocol 1.0 that is the whole voltage: with this, P = 32 gives 0.158 · 32 per rad, which bam
# measured with an oscilloscope.
FULL_1 = 515.7
FULL_2 = 885.0  # the same for protocol 2.0


@scalar
def clip(x: float, limit: float) -> float:
    """x, cut to −limit … limit."""
    return min(max(x, -limit), limit)


@scalar
def slope_of(value: float) -> float:
    """The slope in counts that a servo makes of the value of its register: a power of two from 2 to 128."""
    slope = 2.0
    while slope < 128.0 and slope * 2.0 <= value:
        slope *= 2.0
    return slope


@scalar
def compliance(error: float, row: Floats, limit: float) -> float:
    """Output of AX and RX: 0 within the margin, a jump to the punch at its edge, then a straight line that reaches the
    torque limit after the slope.

    The registers "ccw" hold for an output in this direction.
    """
    if error >= 0.0:
        margin, slope = row[r.CCW_MARGIN], slope_of(row[r.CCW_SLOPE])
    else:
        margin, slope = row[r.CW_MARGIN], slope_of(row[r.CW_SLOPE])
    beyond = abs(error) - margin
    if beyond <= 0.0:
        return 0.0
    punch = min(row[r.PUNCH] / 1023.0, limit)
    output = min(limit, punch + (limit - punch) * beyond / slope)
    return math.copysign(output, error)


@scalar
def pid(error: float, row: Floats, limit: float, kp: float, ki: float, kd: float, feed: float, dt: float) -> float:
    """Output of a PID controller, and its memory advanced. The integral does not grow while the output is at its limit.

    kp, ki, kd: per count, count s and count/s
    feed:       output that is added, from the profile
    """
    rate = (error - row[r.LAST_ERROR]) / dt
    row[r.LAST_ERROR] = error
    integral = row[r.INTEGRAL] + error * dt if ki > 0.0 else 0.0
    output = kp * error + ki * integral + kd * rate + feed
    if abs(output) < limit or output * error < 0.0:
        row[r.INTEGRAL] = integral
    return clip(output, limit)


@scalar
def velocity_pi(error: float, row: Floats, limit: float, p: float, i: float, dt: float) -> float:
    """Output of the velocity controller; `error` in units of 0.229 rpm, p and i as registers of protocol 2.0."""
    kp, ki = p / 128.0 / FULL_2, i / 65536.0 * 1000.0 / FULL_2
    integral = row[r.INTEGRAL] + error * dt
    output = kp * error + ki * integral
    if abs(output) < limit or output * error < 0.0:
        row[r.INTEGRAL] = integral
    return clip(output, limit)


@scalar
def advance_reference(row: Floats, goal: float, speed: float, acceleration: float, dt: float) -> None:
    """Move the reference towards the goal; a speed or an acceleration of 0 is no limit."""
    here, before = row[r.REFERENCE], row[r.REFERENCE_SPEED]
    way = goal - here
    if speed <= 0.0 and acceleration <= 0.0:
        row[r.REFERENCE], row[r.REFERENCE_SPEED] = goal, 0.0
        return
    now = abs(way) / dt  # reaches the goal in this step
    if speed > 0.0:
        now = min(now, speed)
    if acceleration > 0.0:
        # The speed from which this acceleration stops at the goal in whole steps
        half = 0.5 * acceleration * dt
        now = min(now, math.sqrt(half * half + 2.0 * acceleration * abs(way)) - half)
        now = before + clip(math.copysign(now, way) - before, acceleration * dt)
    else:
        now = math.copysign(now, way)
    row[r.REFERENCE] = here + now * dt
    row[r.REFERENCE_SPEED] = now
    slow = acceleration <= 0.0 or abs(now) <= 1.01 * acceleration * dt
    if slow and (goal - row[r.REFERENCE]) * way <= 0.0:  # there, or just past it
        row[r.REFERENCE], row[r.REFERENCE_SPEED] = goal, 0.0
