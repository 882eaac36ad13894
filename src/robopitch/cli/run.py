"""`robopitch run`: play a game of built-in teams, say what happened, draw it; or serve it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import League, LiveOptions, TapeOptions, WorldOptions, complaints
from robopitch.cli.serve import describe_realism, serve_match

if TYPE_CHECKING:
    from robopitch.match import Game, Match
    from robopitch.messages import Output
    from robopitch.server.packing import Packing
    from robopitch.world import World

__all__ = ["run"]

TOLD = 50.0  # Hz at which the story of a match is followed


@takes(world=WorldOptions, tape=TapeOptions, live=LiveOptions)
def run(
    *,
    league: League = "ssl-div-a",
    blue: Annotated[
        str, typer.Option(help="Who plays blue: cambada, mi20, chase, still, or external for a team over the network.")
    ] = "chase",
    yellow: Annotated[str, typer.Option(help="Who plays yellow: the same names.")] = "chase",
    seconds: Annotated[
        float | None, typer.Option(help="How long to play; until Ctrl-C if not given, 10 without a page.")
    ] = None,
    minutes: Annotated[float | None, typer.Option(help="The same in minutes.")] = None,
    out: Annotated[Path, typer.Option(help="Where the picture of the tracks goes.")] = Path("out/tracks.png"),
    in_real_time: Annotated[
        bool, typer.Option("--live", help="In real time and over the network, even with --headless.")
    ] = False,
    world: WorldOptions,
    tape: TapeOptions,
    live: LiveOptions,
) -> None:
    """Play a game of built-in teams in real time, on a page in the browser.

    With --headless or --speed max it is played as fast as it goes, without a page: what happened is printed, and the
    tracks are drawn. The same arguments then give the same game, to the last bit of the fingerprint. A team that is
    `external` plays over the network, as with `robopitch serve`; --live --headless does that without a page.
    """
    from robopitch.match import EXTERNAL
    from robopitch.teams import TEAMS

    with complaints():
        for name in (blue, yellow):
            if name not in (*TEAMS, EXTERNAL):
                raise ValueError(f"no team is called {name!r}; there are {', '.join([*sorted(TEAMS), EXTERNAL])}")
        if minutes is not None:
            if seconds is not None:
                raise ValueError("--seconds and --minutes: one of them is enough")
            seconds = 60 * minutes
        at_once = live.headless or live.speed == "max"
        if in_real_time or EXTERNAL in (blue, yellow) or not at_once:
            serve_match(league, blue, yellow, seconds, world, tape, live, open_browser=not live.no_open)
            return
        if live.given_for_the_network():
            given = ", ".join(live.given_for_the_network())
            raise ValueError(f"{given}: only for a game over the network; add --live")
        _play(league, blue, yellow, 10.0 if seconds is None else seconds, world, tape, live, out)


def _play(
    league: str,
    blue: str,
    yellow: str,
    seconds: float,
    options: WorldOptions,
    tape: TapeOptions,
    live: LiveOptions,
    out: Path,
) -> None:
    import robopitch
    from robopitch.match import play
    from robopitch.measure.story import Story
    from robopitch.measure.story import tell as tell_match
    from robopitch.plot import draw_tracks
    from robopitch.spec import load_realism
    from robopitch.teams import TEAMS

    start = time.perf_counter()
    world = robopitch.make(league, **options.for_world())
    _warm_up(world)
    ready = time.perf_counter() - start
    recording, realism = _Recording(tape), None
    stories: list[Story] = []

    def see(match: Match, outputs: list[Output]) -> None:
        if not stories:
            stories.append(Story(match))
            match.observe(stories[0], TOLD)
        recording.see(match, outputs)

    if tape.record is not None and world.league.sensors.vision is not None:  # what is recorded was also seen
        realism = load_realism(world.league.family, **live.for_realism())
        typer.echo(f"realism     {describe_realism(realism)}")
    with _progress(seconds) as tell, recording:
        game = play(
            world,
            TEAMS[blue],
            TEAMS[yellow],
            seconds,
            tell,
            names=(blue, yellow),
            realism=realism,
            see=see,
        )
    sides = " v ".join(str(sum(body.team is team for body in game.bodies)) for team in robopitch.Team)
    title = f"{world.league.title}, {sides}, {options.engine} at {1000 * options.timestep:g} ms, seed {options.seed}"
    typer.echo(f"{title}: {blue} (blue) against {yellow} (yellow)")
    _tell_story(game)
    typer.echo(tell_match(stories[0].result(), (blue, yellow)))
    _tell_speed(game, seconds, ready)
    typer.echo(f"fingerprint {world.fingerprint()}")
    score = " : ".join(str(goals) for goals in game.score.values())
    draw_tracks(game, f"{title}: {blue} {score} {yellow} after {seconds:g} s", out)
    typer.echo(f"tracks      {out}")
    recording.tell()


class _Recording:
    """Writes down what is played, if that is wanted."""

    def __init__(self, options: TapeOptions) -> None:
        self._tape = options.tape(memory=0.0) if options.record is not None else None
        self._packing: Packing | None = None

    def see(self, match: Match, outputs: list[Output]) -> None:
        """Take what came out of the match; the first time there is nothing but the match itself."""
        if self._tape is None:
            return
        if self._packing is None:
            from robopitch.server.packing import Packing

            self._packing = Packing(match)
            self._tape.start(match)
        for topic, data, _ in self._packing.pack(outputs):
            self._tape.packet(topic, data, sent=True)

    def tell(self) -> None:
        """Say what was written."""
        if self._tape is not None:
            status = self._tape.status()
            text = status["failure"] or f"{status['file']}, {status['written']} messages"
            typer.echo(f"recording   {text}")

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        if self._tape is not None:
            self._tape.close()


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
    from robopitch.messages import BallOut, Collision, Goal, Kicked, Restarted, Team, Touch

    lines: list[tuple[float, str]] = []
    score = dict.fromkeys(Team, 0)
    for event in game.events:
        if isinstance(event, Goal):
            score[event.team] += 1
            lines.append((event.time, f"goal for {event.team}, {score[Team.BLUE]} : {score[Team.YELLOW]}"))
        elif isinstance(event, BallOut):
            lines.append((event.time, f"ball out at ({event.position[0]:.2f}, {event.position[1]:.2f})"))
        elif isinstance(event, Restarted) and event.why != "goal":
            why = "put back in" if event.why == "out" else "nobody gets the ball away: dropped"
            lines.append((event.time, f"{why} at ({event.position[0]:.2f}, {event.position[1]:.2f})"))
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
    physics = game.seconds - game.teams_seconds
    typer.echo(
        f"speed       {seconds:g} s played in {game.seconds:.2f} s, {seconds / game.seconds:.0f} times real time; "
        f"without the teams {seconds / physics:.0f} times (ready after {ready:.1f} s)"
    )
