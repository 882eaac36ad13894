"""The files of a team: its own, and those of its folder that it imports; and whether it plays the same way twice."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from robopitch.teams.schemes import scheme_of
from robopitch.teams.team_file import is_team_file

__all__ = ["is_unsteady", "team_sources"]

PROGRAM, FORMATION = ".py", ".toml"

# What a team with these gives is its own affair: not the same twice.
UNSTEADY = frozenset(("asyncio", "datetime", "multiprocessing", "random", "secrets", "socket", "threading", "time"))


def team_sources(name: str) -> list[Path]:
    """The file of a team, and all modules and packages of its folder that it imports, also indirectly.

    name: as for a match: "my_team.py:play" or "formation.toml"; by scheme it may have a file; a built-in team has none
    """
    if not is_team_file(name):
        return []
    if (parts := scheme_of(name)) is not None:
        return [path for path in (Path(parts.rest),) if path.is_file()]
    path = Path(name if name.endswith((PROGRAM, FORMATION)) else name.rpartition(":")[0])
    found, waiting = list[Path](), [path]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        found.append(file)
        for name in _imports(file):
            first = name.split(".")[0]
            waiting += [one for one in (path.parent / f"{first}.py",) if one.is_file()]
            waiting += sorted((path.parent / first).rglob("*.py"))
    return found


def is_unsteady(files: Iterable[Path]) -> bool:
    """Whether programs use clocks, random numbers or the like."""
    return any(
        name.split(".")[0] in UNSTEADY or name.startswith("numpy.random") or name == "os.urandom"
        for file in files
        for name in (*_imports(file), *_attributes(file))
    )


def _tree(file: Path) -> ast.AST:
    try:
        return ast.parse(file.read_text(encoding="utf-8") if file.suffix == ".py" else "")
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])  # loading it says what is wrong


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" if node.module else one.name for one in node.names)


def _attributes(file: Path) -> Iterator[str]:
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.Attribute) and (name := ast.unparse(node)).startswith(
            ("np.random", "numpy.random", "os.")
        ):
            yield name.replace("np.", "numpy.", 1) if name.startswith("np.") else name
