"""The rooms of the package: files, lines, importers, longest files."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

__all__ = ["Room", "imports", "measure", "rooms_in_order"]


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
    listed = [line.split("/")[0].strip() for line in lines if line.startswith("      ") and "/  " in line]
    found = sorted(file.parent.name for file in (root / "src/robopitch").glob("*/__init__.py"))
    return [room for room in listed if room in found] + [room for room in found if room not in listed]


def measure(root: Path, longest: int = 3) -> list[Room]:
    """Every room of a repository."""
    package = root / "src/robopitch"
    lines = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in package.rglob("*.py")}
    imported = {file: {name.split(".")[1] for name in imports(file) if name.count(".")} for file in lines}
    rooms = []
    for name in rooms_in_order(root):
        own = {file: count for file, count in lines.items() if file.is_relative_to(package / name)}
        tops = sorted(own.items(), key=lambda item: -item[1])[:longest]
        importers = sum(name in imported[file] for file in lines if file not in own)
        named = tuple((file.relative_to(package / name).as_posix(), count) for file, count in tops)
        rooms.append(Room(name, len(own), sum(own.values()), importers, named))
    return rooms


def imports(file: Path) -> Iterator[str]:
    """The modules of robopitch that a file imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("robopitch."))
        elif isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").startswith("robopitch"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
