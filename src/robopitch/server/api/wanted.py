"""Says in a sentence what a field of a request expects, from the field's declaration."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from annotated_types import Ge, Le, MaxLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

__all__ = ["Expected", "described", "parts_of", "wanted"]


class Expected(NamedTuple):
    """An annotation of a field: what it expects, if its type does not say it."""

    text: str


def wanted(model: type[BaseModel], errors: Sequence[Mapping[str, Any]]) -> str:
    """The first of pydantic's errors as a sentence: "things.0.x: a number is wanted, not 'left'"."""
    error = errors[0]
    if error["type"] == "value_error":  # of a function that checks a field, which says it in its own words
        return str(error["ctx"]["error"])
    place = [step for step in error["loc"] if isinstance(step, int) or step in _names(model)]
    expected = _expected(model, place)
    name = ".".join(map(str, place))
    missing = error["type"] == "missing" or error["input"] is None
    return f"{name}: {expected} is wanted" + ("" if missing else f", not {_short(error['input'])}")


def parts_of(hint: Any) -> tuple[Any, list[Any]]:
    """A type without its annotations, and these."""
    notes: list[Any] = []
    while get_origin(hint) is Annotated:
        hint, *more = get_args(hint)
        for note in more:
            notes += note.metadata if isinstance(note, FieldInfo) else [note]
    return hint, notes


def _names(model: type[BaseModel]) -> set[str]:
    """The names of fields of a model and of the models in it; the rest of a location is pydantic's own."""
    names = set(model.model_fields)
    for field in model.model_fields.values():
        inner = _entries(field.annotation)
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            names |= _names(inner)
    return names


def _expected(model: type[BaseModel], place: Sequence[int | str]) -> str:
    """What is expected at a place: that of the innermost field."""
    hint: Any = model
    for step in place:
        hint, _ = parts_of(hint)
        if isinstance(step, int):
            hint = _entries(hint)
        elif isinstance(hint, type) and issubclass(hint, BaseModel):
            field = hint.model_fields[step]
            hint = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
    if place and isinstance(place[-1], int):  # of an entry of a list, the whole list is described
        return _expected(model, place[:-1])
    return described(hint)


def _entries(hint: Any) -> Any:
    """The type of the entries of a list."""
    bare, _ = parts_of(hint)
    return parts_of(get_args(bare)[0])[0] if get_origin(bare) is list else None


def described(hint: Any) -> str:
    """What a field of this type expects, in words."""
    bare, notes = parts_of(hint)
    if get_origin(bare) in (Union, types.UnionType):
        return described(next(part for part in get_args(bare) if part is not type(None)))
    said = next((note.text for note in notes if isinstance(note, Expected)), None)
    if said is not None:
        return said
    least = next((note.ge for note in notes if isinstance(note, Ge)), None)
    most = next((note.le for note in notes if isinstance(note, Le)), None)
    longest = next((note.max_length for note in notes if isinstance(note, MaxLen)), None)
    limits = "" if least is None or most is None else f" from {least:.15g} to {most:.15g}"
    if get_origin(bare) is Literal:
        *first, last = map(str, get_args(bare))
        return f"{', '.join(first)} or {last}"
    if get_origin(bare) is list:
        things = "texts" if parts_of(get_args(bare)[0])[0] is str else "things"
        return f"a list of at most {longest} {things}"
    if get_origin(bare) is tuple:
        return f"a list of {len(get_args(bare))} numbers"
    if get_origin(bare) is dict:
        return "an object of values by name"
    return {
        float: f"a number{limits}",
        int: f"a whole number{limits}",
        bool: "true or false",
        str: "a text" if longest is None else f"a text of at most {longest} characters",
        Any: "a text",
    }[bare]


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"
