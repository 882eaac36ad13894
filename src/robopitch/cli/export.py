"""`robopitch export`: a recording or a log as something else: a log, a table, a film."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from robopitch.cli.options import complaints

if TYPE_CHECKING:
    from robopitch.measure.run import Run
    from robopitch.spec import LeagueSpec

__all__ = ["export"]


def export(
    file: Annotated[Path, typer.Argument(help="A recording, a league's log, or a table.", metavar="FILE")],
    to: Annotated[
        Path,
        typer.Option("--to", help="What to write, by its ending: .log, .log.gz, .csv, .parquet, .mi20, .gif or .mp4."),
    ],
    start: Annotated[float | None, typer.Option("--from", help="Begin here, s.", show_default="the beginning")] = None,
    end: Annotated[float | None, typer.Option("--to-time", help="End here, s.", show_default="the end")] = None,
    group: Annotated[
        list[str] | None,
        typer.Option(
            help="Tables: truth, commanded, seen, tracked, referee or team. May be repeated; all if not given."
        ),
    ] = None,
    team: Annotated[str, typer.Option(help="MI20: whose side recorded it.")] = "blue",
    league: Annotated[
        str | None, typer.Option(help="The league, where the file does not know it.", metavar="LEAGUE")
    ] = None,
    fps: Annotated[float, typer.Option(help="Films: frames a second.")] = 20.0,
    speed: Annotated[float, typer.Option(help="Films: times real time.")] = 1.0,
    width: Annotated[int, typer.Option(help="Films: width in pixels.")] = 800,
) -> None:
    """Write a recording, or a stretch of it, in another format.

    Tables get a file for each group: m.truth.csv, m.seen.csv and so on, or the file that was named if there is one.
    """
    from robopitch.cli.opening import open_run

    name = to.name.lower()
    with complaints():
        if file.resolve() == to.resolve():
            raise ValueError(f"{to}: would be written over itself; choose another name")
        if start is not None and end is not None and start >= end:
            raise ValueError(f"from {start:g} s to {end:g} s: the end must be after the beginning")
        if name.endswith((".log", ".log.gz")):
            typer.echo(f"{_write_log(file, to, start, end)} packets in {to}")
        elif name.endswith((".csv", ".parquet")):
            run = _stretch(open_run(file), start, end)
            for path in _write_tables(run, to, group):
                typer.echo(path)
        elif name.endswith(".mi20"):
            from robopitch.messages import Team
            from robopitch.recording.mi20 import from_run, write_mi20

            if team not in set(Team):
                raise ValueError(f"no team is called {team!r}; blue or yellow")
            recording = from_run(_stretch(open_run(file), start, end), Team(team), league)
            write_mi20(to, recording)
            typer.echo(f"{len(recording.chunks)} chunks in {to}")
        elif name.endswith((".gif", ".mp4")):
            from robopitch.recording.film import film

            with _progress() as tell:
                run = open_run(file)
                count = film(run, _league(file, run, league), to, start, end, fps, speed, width, tell)
            typer.echo(f"{count} frames in {to}")
        else:
            raise ValueError(f"{to}: .log, .log.gz, .csv, .parquet, .mi20, .gif and .mp4 can be written")


def _write_log(file: Path, to: Path, start: float | None, end: float | None) -> int:
    """Packets from a recording of our own, or from another log."""
    from robopitch.cli.opening import tell_problems
    from robopitch.recording.ssl_log import TOPICS, LogReader, LogWriter, write_log

    name = file.name.lower()
    if name.endswith(".mcap"):
        from robopitch.recording.reader import Recording

        with Recording(file) as recording:
            first = None if start is None else recording.time_of(start)
            last = None if end is None else recording.time_of(end)
            count = write_log(to, recording.packets(tuple(TOPICS), first, last))
            tell_problems(file, recording.problems)
            return count
    if name.endswith((".log", ".log.gz")):
        log, count = LogReader(file), 0
        first = log.start + round(1e9 * (start or 0.0))
        last = None if end is None else log.start + round(1e9 * end)
        if first > log.end:
            raise ValueError(f"{file}: ends after {(log.end - log.start) / 1e9:g} s")
        with LogWriter(to) as writer:
            for record in log.records(first):
                if last is not None and record.time >= last:
                    break
                writer.write(*record)
                count += 1
        tell_problems(file, log.notes)
        return count
    raise ValueError(f"{file}: a log holds packets, and only .mcap, .log and .log.gz have them")


def _write_tables(run: Run, to: Path, group: list[str] | None) -> list[Path]:
    if to.suffix.lower() == ".csv":
        from robopitch.recording.csv_export import write_csv

        return write_csv(run, to, group)
    from robopitch.recording.parquet_export import write_parquet

    return write_parquet(run, to, group)


def _stretch(run: Run, start: float | None, end: float | None) -> Run:
    """A part of a run."""
    from dataclasses import replace

    from robopitch.measure.sampling import between

    if start is None and end is None:
        return run
    signals = {name: between(signal, start, end) for name, signal in run.signals.items()}
    signals = {name: signal for name, signal in signals.items() if len(signal.times)}
    if not signals:
        raise ValueError(f"{run.title}: nothing was recorded in that time")
    inside = [m for m in run.marks if (start is None or m.time >= start) and (end is None or m.time <= end)]
    return replace(run, signals=signals, marks=tuple(inside))


def _league(file: Path, run: Run, name: str | None) -> LeagueSpec:
    """The league as it was recorded, or by its name."""
    from robopitch.spec import load_league

    if name is None and file.suffix == ".mcap":
        from robopitch.recording.header import league_of
        from robopitch.recording.reader import Recording

        with Recording(file) as recording:
            return league_of(recording.header)
    name = name or run.notes.get("league")
    if name is None:
        raise ValueError(f"{file}: does not say which league this is; --league does")
    return load_league(name)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], object]]:
    """A progress bar on the terminal, if there is one."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("filming", total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)
