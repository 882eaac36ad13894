"""Readable error messages: which file, which key, what is wrong and how to fix it."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Annotated, Any, Self, Union, get_args, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from robopitch.spec.base import Spec
from robopitch.spec.names import suggestion
from robopitch.spec.quantity import Physical, Stated, Whole

__all__ = ["OVERRIDE", "Problem", "SpecError", "explain", "mark_of", "place", "suggestion"]

OVERRIDE = "override"  # origin of a value from the command line or a program; messages name only its path
MOST_EXPLAINED = 2000  # problems reported for one spec: two robots with joints have 1700 numbers


class Problem(str):
    """A line of a `SpecError` whose key is known: "file: key: what is wrong"."""

    __slots__ = ("file", "key", "words")
    file: str
    key: str
    words: str

    def __new__(cls, file: str, key: str, words: str) -> Self:
        """The file, the dotted key in it, and what is wrong with its value."""
        self = super().__new__(cls, place(file, key) + words)
        self.file, self.key, self.words = file, key, words
        return self

    def __getnewargs__(self) -> tuple[str, str, str]:  # type: ignore[override]
        return self.file, self.key, self.words


class SpecError(ValueError):
    """An invalid spec. The message has a line for each problem: file, key, what is wrong."""

    def __init__(self, problems: str | Iterable[str]) -> None:
        self.problems = (problems,) if isinstance(problems, str) else tuple(problems)
        super().__init__("\n".join(self.problems))

    def __reduce__(self) -> tuple[type[SpecError], tuple[tuple[str, ...]]]:
        return type(self), (self.problems,)


def explain(error: ValidationError, model: type[Spec], where: Callable[[Sequence[str]], str]) -> SpecError:
    """A SpecError for a validation *error* of *model*; `where(path)` is the file that a key comes from."""
    found: dict[tuple[str, str, str], None] = {}  # an ordered set
    for details in islice(error.errors(include_url=False), MOST_EXPLAINED):
        path, table, field = _trace(model, details["loc"])
        if details["type"].startswith("union_tag"):
            path = (*path, "kind")
        found[where(path), ".".join(path), _words(details, table, field)] = None
    lines: list[str] = []
    for file, key, text in found:
        team, _, rest = key.partition(".")
        other = {"blue": "yellow", "yellow": "blue"}.get(team)
        if other and (file, f"{other}.{rest}", text) in found:  # the same for both teams: reported once
            if team == "yellow":
                continue
            key = rest
        lines.append(Problem(file, key, text))
    if error.error_count() > MOST_EXPLAINED:
        lines.append(f"… and {error.error_count() - MOST_EXPLAINED} more")
    return SpecError(lines)


def place(file: str, key: str) -> str:
    """The start of a message: file and key, each with a colon; an override has no file."""
    return "".join(f"{part}: " for part in (file if file != OVERRIDE else "", key) if part)


def mark_of(annotation: Any) -> Physical | None:
    """The unit and range in an annotation, at any depth; None if it is not for a number."""
    if isinstance(annotation, FieldInfo):
        found = [mark_of(part) for part in (*annotation.metadata, annotation.annotation)]
    elif isinstance(annotation, Physical):
        return annotation
    elif isinstance(annotation, Whole):
        return annotation.physical
    else:
        found = [mark_of(part) for part in get_args(annotation)]
    return next((mark for mark in found if mark is not None), None)


def _words(details: ErrorDetails, table: type[Spec] | None, field: FieldInfo | None) -> str:
    """What is wrong and how to fix it."""
    kind, context = details["type"], details.get("ctx", {})
    if kind == "missing":
        mark = mark_of(field) if field else None
        doc = f": {field.description}" if field and field.description else ""
        return f"missing{doc}" + (f" ({mark.wanted})" if mark else "")
    if kind == "extra_forbidden":
        known = table.file_keys() if table else set()
        return f"no such key here; {suggestion(str(details['loc'][-1]), known)}"
    if kind in {"literal_error", "union_tag_invalid"}:
        given = context.get("tag", details["input"])
        return f"{given!r} is not one of {context.get('expected', context.get('expected_tags'))}"
    if kind == "union_tag_not_found":
        choices = map(repr, map(_kind, _models(field.annotation if field else None)))
        return f"missing; it is one of {', '.join(choices)}"
    if kind in {"model_type", "model_attributes_type", "dict_type"}:
        return f"a table is wanted, not {_given(details['input'])}"
    if kind in {"list_type", "tuple_type"}:
        return f"a list is wanted, not {_given(details['input'])}"
    if kind.startswith("bool_"):
        return f"true or false is wanted, not {_given(details['input'])}"
    if kind.startswith("string_"):
        return f"a text is wanted, not {_given(details['input'])}"
    if kind in {"too_short", "too_long"}:
        least, most = context.get("min_length"), context.get("max_length")
        bound = f"at least {least}" if least is not None else f"at most {most}"
        return f"{context['actual_length']} entries; {bound} are wanted"
    return details["msg"]


def _given(value: object) -> str:
    if isinstance(value, Stated):
        return f"{value.value:.12g} {value.unit or ''}".rstrip()
    return repr(value) if isinstance(value, str | bool | int | float) else f"a {type(value).__name__}"


def _trace(
    model: type[Spec], location: Sequence[int | str]
) -> tuple[tuple[str, ...], type[Spec] | None, FieldInfo | None]:
    """The path of pydantic's *location* in the file, the table that holds its last part, and its field."""
    path: list[str] = []
    table: type[Spec] | None = None
    field: FieldInfo | None = None
    here: Any = model
    for part in location:
        members = _models(here)
        if len(members) > 1:  # for a union pydantic adds the chosen kind, which is no key of the file
            here = next((member for member in members if part == _kind(member)), None)
            continue
        if not (members and part in members[0].inline):
            path.append(str(part))
        if members:
            table = members[0]
            field = table.model_fields.get(str(part))
            here = field.annotation if field else None
        else:
            table = field = None
            entries = get_args(here)
            here = entries[min(part, len(entries) - 1)] if entries and isinstance(part, int) else None
    return tuple(path), table, field


def _models(annotation: Any) -> list[type[Spec]]:
    """The models that an annotation allows at its top: one for a table, several for a union, none for a list."""
    if isinstance(annotation, type) and issubclass(annotation, Spec):
        return [annotation]
    if get_origin(annotation) is Annotated:
        return _models(get_args(annotation)[0])
    if get_origin(annotation) in {Union, types.UnionType}:
        return [model for part in get_args(annotation) for model in _models(part)]
    return []


def _kind(model: type[Spec]) -> str:
    """The `kind` that selects *model* in a union."""
    return str(get_args(model.model_fields["kind"].annotation)[0])
