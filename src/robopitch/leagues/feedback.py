"""Reads the feedback of robots for one connection."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages import Feedback, Team

__all__ = ["FeedbackReader"]


class FeedbackReader:
    """The feedback of a team's robots to one reader, which is told of every kick once.

    Where the reader stands is state of the connection: reading changes nothing in the match.
    """

    def __init__(self, match: Match, team: Team) -> None:
        self._match, self._team = match, team
        self._since = match.tick  # of the last feedback
        self._number = 0  # of feedbacks so far: the key of their losses

    def read(self) -> tuple[Feedback, ...]:
        """The feedback since the last call; some of it may get lost."""
        match = self._match
        self._number += 1
        feedback = match.feedback(self._team, self._since, self._number)
        self._since = match.tick
        return feedback

    def rewind(self) -> None:
        """The match went back in time: kicks from now on are new."""
        self._since = self._match.tick
