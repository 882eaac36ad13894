"""`robopitch sweep`: many settings of parameters, what is measured with each, and the best one."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from robopitch.cli.many import (
    LIMIT,
    PATIENCE,
    FixedPorts,
    Pace,
    Patience,
    check_jobs,
    check_programs,
    estimate,
    watched,
)
from robopitch.cli.options import Cluster, DefaultLeague, complaints
from robopitch.cli.outputs import check_folder
from robopitch.cli.sweep_plan import Plan, checked, of_matches, of_scenario, read_changes, search_of, target_of

if TYPE_CHECKING:
    from robopitch.jobs.sweep.search import Search
    from robopitch.jobs.sweep.space import Parameter, Setting
    from robopitch.jobs.sweep.sweeping import Estimate, Sweep, Target, Tried
    from robopitch.jobs.unit import Unit

__all__ = ["sweep"]

OUT = Path("out/sweep")
MOST_SEEDS = 100_000
MOST_DRAWN = 8  # measures and parameters in a picture
MOST_SHOWN = 40  # settings in the table of the terminal, if there is a best one
FAILED = 3  # exit code: a run failed, or gave another result the second time
BEST, PICTURE = "best.toml", "sweep.png"


def sweep(
    league: DefaultLeague = None,
    *,
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            help="A parameter and its values: 'ball.mass=40:50:5 g' are five from 40 to 50 g, "
            "'ball.sliding_friction=0.2,0.4' two; a single value is the same in all matches. May be repeated.",
            metavar="PATH=RANGE",
        ),
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(
            help="What is measured in each match: statistics (goals, blue.shots), signals, expressions such as "
            "'max(ball.speed)'; of a scenario: passed.",
            metavar="WHAT,WHAT,…",
            show_default="goals; with --scenario: passed",
        ),
    ] = None,
    seeds: Annotated[
        int, typer.Option(help="Matches with each setting, the same seeds with each: --seed and the next.", metavar="N")
    ] = 10,
    seed: Annotated[int, typer.Option(help="The first seed; also of --random and --cmaes.", metavar="N")] = 0,
    draw: Annotated[
        int | None,
        typer.Option("--random", help="So many settings at random instead of all combinations.", metavar="N"),
    ] = None,
    cmaes: Annotated[
        int | None,
        typer.Option(help="Search by CMA-ES, so many generations; with --maximize or --minimize.", metavar="N"),
    ] = None,
    population: Annotated[
        int | None,
        typer.Option(help="Settings in a generation, 4 at least.", metavar="N", show_default="4 + 3 log(parameters)"),
    ] = None,
    maximize: Annotated[str | None, typer.Option(help="The measure of which more is better.", metavar="WHAT")] = None,
    minimize: Annotated[str | None, typer.Option(help="The measure of which less is better.", metavar="WHAT")] = None,
    blue: Annotated[
        str | None,
        typer.Option(
            help="Team that plays blue, as for `run`, or a program, program:./team.sh.",
            metavar="TEAM",
            show_default="as for `run`",
        ),
    ] = None,
    yellow: Annotated[
        str | None, typer.Option(help="The same for yellow.", metavar="TEAM", show_default="as for `run`")
    ] = None,
    scenario: Annotated[
        Path | None, typer.Option(help="Play this scenario instead of matches: its pass rate.", metavar="FILE")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="So many seconds of free play instead of a match by the rules.", metavar="S"),
    ] = None,
    half: Annotated[
        float | None, typer.Option(help="Seconds of a half, as the league has it if not given.", metavar="S")
    ] = None,
    engine: Annotated[str | None, typer.Option(help="Physics engine; that of the league.", metavar="NAME")] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", help="Processes; as many as the machine runs at once.", metavar="N"),
    ] = None,
    cluster: Cluster = None,
    limit: Annotated[
        float, typer.Option(help="Seconds of wall-clock time after which a match has failed.", metavar="S")
    ] = LIMIT,
    patience: Patience = PATIENCE,
    fixed_ports: FixedPorts = False,
    out: Annotated[
        Path, typer.Option(help="Folder of the results: the same command goes on there, and plays nothing twice.")
    ] = OUT,
    parquet: Annotated[bool, typer.Option("--parquet", help="Write the tables as Parquet too.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Play anew what is in the folder already.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the matches and an estimate of the hours; three are played for it.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON; the table then goes to stderr.")] = False,
) -> None:
    """Play matches with many settings of parameters, and measure what changes.

    All combinations of the values are played, each with the same seeds; or some at random, or those that CMA-ES
    chooses. The folder of the results gets tables (runs.csv, settings.csv), a picture, and with --maximize or
    --minimize the best setting, best.toml, which `--file` loads. The tables are rewritten every 5 s.
    """
    with complaints():
        from robopitch.jobs import Ledger, processors
        from robopitch.jobs.cluster import open_executor
        from robopitch.jobs.matches import MatchSetup
        from robopitch.jobs.sweep.sweeping import carry_out_sweep
        from robopitch.jobs.sweep.table import check_parquet
        from robopitch.spec.catalogue import default_league

        check_jobs(jobs, limit)
        if not 1 <= seeds <= MOST_SEEDS:
            raise ValueError(f"--seeds {seeds}: from 1 to {MOST_SEEDS} is possible")
        if not 0 <= seed < 2**63:
            raise ValueError(f"--seed {seed}: a whole number from 0 on is wanted")
        if parquet:
            check_parquet()
        parameters, fixed = read_changes(change)
        if scenario is None:
            league = league or default_league()
        else:
            given = {"LEAGUE": league, "--seconds": seconds, "--half": half, "--engine": engine}
            for option in (option for option, value in given.items() if value is not None):
                raise ValueError(f"{option}: the scenario says it itself")
            league = _league_of(scenario)
        parameters = checked(league, parameters, fixed)
        numbers = range(seed, seed + seeds)
        if scenario is None:
            setup = MatchSetup(league, "", "", seed, seconds, half, fixed, engine)
            setup = replace(setup, patience=patience, fixed_ports=fixed_ports)
            jobs = check_programs([blue or "", yellow or ""], jobs, patience, fixed_ports)
            plan = of_matches(setup, measure, blue, yellow, numbers)
            files = list(replace(setup, blue=blue or "", yellow=yellow or "").files())
        else:
            files = []
            if cluster is not None:
                raise ValueError("--cluster: matches are played there; scenarios play on this machine")
            plan = of_scenario(scenario, measure, blue, yellow, fixed, numbers)
        target = target_of(maximize, minimize, plan.measures)
        search, most = search_of(parameters, draw, cmaes, population, seed, target)
        check_folder(out)

        def units_of(setting: Setting) -> Sequence[Unit]:
            return plan.units_of(_changes(parameters, setting))

        if dry_run:
            estimate(
                [unit for setting in next(search) for unit in units_of(setting)], jobs or processors(), most * seeds
            )
            return
        report = _Report(out, plan, parameters, fixed, target, parquet)
        # The first settings are enough to see whether results in the folder are of this sweep.
        first, search = _looked_at(search)
        known = (unit for setting in first for unit in units_of(setting))
        with Ledger(out, fresh) as ledger:
            if not fresh and (others := ledger.strangers(known)):
                raise ValueError(
                    f"{out} has {others} results of another sweep, or of other versions of Robopitch, its libraries or "
                    "teams: choose another --out; --fresh plays anew, and leaves them"
                )
            try:
                with (
                    open_executor(cluster, jobs, limit, files) as executor,
                    watched(most * seeds, report.pace, report.write) as look,
                ):
                    state = carry_out_sweep(search, units_of, executor, ledger, target, look)
            except KeyboardInterrupt:
                typer.echo("stopped by Ctrl-C; the same command goes on from here", err=True)
                raise typer.Exit(130) from None
            finally:
                for problem in ledger.problems:
                    typer.echo(f"played again: {problem}", err=True)
        report.show(state, as_json)
    if state.failures or state.mismatches:
        raise typer.Exit(FAILED)


def _league_of(scenario: Path) -> str:
    from robopitch.testing.scenario_file import load_scenario

    if not scenario.is_file():
        raise ValueError(f"--scenario {scenario}: there is no such file")
    return load_scenario(scenario).league


def _changes(parameters: Sequence[Parameter], setting: Setting) -> dict[str, str]:
    """A setting as `--set` takes it."""
    return {one.path: one.text(setting[one.path]) for one in parameters}


def _looked_at(search: Search) -> tuple[list[Setting], Search]:
    """The first settings of a search, and the search as if nobody had looked."""
    first = next(search)

    def whole() -> Search:
        settings = first
        while True:
            costs = yield settings
            try:
                settings = search.send(costs)
            except StopIteration:
                return

    return first, whole()


@dataclass(frozen=True)
class _Report:
    """What is written to the folder of the results, and shown."""

    out: Path
    plan: Plan
    parameters: Sequence[Parameter]
    fixed: Mapping[str, str]
    target: Target | None
    parquet: bool

    def pace(self, state: Sweep) -> Pace:
        """How far it is, and the best setting so far."""
        best = None if self.target is None else state.best(self.target)
        return Pace(
            len(state.records), state.new, "" if best is None else f"best so far {self._described(state, best)}"
        )

    def write(self, state: Sweep, remaining: str | None) -> None:
        """Write the tables, and at the end the picture and the best setting."""
        from robopitch.jobs.sweep.table import best_text, write_tables
        from robopitch.spec.files import writing

        write_tables(self.out, state, self.parameters, self.plan.measures, self.parquet)
        if remaining is not None or not state.records:
            return
        best = None if self.target is None else state.best(self.target)
        self._draw(state, best)
        if best is not None:
            about = [f"robopitch sweep: {self.plan.about}", self._described(state, best)]
            text = best_text({**self.fixed, **_changes(self.parameters, best.setting)}, about)
            with writing(self.out / BEST) as part:
                part.write_text(text, encoding="utf-8")

    def _described(self, state: Sweep, tried: Tried) -> str:
        assert self.target is not None
        words = " ".join(f"{path}={value}" for path, value in _changes(self.parameters, tried.setting).items())
        return f"{words}: {_estimate_text(state.estimate(tried, self.target.measure))} {self.target.measure.label}"

    def _draw(self, state: Sweep, best: Tried | None) -> None:
        from robopitch.plot.sweeps import Measured, Swept, draw_sweep

        tried = [one for one in state.tried if any(unit.key in state.records for unit in one.units)]
        if not tried:
            return
        swept = [Swept(one.label, [each.setting[one.path] for each in tried]) for one in self.parameters]
        measured = []
        for measure in self.plan.measures[:MOST_DRAWN]:
            found = [state.estimate(one, measure) for one in tried]
            lows, highs = [one.low for one in found], [one.high for one in found]
            measured.append(Measured(measure.label, [one.mean for one in found], lows, highs))
        number = None if best is None else tried.index(best)
        draw_sweep(swept[:MOST_DRAWN], measured, self.out / PICTURE, number, self.plan.about)

    def show(self, state: Sweep, as_json: bool) -> None:
        """Print the table; with JSON to stderr."""
        from robopitch.cli.table import show_table
        from robopitch.jobs.sweep.table import rows_of_settings

        measures = self.plan.measures
        best = None if self.target is None else state.best(self.target)
        shown = state.tried
        if len(shown) > MOST_SHOWN and self.target is not None:  # the best ones
            cost, measure = self.target.cost, self.target.measure
            shown = sorted(shown, key=lambda one: cost(state.estimate(one, measure).mean))[:MOST_SHOWN]
        rows = [
            [
                *(one.text(tried.setting[one.path]) for one in self.parameters),
                *(_estimate_text(state.estimate(tried, measure)) for measure in measures),
            ]
            for tried in shown
        ]
        with redirect_stdout(sys.stderr if as_json else sys.stdout):
            show_table([*(one.path for one in self.parameters), *(one.label for one in measures)], rows)
            if len(shown) < len(state.tried):
                typer.echo(f"the best {len(shown)} of {len(state.tried)} settings")
            if best is not None:
                typer.echo(f"best: {self._described(state, best)}; as --file {self.out / BEST}")
            done = f"{len(state.tried)} settings, {len(state.records)} matches, {state.new} of them played now"
            typer.echo(f"{done}; tables and picture in {self.out}")
        for record in state.failures[:MOST_SHOWN]:
            typer.echo(f"failed: {record.about}: {record.error}\n  again: {record.again}", err=True)
        for one in state.mismatches:
            typer.echo(f"not the same twice: {one.about}, from {one.mark} on\n  again: {one.again}", err=True)
        if as_json:
            plain = {
                "settings": rows_of_settings(state, self.parameters, measures),
                "best": None if best is None else {**self.fixed, **_changes(self.parameters, best.setting)},
                "runs": len(state.records),
                "new": state.new,
                "failures": [{"about": one.about, "error": one.error, "again": one.again} for one in state.failures],
                "mismatches": [one._asdict() for one in state.mismatches],
            }
            typer.echo(json.dumps(plain, indent=2))


def _estimate_text(found: Estimate) -> str:
    """A mean with its interval: half of its width, or both ends where it is not in the middle."""
    if not found.runs:
        return "-"
    if not math.isfinite(found.low):
        return f"{found.mean:.4g}"
    if math.isclose(found.high - found.mean, found.mean - found.low, rel_tol=1e-6, abs_tol=1e-12):
        return f"{found.mean:.4g} ± {found.high - found.mean:.2g}"
    return f"{found.mean:.3g} ({found.low:.2g} to {found.high:.2g})"
