"""Conversion of messages to plain lists and numbers, and back, without loss: the form that JSON can hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from robopitch.messages.registry import kind_of, name_of, upgraded

__all__ = ["from_plain", "to_plain"]


def to_plain(thing: Any) -> Any:
    """A message, or anything made of messages, tuples, lists, mappings and numbers, as plain data."""
    if thing is None or (isinstance(thing, bool | str) and not isinstance(thing, Enum)):
        return thing
    if isinstance(thing, Enum):
        return {"is": name_of(type(thing)), "of": thing.value}
    if isinstance(thing, int):
        return int(thing)
    if isinstance(thing, float):
        return float(thing)  # also for Quantity and numpy's floats
    if is_dataclass(thing) and not isinstance(thing, type):
        return {"is": name_of(type(thing)), "of": [to_plain(getattr(thing, field.name)) for field in fields(thing)]}
    if isinstance(thing, tuple):
        name = "tuple" if type(thing) is tuple else name_of(type(thing))
        return {"is": name, "of": [to_plain(part) for part in thing]}
    if isinstance(thing, list):
        return [to_plain(part) for part in thing]
    if isinstance(thing, Mapping):
        return {"is": "dict", "of": [[to_plain(key), to_plain(value)] for key, value in thing.items()]}
    if isinstance(thing, bytes):
        return {"is": "bytes", "of": thing.hex()}
    raise TypeError(f"{type(thing).__name__} has no plain form")


def from_plain(data: Any) -> Any:
    """The inverse of `to_plain`; a ValueError if the data is not a message or its parts have wrong types."""
    if isinstance(data, list):
        return [from_plain(part) for part in data]
    if not isinstance(data, dict):
        return data
    try:
        name, of = data["is"], data["of"]
        if name == "dict":
            return {from_plain(key): from_plain(value) for key, value in of}
        if name == "tuple":
            return tuple(from_plain(part) for part in of)
        if name == "bytes":
            return bytes.fromhex(of)
        kind = kind_of(name)
        if issubclass(kind, Enum):
            return kind(of)
        return _made(kind, upgraded(name, tuple(from_plain(part) for part in of)))
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"this is not a message in its plain form: {error}") from None


def _made(kind: Any, parts: tuple[Any, ...]) -> Any:
    """A message of these parts. Parts of the right type are kept; others are converted if that is possible without
    loss, for example a list to a tuple.
    """
    from pydantic import ValidationError
    from pydantic_core import ArgsKwargs

    adapter = _adapter(kind)
    given = parts if issubclass(kind, tuple) else ArgsKwargs(parts)
    try:
        adapter.validate_python(given, strict=True)
        return kind(*parts)
    except ValidationError:
        pass
    try:
        return adapter.validate_python(given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise ValueError(f"this is not a message: {kind.__name__}: {where}: {first['msg']}") from None


@cache
def _adapter(kind: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)
