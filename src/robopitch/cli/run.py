"""`robopitch run`: play a game in process, say what happened, draw it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from robopitch.teams import Game
    from robopitch.world import World

__all__ = ["run"]


def run(
    league: Annotated[
        str, typer.Argument(help="Name of a league; `robopitch leagues` lists them.", metavar="LEAGUE")
    ] = "ssl-div-a",
    seconds: Annotated[float, typer.Option(help="How long to play.")] = 10.0,
    engine: Annotated[str, typer.Option(help="turf or mujoco.")] = "turf",
    seed: Annotated[int, typer.Option(help="Another number, another game.")] = 0,
    timestep: Annotated[float, typer.Option(help="Length of a physics step in seconds.")] = 0.001,
    blue: Annotated[str, typer.Option(help="Team that plays blue: chase or still.")] = "chase",
    yellow: Annotated[str, typer.Option(help="Team that plays yellow: chase or still.")] = "chase",
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set", help="Change a value, for example 'ball.mass=45 g'. May be repeated.", metavar="PATH=VALUE"
        ),
    ] = None,
    file: Annotated[
        list[Path] | None,
        typer.Option("--file", help="TOML file with changes. May be repeated; --set wins.", metavar="FILE"),
    ] = None,
    out: Annotated[Path, typer.Option(help="Where the picture of the tracks goes.")] = Path("out/tracks.png"),
) -> None:
    """Play a game as fast as it goes, print what happened and draw the tracks.

    The same arguments give the same game, to the last bit of the fingerprint.
    """
    import robopitch
    from robopitch.plot import draw_tracks
    from robopitch.spec import SpecError, parse_override
    from robopitch.teams import play, policy

    try:
        teams = policy(blue), policy(yellow)
        start = time.perf_counter()
        world = robopitch.make(
            league,
            seed=seed,
            engine=engine,
            timestep=timestep,
            overrides=dict(map(parse_override, change or [])),
            files=file or [],
        )
        _warm_up(world)
        ready = time.perf_counter() - start
        with _progress(seconds) as tell:
            game = play(world, *teams, seconds, tell)
    except SpecError:
        raise  # its message is shown by the group of verbs
    except ValueError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    size = world.league.team_size
    title = f"{world.league.title}, {size} v {size}, {engine} at {1000 * timestep:g} ms, seed {seed}"
    typer.echo(f"{title}: {blue} (blue) against {yellow} (yellow)")
    _tell_story(game)
    _tell_speed(game, seconds, ready)
    typer.echo(f"fingerprint {world.fingerprint()}")
    score = " : ".join(str(goals) for goals in game.score.values())
    draw_tracks(game, f"{title}: {blue} {score} {yellow} after {seconds:g} s", out)
    typer.echo(f"tracks      {out}")


def _warm_up(world: World) -> None:
    """Let the engine compile, or load what it has compiled before."""
    saved = world.save()
    world.step()
    world.restore(saved)


@contextmanager
def _progress(seconds: float) -> Iterator[Callable[[float], object]]:
    """A progress bar on the terminal, if there is one."""
    if not sys.stderr.isatty():
        yield lambda played: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=seconds)
        yield lambda played: progress.update(task, completed=played)


def _tell_story(game: Game) -> None:
    """Goals and restarts with their times, and how often everything else happened."""
    from robopitch import BallOut, Collision, Goal, Kicked, Team, Touch

    lines: list[tuple[float, str]] = []
    score = dict.fromkeys(Team, 0)
    for event in game.events:
        if isinstance(event, Goal):
            score[event.team] += 1
            lines.append((event.time, f"goal for {event.team}, {score[Team.BLUE]} : {score[Team.YELLOW]}"))
        elif isinstance(event, BallOut):
            lines.append((event.time, f"ball out at ({event.position[0]:.2f}, {event.position[1]:.2f})"))
    for restart in game.restarts:
        why = "put back in" if restart.why == "out" else "nobody gets the ball away: dropped"
        lines.append((restart.time, f"{why} at ({restart.place[0]:.2f}, {restart.place[1]:.2f})"))
    for when, text in sorted(lines):
        typer.echo(f"{when:8.3f} s  {text}")
    for name, kind in (("touches", Touch), ("kicks", Kicked)):
        counts = {
            team: sum(isinstance(event, kind) and event.robot.team is team for event in game.events) for team in Team
        }
        typer.echo(f"{name:<11} blue {counts[Team.BLUE]}, yellow {counts[Team.YELLOW]}")
    typer.echo(f"collisions  {sum(isinstance(event, Collision) for event in game.events)}")
    typer.echo(f"goals       blue {game.score[Team.BLUE]}, yellow {game.score[Team.YELLOW]}")


def _tell_speed(game: Game, seconds: float, ready: float) -> None:
    wall = game.physics_seconds + game.teams_seconds
    typer.echo(
        f"speed       {seconds:g} s played in {wall:.2f} s, {seconds / wall:.0f} times real time; "
        f"physics alone {seconds / game.physics_seconds:.0f} times (ready after {ready:.1f} s)"
    )
