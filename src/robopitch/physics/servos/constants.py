"""The constants of a servo: from its data sheet, or given one by one.

Stall torque τ₀, stall current I₀ and no-load speed ω₀ at V give one consistent set: Kt = V/ω₀ (N m/A, and V s/rad as
the constant of back-EMF), R = V/I₀, and the gear loses 1 − τ₀/(Kt I₀) of the torque of the motor.
"""

from __future__ import annotations

import math
from dataclasses import replace

from robopitch.physics.servos.model import MODELS, Constants, DataSheet, Friction, Model, Motor

__all__ = ["gear", "gear_loss", "hold_lift", "model_of", "motor_of"]


def model_of(name: str, given: Constants | None) -> Model:
    """The model of a servo by name, with the constants that are given instead of its own; a KeyError without one."""
    model = MODELS[name]
    if given is None:
        return model
    counts, supply = given.counts, given.voltage
    return replace(
        model,
        counts=model.counts if counts is None else float(counts),
        supply=model.supply if supply is None else float(supply),
        given=given,
    )


def motor_of(model: Model, voltage: float) -> Motor:
    """Motor and gear at a supply voltage.

    With two rows in the data sheet, those of a voltage between them are interpolated: no single set of constants
    gives both rows to 1 %. Below and above, the constants are those of the nearest row.
    """
    motor = model.fitted or _from_sheet(_sheet_at(model.sheets, voltage), model.friction)
    given = model.given
    if given is None:
        return motor
    k, resistance, friction = motor.torque_constant, motor.resistance, motor.friction
    if given.gear_loss is not None or given.hold_lift is not None:
        loss = gear_loss(friction) if given.gear_loss is None else float(given.gear_loss)
        usual = hold_lift(friction) if given.gear_loss is None else None  # another gear has its own
        friction = _with_gear(friction, loss, usual if given.hold_lift is None else float(given.hold_lift))
    if given.dry_friction is not None:
        friction = replace(friction, stribeck=float(given.dry_friction), base=0.0)
    if given.rotor_inertia is not None:
        friction = replace(friction, armature=float(given.rotor_inertia))
    return Motor(
        k if given.torque_constant is None else float(given.torque_constant),
        resistance if given.resistance is None else float(given.resistance),
        friction,
    )


def gear(loss: float, hold_lift: float | None = None) -> tuple[float, float]:
    """The shares of motor torque and load in the friction of a gear (`Friction.motor`, `Friction.external`).

    A gear that loses a share λ of the motor's torque lifts (1 − λ) of it. If friction is this share in either
    direction, it holds (1 + λ): that is the usual ratio of hold to lift. For another one friction takes a share of the
    load, too.

    >>> gear(0.26)
    (0.26, 0.0)
    >>> motor, load = gear(0.26, 3.1)
    >>> round((1 - motor) / (1 + load), 12), round((1 + motor) / (1 - load) / 0.74, 12)
    (0.74, 3.1)
    """
    usual = (1 + loss) / (1 - loss)
    if hold_lift is None or hold_lift == usual:
        return loss, 0.0
    if not hold_lift >= 1 / (1 - loss):
        raise ValueError(
            f"a gear that loses {loss:.3g} of the torque of its motor holds {1 / (1 - loss):.3g} times what it lifts, "
            f"or more; {hold_lift:.3g} is not possible"
        )
    load = (hold_lift + 1 - 2 / (1 - loss)) / (hold_lift - 1)
    return 1 - (1 - loss) * (1 + load), load


def gear_loss(friction: Friction) -> float:
    """The share of the torque of the motor that does not lift, at rest."""
    own, load = _at_rest(friction)
    return 1 - (1 - own) / (1 + load)


def hold_lift(friction: Friction) -> float:
    """The greatest load that is held by the greatest that is lifted, without dry friction."""
    own, load = _at_rest(friction)
    return (1 + own) * (1 + load) / ((1 - own) * (1 - load))


def _at_rest(friction: Friction) -> tuple[float, float]:
    return friction.motor + friction.motor_stribeck, friction.external + friction.external_stribeck


def _with_gear(friction: Friction, loss: float, ratio: float | None) -> Friction:
    own, load = gear(loss, ratio)
    return replace(friction, motor=own, external=load, motor_stribeck=0.0, external_stribeck=0.0)


def _from_sheet(sheet: DataSheet, friction: Friction) -> Motor:
    """The dry friction at rest is part of what the gear loses at stall."""
    k, resistance = sheet.voltage / (sheet.no_load * math.tau / 60), sheet.voltage / sheet.stall_current
    loss = 1 - (sheet.stall_torque + friction.base + friction.stribeck) / (k * sheet.stall_current)
    return Motor(k, resistance, _with_gear(friction, loss, None))


def _sheet_at(sheets: tuple[DataSheet, ...], voltage: float) -> DataSheet:
    """The data sheet at a voltage."""
    if len(sheets) == 1 or voltage <= sheets[0].voltage:
        return sheets[0]
    low, high = sheets[0], sheets[-1]
    if voltage >= high.voltage:
        return high
    share = (voltage - low.voltage) / (high.voltage - low.voltage)

    def between(a: float, b: float) -> float:
        return a + share * (b - a)

    return DataSheet(
        voltage,
        between(low.stall_torque, high.stall_torque),
        between(low.stall_current, high.stall_current),
        between(low.no_load, high.no_load),
    )
