"""The drives of robots `first` to `last`, all of one kind: the functions of `drive.py`, each in a loop over them.

For a CPU they are all robots of that kind, for a GPU lane they are one.

Loops over wheels are outside, loops over robots inside, so that the inner ones become vector instructions. The wheels
of a robot are visited in pairs from both ends of their list, which is sorted around the robot: a mirrored robot adds
up the same numbers in the same order, and mirrored worlds stay mirrored to the last bit.
"""

from __future__ import annotations

import numpy as np

from robopitch.physics import params as p
from robopitch.physics import workspace as at
from robopitch.physics.drive import (
    across_impulse,
    along_wheel,
    braked,
    delivered,
    into_body,
    is_off,
    left_of,
    out_of_body,
    pid_output,
    rotate_heading,
    slip_momentum,
    spun_wheel,
    traction,
)
from robopitch.physics.kicker import recharged
from robopitch.physics.scalar import Floats, Ints, scalar
from robopitch.physics.setpoint_loops import set_points, set_points_in_proportion, set_wheels
from robopitch.physics.steering import drive_steered

__all__ = ["drive_all", "drive_kind", "move"]

_lane = np.uintp
_STRIDE = np.uintp(at.STRIDE)


@scalar
def _recover(work: Floats, first: int, last: int, gain: float, dt: float) -> None:
    """Advance the timers: kickers recharge, touches expire, holders are released for less time."""
    for n in range(first, last):
        i = _lane(n)
        work[at.CHARGE + i] = recharged(work[at.CHARGE + i], gain)
        work[at.TOUCH + i] = left_of(work[at.TOUCH + i], dt)
        work[at.RELEASE + i] = left_of(work[at.RELEASE + i], dt)


@scalar
def _look(work: Floats, first: int, last: int) -> None:
    """Body velocities."""
    for n in range(first, last):
        i = _lane(n)
        work[at.FORWARD + i], work[at.LEFT + i] = into_body(
            work[at.VX + i], work[at.VY + i], work[at.HX + i], work[at.HY + i]
        )
        work[at.SPIN + i] = work[at.TURN + i]


@scalar
def _run_motor(work: Floats, first: int, last: int, kinds: Floats, wheels: Floats, k: int, w: int, dt: float) -> None:
    """One wheel of every robot: its controller and its motor, without ground contact."""
    real = type(dt)
    row = _lane(w) * _STRIDE
    gain, stall, damping = kinds[k, p.SERVO_GAIN], kinds[k, p.STALL_TORQUE], kinds[k, p.MOTOR_DAMPING]
    feed_x, feed_y, feed_turn = wheels[k, w, p.FEED_X], wheels[k, w, p.FEED_Y], wheels[k, w, p.FEED_T]
    per_inertia = dt * kinds[k, p.INVERSE_WHEEL_INERTIA]
    coasting, least = kinds[k, p.COASTING], kinds[k, p.LEAST_TORQUE]
    if kinds[k, p.CONTROLLER] == p.PID:
        radius = wheels[k, w, p.WHEEL_RADIUS]
        alpha, beta, gamma = kinds[k, p.PID_ALPHA], kinds[k, p.PID_BETA], kinds[k, p.PID_GAMMA]
        limit = kinds[k, p.PID_CLAMP]
        for n in range(first, last):
            i = _lane(n)
            speed = work[at.SPEED + row + i]
            target = work[at.TARGET + row + i] * work[at.SCALE + i]
            off = is_off(target, coasting)
            error = (target - speed) * radius
            out, error1, error2 = work[at.OUTPUT + row + i], work[at.ERROR1 + row + i], work[at.ERROR2 + row + i]
            for _ in range(int(kinds[k, p.PID_TICKS])):  # all ticks of a long step see the same error
                out = pid_output(out, error, error1, error2, alpha, beta, gamma, limit)
                error1, error2 = error, error1
            if off:  # it begins anew when it gets power
                out, error1, error2 = real(0), real(0), real(0)
            work[at.OUTPUT + row + i], work[at.ERROR1 + row + i], work[at.ERROR2 + row + i] = out, error1, error2
            torque = delivered(out / limit * stall - damping * speed, least, off)
            work[at.SPEED + row + i] = spun_wheel(speed, torque, stall, damping, per_inertia)
        return
    for n in range(first, last):
        i = _lane(n)
        speed = work[at.SPEED + row + i]
        target = work[at.TARGET + row + i] * work[at.SCALE + i]
        error = target - speed
        ahead = along_wheel(work[at.AX + i], work[at.AY + i], work[at.ATURN + i], feed_x, feed_y, feed_turn)
        torque = delivered(gain * error + ahead, least, is_off(target, coasting))
        work[at.SPEED + row + i] = spun_wheel(speed, torque, stall, damping, per_inertia)


@scalar
def _add_slip(work: Floats, first: int, last: int, wheels: Floats, k: int, w: int, v: int) -> None:
    """Sum the impulses that would stop the slip of a pair of wheels (w = v: of one)."""
    real = type(wheels[k, w, 0])
    row_w, row_v = _lane(w) * _STRIDE, _lane(v) * _STRIDE
    wx, wy, wt = wheels[k, w, p.ALONG_X], wheels[k, w, p.ALONG_Y], wheels[k, w, p.ALONG_T]
    vx, vy, vt = wheels[k, v, p.ALONG_X], wheels[k, v, p.ALONG_Y], wheels[k, v, p.ALONG_T]
    w_radius, v_radius = wheels[k, w, p.WHEEL_RADIUS], wheels[k, v, p.WHEEL_RADIUS]
    w_mass, v_mass = wheels[k, w, p.REFLECTED], wheels[k, v, p.REFLECTED]
    v_mass = v_mass if w != v else real(0)
    for n in range(first, last):
        i = _lane(n)
        x, y, turn = work[at.FORWARD + i], work[at.LEFT + i], work[at.SPIN + i]
        a = slip_momentum(work[at.SPEED + row_w + i], along_wheel(x, y, turn, wx, wy, wt), w_radius, w_mass)
        b = slip_momentum(work[at.SPEED + row_v + i], along_wheel(x, y, turn, vx, vy, vt), v_radius, v_mass)
        work[at.SUM_X + i] += a * wx + b * vx
        work[at.SUM_Y + i] += a * wy + b * vy
        work[at.SUM_TURN + i] += a * wt + b * vt


@scalar
def _free_motion(work: Floats, first: int, last: int, kinds: Floats, k: int) -> None:
    """Body velocities if no wheel slipped: the sums through the inverse of body mass and reflected wheel inertia."""
    real = type(kinds[k, 0])
    xx, xy, xt = kinds[k, p.SHARE], kinds[k, p.SHARE + 1], kinds[k, p.SHARE + 2]
    yy, yt, tt = kinds[k, p.SHARE + 3], kinds[k, p.SHARE + 4], kinds[k, p.SHARE + 5]
    for n in range(first, last):
        i = _lane(n)
        x, y, turn = work[at.SUM_X + i], work[at.SUM_Y + i], work[at.SUM_TURN + i]
        work[at.FREE_X + i] = work[at.FORWARD + i] + (xx * x + xy * y + xt * turn)
        work[at.FREE_Y + i] = work[at.LEFT + i] + (xy * x + yy * y + yt * turn)
        work[at.FREE_TURN + i] = work[at.SPIN + i] + (xt * x + yt * y + tt * turn)
        work[at.SUM_X + i] = work[at.SUM_Y + i] = work[at.SUM_TURN + i] = real(0)


@scalar
def _grip(work: Floats, first: int, last: int, kinds: Floats, wheels: Floats, k: int, w: int, dt: float) -> None:
    """One wheel of every robot: its traction."""
    row = _lane(w) * _STRIDE
    wx, wy, wt = wheels[k, w, p.ALONG_X], wheels[k, w, p.ALONG_Y], wheels[k, w, p.ALONG_T]
    radius, mass = wheels[k, w, p.WHEEL_RADIUS], wheels[k, w, p.REFLECTED]
    per_impulse = radius * kinds[k, p.INVERSE_WHEEL_INERTIA]
    most = kinds[k, p.TRACTION] * dt
    coasting, per_radius = kinds[k, p.COASTING], wheels[k, w, p.INVERSE_RADIUS]
    for n in range(first, last):
        i = _lane(n)
        ground = along_wheel(work[at.FREE_X + i], work[at.FREE_Y + i], work[at.FREE_TURN + i], wx, wy, wt)
        speed = work[at.SPEED + row + i]
        wanted = slip_momentum(speed, ground, radius, mass)
        target = work[at.TARGET + row + i] * work[at.SCALE + i]
        target = ground * per_radius if is_off(target, coasting) else target  # nothing holds it but the ground
        work[at.IMPULSE + row + i], work[at.SPEED + row + i] = traction(speed, target, wanted, most, per_impulse)


@scalar
def _add_impulses(work: Floats, first: int, last: int, wheels: Floats, k: int, w: int, v: int) -> None:
    """Sum the impulses of a pair of wheels on the body (w = v: of one)."""
    real = type(wheels[k, w, 0])
    row_w, row_v = _lane(w) * _STRIDE, _lane(v) * _STRIDE
    both = real(1) if w != v else real(0)
    wx, wy, wt = wheels[k, w, p.ALONG_X], wheels[k, w, p.ALONG_Y], wheels[k, w, p.ALONG_T]
    vx, vy, vt = both * wheels[k, v, p.ALONG_X], both * wheels[k, v, p.ALONG_Y], both * wheels[k, v, p.ALONG_T]
    for n in range(first, last):
        i = _lane(n)
        a, b = work[at.IMPULSE + row_w + i], work[at.IMPULSE + row_v + i]
        work[at.SUM_X + i] += a * wx + b * vx
        work[at.SUM_Y + i] += a * wy + b * vy
        work[at.SUM_TURN + i] += a * wt + b * vt


@scalar
def _take_impulses(work: Floats, first: int, last: int, kinds: Floats, k: int) -> None:
    """Body velocities after the impulses, kept for the resistances that follow."""
    real = type(kinds[k, 0])
    per_mass, per_inertia = kinds[k, p.INVERSE_MASS], kinds[k, p.INVERSE_INERTIA]
    for n in range(first, last):
        i = _lane(n)
        work[at.FORWARD + i] += per_mass * work[at.SUM_X + i]
        work[at.LEFT + i] += per_mass * work[at.SUM_Y + i]
        work[at.SPIN + i] += per_inertia * work[at.SUM_TURN + i]
        work[at.SUM_X + i] = work[at.SUM_Y + i] = work[at.SUM_TURN + i] = real(0)


@scalar
def _add_across(
    work: Floats, first: int, last: int, kinds: Floats, wheels: Floats, k: int, w: int, v: int, dt: float
) -> None:
    """Sum the impulses of a pair of wheels across their directions (w = v: one)."""
    real = type(dt)
    most = kinds[k, p.SIDE_TRACTION] * dt
    wx, wy, wt = wheels[k, w, p.ACROSS_X], wheels[k, w, p.ACROSS_Y], wheels[k, w, p.ACROSS_T]
    vx, vy, vt = wheels[k, v, p.ACROSS_X], wheels[k, v, p.ACROSS_Y], wheels[k, v, p.ACROSS_T]
    w_mass, v_mass = wheels[k, w, p.ACROSS_MASS], wheels[k, v, p.ACROSS_MASS]
    v_mass = v_mass if w != v else real(0)
    for n in range(first, last):
        i = _lane(n)
        x, y, turn = work[at.FORWARD + i], work[at.LEFT + i], work[at.SPIN + i]
        a = across_impulse(along_wheel(x, y, turn, wx, wy, wt), w_mass, most)
        b = across_impulse(along_wheel(x, y, turn, vx, vy, vt), v_mass, most)
        work[at.SUM_X + i] += a * wx + b * vx
        work[at.SUM_Y + i] += a * wy + b * vy
        work[at.SUM_TURN + i] += a * wt + b * vt


@scalar
def _brake(work: Floats, first: int, last: int, kinds: Floats, k: int, dt: float) -> None:
    """Rolling resistance, air resistance and friction of turning."""
    rolling = kinds[k, p.ROLLING_RESISTANCE] * dt
    drag = kinds[k, p.AIR_DRAG] * kinds[k, p.INVERSE_MASS] * dt
    turning = kinds[k, p.SPIN_RESISTANCE] * kinds[k, p.INVERSE_INERTIA] * dt
    for n in range(first, last):
        i = _lane(n)
        work[at.FORWARD + i], work[at.LEFT + i], work[at.SPIN + i] = braked(
            work[at.FORWARD + i], work[at.LEFT + i], work[at.SPIN + i], rolling, drag, turning
        )


@scalar
def _veer(work: Floats, first: int, last: int, veer: float) -> None:
    """Robots whose mass lies to one side turn while they speed up or slow down."""
    for n in range(first, last):
        i = _lane(n)
        forward, _ = into_body(work[at.VX + i], work[at.VY + i], work[at.HX + i], work[at.HY + i])
        work[at.SPIN + i] += veer * (work[at.FORWARD + i] - forward)


@scalar
def _obey(work: Floats, first: int, last: int, kinds: Floats, k: int, dt: float) -> None:
    """Robots that move as commanded, at once and without slip: the "unrealistic" motors of [MI20 §5.1.4]."""
    real = type(dt)
    for w in range(int(kinds[k, p.WHEEL_COUNT])):
        row = _lane(w) * _STRIDE
        for n in range(first, last):
            i = _lane(n)
            work[at.SPEED + row + i] = work[at.TARGET + row + i] * work[at.SCALE + i]
    for n in range(first, last):
        i = _lane(n)
        x, y, turn = work[at.SET_X + i], work[at.SET_Y + i], work[at.SET_TURN + i]
        scale = work[at.SCALE + i]
        # The velocity refers to the heading at the end of the step; half of that rotation is still at the old rate.
        angle = real(0.5) * dt * (work[at.SPIN + i] + turn * scale)
        hx, hy = rotate_heading(real(1), real(0), angle)
        work[at.FORWARD + i], work[at.LEFT + i] = out_of_body(x * scale, y * scale, hx, hy)
        work[at.SPIN + i] = turn * scale


@scalar
def drive_kind(work: Floats, first: int, last: int, kinds: Floats, wheels: Floats, k: int, dt: float) -> None:
    """Wheels and resistances of robots of one kind; new body velocities in FORWARD, LEFT, SPIN."""
    real = type(dt)
    _recover(work, first, last, kinds[k, p.RECHARGE] * dt, dt)
    _look(work, first, last)
    for n in range(first, last):
        i = _lane(n)
        work[at.SUM_X + i] = work[at.SUM_Y + i] = work[at.SUM_TURN + i] = real(0)
    count = int(kinds[k, p.WHEEL_COUNT])
    if count > 0:
        if kinds[k, p.LIMITER] == p.PROPORTIONAL:
            set_points_in_proportion(work, first, last, kinds, wheels, k, dt)
        else:
            set_points(work, first, last, kinds, k, dt)
        if kinds[k, p.STEERED] > real(0):
            drive_steered(work, first, last, kinds, wheels, k, dt)
            _brake(work, first, last, kinds, k, dt)
            return
        set_wheels(work, first, last, kinds, wheels, k)
        if kinds[k, p.CONTROLLER] == p.IDEAL:
            _obey(work, first, last, kinds, k, dt)
            return
        pairs = (count + 1) // 2
        for w in range(count):
            _run_motor(work, first, last, kinds, wheels, k, w, dt)
        for w in range(pairs):
            _add_slip(work, first, last, wheels, k, w, count - 1 - w)
        _free_motion(work, first, last, kinds, k)
        for w in range(count):
            _grip(work, first, last, kinds, wheels, k, w, dt)
        for w in range(pairs):
            _add_impulses(work, first, last, wheels, k, w, count - 1 - w)
        _take_impulses(work, first, last, kinds, k)
        for w in range(pairs):
            _add_across(work, first, last, kinds, wheels, k, w, count - 1 - w, dt)
        _take_impulses(work, first, last, kinds, k)
    _brake(work, first, last, kinds, k, dt)
    if kinds[k, p.VEER] != real(0):
        _veer(work, first, last, kinds[k, p.VEER])


@scalar
def drive_all(work: Floats, which: Ints, kinds: Floats, wheels: Floats, dt: float) -> None:
    """New body velocities of all robots in FORWARD, LEFT, SPIN; poses and velocities stay as they are."""
    count = which.shape[0]
    first = 0
    while first < count:
        k = which[first]
        last = first + 1
        while last < count and which[last] == k:
            last += 1
        # The lanes behind the last robot are empty: including them avoids a remainder loop.
        drive_kind(work, first, at.padded(count) if last == count else last, kinds, wheels, k, dt)
        first = last


@scalar
def move(work: Floats, first: int, last: int, dt: float) -> None:
    """Advance poses at the mean of old and new velocity, and take the new velocities on."""
    real = type(dt)
    half = real(0.5) * dt
    for n in range(first, last):
        i = _lane(n)
        vx, vy = out_of_body(work[at.FORWARD + i], work[at.LEFT + i], work[at.HX + i], work[at.HY + i])
        turn = work[at.SPIN + i]
        work[at.X + i] += half * (work[at.VX + i] + vx)
        work[at.Y + i] += half * (work[at.VY + i] + vy)
        work[at.HX + i], work[at.HY + i] = rotate_heading(
            work[at.HX + i], work[at.HY + i], half * (work[at.TURN + i] + turn)
        )
        work[at.VX + i], work[at.VY + i], work[at.TURN + i] = vx, vy, turn
