"""The motors and gears of the models of servo: data sheet, friction, heat.

Stall torque, stall current and no-load speed are those of the ROBOTIS e-Manual; motor and gear follow from these three
alone (`constants.py`). Dry friction, the speed at which it ends, and the armature of MX-64 and MX-106 were fitted to
real servos by the project bam (better actuator models, its model m6). There is no such fit for the others: they are
chosen to have those of the MX-64, whose gear is of the same make, in proportion to their stall torque at 12 V. The
XL330 has no data sheet here, but all its constants from traces of a real one (`experiments/servo_traces.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from robopitch.physics.servos.table import Table
from robopitch.physics.servos.tables import TABLES

__all__ = ["MODELS", "Constants", "DataSheet", "Friction", "Model", "Motor"]


@dataclass(frozen=True)
class DataSheet:
    """A row of the data sheet."""

    voltage: float  # V
    stall_torque: float  # N m
    stall_current: float  # A
    no_load: float  # rpm


@dataclass(frozen=True)
class Friction:
    """Friction of motor and gear, at the output shaft (bam, model m6).

    Its bound is base + |external τe − motor τm| + s (stribeck + |external_stribeck τe − motor_stribeck τm|) with
    s = exp(−|ω / speed|^exponent), and viscous friction is added; τm is the torque of the motor, τe that of the load.
    """

    stribeck: float  # N m
    motor: float
    external: float
    motor_stribeck: float
    external_stribeck: float
    speed: float  # rad/s
    exponent: float
    viscous: float  # N m s/rad
    armature: float  # kg m²: inertia of the rotor, after the gear
    base: float = 0.0  # N m; not listed in the fits


class Constants(Protocol):
    """Constants of a servo that replace those of its model; None: that of the model stays (`spec.ServoConstants`)."""

    @property
    def torque_constant(self) -> float | None:
        """N m/A, or V s/rad: that of back-EMF is the same number."""
        ...

    @property
    def resistance(self) -> float | None:
        """Ω."""
        ...

    @property
    def gear_loss(self) -> float | None:
        """Share of the torque of the motor that the gear loses."""
        ...

    @property
    def hold_lift(self) -> float | None:
        """The greatest load that it holds, by the greatest that it lifts."""
        ...

    @property
    def dry_friction(self) -> float | None:
        """N m, at rest."""
        ...

    @property
    def rotor_inertia(self) -> float | None:
        """kg m², after the gear."""
        ...

    @property
    def counts(self) -> float | None:
        """Positions of a whole turn."""
        ...

    @property
    def voltage(self) -> float | None:
        """V, of a robot whose battery is not described."""
        ...


@dataclass(frozen=True)
class Motor:
    """Motor and gear, at the output shaft: current, torque and back-drive follow from this set."""

    torque_constant: float  # N m/A, which is V s/rad
    resistance: float  # Ω
    friction: Friction


@dataclass(frozen=True)
class Model:
    """A model of servo."""

    table: Table
    sheets: tuple[DataSheet, ...]  # by voltage; none for one that is fitted
    friction: Friction  # without a share of the load for one with data sheets, which give it
    supply: float  # V: recommended in the e-Manual
    mass: float  # kg
    standby: float  # A
    counts: float  # of a turn
    middle: int  # count at which the joint is at its zero
    speed_unit: float  # rpm
    current_unit: float = 0.0  # A; 0 for a servo that does not measure its current
    backlash: float = 0.0058178  # rad: 20 arc minutes in the e-Manual of MX; chosen for the others
    heat_resistance: float = 5.0  # K/W, chosen: a fifth of the stall torque heats the servo by about 10 K
    gain: float = 1.0  # of the controller's gains, by what the e-Manual says of their registers (protocol 2.0)
    fitted: Motor | None = None  # of one without data sheets
    given: Constants | None = None  # of a servo, instead of those of the model


def _dry(stribeck: float, speed: float, exponent: float, armature: float) -> Friction:
    """The friction of a motor without load; what the gear loses follows from the data sheet. None of it is viscous: the
    data sheet's speed without load is V/K, so that K contains all drag.
    """
    return Friction(stribeck, 0.0, 0.0, 0.0, 0.0, speed, exponent, 0.0, armature)


_MX_64 = _dry(0.123, 2.575, 0.841, 0.0123)
_MX_106 = _dry(0.122, 1.746, 1.143, 0.0260)


def _like_mx_64(stall_torque: float) -> Friction:
    """The friction of a servo with this stall torque at 12 V, chosen."""
    share = stall_torque / 6.0
    return _dry(share * _MX_64.stribeck, _MX_64.speed, _MX_64.exponent, share * _MX_64.armature)


_SHEETS = {
    "AX-12": (DataSheet(12.0, 1.5, 1.5, 59.0),),
    "RX-28": (DataSheet(18.5, 3.7, 1.9, 85.0),),
    "RX-64": (DataSheet(18.5, 5.3, 2.6, 64.0),),
    "MX-28": (DataSheet(12.0, 2.5, 1.4, 55.0), DataSheet(14.8, 3.1, 1.7, 67.0)),
    "MX-64": (DataSheet(12.0, 6.0, 4.1, 63.0), DataSheet(14.8, 7.3, 5.2, 78.0)),
    "MX-106": (DataSheet(12.0, 8.4, 5.2, 45.0), DataSheet(14.8, 10.0, 6.3, 55.0)),
}
_MASSES = {"AX-12": 0.0546, "RX-28": 0.072, "RX-64": 0.125, "MX-28": 0.072, "MX-64": 0.126, "MX-106": 0.153}  # kg
# Fitted to traces of a real servo, P = 100 and 400, judged on P = 200 and 800: experiments/servo_traces.py
_XL330 = Motor(
    0.26842,
    1 / 0.53897,
    Friction(
        stribeck=0.00012183,
        motor=0.37196,
        external=0.23518,
        motor_stribeck=0.00087893,
        external_stribeck=0.047723,
        speed=0.74979,
        exponent=1.3595,
        viscous=0.016383,
        armature=0.0022157,
        base=0.00040001,
    ),
)


def _model(name: str) -> Model:
    table, kind = TABLES[name], name.removesuffix("-2")
    sheets, potentiometer = _SHEETS[kind], kind[:2] != "MX"
    friction = {"MX-64": _MX_64, "MX-106": _MX_106}.get(kind)
    if friction is None:
        friction = _like_mx_64(sheets[0].stall_torque * 12.0 / sheets[0].voltage)
    measures_current = "present_current" in table.by_name
    return Model(
        table=table,
        sheets=sheets,
        friction=friction,
        supply={"AX": 11.1, "RX": 14.8, "MX": 12.0}[kind[:2]],
        mass=_MASSES[kind],
        standby=0.1 if kind[:2] == "MX" else 0.05,
        counts=1024 * 360 / 300 if potentiometer else 4096,
        middle=512 if potentiometer else 2048,
        speed_unit=0.229 if table.protocol == 2 else 0.111 if potentiometer else 0.114,
        current_unit=(0.00336 if table.protocol == 2 else 0.0045) if measures_current else 0.0,
    )


def _xl330() -> Model:
    return Model(
        table=TABLES["XL330-M288"],
        sheets=(),
        friction=_XL330.friction,
        supply=5.0,
        mass=0.018,
        standby=0.017,
        counts=4096,
        middle=2048,
        speed_unit=0.229,
        current_unit=0.001,
        backlash=0.0,  # chosen: the traces show none, and its gear is not stated to have any
        gain=0.5,  # measured: the traces have P/256 units of duty per count, where the e-Manual says P/128
        fitted=_XL330,
    )


MODELS: Mapping[str, Model] = MappingProxyType(
    {name: _xl330() if name == "XL330-M288" else _model(name) for name in TABLES}
)
