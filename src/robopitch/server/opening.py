"""Opens the sockets of declared endpoints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from robopitch.leagues.endpoint import Endpoint, Kind
from robopitch.net import (
    Acceptor,
    Address,
    Claim,
    Line,
    Listener,
    Receiver,
    Sender,
    System,
    open_can,
    resolve,
)
from robopitch.server.datagram_port import DatagramPort
from robopitch.server.reopening import Reopening
from robopitch.server.senders import Senders
from robopitch.server.services import Services

if TYPE_CHECKING:
    from robopitch.leagues.network import Network

__all__ = ["claim_groups", "open_acceptors", "open_port"]


def open_port(endpoint: Endpoint, network: Network, services: Services) -> DatagramPort | None:
    """The port of an endpoint that receives datagrams; None for others."""
    kind, name, group, _ = endpoint.transport
    system = services.system
    socket: Receiver | Listener | Line
    peer: Address = ("", 0)
    if kind == Kind.UDP_CLIENT:
        peer = resolve(network.group(group), network.port(name))
        near = peer[0].startswith("127.")  # a program on this machine: nobody else can answer
        socket = Receiver("127.0.0.1" if near else "0.0.0.0", label=endpoint.name, system=system)
    elif kind == Kind.UDP:
        socket = Receiver(network.host, network.port(name), endpoint.name, system)
    elif kind == Kind.MULTICAST:
        socket = Listener(network.group(group), network.port(name), network.interface, endpoint.name, system)
    elif kind == Kind.CAN:
        socket = open_can(endpoint.name, network.host, network.port(name), endpoint.name, system)
    elif kind == Kind.PTY:
        socket = system.files.pty(Path(group), endpoint.name)
    elif kind == Kind.SERIAL:
        path, _, baud = group.rpartition("@")
        socket = device = system.files.serial(Path(path), int(baud), endpoint.name)
        Reopening(device, services.timers, system.clock)
    elif kind in (Kind.TCP, Kind.TCP_CLIENT, Kind.UNIX):
        return None
    else:
        raise ValueError(f"{endpoint.name}: no transport is called {kind!r}; udp, multicast and tcp are possible")
    senders = Senders(endpoint.senders, network.allowed) if kind == Kind.MULTICAST else None
    try:
        return DatagramPort(endpoint, socket, services, peer, senders)
    except BaseException:
        socket.close()
        raise


def open_acceptors(
    endpoints: Iterable[Endpoint], network: Network, opened: ExitStack, system: System
) -> dict[Endpoint, Acceptor]:
    """The listening sockets of the endpoints that receive streams; *opened* closes them if one fails."""
    acceptors: dict[Endpoint, Acceptor] = {}
    for endpoint in endpoints:
        kind, name, path, _ = endpoint.transport
        if kind == Kind.TCP:
            acceptors[endpoint] = Acceptor(network.host, network.port(name), endpoint.name, system=system)
        elif kind == Kind.UNIX:
            acceptors[endpoint] = system.files.unix(Path(path), endpoint.name)
        else:
            continue
        opened.callback(acceptors[endpoint].close)
    return acceptors


def claim_groups(senders: Iterable[Sender], network: Network, opened: ExitStack, system: System) -> Iterator[str]:
    """Claim the groups to which a server sends until *opened* is closed; yields a remark if another server on this
    machine sends there too: clients would see two matches in one.
    """
    for sender in senders:
        where = "{}:{}".format(*sender.address)
        claim = Claim(f"sends to {where}", system)
        opened.callback(claim.close)
        if claim.taken:
            yield (
                f"another robopitch server on this machine sends {sender.label} to {where} too: whoever listens "
                "there gets both matches mixed; stop one of them, or start this one with "
                f"--port-offset {network.offset + 100}"
            )
