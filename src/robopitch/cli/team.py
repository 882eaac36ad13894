"""`robopitch team`: plays a built-in team over the network, like any other team."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.network_options import PANEL, NetworkOptions, with_port_aliases
from robopitch.cli.options import about, complaints
from robopitch.cli.signals import stopped_by_signals

if TYPE_CHECKING:
    from robopitch.client.client import Client
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
    where: TeamNetworkOptions,
) -> None:
    """Play a built-in team over the network.

    It receives vision, obeys the referee, and commands its robots with the protocols of its league, like any other
    team. At the end it prints the run time of each of its modules.
    """
    from robopitch.client.client import Client
    from robopitch.leagues.registry import family_of
    from robopitch.messages import Team
    from robopitch.spec import default_league, load_league
    from robopitch.spec.names import known_name
    from robopitch.teams import TEAMS, policy

    with complaints():
        name = known_name(name, TEAMS, "team")
        plays, spec = policy(name), load_league(league or default_league())
        if seconds is not None and not 0 < seconds < 1e9:
            raise ValueError(f"--seconds {seconds}: a time above 0 is wanted")
        if delay is not None and not 0 <= delay <= 1:
            raise ValueError(f"--delay {delay}: from 0 to 1 s is possible")
        side, network = Team(color.value), where.network_for(spec.name, color)
        link = family_of(spec.name).client(side, spec, network)
        signals = None if silent else network.port("signals")
        client = Client(plays, spec, side, link, signals, network.interface, name, delay)
    with client:
        _introduce(client, name, spec.title)
        _Stopper(client).play(seconds, timing)
    _say_goodbye(client)


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
            if self._client.modules.running is not None:
                typer.echo(f"the module {self._client.modules.running!r} does not come to an end", err=True)
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)


class _Watch:
    """Prints messages while the team plays."""

    every = 0.5  # s

    def __init__(self, client: Client, timing: bool) -> None:
        self._client, self._timing = client, timing
        self._times = 0

    def tell(self) -> None:
        """Print if vision stops or resumes; once if none arrives; with --timing a table every ten seconds."""
        self._times += 1
        news = self._client.absence.news(time.monotonic())
        if news is not None:
            typer.echo(news)
        if self._times == 5 and not self._client.frames:
            typer.echo(f"no vision at {_vision(self._client)} so far; waiting for it …")
        if self._timing and self._times % 20 == 0:
            typer.echo(self._client.modules.table())


def _vision(client: Client) -> str:
    """The address at which camera frames are expected."""
    host, port = client.link.listens[client.link.vision]
    return f"{host}:{port}"


def _introduce(client: Client, name: str, title: str) -> None:
    typer.echo(f"{name} plays {client.team} in {title}")
    for what, (host, port) in {**client.link.listens, "commands": client.link.commands}.items():
        typer.echo(f"{what:<8} {host}:{port}")
    for notice in client.notices:
        typer.echo(f"notice: {notice}")


def _say_goodbye(client: Client) -> None:
    radio = client.radio
    typer.echo(
        f"stopped after {client.decisions} decisions; {radio.sent} commands sent, {radio.answered} answered; "
        f"a command takes effect {1000 * client.estimator.delay:.0f} ms after the picture"
    )
    typer.echo(client.modules.table())
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
