"""Operands of expressions: numbers, signals and vectors, with their units and times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from robopitch.measure.expression.dimension import ONE, Dimension
from robopitch.measure.sampling import Array, interpolate

__all__ = ["Operand", "arithmetic", "common_unit", "comparison", "number", "together", "with_values"]

_ARITHMETIC: dict[str, Callable[[Array, Array], Array]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "%": np.mod,
    "**": np.power,
}
_COMPARISON: dict[str, Callable[[Array, Array], Array]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}
_VERB = {"+": "added", "-": "subtracted", "%": "divided with a rest"}


@dataclass(frozen=True)
class Operand:
    """A number ``[]``, a signal ``[time]`` or a vector over time ``[time, axis]``."""

    values: Array
    unit: Dimension
    times: Array | None = None  # None: the same at all times
    plain: bool = False  # a number as it was typed, which takes the unit of what it meets
    held: bool = False  # keeps its value until the next sample

    @property
    def is_vector(self) -> bool:
        """Whether it has axes."""
        return self.values.ndim == 2

    def at(self, times: Array) -> Array:
        """Its values at other times, or its number."""
        if self.times is None or self.times is times or np.array_equal(self.times, times):
            return self.values
        return interpolate(self.times, self.values, str(self.unit), times, held=self.held)


def number(value: float) -> Operand:
    """As it was typed."""
    return Operand(np.asarray(value, float), ONE, plain=True)


def together(*operands: Operand) -> tuple[Array | None, list[Array]]:
    """Their values at the times of the first of them that has any, and these times; vectors cut to common axes.

    A ball is in space and a robot on the ground: what they have in common is the ground.
    """
    first = next((operand for operand in operands if operand.times is not None), None)
    if first is None or first.times is None:
        return None, [operand.values for operand in operands]
    values = [operand.at(first.times) for operand in operands]
    axes = min((operand.values.shape[1] for operand in operands if operand.is_vector), default=0)
    return first.times, [value[:, :axes] if value.ndim == 2 else value for value in values]


def arithmetic(sign: str, left: Operand, right: Operand) -> Operand:
    """Of both, with the unit that it has."""
    times, (a, b) = together(left, right)
    if left.is_vector and right.is_vector and sign not in ("+", "-"):
        raise ValueError(f"two vectors have no {sign}; norm(…) and dot(…, …) make numbers of them")
    if left.is_vector != right.is_vector:
        if sign not in ("*", "/") or (sign == "/" and right.is_vector):
            raise ValueError(f"a vector and a number have no {sign}; norm(…) makes a number of a vector")
        a, b = (part[:, None] if part.ndim == 1 else part for part in (a, b))
    if sign == "**":
        unit = _power(left, right)
    elif sign == "*":
        unit = left.unit * right.unit
    elif sign == "/":
        unit = left.unit / right.unit
    else:
        unit = common_unit(_VERB[sign], left, right)
    with np.errstate(all="ignore"):  # what cannot be computed is NaN, or infinite
        values = _ARITHMETIC[sign](a, b)
    held = all(operand.held or operand.times is None for operand in (left, right))
    return Operand(values, unit, times, left.plain and right.plain, held)


def comparison(sign: str, left: Operand, right: Operand) -> Operand:
    """1 where it is so, 0 where it is not."""
    if left.is_vector or right.is_vector:
        raise ValueError(f"vectors have no {sign}; compare norm(…) of them")
    common_unit("compared", left, right)
    times, (a, b) = together(left, right)
    values = np.where(np.isnan(a) | np.isnan(b), np.nan, _COMPARISON[sign](a, b).astype(float))
    held = all(operand.held or operand.times is None for operand in (left, right))
    return Operand(values, ONE, times, held=held)


def common_unit(verb: str, *operands: Operand) -> Dimension:
    """The unit that all of them have; numbers as they were typed have any."""
    units = [operand.unit for operand in operands if not operand.plain]
    for unit in units:
        if not unit.fits(units[0]):
            raise ValueError(f"{units[0]} and {unit} cannot be {verb}")
    return units[0] if units else ONE


def _power(base: Operand, power: Operand) -> Dimension:
    if power.times is not None:
        if base.unit.powers:
            raise ValueError(f"the power of something in {base.unit} must be a number, not a signal")
        return base.unit
    return base.unit ** float(power.values)


def with_values(operand: Operand, values: Array, unit: Dimension | None = None) -> Operand:
    """The same at the same times with other values."""
    return replace(operand, values=values, unit=operand.unit if unit is None else unit, held=False)
