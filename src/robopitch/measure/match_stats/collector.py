"""Statistics of a match: goals, shots, passes, possession, distances and crashes.

    story = Story(match)
    match.observe(story, rate=50.0)
    match.advance(120_000)
    print(tell(story.result()))

It watches as everybody can: what happens, and 50 times a second where everything is. So what it tells of a match that
runs and of the recording of that match is the same, but for how finely the recording was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from heapq import merge
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from robopitch.match.authority import PLAYING
from robopitch.measure.match_stats.distances import Runs
from robopitch.measure.match_stats.possession import Play
from robopitch.measure.match_stats.proximity import Scene
from robopitch.measure.match_stats.result import Crash, MatchStory, RobotStory, TeamStory
from robopitch.measure.match_stats.table import table, tell
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
    Team,
    Touch,
    Whistle,
    Whistled,
)

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.protocols.recording import Truth
    from robopitch.spec import LeagueSpec

__all__ = ["Crash", "MatchStory", "RobotStory", "Story", "TeamStory", "story_of", "table", "tell"]


class Taken(Protocol):
    """An input and when it was taken in, as a recording has it."""

    @property
    def tick(self) -> int:
        """When."""
        ...

    @property
    def wish(self) -> Input:
        """What."""
        ...


class Teller:
    """Counts from inputs, events and frames; the caller passes them, live or from a recording."""

    def __init__(self, league: LeagueSpec, timestep: float) -> None:
        self._league, self._timestep = league, timestep
        self.play, self._runs = Play(league), Runs()
        self._columns: dict[Body, int] = {}
        self._bodies: tuple[Body, ...] = ()
        self.last = 0  # tick of the last look

    def on_input(self, wish: Input) -> None:
        """An input: only referee commands and placements of the ball count here."""
        if isinstance(wish, HearReferee):
            self.play.let(wish.state.command in PLAYING)
            for team, info in wish.state.teams.items():
                self.play.flights.keepers[team] = info.goalkeeper
        elif isinstance(wish, Whistled):
            self.play.let(wish.whistle is Whistle.START)
        elif isinstance(wish, PlaceBall):
            self.play.lay()

    def on_events(self, event: Event) -> None:
        """Something happened."""
        if isinstance(event, Touch):
            self.play.touched(event)
        elif isinstance(event, Collision):
            self._runs.collided(event)
        elif isinstance(event, Kicked):
            self.play.kicked(event)
        elif isinstance(event, Goal | BallOut):
            self.play.left(event)
        elif isinstance(event, Restarted):
            self.play.lay()

    def look(self, tick: int, ball: Iterable[float], bodies: tuple[Body, ...], robots: NDArray[Any]) -> None:
        """Where everything is; robots as in `Scene`."""
        if bodies is not self._bodies and bodies != self._bodies:
            self._bodies, self._columns = bodies, {body: column for column, body in enumerate(bodies)}
        if tick < self.last:  # the match went back in time: what was going on then is not known
            self.play.lay()
        self.last = tick
        scene = Scene(tick * self._timestep, tuple(ball), self._bodies, self._columns, robots)
        self._runs.look(scene)
        self.play.look(scene)

    def result(self, names: tuple[str, str]) -> MatchStory:
        """The result so far."""
        play, crashes = self.play, tuple(self._runs.crashes)
        tallies, owned = play.flights.final(), sum(play.owned.values())
        teams = {}
        for team in Team:
            robots = self._runs.of(team)
            teams[team] = TeamStory(
                **asdict(tallies[team]),
                possession=play.owned[team] / owned if owned > 0 else 0.5,
                possession_seconds=play.owned[team],
                distance=sum(robot.distance for robot in robots),
                top_speed=max((robot.top_speed for robot in robots), default=0.0),
                crashes=sum(crash.faster.team is team for crash in crashes),
                robots=robots,
            )
        return MatchStory(
            league=self._league.name,
            names=names,
            seconds=owned + play.contested + play.loose + play.dead,
            contested=play.contested,
            loose=play.loose,
            dead=play.dead,
            crashes=crashes,
            blue=teams[Team.BLUE],
            yellow=teams[Team.YELLOW],
        )


class Story:
    """Watches a match from now on. Keepers are those that a referee names, else the robots with id 0."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._teller = Teller(match.world.league, match.world.timestep)
        self._teller.play.let(match.authority.on)
        if match.authority.outside is not None:
            self._teller.on_input(HearReferee(match.authority.outside))
        self.on_sample(match)

    def on_input(self, source: str, sequence: int, wish: Input) -> None:
        """An input is taken in."""
        self._teller.on_input(wish)

    def on_decision(self, decision: Decision) -> None:
        """A built-in team decided; only what its robots do counts."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Something happened."""
        for event in events:
            self._teller.on_events(event)

    def on_sample(self, match: Match) -> None:
        """A sample is due."""
        world = match.world
        self._teller.look(world.tick, world.ball_block[:6].tolist(), world.bodies, world.robot_block[:6].copy())

    def result(self) -> MatchStory:
        """The result up to now."""
        if self._match.tick > self._teller.last:
            self.on_sample(self._match)
        players = self._match.players
        return self._teller.result((players[Team.BLUE], players[Team.YELLOW]))


def story_of(
    league: LeagueSpec,
    truth: Iterable[Truth],
    events: Iterable[Event],
    inputs: Iterable[Taken] = (),
    *,
    timestep: float = 0.001,
    names: tuple[str, str] = ("blue", "yellow"),
) -> MatchStory:
    """The story of a recorded match: `recording.truth()`, `.events()` and, for what a referee said, `.inputs()`."""
    teller = Teller(league, timestep)
    steps: Iterator[tuple[int, int, Any]] = merge(
        # What happened by a tick comes before a look at it, what came in at it after.
        ((_seen(event), 0, event) for event in events),
        ((frame.tick, 1, frame) for frame in truth),
        ((taken.tick, 2, taken) for taken in inputs),
        key=itemgetter(0, 1),
    )
    for tick, kind, thing in steps:
        if kind == 0:
            teller.on_events(thing)
        elif kind == 1:
            x, y, heading, vx, vy, _ = thing.robots
            robots = np.array([x, y, np.cos(heading), np.sin(heading), vx, vy])
            teller.look(tick, thing.ball, thing.bodies, robots)
        else:
            teller.on_input(thing.wish)
    return teller.result(names)


def _seen(event: Event) -> int:
    """The tick at which an event is known: what happens in a step is seen when that is done."""
    return event.tick if isinstance(event, Restarted) else event.tick + 1
