"""Benchmarks of single leagues, by name."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files

__all__ = ["of_leagues"]


def of_leagues() -> dict[str, tuple[str, str]]:
    """Module and subject of each, as `bench/` of its family names them in `BENCHMARKS`.

    A module has `measure(seconds)`, `table(result)` and `COLUMNS`.
    """
    found: dict[str, tuple[str, str]] = {}
    for family in sorted(files("robopitch.leagues").iterdir(), key=lambda folder: folder.name):
        if (family / "bench").is_dir():
            found |= import_module(f"robopitch.leagues.{family.name}.bench").BENCHMARKS
    return found
