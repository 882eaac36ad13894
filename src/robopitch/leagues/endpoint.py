"""Endpoints of a league: declared here, opened by the server. A connection never touches a socket.

A `Connection` gets data and ticks, and acts through its `Io`: in tests that is a list. It is state of the shell and is
not saved with a match.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from robopitch.leagues.budget import Budget

if TYPE_CHECKING:
    from robopitch.leagues.adapter import Packet
    from robopitch.leagues.bus_line import BusLine
    from robopitch.leagues.panel_view import PanelView
    from robopitch.match import Match
    from robopitch.messages import Input, Refusal, Team
    from robopitch.net.system import Clock

__all__ = [
    "Address",
    "Connection",
    "Endpoint",
    "Framing",
    "Io",
    "Kind",
    "MoveChannel",
    "Request",
    "SetSpeed",
    "Step",
    "StepTo",
    "Transport",
]

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


class SetSpeed(NamedTuple):
    """Change the speed of the match."""

    speed: float


class MoveChannel(NamedTuple):
    """Send a channel to another port."""

    channel: str
    port: int


class StepTo(NamedTuple):
    """Lockstep over datagrams: simulate until the next packet of a channel is sent, if time waits for lockstep."""

    channel: str


class Step(NamedTuple):
    """Lockstep over datagrams: simulate so many ticks, if time waits for lockstep."""

    ticks: int


Request = SetSpeed | MoveChannel | StepTo | Step


class Io(Protocol):
    """All that a connection can do."""

    match: Match  # to read: the last finished tick
    peer: Address  # who sent the data that is being handled
    now: float  # s, monotonic: when it was received
    clock: Clock  # of the server, to measure with

    @property
    def since(self) -> float:
        """The earliest time at which it can have come: before `now`, if the server was busy."""
        ...

    def offer(self, given: Input) -> tuple[Refusal, ...]:
        """Offer an input to the match; refusals go into the answer."""
        ...

    def send(self, data: bytes, to: Address | None = None) -> None:
        """Send to the peer, or from a datagram port to another address."""
        ...

    def record(self, channel: str, data: bytes) -> None:
        """Record a packet that was received or sent."""
        ...

    def refuse(self, refusals: Sequence[Refusal]) -> None:
        """Count refusals in the status of the endpoint."""
        ...

    def heard(self, team: Team | None = None) -> None:
        """Note that a team, or a referee (None), sent something meaningful."""
        ...

    def ignore(self) -> None:
        """Do not count the data that is being handled: it was not meant for this endpoint."""
        ...

    def allows(self, packets: int = 1) -> bool:
        """Count further packets in the data that is being handled, of a stream without framing; False: its sender has
        used up its budget, and the rest of the data is to be dropped.
        """
        ...

    def join(self) -> None:
        """Lockstep: the program has said what it is, and from now on time waits for it."""
        ...

    def advance(self, ticks: int) -> None:
        """Lockstep: allow time to go on by so many ticks. Time goes no further than all connections allow."""
        ...

    def request(self, request: Request) -> str | None:
        """Ask the server for something that is not an input of the match; returns why it was refused, or None."""
        ...

    def wake_at(self, seconds: float = math.inf, tick: int | None = None) -> None:
        """Have `on_time` called once: at this time of the clock of `now`, or when the match has reached this tick,
        whichever comes first. It replaces an earlier request; without arguments there is none any more.
        """
        ...

    def is_owner(self, key: str) -> bool:
        """Whether this is the key of the user who runs the server: it is asked for before more than play is changed."""
        ...

    def close(self, reason: str) -> None:
        """End the connection."""
        ...


class Connection:
    """One dialogue; of a datagram port, with all its peers. Subclasses replace what they need.

    The server catches what it raises, counts it, and answers with `apology`.
    """

    def on_data(self, data: bytes) -> None:
        """A datagram, a message of a framed stream, or bytes of a stream.

        In lockstep the next message comes after `on_tick` of the last.
        """

    def on_packets(self, packets: Sequence[Packet]) -> None:
        """Lockstep: what the sensors report in the answer to the present step, as the channels' packets."""

    def on_tick(self, tick: int) -> None:
        """Lockstep: the tick up to which it allowed time to go on is reached."""

    def on_time(self, now: float) -> None:
        """The time or the tick has come for which it asked with `wake_at`; *now* is the time of the clock."""

    def on_rewind(self) -> None:
        """The match went back in time."""

    def on_close(self) -> None:
        """The peer left."""

    def apology(self, refusal: Refusal) -> bytes | None:
        """The answer to data whose handling failed; None if the protocol has none."""
        return None


USUAL = {Kind.TCP: STREAMS, Kind.TCP_CLIENT: STREAMS, Kind.UNIX: STREAMS, Kind.CAN: FRAMES}


@dataclass(frozen=True)
class Endpoint:
    """A port of the server: its name in the status, its transport, and what serves a peer.

    name:     also the source of its inputs
    connect:  makes the connection of a new peer of a stream, or the one of all peers of a datagram port
    lockstep: connections drive the time of the match
    guest:    connections may let time go on while no lockstep client steps the match; time never waits for them
    team:     of a lockstep endpoint: whose clients connect there; None: a client of both teams
    speakers: whose silence is worth a warning, of those who send there; None: a referee
    about:    what it is for, in the start-up text of a server
    report:   what its connections know, by whom it is about, as plain data for the status; "text" in it is for people
    views:    panels of the page
    log:      of the first endpoint of a robot's bus: the packets after a number, in words; read while somebody looks
    latency:  s that a peer may wait for its answer while somebody speaks there; if it is shorter than usual, the loop
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
    guest: bool = False
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
