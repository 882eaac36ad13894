"""The motors and gears of the models of servo: data sheet, friction, heat.

Stall torque, stall current and no-load speed are those of the ROBOTIS e-Manual. Friction and armature of MX-64 and
MX-106 were fitted to real servos by the project bam (better actuator models, its model m6). There is no such fit for
the others: they are chosen to have the coefficients of the MX-64, whose gear is of the same make, with torques and
armature in proportion to their stall torque at 12 V.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from robopitch.physics.servos.table import Table
from robopitch.physics.servos.tables import TABLES

__all__ = ["MODELS", "DataSheet", "Friction", "Model"]


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


@dataclass(frozen=True)
class Model:
    """A model of servo."""

    table: Table
    sheets: tuple[DataSheet, ...]  # by voltage
    friction: Friction
    supply: float  # V: recommended in the e-Manual
    mass: float  # kg
    standby: float  # A
    counts: float  # of a turn
    middle: int  # count at which the joint is at its zero
    speed_unit: float  # rpm
    current_unit: float = 0.0  # A; 0 for a servo that does not measure its current
    backlash: float = 0.0058178  # rad: 20 arc minutes in the e-Manual of MX; chosen for the others
    heat_resistance: float = 5.0  # K/W, chosen: a fifth of the stall torque heats the servo by about 10 K


_MX_64 = Friction(0.123, 0.311, 0.0, 0.188, 0.014, 2.575, 0.841, 0.0253, 0.0123)
_MX_106 = Friction(0.122, 0.198, 0.022, 0.199, 0.087, 1.746, 1.143, 0.0507, 0.0260)


def _like_mx_64(stall_torque: float) -> Friction:
    """The friction of a servo with this stall torque at 12 V, chosen."""
    share = stall_torque / 6.0
    return replace(
        _MX_64, stribeck=share * _MX_64.stribeck, viscous=share * _MX_64.viscous, armature=share * _MX_64.armature
    )


_SHEETS = {
    "AX-12": (DataSheet(12.0, 1.5, 1.5, 59.0),),
    "RX-28": (DataSheet(18.5, 3.7, 1.9, 85.0),),
    "RX-64": (DataSheet(18.5, 5.3, 2.6, 64.0),),
    "MX-28": (DataSheet(12.0, 2.5, 1.4, 55.0), DataSheet(14.8, 3.1, 1.7, 67.0)),
    "MX-64": (DataSheet(12.0, 6.0, 4.1, 63.0), DataSheet(14.8, 7.3, 5.2, 78.0)),
    "MX-106": (DataSheet(12.0, 8.4, 5.2, 45.0), DataSheet(14.8, 10.0, 6.3, 55.0)),
}
_MASSES = {"AX-12": 0.0546, "RX-28": 0.072, "RX-64": 0.125, "MX-28": 0.072, "MX-64": 0.126, "MX-106": 0.153}  # kg


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


MODELS: Mapping[str, Model] = MappingProxyType({name: _model(name) for name in TABLES})
