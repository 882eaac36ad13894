"""The statistics of a served match, printed at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages import Decision, Event, Input

__all__ = ["RATE", "MatchSummary"]

RATE = 50.0  # Hz at which a match is sampled


class MatchSummary:
    """Collects the statistics of a match from now on.

    It starts over when the match returns to its beginning.
    """

    def __init__(self, match: Match) -> None:
        from robopitch.measure.match_stats.collector import StatsObserver

        self._make, self._match = StatsObserver, match
        self._story, self._first, self._last = StatsObserver(match), match.tick, match.tick
        match.observe(self, RATE)

    def on_input(self, source: str, sequence: int, wish: Input) -> None:
        """Called for each input of the match."""
        self._begin_anew()
        self._story.on_input(source, sequence, wish)

    def on_decision(self, decision: Decision) -> None:
        """Called for each decision of a built-in team; not used."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Called with new events."""
        self._begin_anew()
        self._story.on_events(events)

    def on_sample(self, match: Match) -> None:
        """Called at RATE to sample the match."""
        self._begin_anew()
        self._story.on_sample(match)

    def _begin_anew(self) -> None:
        tick = self._match.tick
        if tick < self._last and tick <= self._first + 1 / (RATE * self._match.world.timestep):
            self._story = self._make(self._match)
        self._last = tick

    def text(self) -> str:
        """The statistics so far, as a table."""
        from robopitch.measure.match_stats.collector import tell

        return tell(self._story.result())
