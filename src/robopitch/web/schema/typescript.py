"""The messages between page and server as types in TypeScript.

python -m robopitch.web.schema        # writes web/src/wire/schema.ts
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from typing_extensions import is_typeddict

import robopitch.web.requests  # noqa: F401 - now all of them are in the registry
from robopitch.server.api import REQUESTS
from robopitch.server.api.wanted import parts_of
from robopitch.web import frame
from robopitch.web.schema import answers, calibration, figure, motion, robot_form, tells

__all__ = ["typescript"]

HEAD = "// Written by `python -m robopitch.web.schema` from the schemas in web/ and server/api/: change it there."


def typescript() -> str:
    """All of it."""
    lines = [HEAD, ""]
    asked = [one for one in REQUESTS.values() if one.page is not None]
    declaring = dict.fromkeys(sys.modules[one.carry_out.__module__] for one in asked)
    for module in (figure, tells, motion, answers, calibration, robot_form, *declaring):
        for kind in vars(module).values():
            if is_typeddict(kind) and kind.__module__ == module.__name__:
                lines += _interface(kind.__name__, kind.__doc__, _answer_fields(kind))
    lines += [f"export type Tell = {' | '.join(kind.__name__ for kind in tells.TELLS)};", ""]
    for kind in dict.fromkeys(part for one in asked for part in _parts(one.page)):
        lines += _interface(kind.__name__, kind.__doc__, _ask_fields(kind))
    lines += ["/** The fields of each request. */", "export interface Asks {"]
    for one in asked:
        assert one.page is not None
        fields = " ".join(f"{field}: {hint};" for field, hint in _ask_fields(one.page))
        lines.append(f"  {one.name}: {{ {fields} }};" if fields else f"  {one.name}: Record<string, never>;")
    lines += ["}", "", "/** The answer to each request; to others it is empty. */", "export interface Answers {"]
    lines += [f"  {one.name}: {one.answer.__name__};" for one in asked if one.answer not in (None, bytes)]
    lines += ["}", "", "/** The layout of binary frames, as in src/robopitch/web/frame.py. */"]
    lines.append("export const FRAME = {")
    lines += [f"  {name}: {value!r}," for name, value in frame.layout().items()]
    lines.append("} as const;")
    return "\n".join(lines) + "\n"


def _interface(name: str, about: str | None, fields: Iterator[tuple[str, str]]) -> list[str]:
    head = [f"/** {(about or '').strip().splitlines()[0]} */", f"export interface {name} {{"]
    return [*head, *(f"  {field}: {hint};" for field, hint in fields), "}", ""]


def _answer_fields(kind: type) -> Iterator[tuple[str, str]]:
    for name, hint in get_type_hints(kind).items():
        yield name, type_of(hint)


def _ask_fields(kind: type[BaseModel]) -> Iterator[tuple[str, str]]:
    for name, field in kind.model_fields.items():
        if name != "ask":
            yield name if field.is_required() else f"{name}?", type_of(field.annotation)


def _parts(kind: type[BaseModel] | None) -> Iterator[type[BaseModel]]:
    """The models in lists of a request."""
    for field in kind.model_fields.values() if kind is not None else ():
        for part in get_args(field.annotation):
            bare, _ = parts_of(part)
            if isinstance(bare, type) and issubclass(bare, BaseModel):
                yield bare


def type_of(hint: Any) -> str:
    """A type as TypeScript writes it."""
    hint, _ = parts_of(hint)
    simple = {float: "number", int: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}
    if hint in simple:
        return simple[hint]
    if is_typeddict(hint) or (isinstance(hint, type) and issubclass(hint, BaseModel)):
        return str(hint.__name__)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(type_of(part) for part in arguments))
    if origin is list:
        inner = type_of(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(type_of, arguments))}]"
    if origin is dict:
        return f"Record<{type_of(arguments[0])}, {type_of(arguments[1])}>"
    raise TypeError(f"{hint} has no TypeScript form")
