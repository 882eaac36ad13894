"""A kick-about: football without a referee (seed 000, §2.3.3).

A goal counts and the ball goes back to the centre; a ball that leaves the field comes back in. Robots stay where they
are. It says what is going on in the words of the league's referee, because most teams stand still until they hear one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from robopitch.elementary import cos, hypot, sin
from robopitch.match.hands import clear_the_way
from robopitch.messages import (
    BallOut,
    Event,
    Goal,
    RefereeCommand,
    RefereeState,
    Stage,
    Team,
    TeamInfo,
    Whistle,
)
from robopitch.sensors.noise import uniform

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["COMMANDS", "KickAbout"]

INSIDE = 0.05  # share of the width: how far inside the lines a ball is put back
SWING = 0.6  # m/s: the ball leaves the centre at up to this, else two equal teams would mirror each other for ever
STUCK = 3.0  # s after which a ball that nobody gets away is dropped elsewhere
STREAM = 901  # of the random numbers: no sensor has it

COMMANDS = {
    Whistle.HALT: RefereeCommand.HALT,
    Whistle.STOP: RefereeCommand.STOP,
    Whistle.START: RefereeCommand.FORCE_START,
}


class KickAbout:
    """Score, whistle, and where the ball goes when it has left."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.score = dict.fromkeys(Team, 0)
        self.whistle = Whistle.START
        self.whistles = 1
        self._since = world.tick
        self._anchor = (0.0, 0.0, world.tick)  # where the ball has been since when
        self.restarts = 0

    def blow(self, whistle: Whistle) -> None:
        """Halt, stop or start."""
        self.whistle = whistle
        self.whistles += 1
        self._since = self._world.tick

    def referee(self, names: dict[Team, str]) -> RefereeState:
        """What a referee would say now."""
        world = self._world
        return RefereeState(
            time=world.time,
            stage=Stage.NORMAL_FIRST_HALF,
            command=COMMANDS[self.whistle],
            command_counter=self.whistles,
            command_time=self._since * world.timestep,
            teams={
                team: TeamInfo(name=names[team], score=self.score[team], max_allowed_bots=int(world.league.team_size))
                for team in Team
            },
            blue_on_positive_half=False,
            source="robopitch",
        )

    def swing(self) -> None:
        """Give the ball in the centre a push that depends on the seed and on how often it was laid there."""
        world = self._world
        seed = world.seed % 2**63  # what compiled code takes
        angle = math.tau * uniform(seed, STREAM, self.restarts, 0)
        speed = SWING * uniform(seed, STREAM, self.restarts, 1)
        world.place_ball(0.0, 0.0, vx=speed * cos(angle), vy=speed * sin(angle), roll=True)

    def check(self, events: Sequence[Event], alone: bool) -> str | None:
        """Put the ball back if it has left, and say why: "goal", "out" or "stuck".

        alone: only built-in teams play, so that the ball is freed from a scrum as well.
        """
        left = next((event for event in events if isinstance(event, Goal | BallOut)), None)
        field = self._world.league.field
        if isinstance(left, Goal):
            self.score[left.team] += 1
            self.restarts += 1
            clear_the_way(self._world, 0.0, 0.0)
            self._world.place_ball(0.0, 0.0)
            if alone:
                self.swing()
            return self._laid("goal")
        if left is not None:
            inside = INSIDE * field.width
            x = math.copysign(min(abs(left.position[0]), field.length / 2 - inside), left.position[0])
            y = math.copysign(min(abs(left.position[1]), field.width / 2 - inside), left.position[1])
            self._lay_ball(x, y)
            return self._laid("out")
        if alone and self._is_stuck():
            x, y, _ = self._world.ball.position.tolist()
            self._lay_ball(math.copysign(field.length / 4, x), math.copysign(field.width / 4, y))
            return self._laid("stuck")
        return None

    def _laid(self, why: str) -> str:
        x, y, _ = self._world.ball.position.tolist()
        self._anchor = (x, y, self._world.tick)
        return why

    def _is_stuck(self) -> bool:
        """Whether robots have been at the ball for a while without moving it far."""
        world = self._world
        reach = max((robot.outline.circumradius for robot in world.specs), default=0.0) + 2 * world.league.ball.radius
        x, y, _ = world.ball.position.tolist()
        if hypot(x - self._anchor[0], y - self._anchor[1]) > 2 * reach:
            self._anchor = (x, y, world.tick)
            return False
        return (world.tick - self._anchor[2]) * world.timestep >= STUCK and any(
            hypot(robot.pose.x - x, robot.pose.y - y) < reach for robot in world.robots()
        )

    def _lay_ball(self, x: float, y: float) -> None:
        """Lay the ball down, nearer to the centre as long as somebody stands there."""
        world = self._world
        taken = [
            (robot.pose, robot.spec.outline.circumradius + 2 * world.league.ball.radius) for robot in world.robots()
        ]
        for step in range(51):
            share = 1 - step / 50
            at_x, at_y = x * share, y * share
            if all(hypot(pose.x - at_x, pose.y - at_y) > room for pose, room in taken):
                break
        else:
            at_x, at_y = x, y
        world.place_ball(at_x, at_y)

    def state(self) -> Any:
        """Everything it remembers, as plain data."""
        score = [self.score[team] for team in Team]
        return [score, self.whistle.value, self.whistles, self._since, list(self._anchor), self.restarts]

    def load(self, state: Any) -> None:
        """Remember what `state` gave."""
        score, whistle, self.whistles, self._since, anchor, self.restarts = state
        self.score = dict(zip(Team, score, strict=True))
        self.whistle = Whistle(whistle)
        self._anchor = (anchor[0], anchor[1], anchor[2])
