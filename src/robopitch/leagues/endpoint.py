"""Endpoints of a league: declared here, opened by the server. A connection never touches a socket.

A `Connection` gets data and ticks, and acts through its `Io`: in tests that is a list. It is state of the shell and is
not saved with a match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from robopitch.leagues.budget import Budget

if TYPE_CHECKING:
    from robopitch.leagues.bus_line import BusLine
    from robopitch.leagues.connection import Connection, Io
    from robopitch.leagues.panel_view import PanelView
    from robopitch.messages import Team

__all__ = ["Address", "Endpoint", "Framing", "Kind", "Transport"]

Address = tuple[str, int]

# Teams and base stations send about ten messages a second over streams; commands come 60 to 100 times a second, by some
# programs for each robot alone, and a CAN bus of 1 Mbit/s carries 8000 frames.
STREAMS, DATAGRAMS, FRAMES = Budget(), Budget(messages=2000, seconds=0.2), Budget(messages=8000, seconds=0.2)


class Framing(Protocol):
    """Splits the bytes of a stream into messages."""

    def feed(self, data: bytes) -> Sequence[bytes]:
        """The messages that these bytes complete; raises a ValueError if the stream is invalid, which ends it."""
        ...


class Kind:
    """The kinds of transport."""

    UDP = "udp"
    UDP_CLIENT = "udp client"  # sends to a port of another program, and receives what it answers
    MULTICAST = "multicast"
    TCP = "tcp"
    TCP_CLIENT = "tcp client"  # connects to a port of another program, again and again
    CAN = "can"  # the bus of the kernel that has the name of the endpoint, or else a UDP port for its frames
    PTY = "pty"  # a pseudo terminal, which programs open as a serial port, at a path in the folder for buses
    SERIAL = "serial"  # a serial device of this machine, by its path
    UNIX = "unix"  # a Unix socket for streams, at a path in the folder for buses


class Transport(NamedTuple):
    """How an endpoint receives, at a port that network.toml names.

    port:    for a pseudo terminal, a Unix socket and a serial device: its name for people
    group:   for multicast, and for a client the address of the other program: a name in network.toml;
             for a pseudo terminal and a Unix socket: its path; for a serial device: "PATH@BAUD"
    framing: for TCP: makes the framing of a new stream; None: data comes as it is received
    """

    kind: str
    port: str
    group: str = ""
    framing: Callable[[], Framing] | None = None


USUAL = {Kind.TCP: STREAMS, Kind.TCP_CLIENT: STREAMS, Kind.UNIX: STREAMS, Kind.CAN: FRAMES}


@dataclass(frozen=True)
class Endpoint:
    """A port of the server: its name in the status, its transport, and what serves a peer.

    name:     also the source of its inputs
    connect:  makes the connection of a new peer of a stream, or the one of all peers of a datagram port
    lockstep: connections drive the time of the match
    may_step: connections may let time go on while no lockstep client steps the match; time never waits for them
    team:     of a lockstep endpoint: whose clients connect there; None: a client of both teams
    speakers: whose silence is worth a warning, of those who send there; None: a referee
    about:    what it is for, in the start-up text of a server
    report:   what its connections know, by whom it is about, as plain data for the status; "text" in it is for people
    views:    panels of the page
    log:      of the first endpoint of a robot's bus: the packets after a number, in words; read while somebody looks
    latency:  s that a peer may wait for its answer while messages come; if it is shorter than usual, the loop
              handles what comes before it goes on with the match, and looks at least so often
    budget:   what one peer may cost; who has used it up is slowed down, or disconnected from a stream. None: what is
              usual for its transport
    latest:   a datagram replaces those before it, as commands do: of a sender over its budget the newest one counts.
              Otherwise the oldest ones do, in order
    rate:     bytes a second of the line that peers share, instead of those of the budget; a line may become faster
    bus:      of the first endpoint of a robot's bus: robot, path, protocol and baud rate, for the status
    senders:  to a group that are heard at a time, such as one referee; 0: any number
    waits:    names those without whom time stands still now; "": nobody
    """

    name: str
    transport: Transport
    connect: Callable[[Io], Connection]
    lockstep: bool = False
    team: Team | None = None
    speakers: tuple[Team | None, ...] = ()
    about: str = ""
    may_step: bool = False
    report: Callable[[], Mapping[str, Any]] | None = None
    views: Sequence[PanelView] = ()
    log: Callable[[int], Sequence[BusLine]] | None = None
    latency: float = 0.02
    budget: Budget | None = None
    latest: bool = False
    rate: Callable[[], float] | None = None
    bus: Callable[[], Mapping[str, Any]] | None = None
    waits: Callable[[], str] | None = None
    senders: int = 0

    @property
    def allowed(self) -> Budget:
        """What one peer may cost now."""
        budget = self.budget or USUAL.get(self.transport.kind, DATAGRAMS)
        return budget if self.rate is None else replace(budget, bytes=self.rate())
