"""A peer of a TCP endpoint: its stream, its waiting messages, and the `Io` of its connection."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from robopitch.messages import Input, Refusal, Team
from robopitch.net import Address, Stream, is_user_key
from robopitch.server.link_stats import Link
from robopitch.server.services import Services
from robopitch.server.stream_budget import StreamBudget

if TYPE_CHECKING:
    from robopitch.leagues.endpoint import Endpoint, Request

__all__ = ["StreamClient"]

MOST_WAITING = 1000  # messages that a client may send ahead; more stay in the socket's buffer
UNHURRIED = 10  # times as much may be sent while no wall clock moves time: nobody loses real time by it


class StreamClient:
    """A connected client."""

    def __init__(self, endpoint: Endpoint, stream: Stream, link: Link, services: Services) -> None:
        self.endpoint, self.stream, self.link = endpoint, stream, link
        self.match, self.peer, self.now = services.match, stream.peer, time.monotonic()
        self.lockstep = endpoint.lockstep
        self.waiting: deque[bytes] = deque()  # messages received before the last one was answered
        self.until: int | None = None  # the tick up to which it allows time to go on
        self.idle_since = self.now
        self.spoke: dict[Team | None, float] = {}  # when it last said something meaningful, for whom
        self._services = services
        framing = endpoint.transport.framing
        self._framing = framing() if framing is not None else None
        self._budget = _budget_of(endpoint, services.paced, self.now)
        self.connection = endpoint.connect(self)

    @property
    def full(self) -> bool:
        """Whether too many messages wait to read more."""
        return len(self.waiting) >= MOST_WAITING

    @property
    def is_usual(self) -> bool:
        """Whether it is there, and neither of the two sides waits for the other to read."""
        return self.stream.is_idle and len(self.waiting) < MOST_WAITING

    @property
    def wants(self) -> int:
        """The tick up to which it allows time to go on; −1: it has not asked for a step."""
        return -1 if self.until is None else self.until

    def receive(self, now: float) -> None:
        """Read what has come, unless too much is waiting."""
        data = self.stream.receive() if len(self.waiting) < MOST_WAITING else None
        if not data:
            return
        self.now = now
        try:
            messages = (data,) if self._framing is None else self._framing.feed(data)
        except ValueError as error:
            self.link.refuse([Refusal("UNREADABLE", str(error))])
            self.stream.close(str(error))
            return
        if not (self._budget is None or self._budget.allows(now, len(messages), len(data))):
            self.link.refuse([Refusal("FLOOD", self._budget.text)])
            self.waiting.clear()
            self.stream.close(self._budget.text)
            return
        for message in messages:
            self.link.hear(self.peer, now)
            self.waiting.append(message)

    def is_done(self, tick: int) -> bool:
        """Whether its step ends at this tick."""
        return self.until is not None and self.until <= tick

    def end_step(self, tick: int) -> None:
        """Let its step end at this tick, if it has requested one."""
        if self.until is not None:
            self.until = tick

    def handle_next(self) -> None:
        """Handle the oldest waiting message."""
        self.connection.on_data(self.waiting.popleft())

    def finish(self, tick: int) -> None:
        """Tell the connection that its tick is reached."""
        self.until = None
        self.connection.on_tick(tick)
        self.idle_since = time.monotonic()

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
        if not (self.lockstep or self.endpoint.guest):
            raise ValueError(f"{self.link.name} is no endpoint in lockstep")
        self.until = self.match.tick + max(ticks, 0)

    def request(self, request: Request) -> str | None:
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


def _budget_of(endpoint: Endpoint, paced: bool, now: float) -> StreamBudget | None:
    """The budget of a client; None for one that time waits for, or follows: it only slows itself down."""
    if endpoint.lockstep or (endpoint.guest and not paced):
        return None
    return StreamBudget(now, 1 if paced else UNHURRIED, endpoint.messages)
