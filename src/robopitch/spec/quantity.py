"""Numbers with unit and source, and the field annotations that create them.

    mass: Annotated[float, Physical("kg", gt=0, le=1)] = Field(description="…")

accepts a table ``{ value = 46, unit = "g", source = "…" }``, a string ``"46 g"`` or a bare SI number, and holds a
`Quantity`: a float in SI with unit and source.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from difflib import get_close_matches
from numbers import Real
from typing import Any, Self

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from robopitch.spec.units import known_unit, named, units_of

__all__ = ["Count", "Physical", "Quantity", "Stated", "Whole", "assumed", "split_text"]

_NUMBER = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*?)\s*")


class Quantity(float):
    """A float in SI units, with its unit and source."""

    __slots__ = ("source", "unit")
    source: str
    unit: str

    def __new__(cls, value: float, unit: str = "1", source: str = "") -> Self:
        """The number, its SI unit and its source."""
        self = super().__new__(cls, value)
        self.unit = unit
        self.source = source
        return self

    def __getnewargs__(self) -> tuple[float, str, str]:  # type: ignore[override]
        return float(self), self.unit, self.source

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Called by pydantic: as the default of a field, a Quantity is a float in the JSON schema."""
        return core_schema.float_schema()


class Count(int):
    """A whole number with its source."""

    source: str
    unit: str = "1"

    def __new__(cls, value: int, source: str = "") -> Self:
        """The number and its source."""
        self = super().__new__(cls, value)
        self.source = source
        return self

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]
        return int(self), self.source

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Called by pydantic: as the default of a field, a Count is an int in the JSON schema."""
        return core_schema.int_schema()


@dataclass(frozen=True)
class Stated:
    """A number from a file, before validation; without a unit, that of the field applies."""

    value: float
    unit: str | None
    source: str


def assumed(value: float, unit: str, why: str) -> Quantity:
    """The default of a field, with the reason for it as its source."""
    return Quantity(value, unit, f"assumed: {why}")


def split_text(text: str) -> tuple[float, str] | None:
    """Number and unit of a text like "46 g"; None for any other text.

    >>> split_text("46 g")
    (46.0, 'g')
    """
    match = _NUMBER.fullmatch(text)
    return (float(match[1]), match[2]) if match else None


def _wrong(text: str) -> PydanticCustomError:
    # The text is passed as a value, so that braces in it are not parsed as a template.
    return PydanticCustomError("quantity", "{text}", {"text": text})


@dataclass(frozen=True)
class Physical:
    """Annotates a float field: its SI unit and the range it must lie in."""

    si: str
    _: KW_ONLY
    gt: float | None = None
    ge: float | None = None
    le: float | None = None
    lt: float | None = None

    def parse(self, given: object) -> Quantity:
        """*given* as a quantity; raises a PydanticCustomError that says what is wrong with it."""
        value, unit, source = self._read(given)
        known = known_unit(unit)
        if known is None:
            near = get_close_matches(unit, units_of(self.si), 1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise _wrong(f"{unit!r} is not a unit known here{hint}; {self.wanted} is wanted")
        if known.si != self.si:
            raise _wrong(f"{unit!r} is {named(known.si)}; {self.wanted} is wanted")
        if not math.isfinite(value):
            raise _wrong(f"{value} is not finite; {self.wanted} is wanted")
        text = f"{value:.12g} {unit}" if self.si != "1" else f"{value:.12g}"
        result = value * known.times / known.per
        self._check(result, text)
        return Quantity(result, self.si, source)

    @property
    def wanted(self) -> str:
        """What the field accepts, in words: "a mass in kg or g"."""
        *most, last = units_of(self.si)
        if self.si == "1":
            return named(self.si)
        return f"{named(self.si)} in {', '.join(most) + ' or ' if most else ''}{last}"

    @property
    def range(self) -> str:
        """The range in SI, as in "> 0 … 1"; empty if there is none."""
        low = "" if self.least is None else f"{'> ' if self.gt is not None else ''}{self.least:.6g}"
        high = "" if self.most is None else f"{'< ' if self.lt is not None else ''}{self.most:.6g}"
        return f"{low} … {high}".strip() if low or high else ""

    @property
    def least(self) -> float | None:
        """The lower bound, open or closed."""
        return self.ge if self.gt is None else self.gt

    @property
    def most(self) -> float | None:
        """The upper bound, open or closed."""
        return self.le if self.lt is None else self.lt

    def _read(self, given: object) -> tuple[float, str, str]:
        """Value, unit and source as they were given."""
        if isinstance(given, Quantity):
            return float(given), given.unit, given.source
        if isinstance(given, Stated):
            return float(given.value), given.unit or self.si, given.source
        if isinstance(given, str):
            parts = split_text(given)
            if parts is None:
                raise _wrong(f"{given!r} is not a number with a unit; {self.wanted} is wanted")
            if not parts[1] and self.si != "1":
                raise _wrong(
                    f"{given!r} has no unit; write '{given.strip()} {self.si}', or without quotes for {self.si}"
                )
            return parts[0], parts[1] or "1", ""
        if isinstance(given, Mapping):
            return self._read_table(given)
        if isinstance(given, bool) or not isinstance(given, Real):
            raise _wrong(f"{given!r} is not a number; {self.wanted} is wanted")
        return float(given), self.si, ""

    def _read_table(self, table: Mapping[str, object]) -> tuple[float, str, str]:
        unknown = sorted(set(table) - {"value", "unit", "source"})
        if unknown or "value" not in table:
            found = f"unknown {unknown[0]!r}" if unknown else "no value"
            raise _wrong(f"{found} in it; write {{ value = 1, unit = '{self.si}', source = '…' }}")
        value, unit, source = table["value"], table.get("unit", self.si), table.get("source", "")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _wrong(f"value = {value!r} is not a number")
        if not isinstance(unit, str) or not isinstance(source, str):
            raise _wrong("unit and source are texts in quotes")
        return float(value), unit, source

    def _check(self, value: float, text: str) -> None:
        unit = "" if self.si == "1" else f" {self.si}"
        if self.gt is not None and not value > self.gt:
            raise _wrong(f"{text} is not above {self.gt:g}")
        if self.ge is not None and not value >= self.ge:
            raise _wrong(f"{text} is below {self.ge:g}{unit}, the least allowed")
        if self.lt is not None and not value < self.lt:
            raise _wrong(f"{text} is not below {self.lt:g}{unit}")
        if self.le is not None and not value <= self.le:
            raise _wrong(f"{text} is above {self.le:g}{unit}, the most allowed")

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Validation by `parse`; pydantic calls this."""
        return core_schema.no_info_plain_validator_function(self.parse)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Called by pydantic."""
        return self.json_schema()

    def json_schema(self) -> dict[str, Any]:
        """A number, text or table; the bounds apply to a bare number, which is SI."""
        bounds = {
            "exclusiveMinimum": self.gt,
            "minimum": self.ge,
            "exclusiveMaximum": self.lt,
            "maximum": self.le,
        }
        return {
            "type": ["number", "string", "object"],
            "unit": self.si,
            **{key: bound for key, bound in bounds.items() if bound is not None},
            "properties": {
                "value": {"type": "number"},
                "unit": {"enum": units_of(self.si)},
                "source": {"type": "string"},
            },
            "required": ["value"],
            "additionalProperties": False,
        }


@dataclass(frozen=True)
class Whole:
    """Annotates an int field: a count, with the range it must lie in."""

    ge: int
    le: int

    @property
    def physical(self) -> Physical:
        """The same range as a `Physical` pure number."""
        return Physical("1", ge=self.ge, le=self.le)

    def parse(self, given: object) -> Count:
        """*given*, in any form that a quantity accepts, as a count."""
        if isinstance(given, Count):
            given = {"value": int(given), "source": given.source}
        number = self.physical.parse(given)
        if not number.is_integer():
            raise _wrong(f"{float(number):.12g} is not a whole number")
        return Count(int(number), number.source)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Validation by `parse`; pydantic calls this."""
        return core_schema.no_info_plain_validator_function(self.parse)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Called by pydantic: as for a pure number, but an integer or a table."""
        return {**self.physical.json_schema(), "type": ["integer", "object"]}
