"""A game between two teams in one process, as fast as possible, and its result: events, score and tracks."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from robopitch.match.match import Match
from robopitch.match.options import Parts
from robopitch.match.sensor_suite import NEVER
from robopitch.messages import Body, Event, Output, Period, Pose, Restarted, Team

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec, RealismSpec, RobotSpec
    from robopitch.teams import Action, Observation, Policy
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
    _poses: list[list[Pose]] = field(default_factory=list)

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
        """``[sample, body, 3]``: x, y, heading."""
        return np.array(self._poses)

    def sample(self, world: World) -> None:
        """Append the current positions to the tracks."""
        self._ball.append([world.time, *world.ball.position.tolist(), world.ball.speed])
        self._poses.append([robot.pose for robot in world.robots()])

    def cut(self) -> None:
        """Interrupt the ball's track, because the ball was placed."""
        self._ball.append([math.nan] * 5)
        self._poses.append(self._poses[-1])


def play(
    world: World,
    blue: Policy,
    yellow: Policy,
    seconds: float | None,
    on_progress: Callable[[float], object] = lambda played: None,
    *,
    names: tuple[str, str] = ("blue", "yellow"),
    realism: RealismSpec | None = None,
    parts: Parts | None = None,
    referee: str = "free",
    half: float | None = None,
    on_outputs: Callable[[Match, list[Output]], object] = lambda match, outputs: None,
    due: Callable[[Match], int] = lambda match: NEVER,
) -> Game:
    """Play from the kick-off: for so many seconds, or to the end of the match if that comes first.

    Both teams see the true positions, without noise and delay.

    seconds:     None: to the end, which only a match by the rules has
    on_progress: called with the simulated time so far, for a progress bar
    names:       the names of the teams
    realism:     of sensors and radio; None: no sensors
    parts:       gives the sensors and the referee, as for `Match`
    referee, half: as for `make_match`
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
    teams = {names[0]: _timed(blue, game), names[1]: _timed(yellow, game)}
    match = Match(
        world, realism, parts=parts, policies=teams, blue=names[0], yellow=names[1], referee=referee, half=half
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


def _timed(policy: Policy, game: Game) -> Policy:
    """The same team, with its time added to `game.teams_seconds`."""

    @functools.wraps(policy)
    def decide(observation: Observation) -> Mapping[int, Action]:
        began = time.perf_counter()
        actions = policy(observation)
        game.teams_seconds += time.perf_counter() - began
        return actions

    return decide
