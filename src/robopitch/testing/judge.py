"""Follows a match and asks the validators of a scenario at each moment. It does not influence the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from robopitch.messages import Call, Decision, Event, Input, Ruling, Team
from robopitch.messages.game_state import Period
from robopitch.testing.moment import Moment
from robopitch.testing.validator import Validator, Verdict

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["RATE", "Judge"]

RATE = 100.0  # Hz at which conditions are looked at, that of the referee


class Judge:
    """An observer of a match.

    judged: a referee says which goals count
    """

    def __init__(self, match: Match, validators: Sequence[Validator], judged: bool) -> None:
        self._match, self.validators, self._judged = match, list(validators), judged
        self._bodies = tuple(robot.body for robot in match.world.robots() if robot.body.team is not None)
        self._start = match.world.time
        self._events: list[Event] = []
        self._calls: list[Call] = []
        self.events: list[Event | Call] = []
        self._first = (match.score, self._offences())
        moment = self._moment()
        for validator in self.validators:
            validator.begin(moment)
        match.observe(self, RATE)

    @property
    def decided(self) -> bool:
        """Whether nothing more can change the outcome: one failed, or all are decided."""
        verdicts = [validator.verdict for validator in self.validators]
        return Verdict.FAILED in verdicts or Verdict.UNDECIDED not in verdicts

    @property
    def over(self) -> str:
        """Why the referee has ended the match, if it has: what was still undecided is then not known."""
        game = self._match.game
        return (game.ended_by or "by the referee") if game.period is Period.OVER else ""

    def finish(self) -> None:
        """The run has lasted as long as it should."""
        moment = self._moment()
        for validator in self.validators:
            if validator.decision is None:
                validator.finish(moment)

    # ---- callbacks of the match ------------------------------------------------------------------------------------

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Inputs are of no interest."""

    def on_decision(self, decision: Decision) -> None:
        """Nor are decisions."""

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Collect what the referee called."""
        for given in inputs:
            if isinstance(given, Ruling):
                self._calls += given.calls
                self.events += given.calls

    def on_events(self, events: Sequence[Event]) -> None:
        """Collect events."""
        self._events += events
        self.events += events

    def on_sample(self, match: Match) -> None:
        """Ask the validators, until the outcome is decided."""
        if self.decided:
            return
        moment = self._moment()
        self._events, self._calls = [], []
        for validator in self.validators:
            if validator.decision is None:
                validator.update(moment)

    def _moment(self) -> Moment:
        match = self._match
        score, offences = self._first
        goals = {team: match.score[team] - score[team] for team in Team}
        now = self._offences()
        fouls = {team: now[team] - offences[team] for team in Team}
        time = match.world.time - self._start
        return Moment(match, time, self._bodies, self._events, self._calls, goals, fouls, self._judged)

    def _offences(self) -> dict[Team, int]:
        """Fouls that were counted, and cards."""
        teams = self._match.game.teams
        return {team: teams[team].fouls + teams[team].yellow_cards + teams[team].red_cards for team in Team}
