"""The rooms of the package: files, lines, importers, longest files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

__all__ = ["Room", "imports", "measure", "room_of", "rooms_in_order"]


OF_FAMILIES = ("compat", "bench")


class Room(NamedTuple):
    """The size of a package.

    importers: files elsewhere in robopitch that import it, at run time or for type checking
    longest:   its longest files, with their lines
    """

    name: str
    files: int
    lines: int
    importers: int
    longest: tuple[tuple[str, int], ...]


def rooms_in_order(root: Path) -> list[str]:
    """The names of the packages as CONTRIBUTING.md lists them; after those, any that it leaves out."""
    lines = (root / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    listed = [line.split("/")[0].strip() for line in lines if re.match(r" {6}\w+/  ", line)]
    found = sorted(file.parent.name for file in (root / "src/robopitch").glob("*/__init__.py"))
    return [room for room in listed if room in found] + [room for room in found if room not in listed]


def room_of(file: Path) -> str:
    """The package in which a file counts: folders of families named as in `OF_FAMILIES` count there."""
    parts = file.with_suffix("").parts
    return parts[2] if parts[0] == "leagues" and len(parts) > 3 and parts[2] in OF_FAMILIES else parts[0]


def measure(root: Path, longest: int = 3) -> list[Room]:
    """Every room of a repository."""
    package = root / "src/robopitch"
    lines = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in package.rglob("*.py")}
    imported = {
        file: {room_of(Path(*name.split(".")[1:])) for name in imports(file) if name.count(".")} for file in lines
    }
    rooms = []
    for name in rooms_in_order(root):
        own = {file: count for file, count in lines.items() if room_of(file.relative_to(package)) == name}
        tops = sorted(own.items(), key=lambda item: -item[1])[:longest]
        importers = sum(name in imported[file] for file in lines if file not in own)
        named = tuple((file.relative_to(package).as_posix().removeprefix(f"{name}/"), count) for file, count in tops)
        rooms.append(Room(name, len(own), sum(own.values()), importers, named))
    return rooms


def imports(file: Path) -> Iterator[str]:
    """The modules of robopitch that a file imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("robopitch."))
        elif isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").startswith("robopitch"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
