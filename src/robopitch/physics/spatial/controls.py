"""The robot's own software: command → set-point → wheel speeds → voltage of each motor.

Limiter, inverse kinematics and wheel controller are programs on a robot, the same for every engine. What the motors,
the wheels and the ground make of the voltage is MuJoCo's matter.
"""

from __future__ import annotations

import numpy as np

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.drive import along_wheel, clamp, into_body, left_of, pid_output
from robopitch.physics.kicker import recharged
from robopitch.physics.scalar import Floats, Ints, routine
from robopitch.physics.setpoint_loops import set_points, set_points_in_proportion, set_wheels
from robopitch.physics.spatial import index as of

__all__ = ["control_all"]

_lane = np.uintp
_STRIDE = np.uintp(at.STRIDE)


@routine
def _voltage(work: Floats, i: np.uintp, kinds: Floats, wheels: Floats, k: int, w: int, dt: float) -> float:
    """Voltage of one motor, as a share of the highest."""
    row = _lane(w) * _STRIDE
    stall, damping = kinds[k, p.STALL_TORQUE], kinds[k, p.MOTOR_DAMPING]
    speed = work[at.SPEED + row + i]
    error = work[at.TARGET + row + i] * work[at.SCALE + i] - speed
    if kinds[k, p.CONTROLLER] == p.PID:
        error *= wheels[k, w, p.WHEEL_RADIUS]
        out, error1, error2 = work[at.OUTPUT + row + i], work[at.ERROR1 + row + i], work[at.ERROR2 + row + i]
        limit = kinds[k, p.PID_CLAMP]
        for _ in range(int(kinds[k, p.PID_TICKS])):
            alpha, beta, gamma = kinds[k, p.PID_ALPHA], kinds[k, p.PID_BETA], kinds[k, p.PID_GAMMA]
            out = pid_output(out, error, error1, error2, alpha, beta, gamma, limit)
            error1, error2 = error, error1
        work[at.OUTPUT + row + i], work[at.ERROR1 + row + i], work[at.ERROR2 + row + i] = out, error1, error2
        return out / limit
    ahead = along_wheel(
        work[at.AX + i],
        work[at.AY + i],
        work[at.ATURN + i],
        wheels[k, w, p.FEED_X],
        wheels[k, w, p.FEED_Y],
        wheels[k, w, p.FEED_T],
    )
    if kinds[k, p.CONTROLLER] == p.IDEAL:
        # A servo as fast as steps allow, without a highest voltage; the ground still limits what it can do.
        radius = wheels[k, w, p.WHEEL_RADIUS]
        carried = 1.0 / kinds[k, p.INVERSE_WHEEL_INERTIA] + kinds[k, p.MASS] / kinds[k, p.WHEEL_COUNT] * radius * radius
        return (carried / (2.0 * dt) * error + ahead + damping * speed) / stall
    return clamp((kinds[k, p.SERVO_GAIN] * error + ahead + damping * speed) / stall, 1.0)


@routine
def _control_kind(work: Floats, first: int, last: int, kinds: Floats, wheels: Floats, k: int, dt: float) -> None:
    """Timers, set-points and wheel speeds of robots of one kind."""
    for n in range(first, last):
        i = _lane(n)
        work[at.CHARGE + i] = recharged(work[at.CHARGE + i], kinds[k, p.RECHARGE] * dt)
        work[at.TOUCH + i] = left_of(work[at.TOUCH + i], dt)
        work[at.RELEASE + i] = left_of(work[at.RELEASE + i], dt)
        work[at.FORWARD + i], work[at.LEFT + i] = into_body(
            work[at.VX + i], work[at.VY + i], work[at.HX + i], work[at.HY + i]
        )
        work[at.SPIN + i] = work[at.TURN + i]
    if kinds[k, p.WHEEL_COUNT] == 0:
        return
    if kinds[k, p.LIMITER] == p.PROPORTIONAL:
        set_points_in_proportion(work, first, last, kinds, wheels, k, dt)
    else:
        set_points(work, first, last, kinds, k, dt)
    set_wheels(work, first, last, kinds, wheels, k)


@routine
def control_all(
    robots: Floats, which: Ints, kinds: Floats, wheels: Floats, dt: float, bodies: Ints, ctrl: Floats
) -> None:
    """The voltages of all motors; 0 for robots that are not on the field."""
    work = robots.reshape(robots.size)
    count = which.shape[0]
    for n in range(count):  # one by one: this engine has no use for vector instructions
        k = which[n]
        _control_kind(work, n, n + 1, kinds, wheels, k, dt)
        for w in range(int(kinds[k, p.WHEEL_COUNT])):
            present = robots[s.PRESENT, n] > 0.0
            ctrl[bodies[n, of.ACTUATORS + w]] = _voltage(work, _lane(n), kinds, wheels, k, w, dt) if present else 0.0
