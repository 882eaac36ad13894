"""Lists the parameters of a spec: every number and choice with its path, unit, range, meaning and source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from robopitch.spec.base import Spec
from robopitch.spec.errors import mark_of
from robopitch.spec.league import LeagueSpec
from robopitch.spec.quantity import Count, Physical, Quantity

__all__ = ["Parameter", "parameters", "schema"]

# Texts for people, whole files, and what an option of a match has: not tunable.
PROSE = frozenset({"title", "description", "model_files", "watchdog"})


@dataclass(frozen=True)
class Parameter:
    """One value of a spec. An override addresses it by its path."""

    path: str
    value: float | int | bool | str | None
    unit: str
    range: str
    doc: str
    source: str
    least: float | None = None
    most: float | None = None


def parameters(spec: Spec) -> Iterator[Parameter]:
    """Yield all values of *spec*, in field order; a robot that both teams share comes once, as ``robot``."""
    if isinstance(spec, LeagueSpec) and spec.blue.robot == spec.yellow.robot:
        yield from _tables("", spec, without={*PROSE, "blue", "yellow"})
        yield from _tables("robot", spec.blue.robot)
    else:
        yield from _tables("", spec)


def schema(model: type[Spec]) -> dict[str, Any]:
    """The JSON schema of the files of *model*, with units, for editors and panels."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}


def _tables(path: str, spec: Spec, without: Set[str] = PROSE) -> Iterator[Parameter]:
    for name, (field, mark) in _marked_fields(type(spec)).items():
        if name in spec.inline:
            if getattr(spec, name) is not None:
                yield from _tables(path, getattr(spec, name))
        elif name not in without:
            yield from _walk(f"{path}.{name}" if path else name, getattr(spec, name), field, mark)


@cache
def _marked_fields(model: type[Spec]) -> dict[str, tuple[FieldInfo, Physical | None]]:
    return {name: (field, mark_of(field)) for name, field in model.model_fields.items()}


def _walk(path: str, value: Any, field: FieldInfo, mark: Physical | None) -> Iterator[Parameter]:
    if isinstance(value, Spec):
        yield from _tables(path, value)
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield from _walk(f"{path}.{key}", entry, field, mark)
    elif isinstance(value, list | tuple):
        for index, entry in enumerate(value):
            yield from _walk(f"{path}.{index}", entry, field, mark)
    else:
        yield Parameter(
            path=path,
            value=value,
            unit=_unit(value, mark),
            range=mark.range if mark else _choices(value, field),
            doc=field.description or "",
            source=value.source if isinstance(value, Quantity | Count) else "",
            least=mark.least if mark else None,
            most=mark.most if mark else None,
        )


def _unit(value: object, mark: Physical | None) -> str:
    if isinstance(value, Quantity):
        return "" if value.unit == "1" else value.unit
    return mark.si if mark is not None and mark.si != "1" else ""


def _choices(value: object, field: FieldInfo) -> str:
    if isinstance(value, bool):
        return "true | false"
    return " | ".join(get_args(field.annotation)) if get_origin(field.annotation) is Literal else ""
