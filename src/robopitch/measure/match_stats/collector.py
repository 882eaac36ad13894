"""Statistics of a match: goals, shots, passes, possession, distances and crashes.

    stats = StatsObserver(match)
    match.observe(stats, rate=50.0)
    match.advance(120_000)
    print(stats_text(stats.result()))

It uses only events, inputs and 50 samples per second, all of which a recording has too. So the statistics of a running
match and of its recording agree, up to the rate of the recording.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from heapq import merge
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.match_stats.distances import Distances
from robopitch.measure.match_stats.possession import Possession
from robopitch.measure.match_stats.proximity import Frame
from robopitch.measure.match_stats.result import Crash, Limits, MatchStats, RobotStats, TeamStats
from robopitch.measure.match_stats.table import stats_table, stats_text
from robopitch.messages import (
    BallOut,
    Body,
    Collision,
    Decision,
    Event,
    Goal,
    HearReferee,
    Input,
    Kicked,
    PlaceBall,
    Restarted,
    Ruling,
    Team,
    Touch,
    Whistle,
    Whistled,
)
from robopitch.messages.game_state import GameState, Phase
from robopitch.spec.rules import rules_of

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.spec import LeagueSpec
    from robopitch.wire.recording import Truth

__all__ = ["Crash", "MatchStats", "RobotStats", "StatsObserver", "TeamStats", "stats_of", "stats_table", "stats_text"]


REFUSED = "invalid_goal"  # the call of all leagues for a goal that does not count
IN_PLAY = frozenset(
    (
        Phase.RUNNING,
        Phase.FREE_KICK,
        Phase.GOAL_KICK,
        Phase.CORNER_KICK,
        Phase.THROW_IN,
        Phase.DROPPED_BALL,
    )
)
"""Phases that count as play: a team may kick the ball. In all others the time counts as out of play, and so does the
time until a kick-off or penalty is taken.
"""


class RecordedInput(Protocol):
    """An input and the tick at which it entered the match, as a recording has it."""

    @property
    def tick(self) -> int:
        """The tick."""
        ...

    @property
    def input(self) -> Input:
        """The input."""
        ...


class RecordedDerived(Protocol):
    """Inputs that the match made itself at a tick, as a recording has them."""

    @property
    def tick(self) -> int:
        """The tick."""
        ...

    @property
    def inputs(self) -> Sequence[Input]:
        """The inputs."""
        ...


class StatsCollector:
    """Counts from inputs, events and frames; the caller passes them, live or from a recording."""

    def __init__(self, league: LeagueSpec, timestep: float) -> None:
        self._league, self._timestep = league, timestep
        self._rules = rules_of(league)
        self.possession, self._distances = Possession(league, self._rules), Distances(float(self._rules.crash_speed))
        self._columns: dict[Body, int] = {}
        self._bodies: tuple[Body, ...] = ()
        self._phase: tuple[int, Phase, Team | None] | None = None  # its number, kind and team
        self.last = 0  # tick of the last frame

    def on_game(self, game: GameState) -> None:
        """The state of the game has changed."""
        self.possession.set_running(game.phase in IN_PLAY)
        phase = game.number, game.phase, game.team
        if game.phase is Phase.RUNNING and game.team is not None and phase != self._phase:
            self.possession.wait()
        self._phase = phase
        for team, state in game.teams.items():
            self.possession.kicks.keepers[team] = 0 if state.keeper is None else state.keeper

    def on_input(self, input: Input) -> None:
        """An input, also a derived one: only rulings and placements of the ball count here."""
        if isinstance(input, Ruling):
            self.on_game(input.game)
            for call in input.calls:
                if call.kind == REFUSED and call.team is not None:
                    self.possession.kicks.on_goal_refused(call.team)
        elif isinstance(input, PlaceBall):
            self.possession.ball_placed()

    def on_event(self, event: Event) -> None:
        """An event happened."""
        if isinstance(event, Touch):
            self.possession.on_touch(event)
        elif isinstance(event, Collision):
            self._distances.on_collision(event)
        elif isinstance(event, Kicked):
            self.possession.on_kick(event)
        elif isinstance(event, Goal | BallOut):
            self.possession.on_ball_left(event)
        elif isinstance(event, Restarted):
            self.possession.ball_placed()

    def on_frame(self, tick: int, ball: Iterable[float], bodies: tuple[Body, ...], robots: NDArray[Any]) -> None:
        """Where everything is; robots as in `Frame`."""
        if bodies is not self._bodies and bodies != self._bodies:
            self._bodies, self._columns = bodies, {body: column for column, body in enumerate(bodies)}
        if tick < self.last:  # the match went back in time: what was going on then is not known
            self.possession.ball_placed()
        self.last = tick
        frame = Frame(tick * self._timestep, tuple(ball), self._bodies, self._columns, robots)
        self._distances.on_frame(frame)
        self.possession.on_frame(frame)

    def result(self, names: tuple[str, str]) -> MatchStats:
        """The result so far."""
        possession, crashes = self.possession, tuple(self._distances.crashes)
        tallies, owned = possession.kicks.final(), sum(possession.owned.values())
        teams = {}
        for team in Team:
            robots = self._distances.of(team)
            teams[team] = TeamStats(
                **asdict(tallies[team]),
                possession=possession.owned[team] / owned if owned > 0 else 0.5,
                possession_seconds=possession.owned[team],
                distance=sum(robot.distance for robot in robots),
                top_speed=max((robot.top_speed for robot in robots), default=0.0),
                crashes=sum(crash.faster.team is team for crash in crashes),
                robots=robots,
            )
        return MatchStats(
            league=self._league.name,
            names=names,
            seconds=owned + possession.contested + possession.loose + possession.dead,
            contested=possession.contested,
            loose=possession.loose,
            dead=possession.dead,
            crashes=crashes,
            limits=Limits.of(self._rules),
            blue=teams[Team.BLUE],
            yellow=teams[Team.YELLOW],
        )


class StatsObserver:
    """Collects the statistics of a match from now on. Keepers are those that a referee names, else robots with id 0."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._collector = StatsCollector(match.world.league, match.world.timestep)
        self._collector.on_game(match.game)
        self.on_sample(match)

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """An input is taken in."""
        self._collector.on_input(input)

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """The referee made inputs."""
        for input in inputs:
            self._collector.on_input(input)

    def on_decision(self, decision: Decision) -> None:
        """A built-in team decided; only the motion of its robots counts."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Events happened."""
        for event in events:
            self._collector.on_event(event)

    def on_sample(self, match: Match) -> None:
        """A sample is due."""
        world = match.world
        self._collector.on_frame(world.tick, world.ball_block[:6].tolist(), world.bodies, world.robot_block[:6].copy())

    def result(self) -> MatchStats:
        """The statistics up to now."""
        if self._match.tick > self._collector.last:
            self.on_sample(self._match)
        players = self._match.players
        return self._collector.result((players[Team.BLUE], players[Team.YELLOW]))


def stats_of(
    league: LeagueSpec,
    truth: Iterable[Truth],
    events: Iterable[Event],
    inputs: Iterable[RecordedInput] = (),
    derived: Iterable[RecordedDerived] = (),
    *,
    timestep: float = 0.001,
    names: tuple[str, str] = ("blue", "yellow"),
    game: GameState | None = None,
) -> MatchStats:
    """The statistics of a recorded match: `recording.truth()`, `.events()`, `.inputs()` and `.derived()`.

    game: at the beginning (`game_at_start`), before the first change that was recorded; None: play was on

    Without derived inputs, which older recordings lack, the phases of the game are those of messages of an external
    referee and of the user's commands.
    """
    collector = StatsCollector(league, timestep)
    if game is not None:
        collector.on_game(game)
    steps: Iterator[tuple[int, int, Any]] = merge(
        # Events and derived inputs of a tick come before its frame, other inputs after it.
        ((_known_at(event), 0, event) for event in events),
        ((recorded.tick, 1, recorded.inputs) for recorded in derived),
        ((frame.tick, 2, frame) for frame in truth),
        ((recorded.tick, 3, recorded.input) for recorded in inputs),
        key=itemgetter(0, 1),
    )
    ruled = False  # phases come from derived inputs
    for tick, kind, found in steps:
        if kind == 0:
            collector.on_event(found)
        elif kind == 2:
            x, y, heading, vx, vy, _ = found.robots
            robots = np.array([x, y, np.cos(heading), np.sin(heading), vx, vy], np.float64)
            collector.on_frame(tick, found.ball, found.bodies, robots)
        elif kind == 1:
            ruled = True
            for input in found:
                collector.on_input(input)
        else:
            collector.on_input(found)
            if not ruled and isinstance(found, HearReferee):
                collector.on_game(found.game)
            elif not ruled and isinstance(found, Whistled):
                collector.possession.set_running(found.whistle is Whistle.START)
    return collector.result(names)


def _known_at(event: Event) -> int:
    """The tick at which an event is known: events of a step are known when the step is done."""
    return event.tick if isinstance(event, Restarted) else event.tick + 1
