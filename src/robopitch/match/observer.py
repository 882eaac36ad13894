"""What an observer of a match is: a recorder for example."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from robopitch.match.match import Match
    from robopitch.messages import Decision, Event, Input

__all__ = ["Observer"]


class Observer(Protocol):
    """Callbacks of an observer. They do not influence the match."""

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """The match processes an input at this tick."""
        ...

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """The match processes inputs that it derived itself: those of the referee."""
        ...

    def on_decision(self, decision: Decision) -> None:
        """A built-in team decided, and its robots got the commands."""
        ...

    def on_events(self, events: Sequence[Event]) -> None:
        """Events happened."""
        ...

    def on_sample(self, match: Match) -> None:
        """A sample is due: this tick is complete, except for inputs that are offered at it."""
        ...
