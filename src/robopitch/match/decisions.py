"""Recorded decisions of built-in teams, compared with those made when the recording is simulated again."""

from __future__ import annotations

from collections import deque

from robopitch.messages import Decision, Team

__all__ = ["Decisions"]


class Decisions:
    """Recorded decisions of later ticks. Without any, teams decide freely."""

    def __init__(self) -> None:
        self._expected: dict[Team, deque[Decision]] = {team: deque() for team in Team}
        self.compared = 0
        self.differed = 0

    def expect(self, decision: Decision) -> None:
        """Add a recorded decision of a later tick; those of a team must come in order of time."""
        self._expected[decision.team].append(decision)

    def settle(self, made: Decision) -> Decision:
        """The recorded decision of this tick if there is one, else the one just made; differences are counted.

        The recorded one takes precedence, because on another processor rounding may break a tie differently.
        """
        expected = self._expected[made.team]
        while expected and expected[0].tick < made.tick:
            expected.popleft()
        if not expected or expected[0].tick > made.tick:
            return made
        recorded = expected.popleft()
        self.compared += 1
        self.differed += recorded != made
        return recorded
