"""Packets of a match: what its league's publishers make of outputs, and of the match itself at their rates.

Server, headless run and re-simulation use the same publishers, so that they give the same packets at the same ticks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from robopitch.messages.tick import NEVER

if TYPE_CHECKING:
    from robopitch.leagues.channel import Packet
    from robopitch.leagues.league import League
    from robopitch.match import Match
    from robopitch.messages import Output

__all__ = ["Delivery", "Publishers"]


class Delivery(NamedTuple):
    """What came of advancing a match to a tick at which something was due.

    delivered: the outputs, those of one sensor together
    """

    delivered: list[Sequence[Output]]
    packets: list[Packet]

    @property
    def outputs(self) -> list[Output]:
        """The outputs, one by one."""
        return [output for outputs in self.delivered for output in outputs]


class Publishers:
    """The publishers of a match, in order.

    The ticks at which a publisher with a rate is due depend on the tick alone: round(k / (rate · timestep)) for
    k = 1, 2, …. So nothing has to be saved, and a match that goes back in time publishes the same again.
    """

    def __init__(self, match: Match, league: League) -> None:
        self._match = match
        self._publishers = tuple(league.publishers(match))
        self._schedules: dict[float, _Schedule] = {}  # by rate
        self._find_due(match.tick)

    @property
    def due(self) -> int:
        """The next tick, after the present one, at which a publisher with a rate is due."""
        match = self._match
        if not self._last <= match.tick < self._next or match.world.league is not self._seen:
            self._find_due(match.tick)
        return self._next

    def _find_due(self, tick: int) -> None:
        """Read the rates, which depend on the league's description, and find the next tick."""
        self._seen = self._match.world.league
        rates = [publisher.rate for publisher in self._publishers]
        self._timed = [self._schedule(rate) if rate > 0 else None for rate in rates]  # of each publisher
        due = [timed.after(tick) for timed in self._timed if timed is not None]
        self._last, self._next = tick, min(due, default=NEVER)  # nothing is due if _last < tick < _next

    def packets(self, outputs: Sequence[Output]) -> list[Packet]:
        """The packets of the outputs of this tick, and of publishers that are due at this tick.

        To be called once after each `advance` to a tick that is not behind `due`.
        """
        return self._packets((outputs,) if outputs else ())

    def _packets(self, delivered: Sequence[Sequence[Output]]) -> list[Packet]:
        tick, packets = self._match.tick, self.encode(delivered) if delivered else []
        if not self._last < tick < self._next:
            for publisher, timed in zip(self._publishers, self._timed, strict=True):
                if timed is not None and timed.is_due(tick):
                    packets += publisher.packets((), True)
        return packets

    def encode(self, delivered: Sequence[Sequence[Output]]) -> list[Packet]:
        """The packets of outputs alone, whatever is due."""
        packets: list[Packet] = []
        for publisher, timed in zip(self._publishers, self._timed, strict=True):
            if timed is None:
                for outputs in delivered:
                    packets += publisher.packets(outputs, False)
        return packets

    def go(self, until: int) -> Iterator[Delivery]:
        """Advance the match to a tick; yields at each tick with outputs or packets, and at the last."""
        match = self._match
        while match.tick < until:
            delivered = match.advance_to_outputs(min(until, self.due))
            yield Delivery(delivered, self._packets(delivered))

    def _schedule(self, rate: float) -> _Schedule:
        found = self._schedules.get(rate)
        if found is None:
            found = self._schedules[rate] = _Schedule(rate, self._match.world.timestep)
        return found


class _Schedule:
    """The ticks round(k / (rate · timestep)) for k = 1, 2, …; at most one per step."""

    def __init__(self, rate: float, timestep: float) -> None:
        self._per_tick = min(rate * timestep, 1.0)
        self._next = self._last = -1  # of the present tick: _last ≤ tick < _next

    def after(self, tick: int) -> int:
        """The first of them after a tick."""
        if not self._last <= tick < self._next:
            count = max(math.floor((tick - 1) * self._per_tick), 0)
            while round((count + 1) / self._per_tick) <= tick:
                count += 1
            self._last = round(count / self._per_tick) if count else 0
            self._next = round((count + 1) / self._per_tick)
        return self._next

    def is_due(self, tick: int) -> bool:
        """Whether a tick is one of them."""
        if not self._last <= tick < self._next:
            self.after(tick)
        return tick == self._last > 0
