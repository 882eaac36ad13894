"""A UDP port of an endpoint, a CAN bus, a pseudo terminal or a serial device.

Its connection serves all peers; the port is the connection's `Io`.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from robopitch.messages import Input, Refusal, Team
from robopitch.net import Address, CanSocket, Listener, OwnAddresses, PtyLine, Receiver, Sender, SerialLine, is_user_key
from robopitch.server.link_stats import Link, Voice
from robopitch.server.senders import Senders
from robopitch.server.services import Services

if TYPE_CHECKING:
    from robopitch.leagues.endpoint import Endpoint, Request

__all__ = ["DatagramPort"]


class DatagramPort:
    """A socket that receives datagrams, its statistics, and the connection that handles them."""

    def __init__(
        self,
        endpoint: Endpoint,
        socket: Receiver | Listener | CanSocket | PtyLine | SerialLine,
        services: Services,
        peer: Address = ("", 0),
        senders: Senders | None = None,
    ) -> None:
        """Connect the endpoint.

        peer:    to which it sends before anything is received
        senders: who is heard; None: everybody
        """
        self.endpoint, self.match = endpoint, services.match
        self.link = Link(endpoint.name)
        self.voices: dict[Team | None, Voice] = {speaker: Voice() for speaker in endpoint.speakers}
        self.own = OwnAddresses()  # of the whole server: datagrams from there are refused
        self.peer, self.senders = peer, senders or Senders()
        self.now = 0.0
        self._socket, self._services = socket, services
        self._name, self._offer, self._packet = endpoint.name, services.match.offer, services.history.packet
        self._ignored = False
        self.connection = endpoint.connect(self)

    def fileno(self) -> int:
        """For select."""
        return self._socket.fileno()

    @property
    def address(self) -> Address | None:
        """The address it receives on; None for a multicast listener, which sends no answers, and for a bus."""
        return (self._socket.host, self._socket.port) if isinstance(self._socket, Receiver) else None

    def ignore_senders(self, senders: Iterable[Sender]) -> None:
        """Do not receive what these send to the group that it listens to."""
        listener = self._socket
        if isinstance(listener, Listener):
            for sender in senders:
                if sender.address == (listener.group, listener.port):
                    with contextlib.suppress(OSError):  # no route: nothing comes from there
                        listener.ignore(sender.source)

    def serve(self, now: float, limit: int = 64) -> bool:
        """Handle up to *limit* received datagrams; returns True if there were any."""
        received = self._socket.receive(limit)
        self.now = now
        for data, peer in received:
            if peer in self.own:
                self.link.refuse([Refusal("FORGED_SENDER", "{}:{} is a port of this server".format(*peer))])
                continue
            if (refusal := self.senders.refusal(peer, now)) is not None:
                self.link.refuse([refusal])
                continue
            self.peer = peer
            try:
                self.connection.on_data(data)
            except Exception as error:
                self._apologize(error)
            if self._ignored:
                self._ignored = False
            else:
                self.link.hear(peer, now)
        return bool(received)

    def _apologize(self, error: Exception) -> None:
        """Count a fault, and answer the datagram whose handling failed if the protocol has answers."""
        text = self._services.faults.note(self._name, error, "{}:{}".format(*self.peer))
        refusal = Refusal("INTERNAL_ERROR", f"a fault of the server: {text}")
        self.link.refuse([refusal])
        answer = self.connection.apology(refusal)
        if answer is not None:
            self.send(answer)

    def shut(self) -> None:
        """Close the socket."""
        self._socket.close()

    # ---- what the connection can do ------------------------------------------------------------------------------

    @property
    def since(self) -> float:
        """The earliest time at which the present datagram can have come."""
        return self._services.since()

    def offer(self, given: Input) -> tuple[Refusal, ...]:
        """Offer an input to the match, with the endpoint as its source."""
        return self._offer(self._name, given)

    def send(self, data: bytes, to: Address | None = None) -> None:
        """Send to the peer, or to another address; a listener sends nothing."""
        if not isinstance(self._socket, Listener):
            self._socket.send(data, to or self.peer)

    def record(self, channel: str, data: bytes) -> None:
        """Record a packet under the topic of its channel."""
        self._packet(self._services.topics[channel], data)

    def refuse(self, refusals: Sequence[Refusal]) -> None:
        """Count refusals."""
        self.link.refuse(refusals)

    def heard(self, team: Team | None = None) -> None:
        """Note the activity of a team, or of a referee."""
        self.senders.take(self.peer, self.now)
        if team in self.voices:
            self.voices[team].hear(self.now)

    def ignore(self) -> None:
        """Do not count the present datagram."""
        self._ignored = True

    def advance(self, ticks: int) -> None:
        """Refused: only streams drive time, since a lost datagram would stop it."""
        raise ValueError(f"{self._name}: time is advanced over TCP only")

    def request(self, request: Request) -> str | None:
        """Pass a request on to the server."""
        return self._services.request(request)

    def wake_at(self, seconds: float = math.inf, tick: int | None = None) -> None:
        """Call `on_time` of the connection at this time, or at this tick."""
        self._services.timers.set(self, seconds, tick)

    def on_time(self, now: float) -> None:
        """Pass it on, and catch what it raises."""
        self.now = now
        with self._services.faults.caught(self._name):
            self.connection.on_time(now)

    def is_owner(self, key: str) -> bool:
        """Compare a key with that of this user."""
        return is_user_key(key)

    def close(self, reason: str) -> None:
        """Nothing: a port for datagrams has no other end."""
