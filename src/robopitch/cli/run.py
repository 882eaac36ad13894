"""`robopitch run`: plays a match of built-in teams on a page, or as fast as possible without one."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.compiling import show_compiling
from robopitch.cli.feature_options import NO_NETWORK, FeatureOptions
from robopitch.cli.introduction import describe_realism, sight_text, stands_text
from robopitch.cli.live_options import LiveOptions
from robopitch.cli.match_report import print_report
from robopitch.cli.match_summary import RATE
from robopitch.cli.options import HistoryOptions, WorldOptions, complaints
from robopitch.cli.outputs import check_output
from robopitch.cli.referee_options import RefereeOptions
from robopitch.cli.scenes import MatchLeague, SceneOption, find_scene, league_of
from robopitch.cli.serve import serve_match

if TYPE_CHECKING:
    from robopitch.leagues.league import League
    from robopitch.match import Game, Match
    from robopitch.measure.match_stats.collector import StatsObserver
    from robopitch.messages import Output, Team
    from robopitch.recording.scene import Scene
    from robopitch.spec import RealismSpec
    from robopitch.teams import Policy
    from robopitch.world import World

__all__ = ["run"]

TRACKS = Path("out/tracks.png")
PICTURES = (".png", ".svg", ".pdf", ".jpg")
LONGEST = 1e8  # s or minutes
USUAL_SECONDS = 10.0  # of free play without a page


@takes(
    rules=RefereeOptions,
    world=WorldOptions,
    history=HistoryOptions,
    live=LiveOptions,
    features=FeatureOptions,
)
def run(
    *,
    league: MatchLeague = None,
    blue: Annotated[
        str | None,
        typer.Option(
            help="Team that plays blue: cambada, mi20, chase, still, my_team.py:FUNCTION for one of your own, "
            "formation.toml for cambada with a formation of your own, or external for a team over the network.",
            metavar="TEAM",
            show_default="cambada, where the league has it",
        ),
    ] = None,
    yellow: Annotated[
        str | None,
        typer.Option(
            help="Team that plays yellow: the same names.",
            metavar="TEAM",
            show_default="mi20, where the league has it",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            help="Simulated seconds after which the match is stopped; if not given, a match by the rules is played to "
            "its end, and free play until Ctrl-C, or for 10 s without a page.",
            metavar="S",
        ),
    ] = None,
    minutes: Annotated[float | None, typer.Option(help="The same in minutes.", metavar="MIN")] = None,
    scene: SceneOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="With --headless: picture of the tracks, or above a minute of where the play was.",
            metavar="FILE",
            show_default=str(TRACKS),
        ),
    ] = None,
    in_real_time: Annotated[
        bool, typer.Option("--live", help="In real time and over the network, even with --headless.")
    ] = False,
    ports: Annotated[
        bool, typer.Option("--ports", help="Show where the match listens and sends, and the traffic there.")
    ] = False,
    rules: RefereeOptions,
    world: WorldOptions,
    history: HistoryOptions,
    live: LiveOptions,
    features: FeatureOptions,
) -> None:
    """Play a match of built-in teams on a page in the browser.

    With --headless or --speed max the match runs as fast as possible and without a page: its events are printed and
    the tracks drawn, or of more than a minute an overview. The same arguments then give the same match, with the same
    fingerprint. An `external` team plays over the network, as with `robopitch serve`; --live --headless does that
    without a page.
    """
    from robopitch.leagues.team_names import team_name, usual_teams
    from robopitch.match import EXTERNAL

    with complaints():
        length = _length(seconds, minutes)
        rules.check()
        features = features.with_files(world.file or ())
        found = None if scene is None else find_scene(scene, league)
        name = league_of(league, found)
        usual = usual_teams(name)
        teams = team_name(blue or usual[0], name), team_name(yellow or usual[1], name)
        prepared = features.prepared(name, {"blue": teams[0], "yellow": teams[1], "sees": "truth", "names": {}})
        at_once = live.headless or live.speed.casefold() == "max"
        if in_real_time or EXTERNAL in (prepared["blue"], prepared["yellow"]) or not at_once:
            if out is not None:
                raise ValueError("--out: tracks are drawn of a match without a page; add --headless")
            opens = not live.no_open
            serve_match(
                name,
                teams,
                length,
                world,
                history,
                live,
                rules,
                features,
                scene=found,
                ports=ports,
                open_browser=opens,
                summary=True,
            )
            return
        features.check_without_network()
        if ports:
            raise ValueError(f"--ports: {NO_NETWORK}")
        picture = TRACKS if out is None else out
        check_output("--out", picture, PICTURES)
        if length is None and rules.name_for(name) != "rules":
            length = USUAL_SECONDS
        _play(name, teams, length, world, history, live, rules, found, prepared["sees"], picture)


def _length(seconds: float | None, minutes: float | None) -> float | None:
    """The length of the match in seconds, from two options; None if neither is given."""
    if seconds is not None and minutes is not None:
        raise ValueError("--seconds and --minutes: one of them is enough")
    for option, value in (("--seconds", seconds), ("--minutes", minutes)):
        if value is not None and not 0 < value < LONGEST:
            raise ValueError(f"{option} {value:g}: a number above 0 and below {LONGEST:g} is wanted")
    return seconds if minutes is None else 60 * minutes


def _play(
    league: str,
    teams: tuple[str, str],
    seconds: float | None,
    options: WorldOptions,
    history: HistoryOptions,
    live: LiveOptions,
    rules: RefereeOptions,
    scene: Scene | None,
    sees: str | Mapping[str, str],
    out: Path,
) -> None:
    import robopitch
    from robopitch.leagues.making import realism_of
    from robopitch.leagues.registry import family_of
    from robopitch.match import play
    from robopitch.measure.event_text import score_text
    from robopitch.measure.match_stats.collector import StatsObserver, stats_text
    from robopitch.plot import LONG, draw_overview, draw_tracks
    from robopitch.recording.scene import apply
    from robopitch.spec import load_league
    from robopitch.teams.player import sights

    live.check_without_network(load_league(league))
    start = time.perf_counter()
    world = robopitch.make(league, **options.for_world())
    recording, realism = history.recording(), None
    family = family_of(world.league.family)
    recorded = history.record is not None  # with sensors
    teams, policies = _own_teams(teams)
    built_in = [(team, name) for team, name in zip(robopitch.Team, teams, strict=True) if name not in policies]
    seen = sights(sees)
    if recorded or live.realism is not None or live.noise or not _see_only_truth(family, built_in, world, seen):
        realism = realism_of(world.league.family, **live.for_realism())
    if scene is not None:
        apply(scene, world)
    with show_compiling():
        _warm_up(world)
    ready = time.perf_counter() - start
    sides = " v ".join(str(sum(1 for _ in world.robots(team))) for team in robopitch.Team)
    engine = f"{world.engine.name} at {1000 * options.timestep:g} ms"
    title = f"{world.league.title}, {sides}, {engine}, seed {options.seed}"
    observers: list[StatsObserver] = []
    matches: list[Match] = []

    def on_outputs(match: Match, outputs: list[Output]) -> None:
        if not observers:
            matches.append(match)
            _introduce(title, match, realism)
            if scene is not None:
                apply(scene, world)  # again: a match of built-in teams pushes the ball at its start
            observers.append(StatsObserver(match))
            match.observe(observers[0], RATE)
            recording.start(match)
        else:
            recording.on_outputs(match, outputs)

    with _stopped_by_ctrl_c(observers), _progress(seconds) as on_progress, recording:
        game = play(
            world,
            policies.get(teams[0]),
            policies.get(teams[1]),
            seconds,
            on_progress,
            names=teams,
            realism=realism,
            parts=family,
            sees=seen,
            **rules.for_match(league),
            on_outputs=on_outputs,
            due=recording.due,
        )
    statistics = observers[0].result()
    if matches[0].rulings:
        print_report(matches[0], statistics, game.events)
    else:
        _print_events(game)
    typer.echo(stats_text(statistics, teams))
    _print_speed(game, ready)
    typer.echo(f"fingerprint {world.fingerprint()}")
    title = f"{title}: {teams[0]} {score_text(game.score)} {teams[1]} after {game.played:g} s"
    if game.played > LONG:
        draw_overview(game, title, out, matches[0].rulings)
        typer.echo(f"overview    {out}")
    else:
        draw_tracks(game, title, out)
        typer.echo(f"tracks      {out}")
    if recorded:
        typer.echo(f"recording   {recording}")
    rules.finish(matches[0], statistics, game.seconds)


def _own_teams(names: tuple[str, str]) -> tuple[tuple[str, str], dict[str, Policy]]:
    """The names that are shown, and the policies of teams from files."""
    from robopitch.teams.team_file import load_teams

    (blue, yellow), policies = load_teams(names)
    return (blue, yellow), policies


def _see_only_truth(family: League, sides: Sequence[tuple[Team, str]], world: World, sees: tuple[str, ...]) -> bool:
    """Whether the match needs no sensors. A team from a file sees what the match chooses for it."""
    from robopitch.teams.player import TRUTH, seen_by

    return all(
        player.takes == TRUTH
        for team, name in sides
        for player in family.players(name, team, world, seen_by(sees, team))
    )


@contextmanager
def _stopped_by_ctrl_c(observers: list[StatsObserver]) -> Iterator[None]:
    """On Ctrl-C print the statistics so far and exit with code 130."""
    try:
        yield
    except KeyboardInterrupt:
        if observers:
            from robopitch.measure.match_stats.collector import stats_text

            typer.echo(stats_text(observers[0].result()))
        typer.echo("stopped by Ctrl-C", err=True)
        raise typer.Exit(130) from None


def _introduce(title: str, match: Match, realism: RealismSpec | None) -> None:
    from robopitch.spec.catalogue import realism_names

    typer.echo(f"{title}: " + " against ".join(f"{name} ({team})" for team, name in match.players.items()))
    if realism is not None and realism_names(match.world.league.family):
        typer.echo(f"realism     {describe_realism(realism)}")
    typer.echo(f"vision      {sight_text(match)}")
    if hint := stands_text(match):
        typer.echo(f"robots      {hint}")


def _warm_up(world: World) -> None:
    """Let the engine compile, or load its compiled code from the cache."""
    saved = world.save()
    world.step()
    world.restore(saved)


@contextmanager
def _progress(seconds: float | None) -> Iterator[Callable[[float], object]]:
    """A progress bar, if stderr is a terminal; of a match of unknown length it only moves."""
    if not sys.stderr.isatty():
        yield lambda played: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=seconds)
        yield lambda played: progress.update(task, completed=played)


def _print_events(game: Game) -> None:
    """Print goals, balls out and restarts with their times, and contacts; the table that follows has the rest."""
    from robopitch.measure.event_text import event_text, goal_text, scorer_text
    from robopitch.messages import BallOut, Collision, Goal, Restarted, Team, Touch

    lines: list[tuple[float, str]] = []
    score = dict.fromkeys(Team, 0)
    for event in game.events:
        if isinstance(event, Goal):
            score[event.team] += 1
            lines.append((event.time, goal_text(event.team, score, scorer_text(event))))
        elif isinstance(event, BallOut):
            lines.append((event.time, event_text(event, score)))
        elif isinstance(event, Restarted) and event.why != "goal":
            why = "placed back on the field" if event.why == "out" else "nobody plays the ball: placed"
            lines.append((event.time, f"{why} at ({event.position[0]:.2f}, {event.position[1]:.2f})"))
    for when, text in sorted(lines):
        typer.echo(f"{when:8.3f} s  {text}")
    touches = {
        team: sum(isinstance(event, Touch) and event.robot.team is team for event in game.events) for team in Team
    }
    collisions = sum(isinstance(event, Collision) for event in game.events)
    typer.echo(f"contacts    touches blue {touches[Team.BLUE]}, yellow {touches[Team.YELLOW]}; collisions {collisions}")


def _print_speed(game: Game, ready: float) -> None:
    seconds, physics = game.played, game.seconds - game.teams_seconds
    typer.echo(
        f"speed       {seconds:g} s played in {game.seconds:.2f} s, {seconds / game.seconds:.0f} times real time; "
        f"without the teams {seconds / physics:.0f} times (ready after {ready:.1f} s)"
    )
