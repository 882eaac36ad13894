"""A game between two teams in one process, as fast as possible, and its result: events, score and tracks."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from robopitch.match.match import Match
from robopitch.match.options import Options, Parts, PlainParts
from robopitch.messages import Body, Event, GameState, Output, Period, Restarted, Team
from robopitch.messages.tick import NEVER
from robopitch.physics import state as s
from robopitch.physics.headings import headings_of
from robopitch.teams.player import TRUTH, Player, PolicyPlayer

if TYPE_CHECKING:
    from robopitch.referee import Referee
    from robopitch.sensors.sensor import Sensor
    from robopitch.spec import LeagueSpec, RealismSpec, RobotSpec
    from robopitch.teams import Action, Policy
    from robopitch.world import World

__all__ = ["Game", "play"]

PERIOD = 0.02  # s between two samples


@dataclass
class Game:
    """The result of a game. The ball's track has a row of NaN wherever the ball was placed."""

    league: LeagueSpec
    bodies: tuple[Body, ...]
    robots: tuple[RobotSpec, ...]  # the specification of each body
    events: list[Event] = field(default_factory=list)
    score: dict[Team, int] = field(default_factory=lambda: dict.fromkeys(Team, 0))
    played: float = 0.0  # simulated s
    seconds: float = 0.0  # wall-clock time of the game …
    teams_seconds: float = 0.0  # … and the part that the teams took
    _ball: list[list[float]] = field(default_factory=list)
    _poses: list[NDArray[Any]] = field(default_factory=list)
    _columns: tuple[tuple[Body, ...], NDArray[np.int64]] = ((), np.empty(0, np.int64))  # of the bodies of the world

    @property
    def restarts(self) -> list[Restarted]:
        """The events in which free play placed the ball."""
        return [event for event in self.events if isinstance(event, Restarted)]

    @property
    def ball_track(self) -> NDArray[Any]:
        """``[sample, 5]``: time, x, y, z, speed."""
        return np.array(self._ball)

    @property
    def robot_tracks(self) -> NDArray[Any]:
        """``[sample, body, 3]``: x, y, heading; NaN while a robot is not on the field."""
        return np.array(self._poses).swapaxes(1, 2)

    def sample(self, world: World) -> None:
        """Append the current positions to the tracks."""
        x, y, z, vx, vy, vz = world.ball_block[s.BALL_X : s.BALL_VZ + 1].tolist()
        self._ball.append([world.time, x, y, z, math.sqrt(vx * vx + vy * vy + vz * vz)])
        block = world.robot_block
        poses = np.empty((3, len(world.bodies) + 1))
        poses[0, :-1], poses[1, :-1], poses[2, :-1] = block[s.X], block[s.Y], headings_of(block)
        poses[:, -1] = math.nan  # a robot that is gone
        if world.bodies is not self._columns[0]:
            columns = {body: column for column, body in enumerate(world.bodies)}
            self._columns = world.bodies, np.array([columns.get(body, -1) for body in self.bodies], np.int64)
        present = block[s.PRESENT]
        if not present.all():
            poses[:, :-1][:, present == 0] = math.nan
        self._poses.append(poses.take(self._columns[1], axis=1))

    def cut(self) -> None:
        """Interrupt the ball's track, because the ball was placed."""
        self._ball.append([math.nan] * 5)
        self._poses.append(self._poses[-1])


def play(
    world: World,
    blue: Policy | None,
    yellow: Policy | None,
    seconds: float | None,
    on_progress: Callable[[float], object] = lambda played: None,
    *,
    names: tuple[str, str] = ("blue", "yellow"),
    realism: RealismSpec | None = None,
    parts: Parts | None = None,
    referee: str = "free",
    half: float | None = None,
    year: int | None = None,
    sees: tuple[str, ...] = TRUTH,
    on_outputs: Callable[[Match, list[Output]], object] = lambda match, outputs: None,
    due: Callable[[Match], int] = lambda match: NEVER,
) -> Game:
    """Play from the kick-off: for so many seconds, or to the end of the match if that comes first.

    blue, yellow: policies, which see the true positions, without noise and delay; None: the team of that name of
                 *parts*
    seconds:     None: to the end, which only a match by the rules has
    on_progress: called with the simulated time so far, for a progress bar
    names:       the names of the teams
    realism:     of sensors and radio; None: no sensors
    parts:       gives the sensors, the referee and the teams, as for `Match`
    referee, half, year: as for `make_match`
    sees:        what the teams of *parts* see, as for `Match`
    on_outputs:  called with the outputs of the match, for a recorder for example; first with an empty list
    due:         the next tick at which `on_outputs` is to be called even without outputs
    """
    if seconds is None and referee != "rules":
        raise ValueError("only a match by the rules has an end; say how many seconds are played")
    first, steps = world.tick, NEVER if seconds is None else round(seconds / world.timestep)
    if seconds is not None and (steps < 1 or not math.isclose(steps * world.timestep, seconds, rel_tol=1e-9)):
        raise ValueError(f"{seconds} s: a whole number of steps of {world.timestep} s is wanted, one at least")
    robots = tuple(world.robots())
    game = Game(world.league, tuple(robot.body for robot in robots), tuple(robot.spec for robot in robots))
    teams = {Team.BLUE: blue, Team.YELLOW: yellow}
    timed = _TimedParts(PlainParts() if parts is None else parts, teams, names, game)
    match = Match(
        world,
        realism,
        parts=timed,
        blue=names[0],
        yellow=names[1],
        referee=referee,
        half=half,
        year=year,
        sees=sees,
    )
    period = max(1, round(PERIOD / world.timestep))
    on_outputs(match, [])
    game.sample(world)
    began = time.perf_counter()
    while world.tick < first + steps and match.game.period is not Period.OVER:
        until = min(world.tick + period, first + steps)
        while world.tick < until:
            on_outputs(match, match.advance(min(until, match.due, due(match))))
        news = list(match.news)
        match.news.clear()
        game.events += news
        if any(isinstance(event, Restarted) for event in news):
            game.cut()
        game.sample(world)
        on_progress((world.tick - first) * world.timestep)
    game.seconds = time.perf_counter() - began
    game.played = (world.tick - first) * world.timestep
    game.score = match.score
    return game


class _TimedParts:
    """The parts of a match, with the time of its players added to `game.teams_seconds`.

    given: policies that play instead of the teams of the parts
    """

    def __init__(self, parts: Parts, given: Mapping[Team, Policy | None], names: tuple[str, str], game: Game) -> None:
        self._parts, self._given, self._game = parts, given, game
        self.teams = (*parts.teams, *names)
        self.sensor_kinds = parts.sensor_kinds

    def sensors(self, world: World, options: Options) -> Sequence[Sensor]:
        return self._parts.sensors(world, options)

    def referee(self, world: World, options: Options) -> Referee:
        return self._parts.referee(world, options)

    def players(self, name: str, team: Team, world: World, sees: tuple[str, ...]) -> Sequence[Player]:
        policy = self._given[team]
        players = (
            self._parts.players(name, team, world, sees) if policy is None else (PolicyPlayer(policy, team, sees),)
        )
        return [_TimedPlayer(player, self._game) for player in players]


class _TimedPlayer(Player):
    """A player, with the time of its decisions added to `game.teams_seconds`."""

    def __init__(self, player: Player, game: Game) -> None:
        self._player, self._game = player, game
        self.takes, self.idle, self.drawings = player.takes, player.idle, player.drawings
        self.command_delay = player.command_delay

    def decide(self, world: World, delivered: Sequence[Output], game: GameState, draws: bool) -> Mapping[int, Action]:
        began = time.perf_counter()
        self._player.command_delay = self.command_delay
        actions = self._player.decide(world, delivered, game, draws)
        self._game.teams_seconds += time.perf_counter() - began
        self.drawings = self._player.drawings
        self.inputs = self._player.inputs
        return actions

    def state(self) -> dict[str, Any]:
        return self._player.state()

    def load(self, state: Any) -> None:
        self._player.load(state)
