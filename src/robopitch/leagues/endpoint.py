"""Endpoints of a league: declared here, opened by the server. A connection never touches a socket.

A `Connection` gets data and ticks, and acts through its `Io`: in tests that is a list. It is state of the shell and is
not saved with a match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from robopitch.leagues.adapter import Packet
    from robopitch.match import Match
    from robopitch.messages import Input, Refusal, Team

__all__ = ["Address", "Connection", "Endpoint", "Io", "MoveChannel", "Request", "SetSpeed", "Transport"]

Address = tuple[str, int]


class Transport(NamedTuple):
    """How an endpoint receives: "udp", "multicast" or "tcp", at a port that network.toml names."""

    kind: str
    port: str
    group: str = ""  # for multicast: a name in network.toml


class SetSpeed(NamedTuple):
    """Change the speed of the match."""

    speed: float


class MoveChannel(NamedTuple):
    """Send a channel to another port."""

    channel: str
    port: int


Request = SetSpeed | MoveChannel


class Io(Protocol):
    """All that a connection can do."""

    match: Match  # to read: the last finished tick
    peer: Address
    now: float  # s, monotonic

    def offer(self, wish: Input) -> tuple[Refusal, ...]:
        """Offer an input to the match; refusals go into the answer."""
        ...

    def send(self, data: bytes, to: Address | None = None) -> None:
        """Send to the peer, or to another address."""
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

    def advance(self, ticks: int) -> None:
        """Lockstep: allow time to go on by so many ticks. Time goes no further than all connections allow."""
        ...

    def request(self, request: Request) -> tuple[Refusal, ...]:
        """Ask the server for something that is not an input of the match."""
        ...

    def close(self, reason: str) -> None:
        """End the connection."""
        ...


class Connection(Protocol):
    """One dialogue. The server catches what it raises, counts it, and answers with `apology`."""

    def on_data(self, data: bytes) -> None:
        """A datagram, or bytes of a stream."""
        ...

    def on_packets(self, packets: Sequence[Packet]) -> None:
        """Packets that were published while time went on; only for connections in lockstep."""
        ...

    def on_tick(self, tick: int) -> None:
        """Lockstep: the tick up to which it allowed time to go on is reached."""
        ...

    def on_close(self) -> None:
        """The peer left."""
        ...

    def apology(self, refusal: Refusal) -> bytes | None:
        """The answer to data whose handling failed; None if the protocol has none."""
        ...


@dataclass(frozen=True)
class Endpoint:
    """A port of the server: its name in the status, its transport, and what serves a peer.

    connect: makes the connection of a new peer of a stream, or of all peers of a datagram port
    lockstep: connections drive the time of the match
    """

    name: str
    transport: Transport
    connect: Callable[[Io], Connection]
    lockstep: bool = False
    teams: tuple[Team | None, ...] = ()  # whose silence is worth a warning; None: a referee
