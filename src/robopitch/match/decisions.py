"""Recorded decisions and rulings, compared with those made when the recording is simulated again."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from robopitch.messages import Decision, Input, Team

__all__ = ["Decisions"]


class Decisions:
    """Recorded decisions of built-in teams and inputs of the referee, of later ticks. Without any, both act freely.

    The recorded ones take precedence, because on another processor rounding may break a tie differently.
    """

    def __init__(self) -> None:
        self._expected: dict[Team, deque[Decision]] = {team: deque() for team in Team}
        self._derived: dict[str, deque[tuple[int, tuple[Input, ...]]]] = {}
        self.compared = 0
        self.differed = 0

    def expect(self, decision: Decision) -> None:
        """Add a recorded decision of a later tick; those of a team must come in order of time."""
        self._expected[decision.team].append(decision)

    def expect_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Add recorded inputs of a source, the referee for example; those of a source must come in order of time."""
        self._derived.setdefault(source, deque()).append((tick, tuple(inputs)))

    def settle(self, made: Decision) -> Decision:
        """The recorded decision of this tick if there is one, else the one just made; differences are counted."""
        expected = self._expected[made.team]
        while expected and expected[0].tick < made.tick:
            expected.popleft()
        if not expected or expected[0].tick > made.tick:
            return made
        recorded = expected.popleft()
        self.compared += 1
        self.differed += recorded != made
        return recorded

    def settle_derived(self, source: str, tick: int, made: Sequence[Input]) -> Sequence[Input]:
        """The recorded inputs of this tick if there are some, else those just made; differences are counted.

        Recorded inputs of a tick at which none are made are a difference, and are left out.
        """
        expected = self._derived.get(source)
        while expected and expected[0][0] < tick:
            expected.popleft()
            self.compared += 1
            self.differed += 1
        if not made or not expected or expected[0][0] > tick:
            return made
        recorded = expected.popleft()[1]
        self.compared += 1
        self.differed += recorded != tuple(made)
        return recorded
