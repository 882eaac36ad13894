"""Who has the ball, for how long, and how far it is carried.

Events say who touched or kicked the ball, and when; the looks between them say where it was.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from robopitch.measure.match_stats.kicks import Kicks
from robopitch.measure.match_stats.proximity import Frame, Proximity
from robopitch.measure.match_stats.trajectory import Pitch
from robopitch.messages import BallOut, Body, Goal, Kicked, Team, Touch
from robopitch.referee.observed.borders import Borders, outside
from robopitch.referee.observed.possession import controls

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["Possession"]

APART = 0.08  # s away from a robot after which the ball has left it; events tell touches apart after 0.05 s
RISE = 0.5  # m/s by which a touch of a robot without kicker speeds the ball up, that counts as a kick
MOVES = 0.05  # m/s: a ball that is faster was brought into play, whoever did it
TINY = 1e-9  # s: times are sums

NO_FRAME = Frame(0.0, (0.0,) * 6, (), {}, np.zeros((6, 0)))


@dataclass
class Contact:
    """A robot is at the ball."""

    since: float
    last: float
    place: tuple[float, float]  # of the ball when it began
    speed: float  # of the ball before
    controls: bool = False
    long: bool = False


class Possession:
    """Follows the ball from robot to robot."""

    def __init__(self, league: LeagueSpec, rules: RulesSpec) -> None:
        self._longest = math.inf if rules.longest_dribble is None else float(rules.longest_dribble)
        self._pitch = Pitch.of(league)
        self._borders, self._proximity = Borders.of(league), Proximity(league)
        self._kickers = {team: league.team(team).robot.kicker is not None for team in Team}
        self.kicks = Kicks(self._pitch, None if rules.fastest_kick is None else float(rules.fastest_kick))
        self.owned = dict.fromkeys(Team, 0.0)  # s
        self.contested = self.loose = self.dead = 0.0  # s
        self._frame = NO_FRAME
        self._on = True  # the referee lets it run
        self._out = False
        self._waits = False  # for a kick-off or penalty that is prepared
        self._contacts: dict[Body, Contact] = {}
        self._owner: Team | None = None
        self._last: Body | None = None  # who touched it last

    # ---- what happens ------------------------------------------------------------------------------------------

    def set_running(self, on: bool) -> None:
        """Possession is running, or stopped by the referee."""
        if self._on and not on:
            self._end_action()
        self._on = on

    def wait(self) -> None:
        """A kick-off or penalty may be taken: play goes on when the ball is touched, or moves."""
        self._waits = True

    def ball_placed(self) -> None:
        """The ball was laid somewhere: what was going on has ended."""
        self._end_action()
        self._out = False

    def on_kick(self, event: Kicked) -> None:
        """A robot kicked the ball."""
        if self._live and event.robot.team is not None:
            self._waits = False
            self.kicks.settle(event.position, self._frame)
            self._control(event.robot, event.time)
            self._contacts.pop(event.robot, None)
            self._last = event.robot
            self.kicks.on_kick(event, self._frame)

    def on_touch(self, event: Touch) -> None:
        """A robot touched the ball."""
        robot = event.robot
        if self._live and robot.team is not None:
            self._waits = False
            self.kicks.settle(event.position, self._frame, robot)
            self.kicks.on_touch(robot)
            self._last = robot
            if robot not in self._contacts:
                speed = math.hypot(*self._frame.ball[3:])
                self._contacts[robot] = Contact(event.time, event.time, event.position[:2], speed)

    def on_ball_left(self, event: Goal | BallOut) -> None:
        """The ball is in a goal, or out."""
        if self._live:
            self.kicks.settle(event.position, self._frame)
            if isinstance(event, Goal):
                # Older recordings name no scorer. Of several at the ball, one of the team has pushed it in.
                pushing = (robot for robot in self._contacts if robot.team is event.team)
                self.kicks.on_goal(event.team, event.scorer or next(pushing, self._last))
        self._end_action()
        self._out = True

    def on_frame(self, frame: Frame) -> None:
        """Add a frame."""
        passed = max(frame.time - self._frame.time, 0.0) if self._frame is not NO_FRAME else 0.0
        self._frame = frame
        if self._out and self._inside(frame):
            self._out = False
        self._waits = self._waits and math.hypot(*frame.ball[3:]) < MOVES
        if not self._live or self._waits:
            self.dead += passed
            return
        self.kicks.on_frame(frame)
        near = self._proximity.at_ball(frame)
        teams = {body.team for body in near}
        if self._contacts:
            self._follow(near, alone=len(teams) == 1)
        if len(teams) == 2:
            self.contested += passed
        elif self._owner is not None:
            self.owned[self._owner] += passed
        else:
            self.loose += passed

    # ---- inside ------------------------------------------------------------------------------------------------

    @property
    def _live(self) -> bool:
        return self._on and not self._out

    def _inside(self, frame: Frame) -> bool:
        return not outside(self._borders, frame.ball[0], frame.ball[1])

    def _end_action(self) -> None:
        self.kicks.end()
        self._contacts.clear()
        self._owner = self._last = None

    def _follow(self, near: list[Body], alone: bool) -> None:
        """Robots that are at the ball get control of it, carry it, and lose it."""
        now, (x, y) = self._frame.time, self._frame.ball[:2]
        for robot, contact in list(self._contacts.items()):
            if robot in near:
                contact.last = now
                if not contact.controls and controls(contact.since, now, alone):
                    self._control(robot, contact.since)
                if not contact.long and math.dist((x, y), contact.place) > self._longest and robot.team is not None:
                    contact.long = True
                    self.kicks.tallies[robot.team].dribbles += 1
            elif self._knocked(robot, contact) or now - contact.last > APART - TINY:
                del self._contacts[robot]

    def _knocked(self, robot: Body, contact: Contact) -> bool:
        """Whether the ball left a robot without kicker so much faster than it came that this was a kick."""
        frame = self._frame
        x, y, _, vx, vy, vz = frame.ball
        faster = math.hypot(vx, vy, vz) - contact.speed
        if robot.team is None or self._kickers[robot.team] or robot != self._last or faster <= RISE:
            return False
        self._control(robot, frame.time)
        self.kicks.launch(robot, frame.time, (x, y), (vx, vy, vz), 0.0, frame)  # pushed, it rolls already
        return True

    def _control(self, robot: Body, time: float) -> None:
        """A robot has the ball, since a time."""
        self.kicks.on_arrival(robot, time)
        self._owner = robot.team
        for other, contact in self._contacts.items():
            contact.controls = other == robot
            if other != robot:
                contact.since = self._frame.time
