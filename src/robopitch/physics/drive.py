"""The drive of a wheeled robot: command → set-point → wheel speeds → torque → traction → motion.

The chain is that of real robots. A *limiter* turns the command into a set-point that the robot can follow, inverse
kinematics turns that into wheel speeds, each wheel's *controller* requests torque from its motor, and the ground takes
as much of it as traction allows. A wheel with more torque than traction spins, and its encoder shows this.

Every function here is arithmetic on the numbers of one robot or one wheel, without branches that prevent vectorisation:
a loop over many robots around these functions compiles to vector instructions.
"""

from __future__ import annotations

import math

from robopitch.physics.scalar import scalar

__all__ = [
    "across_impulse",
    "along_wheel",
    "braked",
    "clamp",
    "delivered",
    "directed_velocity",
    "into_body",
    "is_off",
    "left_of",
    "limited_turn",
    "limited_velocity",
    "out_of_body",
    "pid_output",
    "rotate_heading",
    "slip_momentum",
    "spun_wheel",
    "traction",
]

_CALM = 0.1  # m/s: no air resistance below this speed [MI20 §5.1.1]


@scalar
def clamp(value: float, limit: float) -> float:
    """The value, limited to ±limit."""
    return min(max(value, -limit), limit)


@scalar
def left_of(seconds: float, dt: float) -> float:
    """The remaining time of a timer after a step."""
    real = type(seconds)
    return max(seconds - dt, real(0))


@scalar
def into_body(x: float, y: float, hx: float, hy: float) -> tuple[float, float]:
    """A vector of the field's frame as (forward, left) of a robot with this heading."""
    return hx * x + hy * y, hx * y - hy * x


@scalar
def out_of_body(forward: float, left: float, hx: float, hy: float) -> tuple[float, float]:
    """A vector (forward, left) of a robot with this heading, in the field's frame."""
    return hx * forward - hy * left, hy * forward + hx * left


@scalar
def rotate_heading(hx: float, hy: float, angle: float) -> tuple[float, float]:
    """A unit vector rotated by a small angle and normalised.

    >>> x, y = rotate_heading(1.0, 0.0, 0.1)
    >>> abs(math.atan2(y, x) - 0.1) < 1e-10
    True
    """
    real = type(hx)
    square = angle * angle
    sine = angle * (real(1) - square * real(1 / 6) * (real(1) - square * real(1 / 20)))
    cosine = real(1) - square * real(1 / 2) * (real(1) - square * real(1 / 12) * (real(1) - square * real(1 / 30)))
    x = hx * cosine - hy * sine
    y = hy * cosine + hx * sine
    # One Newton step towards length 1 is exact except for rounding, and cheaper than a square root.
    scale = real(1.5) - real(0.5) * (x * x + y * y)
    return x * scale, y * scale


@scalar
def limited_velocity(
    x: float, y: float, now_x: float, now_y: float, max_speed: float, speed_up: float, brake: float
) -> tuple[float, float]:
    """The set-point one step closer to a velocity, on the straight line between them; slowing down uses the limit
    `brake`.

    `speed_up` and `brake` are the largest changes in this step.
    """
    real = type(x)
    speed = math.sqrt(x * x + y * y)
    shorten = max_speed / speed if speed > max_speed else real(1)
    x *= shorten
    y *= shorten
    dx, dy = x - now_x, y - now_y
    change = math.sqrt(dx * dx + dy * dy)
    most = speed_up if x * x + y * y > now_x * now_x + now_y * now_y else brake
    share = most / change if change > most else real(1)
    return (now_x + share * dx if change > most else x), (now_y + share * dy if change > most else y)


@scalar
def directed_velocity(
    x: float, y: float, now_x: float, now_y: float, max_speed: float, speed_up: float, brake: float
) -> tuple[float, float]:
    """The same with the direction first: what a step leaves of its acceleration after the velocity across the desired
    one is gone changes the speed [CAMBADA-control §4.3].

    Beyond 90° from the present velocity this would lead away from the desired one: the straight line does not.
    """
    real = type(x)
    near_x, near_y = limited_velocity(x, y, now_x, now_y, max_speed, speed_up, brake)
    speed = math.sqrt(x * x + y * y)
    along = now_x * x + now_y * y
    wanted = min(speed, max_speed)
    most = speed_up if wanted * wanted > now_x * now_x + now_y * now_y else brake
    per_speed = real(1) / speed if speed > real(0) else real(0)
    ux, uy = x * per_speed, y * per_speed
    along *= per_speed
    dx, dy = wanted * ux - now_x, wanted * uy - now_y
    if along <= real(0) or dx * dx + dy * dy <= most * most:
        return near_x, near_y
    aside = now_y * ux - now_x * uy  # of the present velocity, to the left of the desired one
    if abs(aside) > most:
        step = most if aside > real(0) else -most
        return now_x + step * uy, now_y - step * ux
    left = math.sqrt(most * most - aside * aside)
    reached = along + left if wanted > along else along - left
    return reached * ux, reached * uy


@scalar
def limited_turn(turn: float, now: float, max_turn: float, speed_up: float, brake: float) -> float:
    """The same for the turn rate."""
    turn = clamp(turn, max_turn)
    most = speed_up if abs(turn) > abs(now) else brake
    return turn if abs(turn - now) <= most else now + clamp(turn - now, most)


@scalar
def along_wheel(x: float, y: float, turn: float, row_x: float, row_y: float, row_turn: float) -> float:
    """Velocity of the ground under a wheel, along the wheel, for a body velocity: one row of inverse kinematics."""
    return row_x * x + row_y * y + row_turn * turn


@scalar
def pid_output(
    out: float, error: float, error1: float, error2: float, alpha: float, beta: float, gamma: float, limit: float
) -> float:
    """One tick of an incremental PID controller, the Austrobot's firmware [MI20 §5.1.4].

    out_k = out_{k-1} + α e_k − β e_{k-1} + γ e_{k-2}, clamped.
    """
    return clamp(out + error * alpha - error1 * beta + error2 * gamma, limit)


@scalar
def is_off(target: float, coasting: float) -> bool:
    """Whether a motor has no power: one that coasts, while its wheel is to stand still."""
    real = type(target)
    return coasting > real(0) and target == real(0)


@scalar
def delivered(torque: float, least: float, off: bool) -> float:
    """The torque that reaches the wheel: none without power, and none below the friction of the motor itself."""
    real = type(torque)
    return real(0) if off or abs(torque) < least else torque


@scalar
def spun_wheel(speed: float, torque: float, stall: float, damping: float, per_inertia: float) -> float:
    """Speed of a wheel after its motor acted on it for a step without ground contact.

    The torque of a motor is limited by its torque line, τ = ±stall − damping · speed.
    """
    drag = damping * speed
    return speed + min(max(torque, -stall - drag), stall - drag) * per_inertia


@scalar
def slip_momentum(speed: float, ground: float, radius: float, reflected: float) -> float:
    """Impulse that would bring one wheel's rim to the speed of the ground if the robot were immovable."""
    return (speed * radius - ground) * reflected


@scalar
def traction(speed: float, target: float, wanted: float, most: float, per_impulse: float) -> tuple[float, float]:
    """The traction impulse, limited from the impulse that would stop a wheel's slip, and the new speed of the wheel.

    A spinning wheel has little inertia; its controller holds it at the target without overshoot.
    """
    real = type(speed)
    impulse = clamp(wanted, most)
    speed -= per_impulse * impulse
    beyond = speed - target
    overshoots = impulse != wanted and beyond * wanted > real(0)
    return impulse, (target if overshoots else speed)


@scalar
def across_impulse(ground: float, mass: float, most: float) -> float:
    """Impulse across a wheel against the motion of the ground under it: small for rollers, large for tyres."""
    return clamp(-ground * mass, most)


@scalar
def braked(
    forward: float, left: float, turn: float, rolling: float, drag: float, turning: float
) -> tuple[float, float, float]:
    """Body velocity after rolling resistance, air resistance and the friction of turning on the spot.

    `rolling` and `turning` are the largest changes in this step, `drag` the change per speed².
    """
    real = type(forward)
    speed = math.sqrt(forward * forward + left * left)
    brake = rolling + (drag * speed * speed if speed > real(_CALM) else real(0))
    keep = (speed - brake) / speed if speed > brake else real(0)
    keep = keep if brake > real(0) else real(1)
    return forward * keep, left * keep, turn - clamp(turn, turning)
