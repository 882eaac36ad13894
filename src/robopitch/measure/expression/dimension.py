"""Calculates with units: m per s is m/s, and m and s cannot be added."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from robopitch.spec.units import plain_spelling

__all__ = ["ANGLE", "ONE", "UNKNOWN", "Dimension", "dimension"]

_PART = re.compile(r"([^\W\d]+|%)(-?\d+)?")


@dataclass(frozen=True)
class Dimension:
    """Units and their powers; None if they are unknown.

    >>> str(dimension("m") / dimension("s") ** 2)
    'm/s2'
    """

    powers: tuple[tuple[str, int], ...] | None

    def __mul__(self, other: Dimension) -> Dimension:
        if self.powers is None or other.powers is None:
            return UNKNOWN
        powers = dict(self.powers)
        for unit, power in other.powers:
            powers[unit] = powers.get(unit, 0) + power
        return _tidy(powers)

    def __truediv__(self, other: Dimension) -> Dimension:
        return self * other**-1

    def __pow__(self, power: float) -> Dimension:
        """Unknown where a unit would come out with a broken power."""
        if self.powers is None:
            return UNKNOWN
        powers = {unit: own * power for unit, own in self.powers}
        if any(own != round(own) for own in powers.values()):
            return UNKNOWN
        return _tidy({unit: round(own) for unit, own in powers.items()})

    def fits(self, other: Dimension) -> bool:
        """Whether amounts of both can be added; angles count as numbers, and an unknown unit matches every unit."""
        return self.powers is None or other.powers is None or self._without_angle() == other._without_angle()

    def _without_angle(self) -> tuple[tuple[str, int], ...]:
        return tuple(part for part in self.powers or () if part[0] != "rad")

    def __str__(self) -> str:
        if self.powers is None:
            return "?"
        above = " ".join(f"{unit}{power if power > 1 else ''}" for unit, power in self.powers if power > 0)
        below = "".join(f"/{unit}{-power if power < -1 else ''}" for unit, power in self.powers if power < 0)
        return (above or "1") + below


def _tidy(powers: Mapping[str, int]) -> Dimension:
    return Dimension(tuple(sorted((unit, power) for unit, power in powers.items() if power)))


def dimension(text: str) -> Dimension:
    """What a unit is made of; unknown where it cannot be read.

    >>> dimension("m/s²") == dimension("m s-2")
    True
    """
    powers: dict[str, int] = {}
    for place, group in enumerate(plain_spelling(text).replace("Hz", "s-1").split("/")):
        for part in group.split():
            if part == "1":
                continue
            found = _PART.fullmatch(part)
            if found is None:
                return UNKNOWN
            power = int(found[2] or 1)
            powers[found[1]] = powers.get(found[1], 0) + (power if place == 0 else -power)
    return _tidy(powers)


UNKNOWN = Dimension(None)
ONE = Dimension(())
ANGLE = dimension("rad")
