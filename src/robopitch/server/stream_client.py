"""A peer of a TCP endpoint: its stream, its waiting messages, and the `Io` of its connection."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.budget import BURST, Account
from robopitch.leagues.link_stats import FLOOD, Link
from robopitch.messages import Input, Refusal, Team
from robopitch.net import Address, Stream, is_user_key
from robopitch.server.services import UNHURRIED, Services

if TYPE_CHECKING:
    from robopitch.leagues.connection import ServerRequest
    from robopitch.leagues.endpoint import Endpoint

__all__ = ["StreamClient"]

MOST_WAITING = 1000  # messages that a client may send ahead; more stay in the socket's buffer
PIECE = 256  # bytes of a stream without framing that are handled at a time
MOST_UNREAD = 1 << 21  # bytes, the same: twice the longest message


class StreamClient:
    """A connected client.

    account:  what it has cost; None for one that time waits for, or follows: it only slows itself down
    lockstep: time waits for it: in real time not before it has said what it is
    """

    def __init__(
        self, endpoint: Endpoint, stream: Stream, link: Link, services: Services, owing: Account | None = None
    ) -> None:
        """owing: of a client from there that was disconnected just now, because it sent too much"""
        self.endpoint, self.stream, self.link = endpoint, stream, link
        self.clock = services.system.clock
        self._monotonic = self.clock.monotonic
        self.match, self.peer, self.now = services.match, stream.peer, self._monotonic()
        self.lockstep, self.came = endpoint.lockstep and not services.paced, self.now
        self.waiting: deque[bytes] = deque()  # messages received before the last one was answered
        self.until: int | None = None  # the tick up to which it allows time to go on
        self.idle_since = self.now
        self.spoke: dict[Team | None, float] = {}  # when it last said something meaningful, for whom
        self._services = services
        framing = endpoint.transport.framing
        self._framing = framing() if framing is not None else None
        self.account = _account_of(endpoint, services.paced)
        self.rests_until = 0.0  # nothing is read until then: what is owed is paid first
        if self.account is not None and owing is not None:
            self.account.take_over(owing)
            waits = self.account.waits(self.now)
            self.rests_until = self.now + waits + BURST / 2 if waits else 0.0  # then half a burst may come
        self.flooded = False
        self._unread = 0  # bytes of the messages that wait
        self.connection = endpoint.connect(self)

    @property
    def full(self) -> bool:
        """Whether too many messages wait to read more, or too much is owed."""
        waits = len(self.waiting) >= MOST_WAITING or self._unread > MOST_UNREAD
        return waits or (self.rests_until > 0.0 and self._monotonic() < self.rests_until)

    @property
    def is_silent(self) -> bool:
        """Whether time would wait for it, if it had said what it is."""
        return self.endpoint.lockstep and not self.lockstep

    @property
    def is_usual(self) -> bool:
        """Whether it is there, and neither of the two sides waits for the other to read."""
        return self.stream.is_idle and not self.full

    @property
    def wants(self) -> int:
        """The tick up to which it allows time to go on; −1: it has not asked for a step."""
        return -1 if self.until is None else self.until

    def receive(self, now: float) -> None:
        """Read what has come, unless too much is waiting."""
        data = self.stream.receive() if not self.full else None
        if not data:
            return
        self.now = now
        try:
            messages = _cut(data) if self._framing is None else self._framing.feed(data)
        except ValueError as error:
            self.link.refuse([Refusal("UNREADABLE", str(error))])
            self.stream.close(str(error))
            return
        for message in messages:
            self.link.hear(self.peer, now)
            self.waiting.append(message)
            self._unread += len(message)
        if self.account is None:
            return
        self.account.count(now, len(messages), len(data))
        if self.account.floods(now) or (self.full and self.owes(now)):
            self._send_away()

    def _send_away(self) -> None:
        """Disconnect a client that has sent too much; what it has sent and is not handled yet is lost."""
        assert self.account is not None
        text = f"{self.account.budget.text}: disconnected"
        self.link.flood(self.peer, self.now, text)
        self.flooded = True
        self.waiting.clear()
        answer = self.connection.apology(Refusal(FLOOD, text))
        if answer is not None:
            self.stream.send(answer)
        self.close(text)

    def allows(self, packets: int = 1) -> bool:
        """Count further packets in the data; False: it was too much."""
        if self.account is None:
            return True
        self.account.count(self.now, packets, 0)
        if not self.stream.closed and self.account.floods(self.now):
            self._send_away()
        return not self.stream.closed

    def owes(self, now: float) -> float:
        """Seconds for which its messages wait, because the last ones took long."""
        return 0.0 if self.account is None else self.account.owes(now)

    def is_done(self, tick: int) -> bool:
        """Whether its step ends at this tick."""
        return self.until is not None and self.until <= tick

    def end_step(self, tick: int) -> None:
        """Let its step end at this tick, if it has requested one."""
        if self.until is not None:
            self.until = tick

    def handle_next(self) -> None:
        """Handle the oldest waiting message."""
        data = self.waiting.popleft()
        self._unread -= len(data)
        if self.account is None:
            self.connection.on_data(data)
            return
        ledger = self._services.ledger
        began = ledger.read()
        self.connection.on_data(data)
        ledger.charge(self.account, self._monotonic(), began)

    def finish(self, tick: int) -> None:
        """Tell the connection that its tick is reached."""
        self.until = None
        self.connection.on_tick(tick)
        self.idle_since = self._monotonic()

    def fail(self, error: Exception) -> None:
        """Disconnect the client, because handling its message failed; nothing else is affected."""
        text = self._services.faults.note(self.link.name, error, "{}:{}".format(*self.peer))
        refusal = Refusal("INTERNAL_ERROR", f"a fault of the server: {text}")
        self.link.refuse([refusal])
        self.waiting.clear()
        answer = self.connection.apology(refusal)
        if answer is not None:
            self.stream.send(answer)
        self.close(text)

    # ---- what the connection can do ------------------------------------------------------------------------------

    @property
    def since(self) -> float:
        """The earliest time at which the present data can have come."""
        return self._services.since()

    def offer(self, given: Input) -> tuple[Refusal, ...]:
        """Offer an input to the match, with the endpoint as its source."""
        return self.match.offer(self.link.name, given)

    def send(self, data: bytes, to: Address | None = None) -> None:
        """Send to the peer."""
        self.stream.send(data)

    def record(self, channel: str, data: bytes) -> None:
        """Record a packet under the topic of its channel."""
        self._services.history.packet(self._services.topics[channel], data)

    def refuse(self, refusals: Sequence[Refusal]) -> None:
        """Count refusals."""
        self.link.refuse(refusals)

    def heard(self, team: Team | None = None) -> None:
        """Silence of lockstep clients is seen by `Lockstep.holders`, of others by `spoke`."""
        self.spoke[team] = self.now

    def ignore(self) -> None:
        """Messages of streams are counted when they arrive."""

    def advance(self, ticks: int) -> None:
        """Allow time to go on by so many ticks."""
        if not (self.endpoint.lockstep or self.endpoint.may_step):
            raise ValueError(f"{self.link.name} is no endpoint in lockstep")
        self.join()
        self.until = self.match.tick + max(ticks, 0)

    def join(self) -> None:
        """Let time wait for it from now on."""
        self.lockstep = self.endpoint.lockstep

    def request(self, request: ServerRequest) -> str | None:
        """Pass a request on to the server."""
        return self._services.request(request)

    def wake_at(self, seconds: float = math.inf, tick: int | None = None) -> None:
        """Call `on_time` of the connection at this time, or at this tick."""
        self._services.timers.set(self, seconds, tick)

    def on_time(self, now: float) -> None:
        """Pass it on, unless the client has left."""
        if not self.stream.closed:
            self.now = now
            try:
                self.connection.on_time(now)
            except Exception as error:
                self.fail(error)

    def is_owner(self, key: str) -> bool:
        """Compare a key with that of this user."""
        return is_user_key(key)

    def close(self, reason: str) -> None:
        """End the connection."""
        self._services.timers.set(self, math.inf)
        if not self.stream.closed:
            self.stream.close(reason)


def _cut(data: bytes) -> Sequence[bytes]:
    """Pieces that take less than a millisecond each: the match and others have their turn in between."""
    return (data,) if len(data) <= PIECE else [data[start : start + PIECE] for start in range(0, len(data), PIECE)]


def _account_of(endpoint: Endpoint, paced: bool) -> Account | None:
    if endpoint.lockstep or (endpoint.may_step and not paced):
        return None
    return Account(endpoint.allowed if paced else endpoint.allowed.times(UNHURRIED))
