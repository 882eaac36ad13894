"""Units: what they measure, their spellings, and their conversion to SI.

>>> to_si(46, "g")
0.046
>>> UNITS["rpm"].quantity
'turn rate'
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

__all__ = ["UNITS", "Unit", "from_si", "known_unit", "named", "plain_spelling", "to_si", "units_of"]


class Unit(NamedTuple):
    """One unit: value · times / per converts to `si`."""

    quantity: str  # what it measures
    si: str
    times: float
    per: float


# quantity → its SI unit → the others as (times, per). Thousandths divide by 1000 instead of multiplying by 0.001,
# which rounds only once: 21.35 mm is then the same float as 0.02135 m.
_TABLE: dict[str, tuple[str, dict[str, tuple[float, float]]]] = {
    "pure number": ("1", {"%": (1, 100)}),
    "length": ("m", {"cm": (1, 100), "mm": (1, 1000)}),
    "mass": ("kg", {"g": (1, 1000)}),
    "time": ("s", {"ms": (1, 1000)}),
    "frequency": ("Hz", {"1/s": (1, 1), "kHz": (1000, 1)}),
    "number of pixels": ("px", {}),
    "angle": ("rad", {"deg": (math.pi, 180)}),
    "speed": ("m/s", {"cm/s": (1, 100), "mm/s": (1, 1000)}),
    "turn rate": ("rad/s", {"deg/s": (math.pi, 180), "rpm": (math.pi, 30)}),
    "acceleration": ("m/s2", {"mm/s2": (1, 1000)}),
    "turn by speed": ("rad/m", {"deg/m": (math.pi, 180)}),
    "turn acceleration": ("rad/s2", {"deg/s2": (math.pi, 180)}),
    "force": ("N", {"mN": (1, 1000)}),
    "torque": ("N m", {"mN m": (1, 1000)}),
    "moment of inertia": ("kg m2", {"g m2": (1, 1000), "g cm2": (1, 1e7), "g mm2": (1, 1e9)}),
    "drag": ("kg/m", {"g/m": (1, 1000)}),
    "density": ("kg/m3", {"g/cm3": (1000, 1)}),
    "power": ("W", {"mW": (1, 1000)}),
    "energy": ("J", {"Wh": (3600, 1)}),
    "voltage": ("V", {"mV": (1, 1000)}),
    "current": ("A", {"mA": (1, 1000)}),
    "resistance": ("ohm", {"mohm": (1, 1000)}),
    # The back-EMF constant has the same value, and data sheets give either.
    "torque constant": ("N m/A", {"mN m/A": (1, 1000), "V s/rad": (1, 1), "mV/rpm": (0.03, math.pi)}),
}

UNITS: dict[str, Unit] = {
    name: Unit(quantity, si, *ratio)
    for quantity, (si, others) in _TABLE.items()
    for name, ratio in {si: (1.0, 1.0), **others}.items()
}

_SPELLINGS = {"²": "2", "³": "3", "^": "", "·": " ", "*": " ", "Ω": "ohm", "°": "deg", "Nm": "N m"}


@lru_cache(maxsize=1024)
def plain_spelling(text: str) -> str:
    """A unit as the table writes it: "m/s²" and "m/s^2" are "m/s2", "mNm" is "mN m"."""
    for spelling, plain in _SPELLINGS.items():
        text = text.replace(spelling, plain)
    return " ".join(text.split())


def known_unit(text: str) -> Unit | None:
    """The unit for *text* in any known spelling ("m/s²", "mNm"), or None.

    >>> known_unit("m/s²") == known_unit("m/s^2") == UNITS["m/s2"]
    True
    """
    return UNITS.get(plain_spelling(text))


def units_of(si: str) -> list[str]:
    """All units of the same dimension as the SI unit *si*, which comes first."""
    return [name for name, unit in UNITS.items() if unit.si == si]


def named(si: str) -> str:
    """What *si* measures, with its article: "a mass", "an angle"."""
    quantity = UNITS[si].quantity
    return ("an " if quantity[0] in "aeiou" else "a ") + quantity


def to_si(value: float, unit: str) -> float:
    """*value* in *unit*, converted to its SI unit."""
    known = UNITS[unit]
    return value * known.times / known.per


def from_si(value: float, unit: str) -> float:
    """*value* in the SI unit, converted to *unit*."""
    known = UNITS[unit]
    return value * known.per / known.times
