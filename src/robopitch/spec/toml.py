"""TOML: parses untrusted files, with limits on size, line length, depth and number of keys; writes tables."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from robopitch.spec.errors import SpecError
from robopitch.spec.files import read_file

__all__ = ["DEEPEST", "check_depth", "parse_toml", "read_toml", "write_toml"]

Table = dict[str, Any]

# The longest shipped file has 200 lines. The parser's time grows with the square of the depth of keys, and parser
# and `Draft` recurse for every level.
MOST_BYTES = 256 << 10
LONGEST_LINE = 4096
DEEPEST = 32
MOST_KEYS = 20_000
MOST_BITS = 63
MOST_KEPT_BYTES = 32 << 10  # of a file whose tables are kept: a match reads twenty shipped files, mostly the same ones


def read_toml(file: Traversable | Path, label: str) -> Table:
    """The tables of a TOML file; raises a SpecError that names the file and, if known, the line."""
    try:
        data = read_file(file, MOST_BYTES) if isinstance(file, Path) else file.read_bytes()
        return parse_toml(data.decode(), label)
    except UnicodeDecodeError as error:
        raise SpecError(f"{label}: is not UTF-8 text (byte {error.start})") from None
    except SpecError:
        raise
    except (OSError, ValueError) as error:
        raise SpecError(f"{label}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def parse_toml(text: str, label: str) -> Table:
    """The tables of a text; *label* is its name in messages."""
    return _parse(text, label) if len(text) > MOST_KEPT_BYTES else _copied(_parse_once(text, label))


@lru_cache(maxsize=64)
def _parse_once(text: str, label: str) -> Table:
    return _parse(text, label)


def _copied(part: Any) -> Any:
    """A caller may change its tables and lists."""
    if isinstance(part, dict):
        return {key: _copied(value) for key, value in part.items()}
    return [_copied(entry) for entry in part] if isinstance(part, list) else part


def _parse(text: str, label: str) -> Table:
    if len(text) > MOST_BYTES:
        raise SpecError(f"{label}: has {len(text)} characters; {MOST_BYTES} are the most here")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise SpecError(f"{label}: line {number}: {len(line)} characters; {LONGEST_LINE} are the most here")
        if not line.lstrip().startswith("#") and line.partition("=")[0].count(".") > DEEPEST:
            raise SpecError(f"{label}: line {number}: tables in tables, {DEEPEST} deep at most")
    try:
        # TOML allows Windows line ends.
        tree = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at (.*)\)", str(error), re.DOTALL)
        words, place = found.groups() if found else (str(error), "somewhere")
        raise SpecError(f"{label}: {place}: {words}; this is not TOML") from None
    except RecursionError:
        raise SpecError(f"{label}: tables or lists in each other, {DEEPEST} deep at most") from None
    except ValueError as error:
        raise SpecError(f"{label}: cannot be read: {error}") from None
    check_depth(tree, label)
    return tree


def check_depth(tree: object, label: str) -> None:
    """Raise a SpecError if tables or lists are nested too deep, or if there are too many keys and values.

    TOML's whole numbers have 64 bits; Python reads longer ones, which no float can hold.
    """
    level: list[object] = [tree]
    keys = depth = 0
    while level:
        keys, depth = keys + len(level), depth + 1
        if keys > MOST_KEYS:
            raise SpecError(f"{label}: more than {MOST_KEYS} keys and values")
        if depth > DEEPEST + 1:
            raise SpecError(f"{label}: tables or lists in each other, {DEEPEST} deep at most")
        bits = max((thing.bit_length() for thing in level if isinstance(thing, int)), default=0)
        if bits > MOST_BITS:
            raise SpecError(f"{label}: a whole number of {bits} bits; {MOST_BITS} and a sign are the most")
        level = [
            part
            for thing in level
            if isinstance(thing, dict | list)
            for part in (thing.values() if isinstance(thing, dict) else thing)
        ]


def write_toml(tree: Mapping[str, Any], comment: str = "") -> str:
    """The text of a TOML file: *comment* above, then values, then tables.

    A table with a ``value`` (a number with unit and source) is written in one line, as the shipped files have it.

    >>> print(write_toml({"ball": {"mass": {"value": 45, "unit": "g"}}, "title": "light"}, "measured"), end="")
    # measured
    title = "light"
    <BLANKLINE>
    [ball]
    mass = {value = 45, unit = "g"}
    """
    import tomlkit  # only files that are written need it

    document = tomlkit.document()
    for line in comment.splitlines():
        document.add(tomlkit.comment(line))
    _write_table(document, tree)
    return tomlkit.dumps(document)


def _write_table(into: Any, tree: Mapping[str, Any]) -> None:
    """Values before tables: in TOML whatever follows the head of a table belongs to it."""
    import tomlkit

    for key, value in sorted(tree.items(), key=lambda item: _is_table(item[1])):
        if not _is_table(value):
            into.add(key, _plain_item(value))
        elif isinstance(value, Mapping):
            table = tomlkit.table(is_super_table=bool(value) and all(_is_table(part) for part in value.values()))
            _write_table(table, value)
            into.add(key, table)
        else:
            tables = tomlkit.aot()
            for entry in value:
                table = tomlkit.table()
                _write_table(table, entry)
                tables.append(table)
            into.add(key, tables)


def _is_table(value: object) -> bool:
    if isinstance(value, Mapping):
        return "value" not in value
    return isinstance(value, list | tuple) and bool(value) and all(map(_is_table, value))


def _plain_item(value: Any) -> Any:
    """A value for tomlkit; numbers lose their subclasses (`Quantity`), which it does not know."""
    import tomlkit

    if isinstance(value, Mapping):
        line = tomlkit.inline_table()
        for key, part in value.items():
            line[key] = _plain_item(part)
        return line
    if isinstance(value, list | tuple):
        return [_plain_item(part) for part in value]
    if isinstance(value, bool | str):
        return value
    return int(value) if isinstance(value, int) else float(value)
