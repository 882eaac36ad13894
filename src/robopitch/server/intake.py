"""Lets a served match take in its inputs, at the expense of those who sent them."""

from __future__ import annotations

from robopitch.match import Match
from robopitch.net.system import Clock
from robopitch.server.ledger import Ledger

__all__ = ["Intake"]


class Intake:
    """Of one match."""

    def __init__(self, match: Match, ledger: Ledger, clock: Clock) -> None:
        self._match, self._ledger, self._monotonic = match, ledger, clock.monotonic
        self._tick = -1  # at which inputs were taken in last

    def take_some(self) -> None:
        """Take in what waits; but of a sender, only the first orders of a tick at once.

        The others are merged until time goes on, at the same tick: a server that is paused, waits or is slow records
        and delays as many orders as ticks.
        """
        if self._match.tick != self._tick or not self._match.inputs.merge():
            self.take_all()

    def take_all(self) -> None:
        """Take in what waits."""
        match = self._match
        if match.inputs.waiting:
            self._ledger.take_in(lambda: match.advance(match.tick), self._monotonic())
            self._tick = match.tick
