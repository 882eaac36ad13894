"""The constants of the servos of a world, as arrays for compiled code."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from robopitch.physics.scalar import Floats, Ints
from robopitch.physics.servos.constants import model_of, motor_of
from robopitch.physics.servos.model import MODELS, Constants, Friction, Model
from robopitch.physics.servos.rows import ALL_ROWS, PROTOCOL_1_ROWS

__all__ = ["Figure", "FittedServo", "ServoParams", "Supply", "compile_servos", "fitted_servos"]

# ---- numbers of a servo ----------------------------------------------------------------------------------------------
LAW = 0  # COMPLIANCE, PID_1 or PID_2
JOINT, DIRECTION, ZERO = 1, 2, 3  # row of its joint; +1 or −1; rad
COUNTS, MIDDLE, PER_TURN = 4, 5, 6  # counts per rad; at its zero; of a turn
K, PER_R = 7, 8  # V s/rad and 1/Ω, at the output shaft
BASE, STRIBECK, MOTOR, EXTERNAL, MOTOR_STRIBECK, EXTERNAL_STRIBECK, SPEED, EXPONENT, VISCOUS = range(9, 18)
ARMATURE, HALF_BACKLASH = 18, 19  # kg m², rad
AMPERES, STANDBY = 20, 21  # A per N m of motor torque; A
WINDING, HEAT_CAPACITY, COOLING = 22, 23, 24  # Ω, J/K, W/K
SPEED_UNIT, CURRENT_UNIT = 25, 26  # rad/s, A
NOISE = 27  # counts
GAIN = 28  # of the gains of protocol 2.0, by those of the e-Manual
NUMBERS = 29

COMPLIANCE, PID_1, PID_2 = 0, 1, 2

VOLTAGE, RESISTANCE = 0, 1  # of a supply

_HEAT_PER_KG = 500.0  # J/(kg K), chosen: between aluminium and plastic


class FittedServo(Protocol):
    """A servo of a figure, as `spec` describes it."""

    @property
    def id(self) -> int:
        """On the bus."""
        ...

    @property
    def joint(self) -> str:
        """Name of the joint that it moves."""
        ...

    @property
    def model(self) -> str:
        """A name in `MODELS`."""
        ...

    @property
    def constants(self) -> Constants | None:
        """What replaces constants of the model."""
        ...

    @property
    def direction(self) -> float:
        """+1, or −1 if a growing position lets the angle of the joint shrink."""
        ...

    @property
    def zero(self) -> float:
        """Angle of the joint at the middle position, rad."""
        ...

    @property
    def noise(self) -> int:
        """The largest error of a reading of its position, counts."""
        ...


class Battery(Protocol):
    """The supply of a figure, as `spec` describes it."""

    @property
    def voltage(self) -> float:
        """V, without load."""
        ...

    @property
    def resistance(self) -> float:
        """Ω, of battery and cables."""
        ...


class Figure(Protocol):
    """What is needed of a figure: its joints and servos, and what feeds them."""

    @property
    def joints(self) -> Sequence[str]:
        """Names of the joints, in the order of their rows."""
        ...

    @property
    def servos(self) -> Sequence[FittedServo]:
        """The servos."""
        ...

    @property
    def supply(self) -> Battery | None:
        """Its battery, if it is described."""
        ...


@dataclass(frozen=True)
class Supply:
    """The battery of a robot: its voltage without load, and the resistance of battery and cables."""

    voltage: float  # V
    resistance: float = 0.1  # Ω, chosen: 20 A of a falling robot cost 2 V


@dataclass(frozen=True)
class ServoParams:
    """The servos of a world.

    ids:      of each kind of robot, the id of each servo in its description
    models:   likewise
    counts:   ``[kind]``, number of servos
    numbers:  ``[kind, servo, NUMBERS]``
    supplies: ``[kind, 2]``
    rows:     of the state of a servo that these models need
    """

    ids: tuple[tuple[int, ...], ...]
    models: tuple[tuple[Model, ...], ...]
    counts: Ints
    numbers: Floats
    supplies: Floats
    rows: int

    def armatures(self, kind: int, joints: int) -> Floats:
        """``[joint]``: the inertia of the rotors at each joint of a kind of robot, kg m².

        A joint has this, or what its description says about rotor and gears if that is more: the description may have
        the rotor, and it is there once. Without it the law of the servos is not stable.
        """
        found = np.zeros(joints)
        for servo in range(int(self.counts[kind])):
            found[int(self.numbers[kind, servo, JOINT])] += self.numbers[kind, servo, ARMATURE]
        return found


def fitted_servos(figure: Figure) -> list[tuple[FittedServo, int]]:
    """The servos of a figure, each with the row of its joint; a ValueError for a joint that there is not."""
    rows = {name: row for row, name in enumerate(figure.joints)}
    for servo in figure.servos:
        if servo.joint not in rows:
            raise ValueError(f"servo {servo.id}: there is no joint {servo.joint!r}, but {', '.join(rows)}")
    return [(servo, rows[servo.joint]) for servo in figure.servos]


def compile_servos(figures: Sequence[Figure | None]) -> ServoParams | None:
    """The constants of the servos of each kind of robot; None if no kind has any.

    A robot whose battery is not described has one of the lowest voltage that the e-Manual recommends for its servos.
    """
    fitted = [[] if figure is None else fitted_servos(figure) for figure in figures]
    if not any(fitted):
        return None
    models = tuple(tuple(_model(servo) for servo, _ in kind) for kind in fitted)
    numbers = np.zeros((len(fitted), max(map(len, fitted)), NUMBERS))
    volts = np.zeros((len(fitted), 2))
    for kind, (figure, servos, of_kind) in enumerate(zip(figures, fitted, models, strict=True)):
        supply = figure.supply if figure is not None else None
        supply = supply or Supply(min((model.supply for model in of_kind), default=12.0))
        volts[kind] = supply.voltage, supply.resistance
        for row, ((servo, joint), model) in enumerate(zip(servos, of_kind, strict=True)):
            numbers[kind, row] = _numbers(servo, joint, model, supply.voltage)
    return ServoParams(
        ids=tuple(tuple(int(servo.id) for servo, _ in kind) for kind in fitted),
        models=models,
        counts=np.array([len(kind) for kind in fitted], np.int64),
        numbers=numbers,
        supplies=volts,
        rows=ALL_ROWS if any(model.table.protocol == 2 for kind in models for model in kind) else PROTOCOL_1_ROWS,
    )


def _model(servo: FittedServo) -> Model:
    try:
        return model_of(servo.model, servo.constants)
    except KeyError:
        raise ValueError(f"servo {servo.id}: there is no model {servo.model!r}, but {', '.join(MODELS)}") from None


def _numbers(servo: FittedServo, joint: int, model: Model, voltage: float) -> Floats:
    row = np.zeros(NUMBERS)
    motor, table = motor_of(model, voltage), model.table
    friction = motor.friction
    row[LAW] = PID_2 if table.protocol == 2 else COMPLIANCE if "cw_margin" in table.by_name else PID_1
    row[JOINT], row[DIRECTION], row[ZERO] = joint, -1.0 if servo.direction < 0 else 1.0, servo.zero
    row[COUNTS], row[MIDDLE], row[PER_TURN] = model.counts / math.tau, model.middle, model.counts
    row[K], row[PER_R] = motor.torque_constant, 1 / motor.resistance
    row[BASE : VISCOUS + 1] = _friction_numbers(friction)
    row[ARMATURE], row[HALF_BACKLASH] = friction.armature, model.backlash / 2
    row[AMPERES], row[STANDBY] = 1 / motor.torque_constant, model.standby
    row[WINDING] = motor.resistance
    row[HEAT_CAPACITY], row[COOLING] = _HEAT_PER_KG * model.mass, 1 / model.heat_resistance
    row[SPEED_UNIT], row[CURRENT_UNIT] = model.speed_unit * math.tau / 60, model.current_unit
    row[NOISE], row[GAIN] = servo.noise, model.gain
    return row


def _friction_numbers(friction: Friction) -> tuple[float, ...]:
    """In the order of BASE to VISCOUS."""
    return (
        friction.base,
        friction.stribeck,
        friction.motor,
        friction.external,
        friction.motor_stribeck,
        friction.external_stribeck,
        friction.speed,
        friction.exponent,
        friction.viscous,
    )
