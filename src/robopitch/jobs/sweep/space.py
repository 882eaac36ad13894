"""The parameters of a sweep: where each is searched, as typed, and its values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Parameter", "Setting", "read_parameter", "split_commas"]

MOST_VALUES = 10_000
_NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([^\d\s:,.][^:,]*)?")

Setting = Mapping[str, float | int | str]
"""A value for each parameter, by its path; numbers are in the unit of the parameter."""


@dataclass(frozen=True)
class Parameter:
    """A parameter, and its range or its choices.

    count: how many values of the range a grid has; None: it was not said
    unit:  in which the range was typed; empty: that of the parameter
    whole: only whole numbers
    """

    path: str
    low: float = 0.0
    high: float = 0.0
    count: int | None = None
    unit: str = ""
    choices: tuple[float | int | str, ...] = ()
    whole: bool = False

    @property
    def label(self) -> str:
        """Its path with its unit, as the head of a column."""
        return f"{self.path} [{self.unit}]" if self.unit else self.path

    @property
    def is_number(self) -> bool:
        """Whether all its values are numbers."""
        return not any(isinstance(value, str) for value in self.choices)

    def at(self, share: float) -> float | int | str:
        """The value so far through the range, 0 to 1; of the choices, the one that lies there."""
        if self.choices:
            return self.choices[min(int(share * len(self.choices)), len(self.choices) - 1)]
        value = self.low + share * (self.high - self.low)
        return round(value) if self.whole else float(f"{value:.10g}")

    def grid(self) -> list[float | int | str]:
        """The values of a grid; a ValueError if nobody said how many."""
        if self.choices:
            return list(self.choices)
        if self.count is None:
            raise ValueError(f"--set {self.path}: how many values? {self.path}={self.low:g}:{self.high:g}:5 has 5")
        return list(dict.fromkeys(self.at(number / max(self.count - 1, 1)) for number in range(self.count)))

    def text(self, value: float | int | str) -> str:
        """A value as `--set` takes it."""
        return f"{value!r} {self.unit}".rstrip() if isinstance(value, float | int) else value


def read_parameter(text: str) -> Parameter | None:
    """The parameter in `--set PATH=FROM:TO:COUNT` or `PATH=VALUE,VALUE`; None for a single value.

    A ValueError says what is wrong with a range.

    >>> read_parameter("ball.mass=40:50:3 g").grid()
    [40.0, 45.0, 50.0]
    >>> read_parameter("engine=turf,mujoco").choices
    ('turf', 'mujoco')
    >>> read_parameter("ball.mass=45 g")
    """
    path, _, given = (part.strip() for part in text.partition("="))
    values = split_commas(given)
    if len(values) > 1:
        return _choices(path, values)
    parts = given.split(":")
    if len(parts) == 1 or _NUMBER.match(parts[0]) is None:
        return None
    hint = f"write {path}=FROM:TO:COUNT, such as {path}=0.2:0.6:5"
    ends = [_NUMBER.fullmatch(part) for part in parts]
    if len(parts) > 3 or not all(ends):
        raise ValueError(f"--set {text}: is no range; {hint}")
    numbers, units = zip(*((end[1], (end[2] or "").strip()) for end in ends if end is not None), strict=True)
    if len({unit for unit in units if unit}) > 1:
        raise ValueError(f"--set {text}: both ends in the same unit, please; {hint}")
    low, high = float(numbers[0]), float(numbers[1])
    if not low < high:
        raise ValueError(f"--set {text}: the range is empty; {hint}")
    count = None if len(numbers) < 3 else numbers[2]
    if count is not None and not (count.isdecimal() and 2 <= int(count) <= MOST_VALUES):
        raise ValueError(f"--set {text}: {count} values; from 2 to {MOST_VALUES} are possible in a range")
    return Parameter(path, low, high, None if count is None else int(count), max(units))


def _choices(path: str, values: list[str]) -> Parameter:
    """The parameter with these values: numbers, in a unit that one of them names, or words."""
    if "" in values:
        raise ValueError(f"--set {path}: an empty value between commas")
    if len(set(values)) < len(values):
        raise ValueError(f"--set {path}: {','.join(values)} has a value twice")
    found = [_NUMBER.fullmatch(value) for value in values]
    units = {(one[2] or "").strip() for one in found if one is not None} - {""}
    if not all(found) or len(units) > 1:
        return Parameter(path, choices=tuple(values))
    numbers = [one[1] for one in found if one is not None]
    choices = tuple(int(number) if number.isdecimal() else float(number) for number in numbers)
    return Parameter(path, unit=max(units, default=""), choices=choices)


def split_commas(text: str) -> list[str]:
    """The parts between commas outside of brackets.

    >>> split_commas("goals, min(a, b)")
    ['goals', 'min(a, b)']
    """
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]
