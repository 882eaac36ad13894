"""`robopitch team`: plays a built-in team over the network, like any other team."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.network_options import PANEL, NetworkOptions, with_port_aliases
from robopitch.cli.options import about, complaints
from robopitch.cli.outputs import Overwrite
from robopitch.cli.recorded_team import play_recording, set_all, team_writer
from robopitch.cli.signals import stopped_by_signals

if TYPE_CHECKING:
    from robopitch.client.client import Client
    from robopitch.client.decisions import Decisions
    from robopitch.client.event_manager import Running
    from robopitch.leagues.network import Network

__all__ = ["team"]

INSISTING = 1.0  # s after the first signal to stop, another one ends the program at once


class Color(StrEnum):
    """The two teams."""

    BLUE = "blue"
    YELLOW = "yellow"


@with_port_aliases
@dataclass(frozen=True)
class TeamNetworkOptions(NetworkOptions):
    """Addresses of simulator, vision and referee."""

    host: Annotated[str, about(PANEL, "The simulator's machine.", metavar="ADDRESS")] = "127.0.0.1"
    command_port: Annotated[int | None, typer.Option(hidden=True)] = None  # `--port blue=N` in earlier versions

    def network_for(self, league: str, color: Color) -> Network:
        """The network of a league, from the side of one team."""
        network = self.network(league)
        if self.command_port is None:
            return network
        return replace(network, given_ports={**network.given_ports, color.value: self.command_port})


@takes(where=TeamNetworkOptions)
def team(
    *,
    name: Annotated[str, typer.Argument(help="Which team: cambada, chase, mi20 or still.", metavar="NAME")],
    league: Annotated[
        str | None, typer.Option(help="What is played: its name, or the path of its folder.", show_default=False)
    ] = None,
    color: Annotated[Color, typer.Option(help="Which side it plays.", case_sensitive=False)] = Color.BLUE,
    seconds: Annotated[float | None, typer.Option(help="Stop after so long; otherwise with Ctrl-C.")] = None,
    delay: Annotated[
        float | None,
        typer.Option(
            help="Seconds from a camera frame until a command takes effect; measured while playing if not given."
        ),
    ] = None,
    timing: Annotated[bool, typer.Option("--timing", help="Print the times of the modules every 10 seconds.")] = False,
    silent: Annotated[bool, typer.Option("--silent", help="Send no drawings and signals to the simulator.")] = False,
    decision: Annotated[
        str | None, typer.Option(help="The decision system that is asked; that of the team if not given.")
    ] = None,
    decisions: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A folder of decision systems: Python files with a function `decide`."),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting of the modules, `estimator.keep=2`; repeatable."),
    ] = None,
    console: Annotated[
        bool, typer.Option("--console", help="Take commands from the standard input while it plays; `help` lists them.")
    ] = False,
    joystick: Annotated[
        bool, typer.Option("--joystick", help="Steer robots with joysticks: `joystick.0.robot` says which.")
    ] = False,
    events: Annotated[
        bool, typer.Option("--events", help="Print the times of all listeners of events at the end.")
    ] = False,
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Run the modules on a recording of a team, and report."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write what the modules exchange into a .mi20 file.")
    ] = None,
    overwrite: Overwrite = False,
    fleet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Types and radios of single robots, as a TOML file.")
    ] = None,
    where: TeamNetworkOptions,
) -> None:
    """Play a built-in team over the network.

    It receives vision, obeys the referee, and commands its robots with the protocols of its league, like any other
    team. At the end it prints the run time of each of its modules.
    """
    from robopitch.client.decisions import Decisions
    from robopitch.spec.names import known_name
    from robopitch.teams import TEAMS

    with complaints():
        name = known_name(name, TEAMS, "team")
        systems = Decisions(decisions)
        for problem in systems.problems:
            typer.echo(f"warning: {problem}", err=True)
        chosen = decision or name
        systems.get(chosen)
        if seconds is not None and not 0 < seconds < 1e9:
            raise ValueError(f"--seconds {seconds}: a time above 0 is wanted")
        if delay is not None and not 0 <= delay <= 1:
            raise ValueError(f"--delay {delay}: from 0 to 1 s is possible")
        if source is not None:
            play_recording(source, systems, chosen, delay, setting or (), events)
            return
        client = _client(
            systems, chosen, league, color, where, delay, silent, joystick, setting or (), record, overwrite, fleet
        )
    with client:
        _introduce(client, chosen)
        client.on_slow = _tell_slow
        if console:
            _take_commands(client, systems)
        _Stopper(client).play(seconds, timing)
    _say_goodbye(client, events)


def _client(
    systems: Decisions,
    chosen: str,
    league: str | None,
    color: Color,
    where: TeamNetworkOptions,
    delay: float | None,
    silent: bool,
    joystick: bool,
    settings: Sequence[str],
    record: Path | None,
    overwrite: bool,
    fleet: Path | None,
) -> Client:
    """The client of a team; a ValueError says what is wrong with the options."""
    from robopitch.client.client import Client
    from robopitch.client.fleet import load_fleet
    from robopitch.client.link import StreamLink
    from robopitch.client.modules.joystick import joystick_devices
    from robopitch.leagues.program import TEAM, Seat, open_program
    from robopitch.leagues.registry import family_of
    from robopitch.messages import Team
    from robopitch.spec import default_league, load_league

    spec = load_league(league or default_league())
    side, network = Team(color.value), where.network_for(spec.name, color)
    link = open_program(family_of(spec.name), TEAM, Seat(side, spec, network))
    signals = None if silent else network.port("signals")
    devices = joystick_devices() if joystick else ()
    if joystick and not devices:
        raise ValueError("--joystick: there is none at /dev/input/js0 to js3")
    # Where a team has the whole network for itself, its strategy also prevents what rules forbid.
    overrides = isinstance(link, StreamLink)
    client = Client(
        systems,
        spec,
        side,
        link,
        signals,
        network.interface,
        chosen,
        delay,
        overrides=overrides,
        joysticks=devices,
        record=None if record is None else team_writer(record, spec.name, side, overwrite),
        fleet=None if fleet is None else load_fleet(fleet, spec.team(side).robot),
    )
    try:
        set_all(client.modules.settings, settings)
    except ValueError:
        client.close()
        raise
    return client


def _take_commands(client: Client, systems: Decisions) -> None:
    """Read lines from the standard input in a thread of its own; the loop of the team carries them out."""
    from robopitch.client.console import command

    def carry_out(line: str) -> None:
        answer = command(client.modules, systems, line)
        if answer:
            typer.echo(answer)

    def read() -> None:
        for line in sys.stdin:
            client.soon(lambda line=line: carry_out(line))  # type: ignore[misc]

    threading.Thread(target=read, name="console", daemon=True).start()


def _tell_slow(slow: Running) -> None:
    typer.echo(f"warning: {slow.listener} has been handling {slow.event} for more than 500 ms", err=True)


class _Stopper:
    """Stops a client at a signal; a later second signal prints the module that still runs and ends the program."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._told_at: float | None = None

    def play(self, seconds: float | None, timing: bool) -> None:
        watch = _Watch(self._client, timing)
        with stopped_by_signals(self._told_to_stop):
            typer.echo("ready; Ctrl-C stops")
            self._client.run(float("inf") if seconds is None else seconds, watch.tell, watch.every)

    def _told_to_stop(self, number: int, frame: object) -> None:
        now = time.monotonic()
        if self._told_at is None:
            self._told_at = now
            self._client.stop()
        elif now - self._told_at > INSISTING:
            if self._client.modules.working is not None:
                typer.echo(f"the module {self._client.modules.working!r} does not come to an end", err=True)
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)


class _Watch:
    """Prints messages while the team plays."""

    every = 0.5  # s

    def __init__(self, client: Client, timing: bool) -> None:
        self._client, self._timing = client, timing
        self._times = 0
        self._refusal = ""

    def tell(self) -> None:
        """Print if vision stops or resumes, what is refused, and once if nothing arrives; with --timing, the times."""
        self._times += 1
        news = self._client.absence.news(time.monotonic())
        if news is not None:
            typer.echo(news)
        refusal = self._client.radio.last_refusal
        if refusal not in ("", self._refusal):
            typer.echo(f"refused: {refusal}")
        self._refusal = refusal
        if self._times == 5 and not self._client.frames:
            typer.echo(f"no vision at {_vision(self._client)} so far; waiting for it …")
        if self._timing and self._times % 20 == 0:
            typer.echo(self._client.modules.table())


def _vision(client: Client) -> str:
    """The address at which camera frames are expected."""
    host, port = client.link.listens.get(client.link.vision, client.link.commands)
    return f"{host}:{port}"


def _introduce(client: Client, name: str) -> None:
    typer.echo(f"{name} plays {client.team} in {client.estimator.league.title}")
    for what, (host, port) in {**client.link.listens, "commands": client.link.commands}.items():
        typer.echo(f"{what:<8} {host}:{port}")
    for notice in client.notices:
        typer.echo(f"notice: {notice}")


def _say_goodbye(client: Client, events: bool) -> None:
    radio = client.radio
    typer.echo(
        f"stopped after {client.decisions} decisions; {radio.sent} commands sent, {radio.answered} answered; "
        f"a command takes effect {1000 * client.estimator.delay:.0f} ms after the picture"
    )
    typer.echo(client.modules.table())
    if events:
        typer.echo(client.modules.event_table())
    for line in client.modules.overruns():
        typer.echo(f"warning: {line}")
    if not client.frames:
        typer.echo(f"warning: nothing came at {_vision(client)}")
    if client.faults.count:
        typer.echo(f"warning: {client.faults.count} faults; the last in {client.faults.status()['last']}")
    for what, count in client.unreadable.items():
        typer.echo(f"warning: {count} datagrams for {what} could not be read")
    for code, count in radio.refused.items():
        typer.echo(f"warning: {count} times refused, {code}; at last: {radio.last_refusal}")
