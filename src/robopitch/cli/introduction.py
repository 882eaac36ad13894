"""Prints the start-up text of a server: teams, physics, realism, and the addresses and ports it uses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from string import digits
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from robopitch.leagues.network import Network
    from robopitch.match import Match
    from robopitch.server import Server
    from robopitch.spec import RealismSpec
    from robopitch.web.http import Page

__all__ = ["describe_realism", "introduce", "show_notices", "show_page", "show_ports", "sight_text", "stands_text"]


def introduce(match: Match, realism: bool) -> None:
    """Print teams, physics and vision; with *realism* also noise, loss and delay for teams on the network."""
    from robopitch.spec.catalogue import realism_names

    world = match.world
    robots = {team: sum(1 for _ in world.robots(team)) for team in match.players}
    names = {team: match.options.called(team, name) for team, name in match.players.items()}
    players = " against ".join(f"{name} ({team}, {robots[team]})" for team, name in names.items())
    typer.echo(f"{world.league.title}: {players}")
    typer.echo(f"physics  {world.engine.name} at {1000 * world.timestep:g} ms, seed {world.seed}")
    if match.configuration.realism is not None and realism:
        if realism_names(world.league.family):
            typer.echo(f"realism  {describe_realism(match.configuration.realism)}")
        else:
            typer.echo(f"radio    {describe_radio(match.configuration.realism)}")
    if match.teams.built_in:
        typer.echo(f"vision   {sight_text(match)}")
    if hint := stands_text(match):
        typer.echo(f"robots   {hint}")


def stands_text(match: Match) -> str:
    """What moves robots with joints that no team moves; empty if there are none, or somebody plays."""
    world = match.world
    joints = any(robot.spec.figure is not None for robot in world.robots())
    if not joints or set(match.players.values()) != {"still"}:
        return ""
    return (
        "stand; the team demo walks and kicks (robopitch run). On the page they play motions and are posed by hand; "
        f"a program of yours moves their servos over the bus: robopitch serve {world.league.name}"
    )


def sight_text(match: Match) -> str:
    """What the teams in this process see."""
    from robopitch.teams.player import ONBOARD, seen_by

    if match.sees_truth == frozenset(match.teams.built_in):
        return "built-in teams see the true positions, without noise and delay"
    texts = []
    for team in match.teams.built_in:
        if team in match.sees_truth:
            text = "sees the true positions, without noise and delay"
        elif seen_by(match.options.sees, team) == ONBOARD:
            text = "sees with the sensors of each robot"
        else:
            text = "gets the reports of its sensors"
        texts.append(f"{team} {text}")
    return "; ".join(texts)


def show_ports(server: Server) -> None:
    """Print the addresses and ports to which the server sends and at which it listens."""
    from robopitch.leagues.endpoint import Kind

    network, league = server.network, server.league
    lines: list[tuple[str, str, str, str]] = []  # port, way, address, what
    for publisher in league.publishers(server.match):
        for name, what in publisher.about.items():
            channel = league.channels[name]
            lines.append((channel.port, "sends to", network.group(channel.group), what))
    devices: list[str] = []
    paths: dict[tuple[str, str], list[str]] = {}  # names by kind and folder
    listening: dict[tuple[str, str], list[str]] = {}  # several endpoints may share the number of a port
    for endpoint in server.endpoints:
        kind, port, group, _ = endpoint.transport
        if kind in (Kind.TCP_CLIENT, Kind.UDP_CLIENT):
            lines.append((port, "calls", network.group(group), endpoint.about))
            continue
        if kind in (Kind.PTY, Kind.UNIX):
            paths.setdefault((kind, str(Path(group).parent)), []).append(port)
            continue
        if kind == Kind.SERIAL:
            path, _, baud = group.rpartition("@")
            devices.append(f"{'serial':<8} opens      {path} at {baud} baud: servo bus of {port.replace('-', ' ')}")
            continue
        listening.setdefault((port, network.group(group) if group else network.host), []).append(endpoint.about)
    lines += [(port, "listens at", host, "; ".join(texts)) for (port, host), texts in listening.items()]
    lines.append(("console", "listens at", network.host, "TCP, for robopitch status"))
    for line in _merged(lines, network):
        typer.echo(line)
    for line in devices:
        typer.echo(line)
    for (kind, folder), names in paths.items():
        typer.echo(f"{kind:<8} is made at {folder}: {', '.join(names)}")


def _merged(lines: list[tuple[str, str, str, str]], network: Network) -> Iterator[str]:
    """A line for each port; ports that are numbered, as those of robots, share one."""
    alike = [(network.port(port) - index, port.rstrip(digits), *rest) for index, (port, *rest) in enumerate(lines)]
    for (_, _, way, host, what), group in groupby(range(len(lines)), key=alike.__getitem__):
        ports = [lines[index][0] for index in group]
        name, where = ports[0], f"{host}:{network.port(ports[0])}"
        if len(ports) > 1:
            last = ports[-1]
            name, where = f"{name}…{last.removeprefix(last.rstrip(digits))}", f"{where}–{network.port(last)}"
        yield f"{name:<8} {way:<10} {where:<17} {what}"


def show_page(page: Page) -> None:
    """Print the URLs of the page: for the user's own browser, and with the key for others."""
    typer.echo(f"page     {page.url}" + ("" if page.built else "   (not built yet: make page)"))
    whom = "from other machines" if page.reaches_others else "from other accounts and through tunnels"
    typer.echo(f"         {page.control_url}   ({whom}; whoever has this address can control)")


def show_notices(server: Server) -> None:
    """Print the notices from opening the server's sockets."""
    for notice in server.broadcast.notices:
        typer.echo(f"notice: {notice}")


def describe_radio(realism: RealismSpec) -> str:
    """Delay and loss on the way to the robots, and back."""
    return ", ".join(_radio(realism)) or "no delay, no loss"


def _radio(realism: RealismSpec) -> list[str]:
    late = [f"commands {1000 * float(realism.command_delay):g} ms late"] if realism.command_delay else []
    return late + _shares({"commands lost": realism.command_loss, "answers lost": realism.response_loss})


def _shares(shares: dict[str, float]) -> list[str]:
    return [f"{100 * float(share):g} % of {what}" for what, share in shares.items() if share]


def describe_realism(realism: RealismSpec) -> str:
    """Delay, noise and loss in words, and the option that turns them off."""
    late = max(float(realism.vision_delay), float(realism.processing_time))
    found = [f"vision {1000 * late:g} ms late"] if late else []
    if realism.ball_position or realism.robot_position or realism.robot_heading:
        ball, robot, heading = 1000 * realism.ball_position, 1000 * realism.robot_position, realism.robot_heading
        found.append(f"noise of {ball:g} mm (ball), {robot:g} mm and {heading:g} rad (robots)")
    found += _shares({"balls unseen": realism.missing_ball, "robots unseen": realism.missing_robot}) + _radio(realism)
    if not found:
        return f"{realism.name}: no delay, no noise, no loss"
    return f"{realism.name}: {', '.join(found)}; none of it, as in grSim: --realism perfect"
