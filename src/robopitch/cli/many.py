"""What commands share that play many matches: checks of options, an estimate of the hours, progress."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

import typer

if TYPE_CHECKING:
    from robopitch.jobs.unit import Unit

__all__ = [
    "LIMIT",
    "PATIENCE",
    "FixedPorts",
    "Pace",
    "Patience",
    "check_jobs",
    "check_length",
    "check_network",
    "check_programs",
    "engine_of",
    "estimate",
    "watched",
]

MOST_JOBS = 1024
LIMIT = 3600.0  # s of wall-clock time for a match
REWRITE = 5.0  # s between two versions of the files
SAMPLE = 2  # matches that are played for an estimate of the hours

PATIENCE = 30.0  # s of wall-clock time for which a program may be silent

State = TypeVar("State")
Patience = Annotated[
    float,
    typer.Option(help="Seconds of wall-clock time for which a program: may be silent before it forfeits.", metavar="S"),
]
FixedPorts = Annotated[
    bool,
    typer.Option(
        "--fixed-ports",
        help="For a program: that cannot be told its ports: those of the league; one match at a time then.",
    ),
]


def check_jobs(jobs: int | None, limit: float) -> None:
    """Raise a ValueError for a number of processes or a time limit that is none."""
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise ValueError(f"--jobs {jobs}: from 1 to {MOST_JOBS} is possible")
    if not limit > 0:
        raise ValueError(f"--limit {limit:g}: a number above 0 is wanted")


def check_length(league: str, seconds: float | None, half: float | None) -> None:
    """Raise a ValueError if matches of a league cannot be so long."""
    from robopitch.leagues.registry import has_rules
    from robopitch.spec import load_league

    name = load_league(league).name
    if seconds is not None and half is not None:
        raise ValueError("--half: only for matches by the rules, without --seconds")
    if seconds is None and not has_rules(name):
        raise ValueError(f"{name} has no rules here; --seconds says how long a match is")
    for option, value in (("--seconds", seconds), ("--half", half)):
        if value is not None and not 0 < value < 1e6:
            raise ValueError(f"{option} {value:g}: a number above 0 is wanted")


def check_network(league: str) -> None:
    """Raise a ValueError if a league is not played over the network."""
    from robopitch.leagues.registry import network_of
    from robopitch.spec import load_league

    name = load_league(league).name
    if not network_of(name).ports:
        raise ValueError(f"{name} cannot be played over the network: it has no protocols so far")


def check_programs(names: Sequence[str], jobs: int | None, patience: float, fixed_ports: bool) -> int | None:
    """How many processes there are, if programs play; None: as many as the machine runs at once."""
    from robopitch.jobs.program import is_program

    if not 0 < patience < 1e6:
        raise ValueError(f"--patience {patience:g}: a number above 0 is wanted")
    if not fixed_ports:
        return jobs
    if not any(is_program(name) for name in names):
        raise ValueError("--fixed-ports: only for teams that are programs, program:./team.sh")
    if jobs is not None and jobs > 1:
        raise ValueError(f"--jobs {jobs}: with --fixed-ports one match at a time is played")
    typer.echo("programs find the ports of the league: one match is played at a time", err=True)
    return 1


def engine_of(name: str | None) -> str | None:
    """The engine of that name; a ValueError if there is none."""
    from robopitch.physics.engines import ENGINES
    from robopitch.spec.names import known_name

    return None if name is None else known_name(name, ENGINES, "engine")


def estimate(units: Sequence[Unit], jobs: int, total: int | None = None) -> None:
    """Print the matches, and how long they will take by the first ones.

    total: how many there will be, if not these
    """
    from robopitch.jobs.record import work_on

    for unit in units:
        typer.echo(f"{unit.key}  {unit.about}; bits: {unit.bits.value}")
    records = [work_on(unit) for unit in units[: SAMPLE + 1]]
    if broken := next((record for record in records if not record.ok), None):
        raise ValueError(f"{broken.about}: {broken.error}")
    took = [record.seconds for record in records]
    mean = sum(took[1:]) / len(took[1:]) if len(took) > 1 else took[0]  # the first one loads everything
    twice = sum(unit.twice for unit in units)
    hours = mean * ((total or len(units)) + twice) / jobs / 3600
    typer.echo(
        f"{total or len(units)} matches, {twice} of them twice; {mean:.1f} s each on one core here: about "
        f"{hours:.2g} hours with {jobs} processes"
    )


class Pace(NamedTuple):
    """How far it is: units done, those done now and not found in the ledger, and a few words on the result."""

    done: int
    new: int
    words: str


@contextmanager
def watched(
    total: int, pace: Callable[[State], Pace], write: Callable[[State, str | None], object]
) -> Iterator[Callable[[int, Callable[[], State]], object]]:
    """Rewrites results every few seconds and at the end, and shows on a terminal rate, time left and results.

    total: units at most
    write: called with the state, and with words on rate and time left; with None when it is over
    """
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    began, last = time.monotonic(), -math.inf
    latest: Callable[[], State] | None = None
    columns = (BarColumn(20), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("playing", total=total)

        def look(count: int, state: Callable[[], State]) -> None:
            nonlocal last, latest
            latest = state
            progress.update(task, completed=count)
            if (now := time.monotonic()) - last < REWRITE:
                return
            last, found = now, state()
            words, text = pace(found), ""
            if words.new:
                rate = words.new / max(now - began, 1e-9)
                text = f"{3600 * rate:,.0f} matches an hour, {_duration((total - count) / rate)} left at most"
                progress.update(task, description=escape("; ".join(filter(None, (text, words.words)))))
            write(found, text)

        try:
            yield look
        finally:
            if latest is not None:
                write(latest(), None)


def _duration(seconds: float) -> str:
    """A time that is left, in the unit that people would use.

    >>> _duration(20), _duration(3000), _duration(20000)
    ('20 s', '50 min', '5.6 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
