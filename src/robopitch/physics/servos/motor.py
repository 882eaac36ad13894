"""Motor, gear, friction and backlash of a servo, all at its output shaft."""

from __future__ import annotations

from robopitch.elementary.compiled import exp, log
from robopitch.physics.scalar import Floats, scalar
from robopitch.physics.servos import params as p
from robopitch.physics.servos import rows as r
from robopitch.physics.servos.control import clip

__all__ = ["friction_bound", "gear_torque", "motor_torque"]

# Friction at rest is a spring with these shares of what the armature and the time step allow (1 is the limit of
# stability of a semi-implicit step; chosen: a third of its frequency, half of critical damping). Steps shorter than
# this do not make it stiffer.
_STIFFNESS, _DAMPING = 0.3, 0.3
_SHORTEST = 0.001  # s

_GREASE = 0.01  # s in which grease brings a motor between the teeth to the speed of the joint, chosen


@scalar
def motor_torque(duty: float, volts: float, speed: float, numbers: Floats) -> float:
    """K (u V − K ω) / R."""
    k = numbers[p.K]
    return k * (duty * volts - k * speed) * numbers[p.PER_R]


@scalar
def friction_bound(torque: float, load: float, speed: float, numbers: Floats) -> float:
    """The greatest friction torque without the viscous one (`model.Friction`).

    torque: of the motor
    load:   torque of the load on the shaft
    """
    ratio, slip = abs(speed) / numbers[p.SPEED], 1.0
    if ratio > 0.0:
        slip = exp(-exp(numbers[p.EXPONENT] * log(ratio)))
    steady = abs(load * numbers[p.EXTERNAL] - torque * numbers[p.MOTOR])
    slipping = abs(load * numbers[p.EXTERNAL_STRIBECK] - torque * numbers[p.MOTOR_STRIBECK])
    return numbers[p.BASE] + steady + slip * (numbers[p.STRIBECK] + slipping)


@scalar
def gear_torque(row: Floats, numbers: Floats, torque: float, speed: float, dt: float) -> float:
    """The torque of the gear on the joint; motor, friction and backlash are advanced.

    torque: of the motor
    speed:  of the joint, rad/s

    While teeth touch, the motor moves with the joint, whose inertia includes the armature. They part when the motor
    pulls the other way; then the motor crosses the gap, and only the grease between the teeth acts on the joint. The
    impact at the end of the gap is inelastic, and its impulse is neglected.
    """
    half, play = numbers[p.HALF_BACKLASH], row[r.PLAY]
    touches = half <= 0.0 or abs(play) >= half
    motor = speed if touches else row[r.MOTOR_SPEED]
    bound = friction_bound(torque, -row[r.TORQUE], motor, numbers)
    per_step = _STIFFNESS / max(dt, _SHORTEST)
    stiffness, damping = numbers[p.ARMATURE] * per_step * per_step, _DAMPING * numbers[p.ARMATURE] * per_step
    strain = clip(row[r.STRAIN] + motor * dt, bound / stiffness)
    row[r.STRAIN] = strain
    net = torque - clip(stiffness * strain + damping * motor, bound) - numbers[p.VISCOUS] * motor
    if touches and (half <= 0.0 or net * play >= 0.0):
        row[r.MOTOR_SPEED] = motor
        row[r.TORQUE] = net
        return net
    drag = numbers[p.ARMATURE] * (motor - speed) / _GREASE
    motor += (net - drag) / numbers[p.ARMATURE] * dt
    play += (motor - speed) * dt
    row[r.MOTOR_SPEED] = motor
    row[r.PLAY] = clip(play, half)
    row[r.TORQUE] = drag
    return drag
