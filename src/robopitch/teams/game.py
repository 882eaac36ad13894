"""A game between two teams in one process, as fast as it goes, and what is left of it: events, score and tracks."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import BallOut, Body, Event, Goal, Pose, Team
from robopitch.teams.sight import Policy, act, look

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec, RobotSpec
    from robopitch.world import World

__all__ = ["Game", "Restart", "play"]

PERIOD = 0.02  # s between two decisions of a team, about the frame rate of a camera
SWING = 0.6  # m/s: the ball leaves the centre at up to this, else two equal teams would mirror each other for ever
INSIDE = 0.05  # share of the width: how far inside the lines a ball is put back
STUCK = 3.0  # s after which a ball that nobody gets away is dropped elsewhere


@dataclass(frozen=True)
class Restart:
    """The game went on with the ball laid somewhere else."""

    time: float
    why: str  # "out" or "stuck"; a goal says it by itself
    place: tuple[float, float]


@dataclass
class Game:
    """What happened. A track is cut by NaN wherever something was put somewhere else by hand."""

    league: LeagueSpec
    bodies: tuple[Body, ...]
    robots: tuple[RobotSpec, ...]  # the specification of each body
    events: list[Event] = field(default_factory=list)
    score: dict[Team, int] = field(default_factory=lambda: dict.fromkeys(Team, 0))
    restarts: list[Restart] = field(default_factory=list)
    physics_seconds: float = 0.0  # of the wall clock
    teams_seconds: float = 0.0
    _ball: list[list[float]] = field(default_factory=list)
    _poses: list[list[Pose]] = field(default_factory=list)

    @property
    def ball_track(self) -> NDArray[Any]:
        """``[sample, 5]``: time, x, y, z, speed."""
        return np.array(self._ball)

    @property
    def robot_tracks(self) -> NDArray[Any]:
        """``[sample, body, 3]``: x, y, heading."""
        return np.array(self._poses)

    def sample(self, world: World) -> None:
        """Remember where everything is now."""
        self._ball.append([world.time, *world.ball.position.tolist(), world.ball.speed])
        self._poses.append([robot.pose for robot in world.robots()])

    def cut_ball_track(self) -> None:
        """The ball was carried away."""
        self._ball.append([math.nan] * 5)
        self._poses.append(self._poses[-1])

    def cut_all_tracks(self) -> None:
        """Everything was."""
        self._ball.append([math.nan] * 5)
        self._poses.append([Pose(math.nan, math.nan, math.nan)] * len(self.bodies))

    def ball_is_stuck(self, period: float) -> bool:
        """Whether robots have been at the ball for a while without moving it far; *period* is between samples."""
        samples = round(STUCK / period)
        reach = max(robot.outline.circumradius for robot in self.robots) + 2 * self.league.ball.radius
        recent = [sample[1:3] for sample in self._ball[-samples:]]
        return (
            len(recent) == samples
            and all(math.dist(place, recent[-1]) < 2 * reach for place in recent)
            and any(math.dist(pose[:2], recent[0]) < reach for pose in self._poses[-samples])
        )


def play(
    world: World, blue: Policy, yellow: Policy, seconds: float, tell: Callable[[float], object] = lambda played: None
) -> Game:
    """Play from kick-off. After a goal there is another kick-off; a ball that goes out is put back in.

    tell: called with the time that has been played, for a progress bar.
    """
    first, steps = world.tick, round(seconds / world.timestep)
    if steps < 1 or not math.isclose(steps * world.timestep, seconds, rel_tol=1e-9):
        raise ValueError(f"{seconds} s: a whole number of steps of {world.timestep} s is wanted, one at least")
    period = max(1, round(PERIOD / world.timestep))
    chance = random.Random(world.seed)
    robots = tuple(world.robots())
    game = Game(world.league, tuple(robot.body for robot in robots), tuple(robot.spec for robot in robots))
    _kick_off(world, chance)
    game.sample(world)
    while world.tick < first + steps:
        began = time.perf_counter()
        act(world, Team.BLUE, blue(look(world, Team.BLUE)))
        act(world, Team.YELLOW, yellow(look(world, Team.YELLOW)))
        decided = time.perf_counter()
        events = world.step(min(period, first + steps - world.tick))
        game.physics_seconds += time.perf_counter() - decided
        game.teams_seconds += decided - began
        game.events += events
        game.sample(world)
        _restart(game, world, events, chance, period * world.timestep)
        tell((world.tick - first) * world.timestep)
    return game


def _restart(game: Game, world: World, events: list[Event], chance: random.Random, period: float) -> None:
    """What a referee does with a ball that left the field, or that nobody gets away."""
    left = next((event for event in events if isinstance(event, Goal | BallOut)), None)
    if isinstance(left, Goal):
        game.score[left.team] += 1
        _kick_off(world, chance)
        game.cut_all_tracks()
    elif left is not None:
        pitch, inside = world.league.field, INSIDE * world.league.field.width
        x = math.copysign(min(abs(left.position[0]), pitch.length / 2 - inside), left.position[0])
        y = math.copysign(min(abs(left.position[1]), pitch.width / 2 - inside), left.position[1])
        game.restarts.append(Restart(world.time, "out", _lay_ball(world, x, y)))
        game.cut_ball_track()
    elif game.ball_is_stuck(period):
        x, y, _ = world.ball.position.tolist()
        quarter = math.copysign(world.league.field.length / 4, x), math.copysign(world.league.field.width / 4, y)
        game.restarts.append(Restart(world.time, "stuck", _lay_ball(world, *quarter)))
        game.cut_ball_track()
    else:
        return
    game.sample(world)


def _kick_off(world: World, chance: random.Random) -> None:
    world.kick_off()
    direction, speed = chance.uniform(-math.pi, math.pi), SWING * chance.random()
    world.place_ball(0.0, 0.0, vx=speed * math.cos(direction), vy=speed * math.sin(direction), roll=True)


def _lay_ball(world: World, x: float, y: float) -> tuple[float, float]:
    """Lay the ball down, nearer to the centre as long as somebody stands there."""
    taken = [(robot.pose, robot.spec.outline.circumradius + 2 * world.league.ball.radius) for robot in world.robots()]
    places = ((x * share, y * share) for share in (1 - step / 50 for step in range(51)))
    place = next((place for place in places if all(math.dist(pose[:2], place) > room for pose, room in taken)), (x, y))
    world.place_ball(*place)
    return place
