"""An automatic referee: it watches a game that an external game controller leads, and reports what it sees there.

It judges the truth of the simulation by the same rules as the built-in referee, changes nothing, and stays silent while
the match is led by a referee of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from robopitch.leagues.ssl.referee.external_play import ExternalPlay
from robopitch.leagues.ssl.rules.rule_book import SmallSizeRules
from robopitch.leagues.ssl.wire.game_controller import GoalFacts
from robopitch.leagues.ssl.wire.referee import EVENT_TYPES
from robopitch.messages import Call, Decision, Event, Input, Phase, Restart, Team
from robopitch.referee.scene import RefereeScene
from robopitch.spec.rules import rules_of

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["RATE", "Autoref", "Report"]

RATE = 100.0  # Hz, as the built-in referee
QUIET = 2.0  # s after a report that stops play in which no other one is: the game controller takes a second to decide

OF_THE_GAME_CONTROLLER = frozenset(
    {
        "no_progress_in_game",
        "keeper_held_ball",
        "too_many_robots",
        "goal",  # it decides so about a possible one
        "invalid_goal",
        "placement_failed",
        "multiple_fouls",
        "multiple_cards",
        "bot_substitution",
        "excessive_bot_substitution",
    }
)
"""The events that the game controller finds by itself."""


class Report(NamedTuple):
    """A call for the game controller; *goal*: of a possible goal."""

    call: Call
    goal: GoalFacts | None = None


class Autoref:
    """An observer of a match. What it sees goes to `listeners`."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.listeners: list[Callable[[Report], None]] = []
        self._events: list[Event] = []
        self._swapped = False  # blue defends the goal at x > 0
        self.reset()

    def reset(self) -> None:
        """Forget what was seen, because time has jumped or the teams have changed sides."""
        world = self._match.world
        kind = _SwappedRules if self._swapped else SmallSizeRules
        self._rules = kind(world.league, rules_of(world.league), world.timestep)
        self._scene = RefereeScene(world, self._rules.line_edge)
        self._play = ExternalPlay(self._rules, world.timestep)
        self._quiet_until = 0  # tick
        self._placed = -1  # tick at which the placement began that was reported as done
        self._events.clear()

    # ---- observing ---------------------------------------------------------------------------------------------

    def on_events(self, events: Sequence[Event]) -> None:
        """Keep them for the next judgement."""
        self._events += events

    def on_sample(self, match: Match) -> None:
        """Judge what happened since the last sample."""
        game = match.game
        swapped = game.positive_half is Team.BLUE
        if swapped != self._swapped or match.tick < self._scene.tick:
            self._swapped = swapped
            self.reset()
        events, self._events = self._events, []
        self._scene.observe(match.tick, events)
        if not game.external:
            return
        if swapped:
            self._scene.goals = tuple(goal._replace(team=goal.team.other) for goal in self._scene.goals)
        if self._play.follow(game, self._scene):
            self._quiet_until = 0
        play = self._play.play
        self._tell(self._rules.judge(self._scene, play))
        if play.phase is Phase.PLACEMENT and self._placed != play.began:
            self._watch_placement()

    def _watch_placement(self) -> None:
        """Report once that a team has placed the ball; a failure is seen by the game controller."""
        rules, scene, play = self._rules, self._scene, self._play.play
        call = rules.placement_ended(scene, play, True) if rules.placement_done(scene, play) else None
        if call is not None:
            self._placed = play.began
            self._tell((call,))

    def _tell(self, calls: Iterable[Call]) -> None:
        for call in calls:
            if call.restart is not None:
                if self._scene.tick < self._quiet_until:
                    continue
                self._quiet_until = self._scene.tick + round(QUIET / self._scene.timestep)
                self._play.pending = call.restart
            if call.kind in EVENT_TYPES and call.kind not in OF_THE_GAME_CONTROLLER:
                report = Report(call, self._goal(call.team) if call.kind == "possible_goal" else None)
                for listener in self.listeners:
                    listener(report)

    def _goal(self, team: Team | None) -> GoalFacts | None:
        """What the game controller decides about a possible goal by."""
        scene = self._scene
        if team is None or not scene.goals:
            return None
        height = None if self._play.play.penalty else scene.goals[0].rise[team]
        touch = scene.last_touch_of(team)
        time = None if touch is None else touch.tick * scene.timestep + self._match.epoch
        return GoalFacts(height, sum(1 for _ in scene.of(team)), time)

    # ---- what an observer is told besides ------------------------------------------------------------------------

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Nothing: the game is read at each sample."""

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Nothing."""

    def on_decision(self, decision: Decision) -> None:
        """Nothing."""


class _SwappedRules(SmallSizeRules):
    """The rules of a game in which blue defends the goal at x > 0."""

    def __init__(self, league: LeagueSpec, spec: RulesSpec, timestep: float) -> None:
        super().__init__(league, spec, timestep)
        self.areas = {team: self.areas[team.other] for team in self.areas}

    def side(self, team: Team) -> float:
        """The other one."""
        return -super().side(team)

    def penalty(self, team: Team) -> Restart:
        """At the other mark."""
        restart = super().penalty(team)
        return restart._replace(position=(-restart.position[0], restart.position[1]))
