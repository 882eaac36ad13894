"""Statistics of the server's inputs: peers, message rates and refusals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from robopitch.leagues.endpoint import Address
from robopitch.messages import Refusal

__all__ = ["FLOOD", "Activity", "Link", "Meter"]

RECENT = 2.0  # s
MOST_NAMED = 8  # peers over their budget in the status
FLOOD = "FLOOD"  # the code of what a peer over its budget loses
REGULAR = 5  # messages from one address, each within that time of the last: a client, not a stray message


class Meter:
    """A counter, with its rate over the last second."""

    def __init__(self) -> None:
        self.count = 0
        self.rate = 0.0  # per second
        self._then: tuple[float, int] | None = None

    def roll(self, now: float) -> None:
        """Update the rate; to be called about once a second."""
        if self._then is not None and now > self._then[0]:
            self.rate = (self.count - self._then[1]) / (now - self._then[0])
        self._then = (now, self.count)


class Activity:
    """Activity of one source of messages: whether it has sent regularly, and when it sent last."""

    def __init__(self) -> None:
        self.last = -math.inf  # monotonic time of the last message
        self.regular = False  # at least REGULAR messages have come in a row
        self._count = 0

    def hear(self, now: float) -> None:
        """Count a message."""
        self._count = self._count + 1 if now - self.last <= RECENT else 1
        self.regular |= self._count >= REGULAR
        self.last = now


class Link:
    """Statistics of one input of the server."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.received = Meter()
        self.refused: Counter[str] = Counter()
        self.last_refusal = ""
        self.waiting = 0  # messages of peers over their budget that are held back
        self.slowed: dict[Address, float] = {}  # when peers over their budget were last held back
        self._peers: dict[Address, list[float]] = {}

    def hear(self, peer: Address, now: float) -> None:
        """Count a message from a peer."""
        self.received.count += 1
        heard = self._peers.get(peer)
        if heard is None or now - heard[1] > RECENT:
            if len(self._peers) > 64:  # a client that opens a socket for each message must not fill the memory
                self._peers = {who: when for who, when in self._peers.items() if now - when[1] <= RECENT}
                if len(self._peers) > 1024:
                    self._peers.clear()
            self._peers[peer] = [1.0, now]
        else:
            heard[0] += 1
            heard[1] = now

    def flood(self, peer: Address, now: float, text: str) -> None:
        """Count a message that a peer over its budget lost, or the end of its connection."""
        self.refused[FLOOD] += 1
        if now - self.slowed.get(peer, -math.inf) > RECENT or not self.last_refusal:
            self.last_refusal = f"{_text(peer)}: {text}"
        self.slow(peer, now)

    def slow(self, peer: Address, now: float) -> None:
        """Note that a peer is over its budget."""
        if len(self.slowed) > 64:
            self.slowed = {who: when for who, when in self.slowed.items() if now - when <= RECENT}
        if len(self.slowed) <= 1024:
            self.slowed[peer] = now

    def held_back(self, now: float) -> list[str]:
        """Addresses of peers over their budget."""
        return [_text(peer) for peer, last in self.slowed.items() if now - last <= RECENT][-MOST_NAMED:]

    def refuse(self, refusals: Sequence[Refusal]) -> None:
        """Count refusals by code, and keep the last message."""
        for refusal in refusals:
            self.refused[refusal.code] += 1
            self.last_refusal = refusal.message

    def peers(self, now: float) -> list[str]:
        """Addresses that send regularly."""
        return [_text(peer) for peer, (count, last) in self._peers.items() if count >= REGULAR and now - last <= RECENT]

    def status(self, now: float) -> dict[str, Any]:
        """The status as plain data."""
        return {
            "received": self.received.count,
            "rate": round(self.received.rate, 1),
            "refused": dict(self.refused),
            "last_refusal": self.last_refusal,
            "clients": self.peers(now),
            "waiting": self.waiting,
            "slowed": self.held_back(now),
        }


def _text(peer: Address) -> str:
    host, port = peer
    return f"{host}:{port}" if port else host
