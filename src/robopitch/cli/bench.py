"""`robopitch bench`: speed of physics and cameras, start time, cost of server, recording, page, teams and referee."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from importlib import import_module
from typing import Annotated

import typer

from robopitch.bench.of_leagues import of_leagues
from robopitch.cli.options import complaints

__all__ = ["OF_LEAGUES", "bench"]

OF_LEAGUES = of_leagues()


class What(StrEnum):
    """The benchmarks."""

    PHYSICS = "physics"
    START = "start"
    SERVER = "server"
    RECORDING = "recording"
    WEB = "web"
    TEAMS = "teams"
    REFEREE = "referee"
    SOAK = "soak"
    VISION = "vision"
    FLOODS = "floods"
    JOBS = "jobs"
    MATCH = "match"


def bench(
    name: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help="physics: steps per second; start: seconds to the first step; server: cost and punctuality; "
            "recording: cost, size, seeking and simulating again; web: what the page costs, and how fast it is drawn; "
            "teams: the time of a decision; referee: what it adds to a match; "
            "soak: whether a server that runs for long grows; vision: the time of a picture of a camera; "
            "floods: what floods from outside cost the match, its memory and a client beside them; "
            "jobs: matches an hour, against bare processes, and the cost of a unit; "
            "match: processor time of a headless match, and its parts; "
            + "; ".join(f"{name}: {subject}" for name, (_, subject) in OF_LEAGUES.items())
            + ".",
        ),
    ],
    leagues: Annotated[
        list[str] | None,
        typer.Argument(metavar="[LEAGUE]...", help="match: the leagues; two if none is given.", show_default=False),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object; the table then goes to stderr.")
    ] = False,
    seconds_per_row: Annotated[
        float | None,
        typer.Option(
            help="How long each row is measured; physics 2, server and web 10, teams and referee 60, vision 1.",
            min=0.001,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            help="recording: simulated time of a way; leagues: of each part; floods: of each; match: of a match; 60; "
            "jobs: a match, 30.",
            min=1,
        ),
    ] = None,
    minutes: Annotated[float | None, typer.Option(help="soak: how long the server is watched; 10.", min=0.1)] = None,
    speed: Annotated[float | None, typer.Option(help="soak: times real time; 5.", min=0.1, max=100)] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            help="physics, match: in how many turns; 5. With --baseline: how often both are measured; 5.",
            min=1,
        ),
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="COMMIT",
            help="server: compare with the server of this commit, in turns, with one client; match: play the same "
            "seconds with the code of this commit, in turns; floods: measure the server of this commit. Needs git and "
            "a clone.",
        ),
    ] = None,
    flood: Annotated[list[str] | None, typer.Option(metavar="NAME", help="floods: only this. May be repeated.")] = None,
) -> None:
    """Measure speed and cost of physics, sensors, server, page, recording, teams and referee, each alone.

    The physics rows run in turns in one process, on one thread unless a row says otherwise.
    """
    with complaints():
        from robopitch.spec import load_league
        from robopitch.spec.names import known_name

        name = known_name(name, (*What, *OF_LEAGUES), "benchmark")
        what = None if name in OF_LEAGUES else What(name)
    given = {
        "--seconds-per-row": (
            seconds_per_row,
            (What.PHYSICS, What.SERVER, What.WEB, What.TEAMS, What.REFEREE, What.VISION),
        ),
        "--seconds": (seconds, (What.RECORDING, What.FLOODS, What.JOBS, What.MATCH)),
        "--minutes": (minutes, (What.SOAK,)),
        "--speed": (speed, (What.SOAK,)),
        "--rounds": (rounds, (What.PHYSICS, What.MATCH, *(() if baseline is None else (What.SERVER,)))),
        "--baseline": (baseline, (What.SERVER, What.FLOODS, What.MATCH)),
        "--flood": (flood, (What.FLOODS,)),
    }
    with complaints():
        if leagues and what is not What.MATCH:
            raise ValueError(f"{' '.join(leagues)}: leagues are only for robopitch bench match")
        for option, (value, users) in given.items():
            if value is not None and what not in users and not (what is None and option == "--seconds"):
                raise ValueError(f"{option}: only for robopitch bench {', '.join(users)}")
    if what is None:
        module = import_module(OF_LEAGUES[name][0])
        result = module.measure(seconds or 60.0)
        _show(module.COLUMNS, module.table(result), as_json)
    elif what is What.PHYSICS:
        from robopitch.bench.physics import COLUMNS, measure_physics, table

        result = measure_physics(seconds_per_row or 2.0, rounds or 5)
        _show(COLUMNS, table(result), as_json)
        _say(
            f"{result['figure']}; {result['robots']} robots, {1000 * result['dt']:g} ms, {result['steps_per_call']} "
            f"steps a call; state {_bytes(result['bytes_per_world'])}; {result['machine']}",
            as_json,
        )
        _say(
            f"MuJoCo's mj_step alone on the same model, without wheel law, ball on the ground, events and state: "
            f"{result['mujoco_alone']['random']:,.0f} steps/s in open play",
            as_json,
        )
    elif what is What.SERVER and baseline is not None:
        from robopitch.bench import baseline as comparison

        with complaints():
            result = comparison.measure_against(
                baseline, rounds or 5, seconds_per_row or 4.0, lambda text: _say(text, True)
            )
        _show(comparison.COLUMNS, comparison.table(result), as_json)
    elif what is What.SERVER:
        from robopitch.bench import server

        result = server.measure_server(seconds_per_row or 10.0)
        _show(server.COLUMNS, server.table(result), as_json)
    elif what is What.RECORDING:
        from robopitch.bench import recording

        result = recording.measure_recording(seconds or 60.0)
        _show(recording.COLUMNS, recording.table(result), as_json)
        _say(f"sizes are those of ten minutes, scaled from {result['setup']['seconds']:g} s", as_json)
    elif what is What.WEB:
        from robopitch.bench import web

        result = web.measure_web(seconds_per_row or 10.0)
        _show(web.COLUMNS, web.table(result), as_json)
    elif what is What.TEAMS:
        from robopitch.bench import teams

        result = teams.measure_teams(seconds_per_row or 60.0)
        _show(teams.COLUMNS, teams.table(result), as_json)
    elif what is What.REFEREE:
        from robopitch.bench import referee

        result = referee.measure_referee(seconds_per_row or 60.0)
        _show(referee.COLUMNS, referee.table(result), as_json)
    elif what is What.VISION:
        from robopitch.bench import vision

        result = vision.measure_vision(seconds_per_row or 1.0)
        _show(vision.COLUMNS, vision.table(result), as_json)
    elif what is What.SOAK:
        from robopitch.bench import soak

        with _progress() as tell:
            result = soak.measure_soak(minutes or 10.0, speed or 5.0, tell)
        _show(soak.COLUMNS, soak.table(result), as_json)
    elif what is What.FLOODS:
        from robopitch.bench import floods

        with complaints():
            chosen = [known_name(one, (*floods.FLOODS,), "flood") for one in flood or ()]
            result = floods.measure_floods(chosen, seconds or 60.0, baseline, lambda text: _say(text, True))
        _show(floods.COLUMNS, floods.table(result), as_json)
    elif what is What.JOBS:
        from robopitch.bench import jobs

        result = jobs.measure_jobs(seconds or 30.0)
        _show(jobs.COLUMNS, jobs.table(result), as_json)
    elif what is What.MATCH:
        from robopitch.bench import match

        with complaints():
            chosen = [load_league(one).name for one in leagues or match.LEAGUES]
            result = match.measure_matches(
                chosen, seconds or 60.0, rounds or 5, baseline, lambda text: _say(text, True)
            )
        _show(match.COLUMNS, match.table(result), as_json)
        _say(f"load {result['load'][0]:g}; {result['machine']}", as_json)
    else:
        from robopitch.bench.start import measure_start

        result = measure_start()
        names = {"cold_s": "first ever start", "warm_s": "later starts", "import_s": "import robopitch"}
        rows = [[name, f"{result[key]:.2f} s", f"{result['bars'][key]:g} s"] for key, name in names.items()]
        _show(("to the first step", "took", "promised"), rows, as_json)
    if as_json:
        typer.echo(json.dumps(result, indent=2, ensure_ascii=False))


@contextmanager
def _progress() -> Iterator[Callable[[float, float], object]]:
    """A progress bar, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("soaking", total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)


def _bytes(sizes: dict[str, int]) -> str:
    return ", ".join(f"{size} bytes in {dtype}" for dtype, size in sorted(sizes.items()))


def _say(text: str, to_stderr: bool) -> None:
    typer.echo(text, err=to_stderr)


def _show(columns: tuple[str, ...], rows: list[list[str]], to_stderr: bool) -> None:
    from contextlib import redirect_stdout

    from robopitch.cli.table import show_table

    with redirect_stdout(sys.stderr if to_stderr else sys.stdout):
        show_table(columns, rows)
