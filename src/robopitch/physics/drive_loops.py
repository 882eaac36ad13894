"""The drives of robots `first` to `last`, all of one kind: the functions of `drive.py`, each in a loop over them.

For a CPU they are all robots of that kind, for a GPU lane they are one.

Loops over wheels are outside, loops over robots inside, so that the inner ones become vector instructions. The wheels
of a robot are visited in pairs from both ends of their list, which is sorted around the robot: a mirrored robot adds
up the same numbers in the same order, and mirrored worlds stay mirrored to the last bit.
"""

from __future__ import annotations

import numpy as np

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.drive import (
    across_impulse,
    along_wheel,
    braked,
    clamp,
    into_body,
    left_of,
    limited_turn,
    limited_velocity,
    out_of_body,
    pid_output,
    rotate_heading,
    slip_momentum,
    spun_wheel,
    traction,
)
from robopitch.physics.kicker import recharged
from robopitch.physics.scalar import Floats, Ints, scalar

__all__ = ["drive_all", "drive_kind", "move"]

_lane = np.uintp
_PITCH = np.uintp(at.PITCH)


@scalar
def _recover(work: Floats, first: int, last: int, gain: float, dt: float) -> None:
    """What passes with time: kickers recharge, touches lie further back, holders grip again."""
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
def _set_points(work: Floats, first: int, last: int, kinds: Floats, k: int, dt: float) -> None:
    """Set-points one step closer to the commands, and the acceleration that this asks for."""
    real = type(dt)
    rate = real(1) / dt
    free = kinds[k, p.LIMITER] == p.NO_LIMIT
    huge = real(1e9)
    max_speed = huge if free else kinds[k, p.MAX_SPEED]
    max_turn = huge if free else kinds[k, p.MAX_TURN]
    speed_up = huge if free else kinds[k, p.SPEED_UP] * dt
    brake = huge if free else kinds[k, p.BRAKE] * dt
    turn_speed_up = huge if free else kinds[k, p.TURN_SPEED_UP] * dt
    turn_brake = huge if free else kinds[k, p.TURN_BRAKE] * dt
    for n in range(first, last):
        i = _lane(n)
        x, y = work[at.COMMAND_X + i], work[at.COMMAND_Y + i]
        fx, fy = into_body(x, y, work[at.HX + i], work[at.HY + i])
        of_field = work[at.MODE + i] == s.FIELD_VELOCITY
        x, y = (fx if of_field else x), (fy if of_field else y)
        now_x, now_y, now_turn = work[at.SET_X + i], work[at.SET_Y + i], work[at.SET_TURN + i]
        x, y = limited_velocity(x, y, now_x, now_y, max_speed, speed_up, brake)
        turn = limited_turn(work[at.COMMAND_TURN + i], now_turn, max_turn, turn_speed_up, turn_brake)
        # Commands to the wheels leave no set-point: a later one shall start from the motion that it finds.
        by_wheel = work[at.MODE + i] == s.WHEEL_SPEEDS
        x = work[at.FORWARD + i] if by_wheel else x
        y = work[at.LEFT + i] if by_wheel else y
        turn = work[at.SPIN + i] if by_wheel else turn
        ahead = real(0) if by_wheel else real(1)
        work[at.SET_X + i], work[at.SET_Y + i], work[at.SET_TURN + i] = x, y, turn
        # In the turning frame of the robot.
        work[at.AX + i] = ahead * ((x - now_x) * rate - turn * y)
        work[at.AY + i] = ahead * ((y - now_y) * rate + turn * x)
        work[at.ATURN + i] = ahead * (turn - now_turn) * rate


@scalar
def _set_points_in_proportion(
    work: Floats, first: int, last: int, kinds: Floats, wheels: Floats, k: int, dt: float
) -> None:
    """Set-points for robots that slow all wheels down alike when one would accelerate too hard (seed 002, §2.4.4).

    The path then has the curvature of the command from the first moment on.
    """
    real = type(dt)
    max_speed, max_turn = kinds[k, p.MAX_SPEED], kinds[k, p.MAX_TURN]
    most = kinds[k, p.SPEED_UP] * dt
    for n in range(first, last):
        i = _lane(n)
        x, y, turn = work[at.COMMAND_X + i], work[at.COMMAND_Y + i], work[at.COMMAND_TURN + i]
        if work[at.MODE + i] == s.FIELD_VELOCITY:
            x, y = into_body(x, y, work[at.HX + i], work[at.HY + i])
        dx = clamp(x, max_speed) - work[at.SET_X + i]
        dy = clamp(y, max_speed) - work[at.SET_Y + i]
        dturn = clamp(turn, max_turn) - work[at.SET_TURN + i]
        hardest = real(0)
        for w in range(int(kinds[k, p.WHEEL_COUNT])):
            change = along_wheel(
                dx, dy, dturn, wheels[k, w, p.ALONG_X], wheels[k, w, p.ALONG_Y], wheels[k, w, p.ALONG_T]
            )
            hardest = max(hardest, abs(change))
        share = most / hardest if hardest > most else real(1)
        x = work[at.SET_X + i] + share * dx
        y = work[at.SET_Y + i] + share * dy
        turn = work[at.SET_TURN + i] + share * dturn
        if work[at.MODE + i] == s.WHEEL_SPEEDS:
            x, y, turn = work[at.FORWARD + i], work[at.LEFT + i], work[at.SPIN + i]
        work[at.SET_X + i], work[at.SET_Y + i], work[at.SET_TURN + i] = x, y, turn
        work[at.AX + i] = work[at.AY + i] = work[at.ATURN + i] = real(0)


@scalar
def _set_wheels(work: Floats, first: int, last: int, kinds: Floats, wheels: Floats, k: int) -> None:
    """Wheel speeds for the set-points, and by how much to slow them down where one could not follow.

    One factor for all wheels of a robot keeps its direction (seed 001, §4.1.3).
    """
    real = type(kinds[k, 0])
    top, arm, per_least = kinds[k, p.TOP_WHEEL_SPEED], kinds[k, p.LONGEST_ARM], kinds[k, p.PER_LEAST_RADIUS]
    in_doubt = 0
    for n in range(first, last):
        i = _lane(n)
        most = (abs(work[at.SET_X + i]) + abs(work[at.SET_Y + i]) + arm * abs(work[at.SET_TURN + i])) * per_least
        in_doubt += 1 if (most > top) | (work[at.MODE + i] == s.WHEEL_SPEEDS) else 0
        work[at.SCALE + i] = real(1)
    count = int(kinds[k, p.WHEEL_COUNT])
    for w in range(count):
        row_x, row_y, row_turn = wheels[k, w, p.ALONG_X], wheels[k, w, p.ALONG_Y], wheels[k, w, p.ALONG_T]
        per_radius = wheels[k, w, p.INVERSE_RADIUS]
        row = _lane(w) * _PITCH
        for n in range(first, last):
            i = _lane(n)
            rim = along_wheel(work[at.SET_X + i], work[at.SET_Y + i], work[at.SET_TURN + i], row_x, row_y, row_turn)
            told = work[at.TARGET + row + i]
            work[at.TARGET + row + i] = told if work[at.MODE + i] == s.WHEEL_SPEEDS else rim * per_radius
    if in_doubt > 0:
        _slow_down(work, first, last, top, count)


@scalar
def _slow_down(work: Floats, first: int, last: int, top: float, count: int) -> None:
    """Where a wheel is asked for more than its top speed: the factor for all of that robot's wheels."""
    real = type(top)
    for n in range(first, last):
        i = _lane(n)
        fastest = top
        for w in range(count):
            fastest = max(fastest, abs(work[at.TARGET + _lane(w) * _PITCH + i]))
        work[at.SCALE + i] = top / fastest
        if fastest > top:  # what the set-point asks for cannot be had: do not feed it forward
            work[at.AX + i] = work[at.AY + i] = work[at.ATURN + i] = real(0)


@scalar
def _run_motor(work: Floats, first: int, last: int, kinds: Floats, wheels: Floats, k: int, w: int, dt: float) -> None:
    """One wheel of every robot: its controller and its motor, as if the wheel hung in the air."""
    row = _lane(w) * _PITCH
    gain, stall, damping = kinds[k, p.SERVO_GAIN], kinds[k, p.STALL_TORQUE], kinds[k, p.MOTOR_DAMPING]
    feed_x, feed_y, feed_turn = wheels[k, w, p.FEED_X], wheels[k, w, p.FEED_Y], wheels[k, w, p.FEED_T]
    per_inertia = dt * kinds[k, p.INVERSE_WHEEL_INERTIA]
    if kinds[k, p.CONTROLLER] == p.PID:
        radius = wheels[k, w, p.WHEEL_RADIUS]
        alpha, beta, gamma = kinds[k, p.PID_ALPHA], kinds[k, p.PID_BETA], kinds[k, p.PID_GAMMA]
        limit = kinds[k, p.PID_CLAMP]
        for n in range(first, last):
            i = _lane(n)
            speed = work[at.SPEED + row + i]
            error = (work[at.TARGET + row + i] * work[at.SCALE + i] - speed) * radius
            out, error1, error2 = work[at.OUTPUT + row + i], work[at.ERROR1 + row + i], work[at.ERROR2 + row + i]
            for _ in range(int(kinds[k, p.PID_TICKS])):  # all ticks of a long step see the same error
                out = pid_output(out, error, error1, error2, alpha, beta, gamma, limit)
                error1, error2 = error, error1
            work[at.OUTPUT + row + i], work[at.ERROR1 + row + i], work[at.ERROR2 + row + i] = out, error1, error2
            work[at.SPEED + row + i] = spun_wheel(
                speed, out / limit * stall - damping * speed, stall, damping, per_inertia
            )
        return
    for n in range(first, last):
        i = _lane(n)
        speed = work[at.SPEED + row + i]
        error = work[at.TARGET + row + i] * work[at.SCALE + i] - speed
        ahead = along_wheel(work[at.AX + i], work[at.AY + i], work[at.ATURN + i], feed_x, feed_y, feed_turn)
        work[at.SPEED + row + i] = spun_wheel(speed, gain * error + ahead, stall, damping, per_inertia)


@scalar
def _add_slip(work: Floats, first: int, last: int, wheels: Floats, k: int, w: int, v: int) -> None:
    """Add up what would stop the slip of a pair of wheels (w = v: of one)."""
    real = type(wheels[k, w, 0])
    row_w, row_v = _lane(w) * _PITCH, _lane(v) * _PITCH
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
    """One wheel of every robot: what the ground gives it."""
    row = _lane(w) * _PITCH
    wx, wy, wt = wheels[k, w, p.ALONG_X], wheels[k, w, p.ALONG_Y], wheels[k, w, p.ALONG_T]
    radius, mass = wheels[k, w, p.WHEEL_RADIUS], wheels[k, w, p.REFLECTED]
    per_impulse = radius * kinds[k, p.INVERSE_WHEEL_INERTIA]
    most = kinds[k, p.TRACTION] * dt
    for n in range(first, last):
        i = _lane(n)
        ground = along_wheel(work[at.FREE_X + i], work[at.FREE_Y + i], work[at.FREE_TURN + i], wx, wy, wt)
        speed = work[at.SPEED + row + i]
        wanted = slip_momentum(speed, ground, radius, mass)
        work[at.IMPULSE + row + i], work[at.SPEED + row + i] = traction(
            speed, work[at.TARGET + row + i] * work[at.SCALE + i], wanted, most, per_impulse
        )


@scalar
def _add_impulses(work: Floats, first: int, last: int, wheels: Floats, k: int, w: int, v: int) -> None:
    """Add up the impulses of a pair of wheels on the body (w = v: of one)."""
    real = type(wheels[k, w, 0])
    row_w, row_v = _lane(w) * _PITCH, _lane(v) * _PITCH
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
    """Add up what a pair of wheels resists across their directions (w = v: one)."""
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
    """Everything else that slows robots down."""
    rolling = kinds[k, p.ROLLING_RESISTANCE] * dt
    drag = kinds[k, p.AIR_DRAG] * kinds[k, p.INVERSE_MASS] * dt
    turning = kinds[k, p.SPIN_RESISTANCE] * kinds[k, p.INVERSE_INERTIA] * dt
    for n in range(first, last):
        i = _lane(n)
        work[at.FORWARD + i], work[at.LEFT + i], work[at.SPIN + i] = braked(
            work[at.FORWARD + i], work[at.LEFT + i], work[at.SPIN + i], rolling, drag, turning
        )


@scalar
def _obey(work: Floats, first: int, last: int, kinds: Floats, k: int, dt: float) -> None:
    """Robots that move as told, at once and without slip: the "unrealistic" motors of seed 002, §5.1.4."""
    real = type(dt)
    for w in range(int(kinds[k, p.WHEEL_COUNT])):
        row = _lane(w) * _PITCH
        for n in range(first, last):
            i = _lane(n)
            work[at.SPEED + row + i] = work[at.TARGET + row + i] * work[at.SCALE + i]
    for n in range(first, last):
        i = _lane(n)
        x, y, turn = work[at.SET_X + i], work[at.SET_Y + i], work[at.SET_TURN + i]
        scale = work[at.SCALE + i]
        # The velocity belongs to the heading at the end of the step, half of whose turn is still at the old rate.
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
            _set_points_in_proportion(work, first, last, kinds, wheels, k, dt)
        else:
            _set_points(work, first, last, kinds, k, dt)
        _set_wheels(work, first, last, kinds, wheels, k)
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
        # The lanes behind the last robot are empty: driving them too leaves no remainder.
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
