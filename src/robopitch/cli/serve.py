"""`robopitch serve`: a match in real time over the protocols of its league."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.browser import open_in_browser, page_to_open
from robopitch.cli.options import League, LiveOptions, TapeOptions, WorldOptions, complaints
from robopitch.cli.signals import stopped_by_signals

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.server import Addresses, Server
    from robopitch.spec import RealismSpec
    from robopitch.web.page import Page

__all__ = ["serve", "serve_match"]

INSISTING = 1.0  # s after the first signal to stop, another one is obeyed at once
PATIENT = 4.0  # s until people are told why they wait
COMPILING = 300.0  # s: the first start of all compiles the physics


@takes(world=WorldOptions, tape=TapeOptions, live=LiveOptions)
def serve(
    *,
    league: League = "ssl-div-a",
    seconds: Annotated[
        float | None, typer.Option(help="Stop after so many simulated seconds; otherwise with Ctrl-C.")
    ] = None,
    world: WorldOptions,
    tape: TapeOptions,
    live: LiveOptions,
) -> None:
    """Serve a match in real time: two teams connect as to grSim or ER-Force's simulator.

    Sends vision, tracker and referee; takes commands over the simulation protocol, in lockstep, and in grSim's own
    protocol. Runs until Ctrl-C.
    """
    serve_match(league, "external", "external", seconds, world, tape, live)


def serve_match(
    league: str,
    blue: str,
    yellow: str,
    seconds: float | None,
    world: WorldOptions,
    tape: TapeOptions,
    live: LiveOptions,
    open_browser: bool = False,
) -> None:
    """Serve until Ctrl-C, SIGTERM, SIGHUP, or the end of so many seconds; all of these are exit code 0."""
    from robopitch.match import EXTERNAL, make_match
    from robopitch.server import Server
    from robopitch.spec import league_names, load_league

    with complaints():
        family = load_league(league).family
        if family != "ssl" and EXTERNAL in (blue, yellow):
            served = ", ".join(name for name in league_names() if load_league(name).family == "ssl")
            raise ValueError(
                f"{league} cannot be played over the network: only the Small Size League can so far ({served}); "
                f"to watch built-in teams: robopitch run {league}"
            )
        options = world.for_world()
        options["overrides"] = live.for_vision() | options["overrides"]
        speed, addresses = live.times_real_time, live.addresses()
        match = make_match(league, blue=blue, yellow=yellow, **live.for_match(time.time()), **options)
        until = None if seconds is None else _ticks(seconds, match.world.timestep)
        server = Server(
            match,
            addresses,
            speed,
            live.lockstep,
            tape.tape(live.memory, live.clips),
            lockstep_vision=live.lockstep_vision,
            unix_time=live.epoch is None and not live.lockstep,
        )
    with server, complaints(), ExitStack() as stack:
        stack.enter_context(_logging(seen=not live.headless and sys.stdout.isatty()))
        page = None if live.headless else stack.enter_context(_page(server, live, addresses))
        _introduce(match, live, addresses, server, page)
        _Loop(server, until).watch(live.headless, page_to_open(page) if page is not None and open_browser else None)


@contextmanager
def _logging(seen: bool) -> Iterator[None]:
    """Warnings go to standard error when they begin and when they end, unless they are *seen* in the live view."""
    log = logging.getLogger("robopitch")
    handler = logging.NullHandler() if seen else logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s warning: %(message)s", "%H:%M:%S"))
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


def _page(server: Server, live: LiveOptions, addresses: Addresses) -> Page:
    from robopitch.web.page import Page

    names = live.page_name or ()
    return Page(server, live.page_host, addresses.ports.page, live.token, live.clips, names=names)


class _Loop:
    """The server's loop in a thread of its own, so that signals and the view never make a frame late."""

    def __init__(self, server: Server, until: int | None) -> None:
        self._server, self._until = server, until
        self._failure: BaseException | None = None
        self._told_at: float | None = None
        self._thread = threading.Thread(target=self._run, name="server", daemon=True)

    def watch(self, headless: bool, url: str | None = None) -> None:
        """Run it and show it until it ends; *url* is opened in a browser, if there is one."""
        from robopitch.cli.live import rehearse, watch

        rehearse(self._server.status())
        with stopped_by_signals(self._told_to_stop), self._stopping_when_the_view_ends():
            self._thread.start()
            if self._status(PATIENT) is None and self._thread.is_alive():
                typer.echo("compiling the physics; only the first start takes so long …")
            while self._status(COMPILING) is None and not self._wait(0.1):
                pass
            typer.echo("ready; Ctrl-C stops")
            if url is not None:
                open_in_browser(url)
            watch(self._status, self._wait, headless)
        if self._failure is not None:
            self._save_what_led_to_it()
            raise self._failure
        with suppress(OSError):  # nobody may be there any more to read it
            self._say_goodbye()

    @contextmanager
    def _stopping_when_the_view_ends(self) -> Iterator[None]:
        """The loop must not outlive its view: a terminal that is gone fails whatever writes to it."""
        try:
            yield
        except OSError:
            if self._told_at is None:
                raise
        finally:
            self._server.stop()
            if self._thread.ident is not None:
                self._thread.join()

    def _save_what_led_to_it(self) -> None:
        """The last minute before something went wrong is worth keeping."""
        path = Path(f"robopitch-failure-{os.getpid()}.mcap")
        try:
            self._server.tape.save(path)
            typer.echo(f"something failed; what led to it is in {path}", err=True)
        except ValueError:
            return  # nothing was remembered

    def _run(self) -> None:
        try:
            self._server.run(self._until)
        except BaseException as failure:  # shown by the main thread
            self._failure = failure

    def _told_to_stop(self, number: int, frame: object) -> None:
        now = time.monotonic()
        if self._told_at is None:
            self._told_at = now
            self._server.stop()
        elif now - self._told_at > INSISTING:  # not the same word once more, from a program around this one
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    def _wait(self, seconds: float) -> bool:
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _status(self, patience: float = 0.5) -> dict[str, Any] | None:
        """Asked over the console: only the loop's own thread may look at what it is changing."""
        from robopitch.net import NetError, ask

        if not self._thread.is_alive():
            return None
        addresses = self._server.addresses
        host = "127.0.0.1" if addresses.host == "0.0.0.0" else addresses.host
        try:
            return ask(host, addresses.ports.console, {"ask": "status"}, patience)
        except NetError:
            return None  # busy: the next one will come

    def _say_goodbye(self) -> None:
        status = self._server.status()
        score = "{blue} : {yellow}".format(**status["score"])
        typer.echo(f"stopped after {status['time']:.3f} s, {score}")
        for text in status["warnings"]:
            typer.echo(f"warning: {text}")


def _introduce(match: Match, live: LiveOptions, addresses: Addresses, server: Server, page: Page | None) -> None:
    """What is played, and where; once, for whoever has to connect something to it."""
    world, ports = match.world, addresses.ports
    vision = world.league.sensors.vision
    robots = {team: sum(1 for _ in world.robots(team)) for team in match.players}
    players = " against ".join(f"{name} ({team}, {robots[team]})" for team, name in match.players.items())
    where = f"{world.engine.name} at {1000 * world.timestep:g} ms, seed {world.seed}"
    typer.echo(f"{world.league.title}, {where}: {players}")
    if match.parts.realism is not None:
        typer.echo(f"realism  {describe_realism(match.parts.realism)}")
    seen = f"{vision.cameras} cameras at {vision.rate:g} Hz" if vision is not None else ""
    tracked = f"{live.tracker}, {vision.tracker_rate:g} Hz" if vision is not None and live.tracker != "none" else "none"
    whistle = "40 Hz until another one is heard" if not live.no_kick_about else "silent"
    back = f"status to the sender's {ports.grsim_blue} and {ports.grsim_yellow}"
    common = ("signals", "console")  # what leagues without a protocol of their own have as well
    for way, name, host, port, what in (
        ("sends to", "vision", addresses.vision_group, ports.vision, f"SSL-Vision, {seen}"),
        ("sends to", "tracker", addresses.vision_group, ports.tracker, tracked),
        ("sends to", "referee", addresses.referee_group, ports.referee, whistle),
        ("listens at", "referee", addresses.referee_group, ports.referee, "game controller"),
        ("listens at", "control", addresses.host, ports.control, "UDP, simulation protocol"),
        ("listens at", "blue", addresses.host, ports.blue, "UDP, simulation protocol; TCP, lockstep"),
        ("listens at", "yellow", addresses.host, ports.yellow, "UDP, simulation protocol; TCP, lockstep"),
        ("listens at", "driver", addresses.host, ports.driver, "TCP, lockstep for both teams"),
        ("listens at", "grsim", addresses.host, ports.grsim, f"UDP; {back}"),
        ("listens at", "signals", addresses.host, ports.signals, "UDP, what teams say about themselves"),
        ("listens at", "console", addresses.host, ports.console, "TCP, for robopitch status"),
    ):
        if match.world.league.family == "ssl" or name in common:
            typer.echo(f"{name:<8} {way:<10} {f'{host}:{port}':<17} {what}")
    if page is not None:
        typer.echo(f"page     {page.url}" + ("" if page.built else "   (not built yet: make page)"))
        whom = "from other machines" if page.reaches_others else "from other accounts and through tunnels"
        typer.echo(f"         {page.control_url}   ({whom}; whoever has this address can control)")
    for notice in server.broadcast.notices:
        typer.echo(f"notice: {notice}")


def describe_realism(realism: RealismSpec) -> str:
    """What is late, noisy and lost, and how to have nothing of it."""
    late = max(float(realism.vision_delay), float(realism.processing_time))
    shares = {
        "balls unseen": realism.missing_ball,
        "robots unseen": realism.missing_robot,
        "commands lost": realism.command_loss,
        "answers lost": realism.response_loss,
    }
    found = [f"vision {1000 * late:g} ms late"] if late else []
    if realism.ball_position or realism.robot_position or realism.robot_heading:
        ball, robot, heading = 1000 * realism.ball_position, 1000 * realism.robot_position, realism.robot_heading
        found.append(f"noise of {ball:g} mm (ball), {robot:g} mm and {heading:g} rad (robots)")
    if realism.command_delay:
        found.append(f"commands {1000 * float(realism.command_delay):g} ms late")
    found += [f"{100 * float(share):g} % of {what}" for what, share in shares.items() if share]
    if not found:
        return f"{realism.name}: no delay, no noise, no loss"
    return f"{realism.name}: {', '.join(found)}; none of it, as in grSim: --realism perfect"


def _ticks(seconds: float, timestep: float) -> int:
    if not timestep <= seconds < 1e9:
        raise ValueError(f"--seconds {seconds}: one step of {timestep} s at least is wanted")
    return round(seconds / timestep)
