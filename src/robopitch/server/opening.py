"""Opens the sockets of declared endpoints."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from robopitch.leagues.endpoint import Endpoint, Kind
from robopitch.net import (
    Acceptor,
    Address,
    CanSocket,
    Listener,
    PtyLine,
    Receiver,
    SerialLine,
    UnixAcceptor,
    open_can,
    resolve,
)
from robopitch.server.datagram_port import DatagramPort
from robopitch.server.reopening import Reopening
from robopitch.server.senders import Senders
from robopitch.server.services import Services

if TYPE_CHECKING:
    from robopitch.leagues.network import Network

__all__ = ["open_doors", "open_port"]


def open_port(endpoint: Endpoint, network: Network, services: Services) -> DatagramPort | None:
    """The port of an endpoint that receives datagrams; None for others."""
    kind, name, group, _ = endpoint.transport
    socket: Receiver | Listener | CanSocket | PtyLine | SerialLine
    peer: Address = ("", 0)
    if kind == Kind.UDP_CLIENT:
        peer = resolve(network.group(group), network.port(name))
        near = peer[0].startswith("127.")  # a program on this machine: nobody else can answer
        socket = Receiver("127.0.0.1" if near else "0.0.0.0", label=endpoint.name)
    elif kind == Kind.UDP:
        socket = Receiver(network.host, network.port(name), label=endpoint.name)
    elif kind == Kind.MULTICAST:
        socket = Listener(network.group(group), network.port(name), network.interface, label=endpoint.name)
    elif kind == Kind.CAN:
        socket = open_can(endpoint.name, network.host, network.port(name), label=endpoint.name)
    elif kind == Kind.PTY:
        socket = PtyLine(Path(group), label=endpoint.name)
    elif kind == Kind.SERIAL:
        path, _, baud = group.rpartition("@")
        socket = SerialLine(Path(path), int(baud), label=endpoint.name)
        Reopening(socket, services.timers)
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


def open_doors(endpoints: Iterable[Endpoint], network: Network, opened: ExitStack) -> dict[Endpoint, Acceptor]:
    """The listening sockets of the endpoints that receive streams; *opened* closes them if one fails."""
    doors: dict[Endpoint, Acceptor] = {}
    for endpoint in endpoints:
        kind, name, path, _ = endpoint.transport
        if kind == Kind.TCP:
            doors[endpoint] = Acceptor(network.host, network.port(name), label=endpoint.name)
        elif kind == Kind.UNIX:
            doors[endpoint] = UnixAcceptor(Path(path), label=endpoint.name)
        else:
            continue
        opened.callback(doors[endpoint].close)
    return doors
