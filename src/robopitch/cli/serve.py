"""`robopitch serve`: serves a match in real time over the protocols of its league."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.browser import page_to_open
from robopitch.cli.feature_options import FeatureOptions
from robopitch.cli.introduction import introduce, show_notices, show_page, show_ports
from robopitch.cli.live_options import LiveOptions
from robopitch.cli.loop import Loop
from robopitch.cli.match_summary import MatchSummary
from robopitch.cli.options import HistoryOptions, WorldOptions, complaints
from robopitch.cli.outputs import check_folder
from robopitch.cli.referee_options import RefereeOptions
from robopitch.cli.scenes import MatchLeague, SceneOption, find_scene, league_of

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.recording.scene import Scene
    from robopitch.server import Server
    from robopitch.web.http import Page

__all__ = ["serve", "serve_match"]


_OfRun = Annotated[str | None, typer.Option(hidden=True)]  # options of `run` that people try


@takes(rules=RefereeOptions, world=WorldOptions, history=HistoryOptions, live=LiveOptions, features=FeatureOptions)
def serve(
    *,
    league: MatchLeague = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="Stop after so many simulated seconds; otherwise with Ctrl-C.", metavar="S"),
    ] = None,
    scene: SceneOption = None,
    blue: _OfRun = None,
    yellow: _OfRun = None,
    rules: RefereeOptions,
    world: WorldOptions,
    history: HistoryOptions,
    live: LiveOptions,
    features: FeatureOptions,
) -> None:
    """Serve a match for two teams that connect over the protocols of their league, as to grSim.

    LEAGUE is a name, or the path of a folder with a league of your own. In the Small Size League it sends vision,
    tracker and referee messages, and receives commands in the simulation protocol (as ER-Force's simulator), in
    lockstep, and in grSim's own protocol. In the Middle Size League it is a RefBox, and robots have low-level
    buses. MiroSot and VSS are served as by FIRASim. Runs until Ctrl-C.
    """
    with complaints():
        for option, team in (("--blue", blue), ("--yellow", yellow)):
            if team is not None:
                raise ValueError(
                    f"{option}: both teams of `serve` come over the network; with a built-in one: "
                    f"robopitch run {option} {team} {'--yellow' if team is blue else '--blue'} external"
                )
        rules = replace(rules, referee=rules.referee or "free")  # a developer may need ball and robots where they are
        rules.check()
        features = features.with_files(world.file or ())
        found = None if scene is None else find_scene(scene, league)
        name, teams = league_of(league, found), ("external", "external")
        serve_match(name, teams, seconds, world, history, live, rules, features, scene=found)


def serve_match(
    league: str,
    teams: tuple[str, str],
    seconds: float | None,
    world: WorldOptions,
    history: HistoryOptions,
    live: LiveOptions,
    rules: RefereeOptions,
    features: FeatureOptions,
    *,
    scene: Scene | None = None,
    ports: bool = True,
    open_browser: bool = False,
    summary: bool = False,
) -> None:
    """Serve until Ctrl-C, SIGTERM, SIGHUP, or for so many simulated seconds; the exit code is 0 for all of these.

    A match by the rules whose result somebody wants, or without a page, ends with its final whistle: its result is
    printed, and the exit code is that of `RefereeOptions.finish`.

    ports:   show the addresses and ports of the server, and their traffic
    summary: print the statistics of the match at its end
    """
    from robopitch.measure.calls_text import end_text
    from robopitch.messages import Period, Team
    from robopitch.server import Server
    from robopitch.server.attendance import Attendance

    asked = features.of(league)
    prepared = features.prepared(league, {"blue": teams[0], "yellow": teams[1], "sees": "truth", "names": {}})
    match = _make_match(league, prepared, world, live, rules, scene)
    network = replace(live.network(match.world.league.name), given=tuple(asked.values()))
    until = None if seconds is None else _ticks(seconds, match.world.timestep)
    check_folder(live.clips)
    server = Server(
        match,
        network,
        live.times_real_time,
        live.lockstep,
        history.history(live.memory, live.clips),
        lockstep_vision=live.answers_in_lockstep(),
        unix_time=live.epoch is None and not live.lockstep,
        from_whistle=seconds is None and scene is None and _waits_for_nobody(match, live),
    )
    leaves = match.options.referee == "rules" and (live.headless or rules.keeps_result)
    counted = MatchSummary(match) if summary or leaves or rules.keeps_result else None
    with server, ExitStack() as stack:
        if live.lockstep and not any(endpoint.lockstep for endpoint in server.endpoints):
            raise ValueError(
                f"--lockstep: no protocol of {match.world.league.name} requests steps; time would stand still"
            )
        live.check_endpoints(server)
        stack.enter_context(_logging(seen=not live.headless and sys.stdout.isatty()))
        page = None if live.headless else stack.enter_context(_page(server, live))
        introduce(match, realism=ports or bool(match.teams.external) or live.realism is not None or bool(live.noise))
        if ports:
            show_ports(server)
        if page is not None and (ports or page.reaches_others or not page.built):
            show_page(page)
        show_notices(server)
        if match.options.referee == "rules":
            server.add_plugin(Attendance(server, rules.patience, leaves, waits=ports and not leaves))
        for feature, options in asked.items():
            plugin = server.features.use(feature, options, league, dict(zip(Team, teams, strict=True)))
            if plugin is not None and plugin.about:
                typer.echo(plugin.about)
        began = time.monotonic()
        Loop(server, until, counted.text if counted is not None and summary else None).watch(
            headless=live.headless,
            page=None if page is None or ports else page.url,
            browser=page_to_open(page) if page is not None and open_browser else None,
        )
        if counted is not None:
            if match.game.period is Period.OVER:
                typer.echo(f"end      {end_text(match.game)}")
            rules.finish(match, counted.statistics(), time.monotonic() - began, server.result())


def _waits_for_nobody(match: Match, live: LiveOptions) -> bool:
    """Whether a page may show a match from its first kick-off: nobody needs the seconds before it."""
    alone = not match.teams.external and match.options.referee == "rules"
    return alone and not (live.headless or live.lockstep) and live.times_real_time > 0


def _make_match(
    league: str,
    prepared: Mapping[str, Any],
    world: WorldOptions,
    live: LiveOptions,
    rules: RefereeOptions,
    scene: Scene | None,
) -> Match:
    from robopitch.leagues.making import make_match
    from robopitch.leagues.registry import network_of
    from robopitch.match import EXTERNAL
    from robopitch.recording.scene import apply
    from robopitch.spec import league_names, load_league

    spec = load_league(league)
    if EXTERNAL in (prepared["blue"], prepared["yellow"]) and not network_of(spec.name).ports:
        served = ", ".join(name for name in league_names() if network_of(name).ports)
        raise ValueError(
            f"{spec.name} cannot be played over the network: it has no protocols so far; these can: {served}; "
            f"to watch built-in teams: robopitch run {spec.name}"
        )
    live.check_for(spec)
    options = world.for_world()
    options["overrides"] = live.for_vision() | options["overrides"]
    if live.no_free_play or live.no_kick_about:
        rules = replace(rules, referee="none")
    referee = rules.for_match(league)
    given = {**referee, **live.for_match(time.time(), float(spec.watchdog)), **options}
    given["names"] = {**prepared["names"], **given["names"]}
    match = make_match(league, **{**given, **{key: value for key, value in prepared.items() if key != "names"}})
    if scene is not None:
        apply(scene, match)
        match.advance(match.tick)  # applies the scene even if the match starts paused
    return match


@contextmanager
def _logging(seen: bool) -> Iterator[None]:
    """Log warnings to standard error when they begin and end, unless they are *seen* in the live view."""
    log = logging.getLogger("robopitch")
    handler = logging.NullHandler() if seen else logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s warning: %(message)s", "%H:%M:%S"))
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


def _page(server: Server, live: LiveOptions) -> Page:
    from robopitch.web.http import Page

    names = live.page_name or ()
    return Page(server, live.page_host, server.network.port("page"), live.token, live.clips, names=names)


def _ticks(seconds: float, timestep: float) -> int:
    if not timestep <= seconds < 1e9:
        raise ValueError(f"--seconds {seconds:g}: one step of {timestep:g} s at least is wanted")
    return round(seconds / timestep)
