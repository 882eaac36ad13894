"""Who may send to a group at which the server listens.

Everybody in a network can send to a multicast group. Where one referee leads, the first one that says something
meaningful keeps the group until it has been silent for SILENCE: a second one would lead the match alternately with it.
Whoever starts the server can name the senders instead (`--allow`); then the others are not heard at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from robopitch.messages import Refusal
from robopitch.net import Address

__all__ = ["SILENCE", "Senders"]

SILENCE = 5.0  # s
RECENT = 2.0  # s for which a refused sender is worth a warning


class Senders:
    """The senders of one group. Times are of the server's monotonic clock.

    most:    senders that are heard at a time; 0: any number
    allowed: addresses that may send, each with a port or 0 for all of its ports; empty: everybody, up to *most*

    >>> senders = Senders(1)
    >>> senders.take(("192.0.2.1", 5000), 10.0)
    >>> senders.refusal(("192.0.2.1", 5000), 12.0) is None, senders.refusal(("192.0.2.2", 5000), 12.0).code
    (True, 'SECOND_SENDER')
    >>> senders.refusal(("192.0.2.2", 5000), 15.1) is None
    True
    """

    def __init__(self, most: int = 0, allowed: Sequence[Address] = ()) -> None:
        self._most, self._allowed = most, frozenset(allowed)
        self._heard: dict[Address, float] = {}  # time of the last meaningful message of each that has a place
        self._refused = ("", -math.inf)  # why the last one was not heard, and when

    def refusal(self, peer: Address, now: float) -> Refusal | None:
        """Why a datagram of this sender is not heard now."""
        if not self._most and not self._allowed:
            return None
        found = self._objection(peer, now)
        if found is not None:
            self._refused = found.message, now
        return found

    def _objection(self, peer: Address, now: float) -> Refusal | None:
        name = "{}:{}".format(*peer)
        if self._allowed:
            if peer in self._allowed or (peer[0], 0) in self._allowed:
                return None
            return Refusal("NOT_ALLOWED", f"{name} sends to this group, and is none of those that --allow names")
        self._heard = {who: when for who, when in self._heard.items() if now - when < SILENCE}
        if peer in self._heard or len(self._heard) < self._most:
            return None
        holders = " and ".join("{}:{}".format(*who) for who in self._heard)
        text = f"{name} sends to this group too; {holders} is heard until it is silent for {SILENCE:g} s"
        return Refusal("SECOND_SENDER", f"{text}; --allow ADDRESS names who may send")

    def take(self, peer: Address, now: float) -> None:
        """A sender has said something meaningful: it has a place from now on."""
        if self._most and not self._allowed:
            self._heard[peer] = now

    def warning(self, now: float) -> str:
        """Why somebody who sends now is not heard; empty: nobody."""
        text, when = self._refused
        return text if now - when <= RECENT else ""
