"""`robopitch tournament`: every team against every other one, with ratings and a page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
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
    check_length,
    check_network,
    check_programs,
    engine_of,
    estimate,
    watched,
)
from robopitch.cli.options import Change, Cluster, complaints, overrides_of
from robopitch.cli.outputs import check_folder, check_output

if TYPE_CHECKING:
    from robopitch.jobs.tournament.holding import State
    from robopitch.jobs.tournament.schedule import Pairing
    from robopitch.jobs.unit import Unit

__all__ = ["tournament"]

OUT = Path("out/tournament")
MOST_ROUNDS = 100_000
RECORD = ("none", "all")
LATE = 0.01  # share of the time that may be lost without a word
SHOWN = 4  # teams whose ratings are on the line of progress
EXITS = {"better": 0, "worse": 1, "undecided": 2}
FAILED = 3  # exit code: a match failed, or gave another result the second time


def tournament(
    *,
    teams: Annotated[
        str,
        typer.Option(
            help="Two or more: built-in teams, files, my_team.py:play, or programs that connect over the network, "
            "program:./team.sh.",
            metavar="TEAM,TEAM,…",
        ),
    ],
    league: Annotated[
        str | None, typer.Option(help="The league; the default one if not given.", metavar="NAME")
    ] = None,
    rounds: Annotated[
        int, typer.Option(help="In each round every team plays every other one twice, once on each side.", metavar="N")
    ] = 10,
    seed: Annotated[int, typer.Option(help="Of the first round; each further one has the next.", metavar="N")] = 0,
    seconds: Annotated[
        float | None,
        typer.Option(help="So many seconds of free play instead of a match by the rules.", metavar="S"),
    ] = None,
    half: Annotated[
        float | None, typer.Option(help="Seconds of a half, as the league has it if not given.", metavar="S")
    ] = None,
    engine: Annotated[str | None, typer.Option(help="Physics engine; that of the league.", metavar="NAME")] = None,
    change: Change = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", help="Matches at the same time; as many as there are processors.", metavar="N"),
    ] = None,
    cluster: Cluster = None,
    limit: Annotated[
        float, typer.Option(help="Seconds of wall-clock time after which a match has failed.", metavar="S")
    ] = LIMIT,
    patience: Patience = PATIENCE,
    fixed_ports: FixedPorts = False,
    until: Annotated[
        str | None,
        typer.Option(
            help="Of two teams: end when it is clear whether the second one is better: by 20elo or not at all (a "
            "sequential test with errors of 5 %), or different with 95%. --rounds is the most that is played. Exit "
            "code: 0 better, 1 worse, 2 undecided.",
            metavar="GOAL",
        ),
    ] = None,
    out: Annotated[
        Path, typer.Option(help="Folder of the results: the same command goes on there, and plays nothing twice.")
    ] = OUT,
    record: Annotated[
        str,
        typer.Option(
            help="all: record each match that is played, into the folder recordings of --out; the page leads there.",
            metavar="none|all",
        ),
    ] = "none",
    fresh: Annotated[bool, typer.Option("--fresh", help="Play anew what is in the folder already.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the matches and an estimate of the hours; three are played for it.")
    ] = False,
    junit: Annotated[Path | None, typer.Option(help="With --until: the verdict as JUnit XML.", metavar="FILE")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON; the table then goes to stderr.")] = False,
) -> None:
    """Play every team against every other one, and rate them.

    Each pair plays with the same seed on both sides. The page, index.html in the folder of the results, is rewritten
    every 5 s: cross table, ratings with intervals, ratings over time, and each match with the command that repeats it.
    The table depends on the results alone, not on processes or their order.
    """
    with complaints():
        from dataclasses import replace

        from robopitch.jobs import Ledger, processors
        from robopitch.jobs.cluster import open_executor
        from robopitch.jobs.matches import MatchSetup
        from robopitch.jobs.tournament.holding import hold
        from robopitch.jobs.tournament.schedule import pairings
        from robopitch.jobs.tournament.verdict import read_goal
        from robopitch.spec.catalogue import default_league

        names = _names(teams, league)
        goal = None if until is None else read_goal(until)
        if goal is not None and len(names) != 2:
            raise ValueError(f"--until: compares two teams, and there are {len(names)}")
        if junit is not None:
            if goal is None:
                raise ValueError("--junit: only with --until")
            check_output("--junit", junit, (".xml",))
        if not 1 <= rounds <= MOST_ROUNDS:
            raise ValueError(f"--rounds {rounds}: from 1 to {MOST_ROUNDS} is possible")
        check_jobs(jobs, limit)
        changes = overrides_of("--set", change)
        usual = MatchSetup(league or default_league(), "", "", 0, seconds, half, changes, engine_of(engine))
        usual = replace(usual, patience=patience, fixed_ports=fixed_ports)
        jobs = check_programs(names, jobs, patience, fixed_ports)
        check_length(usual.league, seconds, half)
        if record not in RECORD:
            raise ValueError(f"--record {record}: none or all is possible")
        if record != "none" and cluster is not None:
            raise ValueError(f"--record {record}: only without --cluster, as recordings stay where a match is played")
        check_folder(out)
        schedule = list(pairings(names, rounds, seed, usual))
        if dry_run:
            estimate([unit for pairing in schedule for unit in pairing.units], jobs or processors())
            return
        files = {file: None for name in names for file in replace(usual, blue=name, yellow=name).files()}
        with Ledger(out, fresh) as ledger:
            if record == "all":
                schedule = _recorded(schedule, out)
            if others := ledger.strangers(unit for pairing in schedule for unit in pairing.units):
                typer.echo(
                    f"{out} has {others} results of other matches, teams or versions: they stay, and none counts",
                    err=True,
                )
            try:
                with (
                    open_executor(cluster, jobs, limit, [*files]) as executor,
                    watched(2 * len(schedule), _pace, partial(_write, out)) as look,
                ):
                    state = hold(names, schedule, executor, ledger, goal, look)
            except KeyboardInterrupt:
                typer.echo("stopped by Ctrl-C; the same command goes on from here", err=True)
                raise typer.Exit(130) from None
            finally:
                for problem in ledger.problems:
                    typer.echo(f"played again: {problem}", err=True)
        _report(out, names, state, as_json)
        if junit is not None:
            from robopitch.jobs.tournament.text import write_junit

            write_junit(junit, names, state)
    if state.standing.failures or state.standing.mismatches:
        raise typer.Exit(FAILED)
    if state.verdict is not None:
        raise typer.Exit(EXITS[state.verdict.outcome.value])


def _recorded(schedule: Sequence[Pairing], out: Path) -> list[Pairing]:
    """The same matches, which are recorded."""
    from robopitch.jobs.tournament.standing import RECORDINGS

    folder = out / RECORDINGS
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise ValueError(f"{folder}: cannot be written: {error.strerror}") from None

    def kept(unit: Unit) -> Unit:
        return replace(unit, keep=str(folder / unit.key))

    return [pairing._replace(there=kept(pairing.there), back=kept(pairing.back)) for pairing in schedule]


def _names(text: str, league: str | None) -> list[str]:
    """The teams; a ValueError if one is unknown, or cannot be loaded."""
    from robopitch.jobs.program import check_program, is_program
    from robopitch.leagues.team_names import team_name
    from robopitch.spec.catalogue import default_league
    from robopitch.teams.team_file import is_team_file, load_team

    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name = part if is_program(part) or is_team_file(part) else _with_ending(part)
        if is_program(name):
            check_program(name)
            check_network(league or default_league())
        elif is_team_file(name):
            load_team(name)
        else:
            name = team_name(name, league or default_league())
            if name == "external":
                raise ValueError(
                    "--teams external: program:COMMAND is a team over the network; a tournament starts its teams itself"
                )
        found.append(name)
    if len(found) < 2 or len(set(found)) < len(found):
        raise ValueError(f"--teams {text}: two or more different teams are wanted")
    return found


def _with_ending(name: str) -> str:
    """`./new:play` is the function in ./new.py, if there is such a file."""
    file, colon, function = name.rpartition(":")
    path = Path(f"{file}.py")
    return f"{path}:{function}" if colon and path.is_file() else name


def _pace(state: State) -> Pace:
    """How far it is, and the present ratings."""
    ratings = sorted(state.standing.ratings.items(), key=lambda item: -item[1].elo)
    return Pace(state.standing.played, state.new, ", ".join(f"{team} {one.elo:+.0f}" for team, one in ratings[:SHOWN]))


def _write(out: Path, state: State, remaining: str | None) -> None:
    """Write the page of a tournament; *remaining*: None when it is over."""
    from robopitch.jobs.tournament.page import write_page

    title = "Tournament: " + ", ".join(state.standing.teams)
    about = f"Results in {out}. Elo with a mean of 0; intervals of 95 %."
    write_page(out / "index.html", title, about, state.standing, remaining is None, remaining or "", state.verdict)


def _report(out: Path, names: Sequence[str], state: State, as_json: bool) -> None:
    """Print the table, and write the page for the last time."""
    from contextlib import redirect_stdout
    from sys import stderr, stdout

    from robopitch.cli.table import show_table
    from robopitch.jobs.tournament.text import COLUMNS, rating_rows, verdict_text

    standing = state.standing
    with redirect_stdout(stderr if as_json else stdout):
        show_table(COLUMNS, rating_rows(state))
        typer.echo(f"{standing.played} matches, {state.new} of them played now; page: {out / 'index.html'}")
        if state.verdict is not None:
            typer.echo(verdict_text(names, state.verdict))
    if standing.lost >= LATE * standing.seconds > 0:
        typer.echo(
            f"real time was lost, {standing.lost:.1f} s in all: this machine is too busy for so many matches with "
            "programs at a time; -j says how many",
            err=True,
        )
    for record in standing.failures:
        typer.echo(f"failed: {record.about}: {record.error}\n  again: {record.again}", err=True)
    for one in standing.mismatches:
        typer.echo(f"not the same twice: {one.about}, from {one.mark} on\n  again: {one.again}", err=True)
    if as_json:
        typer.echo(json.dumps(_plain(state), indent=2))


def _plain(state: State) -> dict[str, object]:
    standing, verdict = state.standing, state.verdict
    return {
        "teams": {
            team: {"elo": rating.elo, "margin": rating.margin, "matches": len(standing.row(team).matches)}
            for team, rating in standing.ratings.items()
        },
        "pairs": {
            f"{one} : {other}": {"wins": cell.wins, "draws": cell.draws, "losses": cell.losses, "goals": cell.goals}
            for (one, other), cell in standing.cells.items()
        },
        "planned": standing.planned,
        "played": standing.played,
        "new": state.new,
        "failures": [{"about": one.about, "error": one.error, "again": one.again} for one in standing.failures],
        "mismatches": [one._asdict() for one in standing.mismatches],
        "verdict": None if verdict is None else {**verdict._asdict(), "outcome": verdict.outcome.value},
    }
