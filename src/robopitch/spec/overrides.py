"""Overrides: values by dotted path, from a command line or a program, and the nested tables that they mean."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from robopitch.spec.errors import SpecError
from robopitch.spec.toml import DEEPEST, check_depth

__all__ = ["override_tree", "parse_override"]


def parse_override(text: str) -> tuple[str, Any]:
    """Path and value of an override as typed on a command line.

    >>> parse_override("ball.mass=46 g")
    ('ball.mass', '46 g')
    >>> parse_override("field.goal.crossbar = true")
    ('field.goal.crossbar', True)
    """
    path, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not value or not all(path.split(".")):
        raise SpecError(f"{text!r}: write path=value, for example 'ball.mass=46 g'")
    if path.count(".") > DEEPEST:
        raise SpecError(f"{text[:60]!r}…: tables in tables, {DEEPEST} deep at most")
    try:
        parsed = tomllib.loads(f"value = {value}")
    except RecursionError:
        raise SpecError(f"{path}: lists in lists, {DEEPEST} deep at most") from None
    except tomllib.TOMLDecodeError:
        return path, value  # a word, or a number with its unit, without the quotes of TOML
    except ValueError as error:
        raise SpecError(f"{path}: {error}") from None
    check_depth(parsed, path)
    return path, parsed["value"] if len(parsed) == 1 else value


def override_tree(overrides: Mapping[str, object]) -> dict[str, Any]:
    """Nested tables from dotted paths; a later path may lead into a table or list that an earlier one has set."""
    tree: dict[str, Any] = {}
    for path, value in overrides.items():
        if path.count(".") > DEEPEST:
            raise SpecError(f"{path[:60]}…: tables in tables, {DEEPEST} deep at most")
        check_depth(value, path)
        *parts, last = path.split(".")
        table: Any = tree
        for part in parts:
            table = _inside(table, part)
            if not isinstance(table, dict | list):
                raise SpecError(f"{path}: {part!r} was set to a value already")
        old = _inside(table, last) if isinstance(table, list) or last in table else None
        if isinstance(old, dict) and isinstance(value, Mapping):
            old.update(_copied(value))
        elif isinstance(table, list):
            table[int(last)] = _copied(value)
        else:
            table[last] = _copied(value)
    return tree


def _inside(table: Any, part: str) -> Any:
    """What a table or list holds under a part of a path; a table that is missing is made."""
    if not isinstance(table, list):
        return table.setdefault(part, {})
    if not part.isdecimal() or int(part) >= len(table):
        raise SpecError(f"{part!r}: there are {len(table)} of these, numbered 0 to {len(table) - 1}")
    return table[int(part)]


def _copied(value: Any) -> Any:
    """Tables and lists anew, which later paths may change; the given ones belong to the caller."""
    if isinstance(value, Mapping):
        return {key: _copied(part) for key, part in value.items()}
    return [_copied(part) for part in value] if isinstance(value, list) else value
