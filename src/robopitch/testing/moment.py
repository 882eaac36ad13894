"""A moment of a scenario: what conditions look at, 100 times per simulated second."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from robopitch.measure.names import BALL, ROBOT, unit_of
from robopitch.measure.run import Signal
from robopitch.measure.signal_builder import PHASES
from robopitch.messages import Body, Call, Event, Team

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages.game_state import GameState
    from robopitch.world import World

__all__ = ["Moment", "Signals"]


@dataclass(frozen=True)
class Moment:
    """The match now, and what happened since the last moment.

    time:   s since the scenario began
    goals, fouls: counted since the scenario began
    judged: a referee says which goals count
    """

    match: Match
    time: float
    bodies: tuple[Body, ...]  # of the scene: also those that have left the field
    events: Sequence[Event] = ()
    calls: Sequence[Call] = ()
    goals: Mapping[Team, int] = field(default_factory=lambda: dict.fromkeys(Team, 0))
    fouls: Mapping[Team, int] = field(default_factory=lambda: dict.fromkeys(Team, 0))
    judged: bool = True

    @property
    def world(self) -> World:
        """The world."""
        return self.match.world

    @property
    def game(self) -> GameState:
        """What the referee has ruled."""
        return self.match.game

    @cached_property
    def ball(self) -> tuple[float, float, float]:
        """Centre of the ball, m."""
        x, y, z = self.world.ball.position.tolist()
        return x, y, z

    @cached_property
    def ball_speed(self) -> float:
        """m/s."""
        return self.world.ball.speed

    @cached_property
    def present(self) -> dict[Body, tuple[float, ...]]:
        """x, y, heading, vx, vy, turn and speed of each robot on the field."""
        found: dict[Body, tuple[float, ...]] = {}
        for robot in self.world.robots():
            if robot.body.team is not None:
                (x, y, heading), (vx, vy, turn) = robot.pose, robot.velocity
                found[robot.body] = (x, y, heading, vx, vy, turn, math.hypot(vx, vy))
        return found

    @cached_property
    def signals(self) -> Signals:
        """The signals of this moment by name, as expressions use them."""
        return Signals(self)

    def where(self) -> str:
        """The situation in a few words, for messages."""
        x, y, z = self.ball
        height = z - float(self.world.league.ball.radius)
        up = f", {height:.2f} m high" if height > 0.01 else ""
        return f"ball at ({x:.2f}, {y:.2f}) m{up}, {self.ball_speed:.2f} m/s; {self.game.phase}"


class Signals(Mapping[str, Signal]):
    """Signals with one sample each: ball.x, blue.3.heading, score.blue, referee.phase. Made when they are asked for."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment

    def value(self, name: str) -> float:
        """The value of a signal; NaN of a robot that has left the field. A KeyError if there is no such signal."""
        moment = self._moment
        owner, _, rest = name.partition(".")
        if owner == "ball" and rest in BALL:
            if rest == "speed":
                return moment.ball_speed
            place = tuple(BALL).index(rest)
            return moment.ball[place] if place < 3 else float(moment.world.ball.velocity[place - 3])
        if owner == "score" and rest in (Team.BLUE, Team.YELLOW):
            return float(moment.game.score[Team(rest)])
        if name == "referee.phase":
            return PHASES[moment.game.phase]
        number, _, last = rest.partition(".")
        if owner in (Team.BLUE, Team.YELLOW) and number.isdecimal() and last in ROBOT:
            body = Body(Team(owner), int(number))
            if body in moment.bodies:
                row = moment.present.get(body)
                return math.nan if row is None else row[tuple(ROBOT).index(last)]
        raise KeyError(name)

    def __getitem__(self, name: str) -> Signal:
        return Signal(name, unit_of(name), np.array([self._moment.time]), np.array([self.value(name)]))

    def __contains__(self, name: object) -> bool:
        try:
            self.value(str(name))
        except KeyError:
            return False
        return True

    def __iter__(self) -> Iterator[str]:
        yield from (f"ball.{part}" for part in BALL)
        yield from (f"{body.team}.{body.id}.{part}" for body in self._moment.bodies for part in ROBOT)
        yield from (f"score.{team}" for team in Team)
        yield "referee.phase"

    def __len__(self) -> int:
        return sum(1 for _ in self)
