"""Opening a run for a verb: problems of its file are reported beside the result."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from robopitch.measure.run import Run
    from robopitch.spec import LeagueSpec

__all__ = ["league_of_run", "open_run", "tell_problems"]


def open_run(path: Path) -> Run:
    """The run in a file, and a notice for each of its problems."""
    from robopitch.recording import opening

    run = opening.open_run(path)
    tell_problems(path, run.notes.get("problems", []))
    return run


def league_of_run(path: Path, run: Run, name: str | None = None) -> LeagueSpec:
    """The league of that name, else as it was recorded; a ValueError if the file does not name one."""
    from robopitch.recording.header import league_of
    from robopitch.spec import load_league

    if name is None and run.notes.get("spec") is not None:
        return league_of({"league": run.notes["spec"]})
    name = name or run.notes.get("league")
    if not isinstance(name, str):
        raise ValueError(f"{path} does not name its league; give --league")
    return load_league(name)


def tell_problems(path: Path, problems: Iterable[str]) -> None:
    """Print a notice for each problem to standard error, so that results stay readable by programs."""
    for problem in problems:
        typer.echo(f"notice: {path}: {problem}", err=True)
