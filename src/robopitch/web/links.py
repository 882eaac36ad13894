"""Whose inputs come over which endpoint, for the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from robopitch.leagues.endpoint import Kind
from robopitch.messages import Team

if TYPE_CHECKING:
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.leagues.network import Network
    from robopitch.server import Server

__all__ = ["whose"]


def whose(server: Server, name: str) -> dict[str, Any]:
    """Whose commands come to an endpoint, and whether its clients drive time."""
    endpoint = next((one for one in server.endpoints if one.name == name), None)
    if endpoint is None:
        return {"teams": [], "lockstep": False, "at": ""}
    teams = [team.value for team in Team if team in (endpoint.team, *endpoint.speakers)]
    return {"teams": teams, "lockstep": endpoint.lockstep, "at": _where(endpoint, server.network)}


def _where(endpoint: Endpoint, network: Network) -> str:
    """Where clients of an endpoint send to; of a file its name alone: spectators need not know folders."""
    kind, port, group, _ = endpoint.transport
    if kind in (Kind.PTY, Kind.UNIX, Kind.SERIAL):
        return f"{kind} {port}"
    protocol = "TCP" if kind in (Kind.TCP, Kind.TCP_CLIENT) else "UDP"
    return f"{protocol} {network.group(group) if group else network.host}:{network.port(port)}"
