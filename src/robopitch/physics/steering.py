"""Drives with steered wheels: Ackermann steering and synchro drive [CAMBADA-control §2.1.2].

Each steered wheel turns towards the velocity of its place on the robot, at its own rate and up to its limit; it may
also roll backwards. All wheels together then have one instantaneous centre of rotation: the solution of
[CAMBADA-control eq. 2.1 and 2.2] for the orientations β_c. With fixed wheels, the robot turns about a point on their
axle, and no tighter than the limits allow.

The direction of a wheel is state. It is kept where other robots keep the memory of a PID controller.
"""

from __future__ import annotations

import math

import numpy as np

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.drive import (
    across_impulse,
    along_wheel,
    clamp,
    delivered,
    is_off,
    rotate_heading,
    slip_momentum,
    spun_wheel,
    traction,
)
from robopitch.physics.scalar import Floats, routine

__all__ = ["drive_steered"]

_lane = np.uintp
_STRIDE = np.uintp(at.STRIDE)
COSINE, SINE = at.ERROR1, at.ERROR2  # the direction of a wheel as a unit vector: a GPU lane has no trigonometry
_STILL = 1e-3  # m/s: slower places do not turn their wheel
_LARGEST = 0.5  # rad: no wheel turns further in one step


@routine
def drive_steered(work: Floats, first: int, last: int, kinds: Floats, wheels: Floats, k: int, dt: float) -> None:
    """New body velocities from set-points, in FORWARD, LEFT, SPIN, before the resistances."""
    for n in range(first, last):
        i = _lane(n)
        _steer(work, i, kinds, wheels, k, dt)
        _run_motors(work, i, kinds, wheels, k, dt)
        _grip(work, i, kinds, wheels, k, dt)
        _hold_across(work, i, kinds, wheels, k, dt)


@routine
def _steer(work: Floats, i: np.uintp, kinds: Floats, wheels: Floats, k: int, dt: float) -> None:
    """Turn the wheels, and set their speeds."""
    real = type(dt)
    zero = real(0)
    by_wheel = work[at.MODE + i] == s.WHEEL_SPEEDS
    x, y, turn = work[at.SET_X + i], work[at.SET_Y + i], work[at.SET_TURN + i]
    if kinds[k, p.TIGHTEST] > zero:  # it has an axle
        turn = clamp(turn, abs(x) * kinds[k, p.TIGHTEST])
        y = -turn * kinds[k, p.AXLE]
    fastest = kinds[k, p.TOP_WHEEL_SPEED]
    for w in range(int(kinds[k, p.WHEEL_COUNT])):
        row = _lane(w) * _STRIDE + i
        vx, vy = x - turn * wheels[k, w, p.PLACE_Y], y + turn * wheels[k, w, p.PLACE_X]
        c, n = work[COSINE + row], work[SINE + row]
        if c == zero and n == zero:  # a robot that was just placed
            c, n = wheels[k, w, p.REST_X], wheels[k, w, p.REST_Y]
        speed = math.sqrt(vx * vx + vy * vy)
        if wheels[k, w, p.STEER_RATE] > zero and not by_wheel and speed > real(_STILL):
            c, n = _turned(c, n, vx / speed, vy / speed, wheels, k, w, dt)
        work[COSINE + row], work[SINE + row] = c, n
        if not by_wheel:
            work[at.TARGET + row] = (vx * c + vy * n) * wheels[k, w, p.INVERSE_RADIUS]
        fastest = max(fastest, abs(work[at.TARGET + row]))
    work[at.SCALE + i] = kinds[k, p.TOP_WHEEL_SPEED] / fastest


@routine
def _turned(c: float, n: float, x: float, y: float, wheels: Floats, k: int, w: int, dt: float) -> tuple[float, float]:
    """The direction (c, n) of a wheel, turned towards (x, y) or its opposite, whichever is nearer, for a step."""
    real = type(dt)
    zero, one = real(0), real(1)
    if c * x + n * y < zero:
        x, y = -x, -y
    rest_x, rest_y = wheels[k, w, p.REST_X], wheels[k, w, p.REST_Y]
    if rest_x * x + rest_y * y < wheels[k, w, p.LIMIT_COSINE]:  # beyond its limit: as far as it goes
        side = wheels[k, w, p.LIMIT_SINE] if rest_x * y - rest_y * x > zero else -wheels[k, w, p.LIMIT_SINE]
        x = rest_x * wheels[k, w, p.LIMIT_COSINE] - rest_y * side
        y = rest_y * wheels[k, w, p.LIMIT_COSINE] + rest_x * side
    way = one if c * y - n * x > zero else -one
    step = min(wheels[k, w, p.STEER_RATE] * dt, real(_LARGEST))
    next_c, next_n = rotate_heading(c, n, way * step)
    if (next_c * y - next_n * x) * way <= zero:
        return x, y
    return next_c, next_n


@routine
def _arm(work: Floats, row: np.uintp, wheels: Floats, k: int, w: int) -> float:
    """Velocity of the ground along a wheel, per turn rate."""
    return wheels[k, w, p.PLACE_X] * work[SINE + row] - wheels[k, w, p.PLACE_Y] * work[COSINE + row]


@routine
def _run_motors(work: Floats, i: np.uintp, kinds: Floats, wheels: Floats, k: int, dt: float) -> None:
    """Controllers and motors, without ground contact; then the body velocity if no wheel slipped."""
    real = type(dt)
    zero = real(0)
    gain, stall, damping = kinds[k, p.SERVO_GAIN], kinds[k, p.STALL_TORQUE], kinds[k, p.MOTOR_DAMPING]
    coasting, least = kinds[k, p.COASTING], kinds[k, p.LEAST_TORQUE]
    per_inertia = dt * kinds[k, p.INVERSE_WHEEL_INERTIA]
    x, y, turn = work[at.FORWARD + i], work[at.LEFT + i], work[at.SPIN + i]
    mass, inertia = real(1) / kinds[k, p.INVERSE_MASS], real(1) / kinds[k, p.INVERSE_INERTIA]
    xx, yy, tt = mass, mass, inertia
    xy, xt, yt = zero, zero, zero
    sum_x, sum_y, sum_turn = zero, zero, zero
    for w in range(int(kinds[k, p.WHEEL_COUNT])):
        row = _lane(w) * _STRIDE + i
        speed = work[at.SPEED + row]
        target = work[at.TARGET + row] * work[at.SCALE + i]
        torque = delivered(gain * (target - speed), least, is_off(target, coasting))
        speed = spun_wheel(speed, torque, stall, damping, per_inertia)
        work[at.SPEED + row] = speed
        c, n, arm, mass = work[COSINE + row], work[SINE + row], _arm(work, row, wheels, k, w), wheels[k, w, p.REFLECTED]
        slip = slip_momentum(speed, along_wheel(x, y, turn, c, n, arm), wheels[k, w, p.WHEEL_RADIUS], mass)
        sum_x, sum_y, sum_turn = sum_x + slip * c, sum_y + slip * n, sum_turn + slip * arm
        xx, xy, xt = xx + mass * c * c, xy + mass * c * n, xt + mass * c * arm
        yy, yt, tt = yy + mass * n * n, yt + mass * n * arm, tt + mass * arm * arm
    # The inverse of body mass and reflected wheel inertia, by its cofactors
    a, b, d = yy * tt - yt * yt, xt * yt - xy * tt, xy * yt - xt * yy
    e, f, g = xx * tt - xt * xt, xy * xt - xx * yt, xx * yy - xy * xy
    per = real(1) / (xx * a + xy * b + xt * d)
    work[at.FREE_X + i] = x + (a * sum_x + b * sum_y + d * sum_turn) * per
    work[at.FREE_Y + i] = y + (b * sum_x + e * sum_y + f * sum_turn) * per
    work[at.FREE_TURN + i] = turn + (d * sum_x + f * sum_y + g * sum_turn) * per


@routine
def _grip(work: Floats, i: np.uintp, kinds: Floats, wheels: Floats, k: int, dt: float) -> None:
    """Traction along the wheels."""
    real = type(dt)
    x, y, turn = real(0), real(0), real(0)
    most = kinds[k, p.TRACTION] * dt
    for w in range(int(kinds[k, p.WHEEL_COUNT])):
        row = _lane(w) * _STRIDE + i
        c, n, arm = work[COSINE + row], work[SINE + row], _arm(work, row, wheels, k, w)
        ground = along_wheel(work[at.FREE_X + i], work[at.FREE_Y + i], work[at.FREE_TURN + i], c, n, arm)
        radius, speed = wheels[k, w, p.WHEEL_RADIUS], work[at.SPEED + row]
        wanted = slip_momentum(speed, ground, radius, wheels[k, w, p.REFLECTED])
        target = work[at.TARGET + row] * work[at.SCALE + i]
        if is_off(target, kinds[k, p.COASTING]):
            target = ground / radius  # nothing holds it but the ground
        per_impulse = radius * kinds[k, p.INVERSE_WHEEL_INERTIA]
        work[at.IMPULSE + row], work[at.SPEED + row] = traction(speed, target, wanted, most, per_impulse)
        impulse = work[at.IMPULSE + row]
        x, y, turn = x + impulse * c, y + impulse * n, turn + impulse * arm
    work[at.FORWARD + i] += kinds[k, p.INVERSE_MASS] * x
    work[at.LEFT + i] += kinds[k, p.INVERSE_MASS] * y
    work[at.SPIN + i] += kinds[k, p.INVERSE_INERTIA] * turn


@routine
def _hold_across(work: Floats, i: np.uintp, kinds: Floats, wheels: Floats, k: int, dt: float) -> None:
    """Friction of the tyres across the wheels."""
    real = type(dt)
    x, y, turn = real(0), real(0), real(0)
    most, per_mass, per_inertia = kinds[k, p.SIDE_TRACTION] * dt, kinds[k, p.INVERSE_MASS], kinds[k, p.INVERSE_INERTIA]
    count = int(kinds[k, p.WHEEL_COUNT])
    for w in range(count):
        row = _lane(w) * _STRIDE + i
        c, n = work[COSINE + row], work[SINE + row]
        arm = wheels[k, w, p.PLACE_X] * c + wheels[k, w, p.PLACE_Y] * n
        ground = along_wheel(work[at.FORWARD + i], work[at.LEFT + i], work[at.SPIN + i], -n, c, arm)
        share = real(1) / (real(count) * (per_mass + per_inertia * arm * arm))
        impulse = across_impulse(ground, share, most)
        x, y, turn = x - impulse * n, y + impulse * c, turn + impulse * arm
    work[at.FORWARD + i] += per_mass * x
    work[at.LEFT + i] += per_mass * y
    work[at.SPIN + i] += per_inertia * turn
