"""Recorded decisions of built-in teams, to be compared with those that are made when a recording is simulated again."""

from __future__ import annotations

from collections import deque

from robopitch.messages import Decision, Team

__all__ = ["Decisions"]


class Decisions:
    """What is known of decisions still to come. Without any, teams decide as they will."""

    def __init__(self) -> None:
        self._expected: dict[Team, deque[Decision]] = {team: deque() for team in Team}
        self.compared = 0
        self.differed = 0

    def expect(self, decision: Decision) -> None:
        """A team decided this at a tick that is still to come; those of a team are told in the order of time."""
        self._expected[decision.team].append(decision)

    def settle(self, made: Decision) -> Decision:
        """The decision that counts: the recorded one, if there is one of this tick; a difference is counted.

        The recorded one, because on another processor the last bits of a team's arithmetic may turn a tie.
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
