"""The constants of the servos of a world, as arrays for compiled code."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from robopitch.elementary import exp, log
from robopitch.physics.scalar import Floats, Ints
from robopitch.physics.servos.model import MODELS, DataSheet, Friction, Model
from robopitch.physics.servos.rows import ALL_ROWS, PROTOCOL_1_ROWS

__all__ = ["Figure", "FittedServo", "ServoParams", "Supply", "compile_servos", "fitted_servos", "motor_constants"]

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
NUMBERS = 28

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


class Figure(Protocol):
    """What is needed of a figure: its joints and servos."""

    @property
    def joints(self) -> Sequence[str]:
        """Names of the joints, in the order of their rows."""
        ...

    @property
    def servos(self) -> Sequence[FittedServo]:
        """The servos."""
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
        """``[joint]``: the inertia that the rotors add to each joint of a kind of robot, kg m².

        The engine adds it to the inertia of the joint. Without it the law of the servos is not stable.
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


def compile_servos(
    figures: Sequence[Figure | None], supplies: Sequence[Supply | None] | None = None
) -> ServoParams | None:
    """The constants of the servos of each kind of robot; None if no kind has any.

    supplies: of each kind; by default the lowest voltage that the e-Manual recommends for one of its servos
    """
    fitted = [[] if figure is None else fitted_servos(figure) for figure in figures]
    if not any(fitted):
        return None
    models = tuple(tuple(_model(servo) for servo, _ in kind) for kind in fitted)
    numbers = np.zeros((len(fitted), max(map(len, fitted)), NUMBERS))
    volts = np.zeros((len(fitted), 2))
    for kind, (servos, of_kind) in enumerate(zip(fitted, models, strict=True)):
        chosen = supplies[kind] if supplies is not None else None
        supply = chosen or Supply(min((model.supply for model in of_kind), default=12.0))
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


def motor_constants(model: Model, voltage: float) -> tuple[float, float, float]:
    """K in V s/rad, R in Ω and A per N m, so that the servo has the stall torque and no-load speed of its data sheet
    after friction.

    With two rows in the data sheet, those of a voltage between them are interpolated: no single pair of constants
    gives both rows to 1 %. Below and above, the constants are those of the nearest row.
    """
    sheet = _sheet_at(model.sheets, voltage)
    friction = model.friction
    top = sheet.no_load * math.tau / 60
    # The greatest load that the servo still lifts: motor torque minus its friction at rest, where τe = −load
    lost = friction.external + friction.external_stribeck
    share = 1 - friction.motor - friction.motor_stribeck
    stall = ((1 + lost) * sheet.stall_torque + friction.base + friction.stribeck) / share
    # The torque that keeps the servo at its no-load speed
    slip = exp(-exp(friction.exponent * log(top / friction.speed)))
    drag = friction.base + slip * friction.stribeck + friction.viscous * top
    idle = drag / (1 - friction.motor - slip * friction.motor_stribeck)
    k = sheet.voltage * (stall - idle) / (stall * top)
    return k, k * sheet.voltage / stall, sheet.stall_current / stall


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


def _model(servo: FittedServo) -> Model:
    try:
        return MODELS[servo.model]
    except KeyError:
        raise ValueError(f"servo {servo.id}: there is no model {servo.model!r}, but {', '.join(MODELS)}") from None


def _numbers(servo: FittedServo, joint: int, model: Model, voltage: float) -> Floats:
    row = np.zeros(NUMBERS)
    k, resistance, amperes = motor_constants(model, voltage)
    table, friction = model.table, model.friction
    row[LAW] = PID_2 if table.protocol == 2 else COMPLIANCE if "cw_margin" in table.by_name else PID_1
    row[JOINT], row[DIRECTION], row[ZERO] = joint, -1.0 if servo.direction < 0 else 1.0, servo.zero
    row[COUNTS], row[MIDDLE], row[PER_TURN] = model.counts / math.tau, model.middle, model.counts
    row[K], row[PER_R] = k, 1 / resistance
    row[BASE : VISCOUS + 1] = _friction_numbers(friction)
    row[ARMATURE], row[HALF_BACKLASH] = friction.armature, model.backlash / 2
    row[AMPERES], row[STANDBY] = amperes, model.standby
    row[WINDING] = model.sheets[0].voltage / model.sheets[0].stall_current
    row[HEAT_CAPACITY], row[COOLING] = _HEAT_PER_KG * model.mass, 1 / model.heat_resistance
    row[SPEED_UNIT], row[CURRENT_UNIT] = model.speed_unit * math.tau / 60, model.current_unit
    row[NOISE] = servo.noise
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
