"""The statistics of a served match, printed at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.measure.match_stats.result import MatchStats
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
        self._stats, self._first, self._last = StatsObserver(match), match.tick, match.tick
        match.observe(self, RATE)

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Called for each input of the match."""
        self._restart_if_rewound()
        self._stats.on_input(source, sequence, input)

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Called with inputs that the referee made."""
        self._restart_if_rewound()
        self._stats.on_derived(source, tick, inputs)

    def on_decision(self, decision: Decision) -> None:
        """Called for each decision of a built-in team; not used."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Called with new events."""
        self._restart_if_rewound()
        self._stats.on_events(events)

    def on_sample(self, match: Match) -> None:
        """Called at RATE to sample the match."""
        self._restart_if_rewound()
        self._stats.on_sample(match)

    def _restart_if_rewound(self) -> None:
        tick = self._match.tick
        if tick < self._last and tick <= self._first + 1 / (RATE * self._match.world.timestep):
            self._stats = self._make(self._match)
        self._last = tick

    def statistics(self) -> MatchStats:
        """The statistics so far."""
        return self._stats.result()

    def text(self) -> str:
        """The statistics so far, as a table."""
        from robopitch.measure.match_stats.collector import stats_text

        return stats_text(self._stats.result())
