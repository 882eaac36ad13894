"""What holds in every match by the rules, whoever plays: score, clocks, stoppages and fouls."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from robopitch.messages import GameState, Period, Phase, Restart, Ruling, Team
from robopitch.referee.course import HALT_TIME, OPENING
from robopitch.referee.periods import after
from robopitch.spec.rules import rules_of

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages import Decision, Event, Input

__all__ = ["Invariants"]

LIVE = (Phase.RUNNING, Phase.FREE_KICK, Phase.GOAL_KICK, Phase.CORNER_KICK, Phase.THROW_IN)
ENDINGS = ("time", "mercy", "shoot-out", "forfeit", "too-few-robots")
SLACK = 0.05  # s: the referee judges 100 times a second


class Stretch(NamedTuple):
    """One phase."""

    begin: float  # s
    end: float
    game: GameState  # as it began
    announced: Restart | None
    extra: float  # s that calls added to it

    @property
    def seconds(self) -> float:
        """How long it lasted."""
        return self.end - self.begin


class Invariants:
    """Watches a match that `make_match(…, referee="rules")` made, from its beginning to its end.

    The score equals the goals that were called; periods follow each other, and clocks never run backwards; every
    stoppage has one restart, the one that was announced; no phase, and no stoppage, lasts longer than its rules allow;
    every foul names a team.

    year: of the rules; None: the latest
    """

    def __init__(self, match: Match, year: int | None = None) -> None:
        self._match = match
        self._rules = rules_of(match.world.league, year)
        self._rulings: list[tuple[int, Ruling]] = []
        match.observe(self, 1.0)

    def problems(self) -> list[str]:
        """What did not hold, in sentences. The match must be over."""
        parts = (self._of_result(), self._of_course(), self._of_phases(), self._of_stoppages(), self._of_fouls())
        return [problem for part in parts for problem in part]

    # ---- observing ---------------------------------------------------------------------------------------------

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Keep what the referee ruled."""
        self._rulings += [(tick, given) for given in inputs if isinstance(given, Ruling)]

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Not needed."""

    def on_decision(self, decision: Decision) -> None:
        """Not needed."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Not needed."""

    def on_sample(self, match: Match) -> None:
        """Not needed."""

    # ---- judging -----------------------------------------------------------------------------------------------

    def _of_result(self) -> Iterator[str]:
        match, game = self._match, self._match.game
        for team in Team:
            goals = sum(call.kind == "goal" and call.team is team for call in match.rulings)
            if match.score[team] != goals:
                yield f"{team} has {match.score[team]} goals; {goals} were called"
        if game.period is not Period.OVER:
            yield f"the match is not over; it is in {game.period}, {game.phase}"
        elif game.ended_by not in ENDINGS:
            yield f"the match was ended by {game.ended_by!r}"

    def _of_course(self) -> Iterator[str]:
        order = list(Period)
        for (_, one), (tick, other) in pairwise(self._rulings):
            before, later = one.game, other.game
            at = f"{self._seconds(tick):.2f} s"
            if order.index(later.period) < order.index(before.period):
                yield f"{at}: {later.period} follows {before.period}"
            if later.period is before.period and later.clock < before.clock:
                yield f"{at}: the clock runs back from {before.clock:.2f} to {later.clock:.2f} s"
            if later.number < before.number or later.since < before.since:
                yield f"{at}: phase {later.number} follows phase {before.number}"

    def _of_phases(self) -> Iterator[str]:
        for one in self._stretches():
            limit = self._limit(one.game)
            if limit is not None and one.seconds > limit + one.extra + SLACK:
                yield f"{one.begin:.2f} s: {one.game.phase} lasts {one.seconds:.1f} s of {limit + one.extra:g} s"

    def _of_stoppages(self) -> Iterator[str]:
        """From the end of play to its restart."""
        stopped: list[Stretch] = []
        for one in self._stretches():
            if one.game.phase not in LIVE:
                stopped.append(one)
                continue
            if stopped:
                yield from self._of_stoppage(stopped, one)
            stopped = []

    def _of_stoppage(self, stopped: Sequence[Stretch], follower: Stretch) -> Iterator[str]:
        at = f"{stopped[0].begin:.2f} s"
        wanted = next((one.announced for one in reversed(stopped) if one.announced is not None), None)
        given = follower.game
        if wanted is None:
            yield f"{at}: {given.phase} follows, which was not announced"
        elif given.phase is not Phase.RUNNING and (given.phase, given.team) != (wanted.kind, wanted.team):
            yield f"{at}: {given.phase} of {given.team} follows instead of {wanted.kind} of {wanted.team}"
        if sum(one.game.phase is Phase.PLACEMENT for one in stopped) > len(Team):
            yield f"{at}: more than {len(Team)} placements in a stoppage"
        counted = [one for one in stopped if one.game.phase is not Phase.TIMEOUT and after(one.game.period) is None]
        seconds = math.fsum(one.seconds for one in counted)
        limit = self._longest_stoppage + math.fsum(one.extra for one in counted)
        if seconds > limit + SLACK:
            yield f"{at}: a stoppage of {seconds:.1f} s; {limit:g} s are allowed"

    def _of_fouls(self) -> Iterator[str]:
        for call in self._match.rulings:
            rule = self._rules.rule.get(call.kind)
            if rule is not None and rule.foul and not call.blamed:
                yield f"{call.time:.2f} s: nobody committed the foul {call.kind}"

    # ---- parts -------------------------------------------------------------------------------------------------

    def _seconds(self, tick: int) -> float:
        return tick * self._match.world.timestep

    def _stretches(self) -> Iterator[Stretch]:
        """All phases but the last one, which has no end."""
        phases = [list(found) for _, found in groupby(self._rulings, lambda entry: entry[1].game.number)]
        for one, follower in pairwise(phases):
            announced = next((ruling.game.then for _, ruling in reversed(one) if ruling.game.then is not None), None)
            calls = [call for _, ruling in one for call in ruling.calls]
            extra = math.fsum(self._rules.rule[call.kind].extends for call in calls if call.kind in self._rules.rule)
            yield Stretch(self._seconds(one[0][0]), self._seconds(follower[0][0]), one[0][1].game, announced, extra)

    def _limit(self, game: GameState) -> float | None:
        """Seconds for which a phase may last; None: as long as it needs."""
        limits = self._rules.match
        if game.phase is Phase.HALT:
            return float(HALT_TIME if after(game.period) is None else max(OPENING, limits.half_time))
        return {
            Phase.STOP: float(limits.longest_stop),
            Phase.PLACEMENT: float(limits.placement_time),
            Phase.KICK_OFF: float(limits.longest_preparation),
            Phase.PENALTY: float(limits.longest_preparation),
            Phase.TIMEOUT: float(limits.timeout_time),
        }.get(game.phase)

    @property
    def _longest_stoppage(self) -> float:
        """Seconds of a stoppage in which both teams fail to place the ball and nobody gets ready."""
        limits = self._rules.match
        teams = len(Team) if limits.ball_placement == "robots" else 0
        placing = teams * float(limits.placement_time)
        return HALT_TIME + (1 + teams) * float(limits.longest_stop) + placing + float(limits.longest_preparation)
