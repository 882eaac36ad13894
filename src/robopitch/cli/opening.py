"""Opening a run for a verb: what is wrong with its file is said beside the result."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from robopitch.measure.run import Run

__all__ = ["open_run", "tell_problems"]


def open_run(path: Path) -> Run:
    """The run in a file, and a notice for each of its problems."""
    from robopitch.recording import opening

    run = opening.open_run(path)
    tell_problems(path, run.notes.get("problems", []))
    return run


def tell_problems(path: Path, problems: Iterable[str]) -> None:
    """A notice for each problem, where it is in nobody's way."""
    for problem in problems:
        typer.echo(f"notice: {path}: {problem}", err=True)
