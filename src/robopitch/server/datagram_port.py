"""A UDP port of an endpoint, a CAN bus, a pseudo terminal or a serial device.

Its connection serves all peers; the port is the connection's `Io`.
"""

from __future__ import annotations

import contextlib
import math
from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.budget import Account
from robopitch.leagues.link_stats import Activity, Link
from robopitch.messages import Input, Refusal, Team
from robopitch.net import Address, Line, Listener, OwnAddresses, Receiver, Sender, is_user_key
from robopitch.server.senders import Senders
from robopitch.server.services import UNHURRIED, Services

if TYPE_CHECKING:
    from robopitch.leagues.connection import ServerRequest
    from robopitch.leagues.endpoint import Endpoint

__all__ = ["DatagramPort"]

PACE = 0.02  # s between two messages of a sender over its budget, unless it is on a line that has a rate
REST = 0.001  # s in which a port with such a sender is not read: the kernel holds what comes, also of others
KEPT = 64  # datagrams that are held back of a sender over its budget; further ones are lost
LONGEST = 0.005  # s for the packets in one datagram
UNREADABLE = 9  # messages as which one counts beside itself that cannot be read
LATE = 0.05  # s that a line makes up for if the loop was late
MOST_SENDERS = 64  # with an account of their own; others share one …
SILENT = 2.0  # s after which one who sends nothing has none any more


class _Sender:
    """A peer: what it has cost, and what is held back of it."""

    __slots__ = ("account", "due", "held", "last")

    def __init__(self, account: Account) -> None:
        self.account, self.held = account, deque[tuple[bytes, Address]]()
        self.due = 0.0  # when the next message that is held back can be handled
        self.last = 0.0  # when it last sent


class DatagramPort:
    """A socket that receives datagrams, its statistics, and the connection that handles them."""

    def __init__(
        self,
        endpoint: Endpoint,
        socket: Receiver | Listener | Line,
        services: Services,
        peer: Address = ("", 0),
        senders: Senders | None = None,
    ) -> None:
        """Connect the endpoint.

        peer:    to which it sends before anything is received
        senders: who is heard; None: everybody
        """
        self.endpoint, self.match = endpoint, services.match
        self.link, self.clock = Link(endpoint.name), services.system.clock
        self.activities: dict[Team | None, Activity] = {speaker: Activity() for speaker in endpoint.speakers}
        self.own = OwnAddresses()  # of the whole server: datagrams from there are refused
        self.peer, self.senders = peer, senders or Senders()
        self.now = 0.0
        self._socket, self._services = socket, services
        self._name, self._offer, self._packet = endpoint.name, services.match.offer, services.history.packet
        self._ignored = False
        self._senders: dict[Address, _Sender] = {}
        self._sender = self._others = _Sender(self._account())  # who sent what is being handled; of too many senders
        self._holding: list[_Sender] = []  # of whom something is held back
        self._waits = socket.waits  # what is not read waits there, in order
        self._began = 0.0  # s of processor time when the present datagram was begun
        self.rests_until, self.due = 0.0, math.inf
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
            sender = self._senders.get(peer) or self._meet(peer, now)
            sender.last = now
            allowed = sender.account.count(now, 1, len(data)) or self._may_speed_up(sender, now)
            if allowed and (not sender.held or self.endpoint.latest):
                self._drop(sender)
                self._handle(data, peer, sender)
            elif self._waits:
                self._handle(data, peer, sender)
                self._rest(sender, now)
            else:
                self._hold(data, peer, sender)
        return bool(received)

    def _handle(self, data: bytes, peer: Address, sender: _Sender) -> None:
        """Let the connection handle a datagram, and charge its sender."""
        self.peer, self._sender = peer, sender
        ledger = self._services.ledger
        began = self._began = ledger.read()
        try:
            self.connection.on_data(data)
        except Exception as error:
            self._apologize(error)
        ledger.charge(sender.account, self.now, began)
        if self._ignored:
            self._ignored = False
        else:
            self.link.hear(peer, self.now)

    # ---- who sends too much ----------------------------------------------------------------------------------------

    def _account(self) -> Account:
        """A new account."""
        budget = self.endpoint.allowed
        return Account(budget if self._services.paced else budget.times(UNHURRIED))

    def _meet(self, peer: Address, now: float) -> _Sender:
        """The account of a peer that has none."""
        if len(self._senders) >= MOST_SENDERS:
            self._senders = {one: known for one, known in self._senders.items() if now - known.last <= SILENT}
            if len(self._senders) >= MOST_SENDERS:
                return self._others
        self._senders[peer] = sender = _Sender(self._account())
        return sender

    def _may_speed_up(self, sender: _Sender, now: float) -> bool:
        """Whether the line has become faster since the account was opened."""
        account = sender.account
        if self.endpoint.rate is None or account.budget.bytes == (budget := self._account().budget).bytes:
            return False
        account.budget = budget
        return not account.waits(now)

    def _rest(self, sender: _Sender, now: float) -> None:
        """Read no more of a line until what came is paid for."""
        self.rests_until = now + sender.account.waits(now)
        self.link.slow(self.peer, now)

    def _hold(self, data: bytes, peer: Address, sender: _Sender) -> None:
        """Hold a datagram back: the newest one, or the first ones."""
        held, now, text = sender.held, self.now, sender.account.budget.text
        self.rests_until = now + REST
        self.link.slow(peer, now)
        if not held:
            self._holding.append(sender)
            sender.due = max(sender.due, now + sender.account.owes(now))
            self.due = min(self.due, sender.due)
        elif self.endpoint.latest:
            held.clear()
            self.link.waiting -= 1
            self.link.flood(peer, now, text)
        elif len(held) >= KEPT:
            self.link.flood(peer, now, text)
            return
        held.append((data, peer))
        self.link.waiting += 1

    def _drop(self, sender: _Sender) -> None:
        """Forget what was held back, if there is anything."""
        if sender.held:
            sender.held.clear()
            self._holding.remove(sender)
            self._look()

    def release(self, now: float) -> bool:
        """Handle what was held back and is due; returns True if there was any."""
        self.now, due = now, [sender for sender in self._holding if sender.due <= now]
        for sender in due:
            data, peer = sender.held.popleft()
            self._handle(data, peer, sender)
            account = sender.account
            pace = PACE if self.endpoint.rate is None else len(data) / account.budget.bytes
            sender.due = max(max(sender.due, now - LATE) + pace, now + account.owes(now))
        self._holding = [sender for sender in self._holding if sender.held]
        self._look()
        return bool(due)

    def _look(self) -> None:
        """What is held back has changed."""
        self.due = min([sender.due for sender in self._holding], default=math.inf)
        self.link.waiting = sum([len(sender.held) for sender in self._holding])

    def allows(self, packets: int = 1) -> bool:
        """Count further packets in the datagram; False: it is too much."""
        account = self._sender.account
        allowed = account.count(self.now, packets, 0)
        if self._waits or (allowed and self._services.ledger.read() - self._began < LONGEST):
            return True  # a line is not read until they are paid for
        self.link.flood(self.peer, self.now, account.budget.text)
        return False

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
        """Count refusals. What cannot be read costs more than its time: it may be recorded, and answered."""
        self.link.refuse(refusals)
        if refusals and refusals[0].code == "UNREADABLE":
            self._sender.account.count(self.now, UNREADABLE, 0)

    def heard(self, team: Team | None = None) -> None:
        """Note the activity of a team, or of a referee."""
        self.senders.take(self.peer, self.now)
        if team in self.activities:
            self.activities[team].hear(self.now)

    def ignore(self) -> None:
        """Do not count the present datagram."""
        self._ignored = True

    def join(self) -> None:
        """Nothing: time waits for streams only."""

    def advance(self, ticks: int) -> None:
        """Refused: only streams drive time, since a lost datagram would stop it."""
        raise ValueError(f"{self._name}: time is advanced over TCP only")

    def request(self, request: ServerRequest) -> str | None:
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
