"""Observers of a match: a recorder for example. They do not influence the match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from robopitch.match.sensor_suite import steady
from robopitch.messages.tick import NEVER

if TYPE_CHECKING:
    from robopitch.match.match import Match
    from robopitch.messages import Decision, Event, Input
    from robopitch.sensors.channel import Schedule
    from robopitch.world import World

__all__ = ["Observer", "Observers"]


class Observer(Protocol):
    """Callbacks of an observer."""

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


class Observers:
    """The observers of a match, each sampled at its own rate.

    due: the tick of the next sample
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.is_suspended = False
        self.replace([])

    def __iter__(self) -> Iterator[Observer]:
        return iter([observer for observer, _ in self.entries])

    def replace(self, entries: list[tuple[Observer, Schedule]]) -> None:
        """Set the observers, each with its schedule."""
        self.entries = entries
        self.due = min([channel.next for _, channel in entries], default=NEVER)

    def add(self, observer: Observer, rate: float) -> None:
        """Add an observer, sampled at a rate in Hz."""
        self.replace([*self.entries, (observer, steady(rate, self._world))])

    def remove(self, observer: Observer) -> None:
        """Remove an observer."""
        self.replace([entry for entry in self.entries if entry[0] is not observer])

    def restart(self) -> None:
        """Sample from this tick on, after time has jumped."""
        self.replace([(observer, steady(channel.rate, self._world)) for observer, channel in self.entries])

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """No observer is called within the context."""
        entries, before = self.entries, self.is_suspended
        self.replace([])
        self.is_suspended = True
        try:
            yield
        finally:
            self.entries, self.is_suspended = entries, before
            self.restart()

    def sample(self, match: Match, tick: int) -> None:
        """Call those whose sample is due."""
        for observer, channel in self.entries:
            if channel.next <= tick:
                channel.take()
                observer.on_sample(match)
        self.replace(self.entries)
