"""Sensors that a robot carries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from robopitch.spec.base import Spec
from robopitch.spec.quantity import Quantity, Stated
from robopitch.spec.units import known_unit

__all__ = ["MountedSensor"]


def _plain(value: Any) -> Any:
    """Settings in plain values: numbers in SI, keys in order, so that equal settings have the same text."""
    if isinstance(value, Stated):
        unit = known_unit(value.unit or "1")
        assert unit is not None  # a Stated number has a known unit or none
        return Quantity(value.value * unit.times / unit.per, unit.si, value.source)
    if isinstance(value, Mapping):
        if "value" in value and set(value) <= {"value", "unit", "source"}:
            return _plain_number(value)
        return {key: _plain(value[key]) for key in sorted(value) if key != "source"}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value


def _plain_number(table: Mapping[str, Any]) -> Any:
    """A table with value, unit and source as a number in SI."""
    unit = known_unit(str(table.get("unit", "1")))
    if unit is None:
        raise ValueError(f"{table.get('unit')!r} is not a unit known here")
    value = table["value"]
    if not isinstance(value, int | float):
        return value
    return Quantity(value * unit.times / unit.per, unit.si, str(table.get("source", "")))


Settings = Annotated[dict[str, Any], BeforeValidator(_plain)]


class MountedSensor(Spec):
    """A sensor on a robot. Its kind decides which settings there are; the league that knows the kind checks them."""

    kind: str = Field(min_length=1, description="which sensor; a league says which kinds it knows")
    name: str = Field(min_length=1, pattern=r"^[^\s.]+$", description="its name on this robot, without dots or spaces")
    settings: Settings = Field(default_factory=dict, description="numbers in SI, or with a unit")
