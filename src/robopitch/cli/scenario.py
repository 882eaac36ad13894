"""`robopitch scenario`: plays scenarios with many seeds and reports pass rates; checks scenario files."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from robopitch.cli.options import Change, complaints, overrides_of
from robopitch.cli.outputs import check_output

if TYPE_CHECKING:
    from robopitch.testing.batch import Result

__all__ = ["scenario"]

OUT = Path("out/scenarios")
MOST_SEEDS = 100_000
MOST_JOBS = 256


class What(StrEnum):
    """The actions on scenarios."""

    RUN = "run"
    CHECK = "check"


def scenario(
    what: Annotated[
        What,
        typer.Argument(help="run: play scenarios; check: whether scenario files can be used.", case_sensitive=False),
    ],
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Scenario files, or folders with some.", metavar="PATH…", show_default="the starter set of Robopitch"
        ),
    ] = None,
    seeds: Annotated[
        int, typer.Option(help="Play each scenario with the seeds 0 to N−1: so many situations.", metavar="N")
    ] = 10,
    seed: Annotated[
        int | None, typer.Option(help="Play only this seed, to repeat a run.", metavar="N", show_default=False)
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="Processes that play at the same time.", metavar="N")] = 1,
    blue: Annotated[
        str | None, typer.Option(help="Team that plays blue instead of that of the file.", metavar="TEAM")
    ] = None,
    yellow: Annotated[str | None, typer.Option(help="The same for yellow.", metavar="TEAM")] = None,
    change: Change = None,
    pass_rate: Annotated[
        float, typer.Option(help="Share of the seeds that must pass, else the scenario failed.", metavar="RATE")
    ] = 0.8,
    out: Annotated[
        Path, typer.Option(help="Folder for recordings and pictures of failed runs, and for progress.", metavar="DIR")
    ] = OUT,
    as_json: Annotated[Path | None, typer.Option("--json", help="Write the results as JSON.", metavar="FILE")] = None,
    junit: Annotated[Path | None, typer.Option(help="Write the results as JUnit XML.", metavar="FILE")] = None,
    events: Annotated[
        Path | None, typer.Option(help="With --seed: write the list of events of each run as JSON.", metavar="FILE")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Do not continue an interrupted run of the same.")] = False,
) -> None:
    """Play scenarios with many seeds, and report how often they pass.

    A scenario is a TOML file: a situation, who plays, and checks. A scenario failed if fewer of its seeds passed than
    --pass-rate says; the exit code is then 1. Interrupted, the same command continues where it was.
    """
    from robopitch.testing.scenario_file import find_scenarios, starter_set

    with complaints():
        _check_numbers(seeds, seed, jobs, pass_rate)
        if events is not None and seed is None:
            raise ValueError("--events: only with --seed")
        for option, path, ending in (
            ("--json", as_json, ".json"),
            ("--junit", junit, ".xml"),
            ("--events", events, ".json"),
        ):
            if path is not None:
                check_output(option, path, (ending,))
        files = find_scenarios(paths or [starter_set()])
        changes = {path: str(value) for path, value in overrides_of("--set", change).items()}
        _check_files(files, blue, yellow, changes)
    if what is What.CHECK:
        typer.echo(f"{len(files)} scenarios can be used")
        return
    numbers = list(range(seeds)) if seed is None else [seed]
    with complaints():
        results, runs = _play(files, numbers, jobs, blue, yellow, changes, out, fresh, events is not None)
    _report(results, pass_rate, _more(blue, yellow, changes))
    if as_json is not None:
        _write_json(as_json, [result.plain() for result in results])
    if events is not None:
        _write_json(events, runs)
    if junit is not None:
        from robopitch.testing.junit import write_junit

        write_junit(results, pass_rate, junit)
    if any(result.rate < pass_rate for result in results):
        raise typer.Exit(1)


def _check_numbers(seeds: int, seed: int | None, jobs: int, pass_rate: float) -> None:
    if not 1 <= seeds <= MOST_SEEDS:
        raise ValueError(f"--seeds {seeds}: from 1 to {MOST_SEEDS} is possible")
    if seed is not None and not 0 <= seed < 2**63:
        raise ValueError(f"--seed {seed}: a whole number from 0 on is wanted")
    if not 1 <= jobs <= MOST_JOBS:
        raise ValueError(f"--jobs {jobs}: from 1 to {MOST_JOBS} is possible")
    if not 0 <= pass_rate <= 1:
        raise ValueError(f"--pass-rate {pass_rate}: from 0 to 1 is possible")


def _check_files(files: Sequence[Path], blue: str | None, yellow: str | None, changes: Mapping[str, str]) -> None:
    """Every file can be played, before the first of them is."""
    from robopitch.testing.batch import validate
    from robopitch.testing.scenario_file import load_scenario

    for file in files:
        found = load_scenario(file).played_by(blue, yellow)
        try:
            validate(found, changes)
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from None


def _play(
    files: Sequence[Path],
    seeds: Sequence[int],
    jobs: int,
    blue: str | None,
    yellow: str | None,
    changes: Mapping[str, str],
    out: Path,
    fresh: bool,
    events: bool,
) -> tuple[list[Result], list[dict[str, Any]]]:
    """The results, and all runs if their events are wanted."""
    from robopitch.jobs.ledger import Ledger
    from robopitch.testing.batch import run_batch, runs_of

    units = runs_of(files, seeds, blue, yellow, events, changes)
    ledger = Ledger(out / "progress", fresh)
    runs: list[dict[str, Any]] = []
    if known := sum(1 for _ in ledger.records(units)):
        typer.echo(f"continues an interrupted run: {ledger.folder} has {known} finished runs; --fresh starts anew")
    try:
        with ledger, _shown_progress(len(units)) as on_run:

            def on_finished(run: dict[str, Any]) -> None:
                on_run(run)
                if events:
                    runs.append(run)

            results = run_batch(units, jobs, out, ledger, on_finished)
    except KeyboardInterrupt:
        typer.echo("stopped by Ctrl-C; the same command continues here", err=True)
        raise typer.Exit(130) from None
    ledger.clear()
    return results, runs


def _write_json(path: Path, data: object) -> None:
    from robopitch.spec.files import writing

    with writing(path) as part:
        part.write_text(json.dumps(data, indent=1), encoding="utf-8")


@contextmanager
def _shown_progress(total: int) -> Iterator[Callable[[dict[str, Any]], object]]:
    """A progress bar, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda run: None
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    with Progress(
        *Progress.get_default_columns(), MofNCompleteColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("playing", total=total)
        yield lambda run: bar.advance(task)


def _more(blue: str | None, yellow: str | None, changes: Mapping[str, str]) -> str:
    """The options that a repetition needs too."""
    given = [f"--{name} {shlex.quote(team)}" for name, team in (("blue", blue), ("yellow", yellow)) if team is not None]
    given += [f"--set {shlex.quote(f'{path}={value}')}" for path, value in changes.items()]
    return "".join(f" {option}" for option in given)


def _report(results: Sequence[Result], pass_rate: float, more: str) -> None:
    from robopitch.cli.table import show_table
    from robopitch.measure.interval import wilson

    rows = []
    for result in results:
        low, high = wilson(result.passed, result.seeds)
        verdict = "passed" if result.rate >= pass_rate else "FAILED"
        count = f"{result.passed}/{result.seeds}"
        rows.append([result.name, result.league, count, f"{result.rate:.0%}", f"{low:.0%} to {high:.0%}", verdict])
    show_table(["scenario", "league", "passed", "rate", "95 % interval", f"at {pass_rate:.0%}"], rows)
    failed = [result for result in results if result.rate < pass_rate]
    typer.echo(f"{len(results) - len(failed)} of {len(results)} scenarios passed")
    for result in failed:
        first = result.failures[0]
        typer.echo(f"\n{result.name}, seed {first.seed}: {first.reason}")
        for label, path in (("recording", first.recording), ("picture", first.picture)):
            if path is not None:
                typer.echo(f"  {label:<10} {path}")
        for path in first.outputs:
            typer.echo(f"  output     {path}")
        typer.echo(f"  to repeat  robopitch scenario run {shlex.quote(result.file)} --seed {first.seed}{more}")
        if first.recording is not None:
            typer.echo(f"  to watch   robopitch replay {shlex.quote(first.recording)}")
