"""Endpoints whose peers wait for quick answers, as the master of a servo bus does."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from robopitch.leagues.endpoint import Endpoint
from robopitch.net import Pollable, Poller
from robopitch.net.system import Clock
from robopitch.server.datagram_port import DatagramPort
from robopitch.server.datagrams import serve
from robopitch.server.timers import Timers

__all__ = ["SPIN", "Urgent"]

BUSY = 1.0  # s after a message for which the loop looks as often as the latency demands
LONGEST_STEP = 0.001  # s: for a match whose steps take longer, no answer is worth waiting for
SPIN = 0.0001  # s before a time that a connection asked for in which the loop does not sleep: the kernel oversleeps


class Urgent:
    """The ports with a shorter latency than usual. What comes there is answered before the match goes on, from its last
    finished tick; and while messages come there, the match goes on in short pieces.

    usual: s between two looks at the sockets
    """

    def __init__(
        self, endpoints: Sequence[Endpoint], ports: Sequence[DatagramPort], timers: Timers, usual: float, clock: Clock
    ) -> None:
        self._monotonic = clock.monotonic
        self.ports = [port for port in ports if port.endpoint.latency < usual]
        self._own = set[Pollable](self.ports)
        self.others = [port for port in ports if port.endpoint.latency >= usual]
        self._timers, self._usual = timers, usual
        self._latency = min((endpoint.latency for endpoint in endpoints), default=usual)
        self._until = 0.0  # monotonic time
        self._step = 0.0  # s that a step of the match takes

    def answer_all(self, poller: Poller, patience: float, tick: int) -> tuple[set[Pollable], bool]:
        """Wait until something else is due or comes, and answer whoever cannot wait so long; returns the sockets that
        are ready, and whether messages were heard.

        patience: s until something else is due
        tick:     that the match has reached
        """
        began = self._monotonic()
        ready = poller.wait(patience) or self._wait_exactly(poller)
        if ready.isdisjoint(self._own):
            self._timers.call(self._monotonic(), tick)
            return ready, False
        heard = self.answer(ready, tick)
        due = min(began + patience, self._monotonic() + self._latency)  # what was heard takes effect soon
        while heard and ready <= self._own and (now := self._monotonic()) < due:
            ready = poller.wait(max(min(due, self._timers.due - SPIN) - now, 0.0))
            self.answer(ready, tick)
        return ready, heard

    def _wait_exactly(self, poller: Poller) -> set[Pollable]:
        """If a time that a connection asked for is near, wait for it without sleep, or for a message."""
        timers, ready = self._timers, set[Pollable]()
        while not ready and (now := self._monotonic()) < timers.due <= now + SPIN:
            ready = poller.wait(0.0)
        return ready

    def defers(self, latest: float) -> bool:
        """Whether the match waits, because a connection asked for a time before the end of a step.

        latest: monotonic time at which it waits no longer
        """
        due = self._timers.due
        return (now := self._monotonic()) < due < now + self._step and now < latest

    def note_step(self, seconds: float) -> None:
        """The match took so long for a step; the longest of the last ones counts."""
        self._step = min(max(seconds, 0.98 * self._step), LONGEST_STEP)

    def answer(self, ready: Collection[object], tick: int) -> bool:
        """Handle one message of each port that is ready, and call connections whose time or tick has come; returns True
        if messages came. Whoever has sent more is ready again at the next look.
        """
        heard, now = False, self._monotonic()
        if ready:
            for port in self.ports:
                if port in ready:
                    heard |= serve(port, now)
                    self._until = now + BUSY
            now = self._monotonic()
        self._timers.call(now, tick)
        return heard

    def note(self) -> None:
        """A client that waits for quick answers has sent a message."""
        self._until = self._monotonic() + BUSY

    @property
    def turn(self) -> float:
        """Seconds between two looks at the sockets, now."""
        return self._latency if self.is_busy else self._usual

    @property
    def is_busy(self) -> bool:
        """Whether a message came there within the last second."""
        return self._until > 0.0 and self._monotonic() < self._until
