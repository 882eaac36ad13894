"""Connections: dialogues with other programs, without a socket.

A `Connection` gets data and ticks, and acts through its `Io`: in tests that is a list. It is state of the shell and is
not saved with a match.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from robopitch.leagues.channel import Packet
    from robopitch.leagues.endpoint import Address
    from robopitch.match import Match
    from robopitch.messages import Input, Refusal, Team
    from robopitch.net.system import Clock

__all__ = ["ClockSpeed", "ClockStep", "ClockStepTo", "Connection", "Io", "MoveChannel", "ServerRequest"]


class ClockSpeed(NamedTuple):
    """Change the speed of the match."""

    speed: float


class MoveChannel(NamedTuple):
    """Send a channel to another port."""

    channel: str
    port: int


class ClockStepTo(NamedTuple):
    """Lockstep over datagrams: simulate until the next packet of a channel is sent, if time waits for lockstep."""

    channel: str


class ClockStep(NamedTuple):
    """Lockstep over datagrams: simulate so many ticks, if time waits for lockstep."""

    ticks: int


ServerRequest = ClockSpeed | MoveChannel | ClockStepTo | ClockStep


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

    def request(self, request: ServerRequest) -> str | None:
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
