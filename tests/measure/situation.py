"""Small situations of a match, for the tests of its statistics."""

import math

import pytest

import robopitch
from robopitch import BodyVelocity, Kick, Team
from robopitch.measure.match_stats.collector import StatsObserver
from robopitch.messages import (
    Whistle,
    Whistled,
)

FACE = 0.0966  # m from the centre of an SSL robot to a ball that lies at its front
EAST, NORTH, WEST, SOUTH = 0.0, math.pi / 2, math.pi, -math.pi / 2
BOTH = pytest.mark.parametrize("team", list(Team))


class Situation:
    """A pitch with only those who are needed. All is said as blue sees it; yellow plays it turned round."""

    def __init__(self, team=Team.BLUE, league="ssl-div-b", free_play=False, **options):
        self.team, self.turned = team, 0.0 if team is Team.BLUE else math.pi
        self.match = robopitch.make_match(league, realism=None, players=0, free_play=free_play, watchdog=0, **options)
        self.world, self.observer = self.match.world, None
        if free_play:  # play is on: free play would begin with HALT and STOP
            self.match.offer("referee", Whistled(Whistle.START))
            self.match.advance(self.match.tick)

    def _place(self, x, y, *velocity):
        sign = -1.0 if self.turned else 1.0
        return [sign * number for number in (x, y, *velocity)]

    def ball(self, x, y, vx=0.0, vy=0.0):
        x, y, vx, vy = self._place(x, y, vx, vy)
        self.world.place_ball(x, y, vx=vx, vy=vy, roll=True)
        return self

    def ours(self, number, x, y, heading=EAST, vx=0.0, vy=0.0):
        return self._robot(self.team, number, x, y, heading, vx, vy)

    def theirs(self, number, x, y, heading=WEST, vx=0.0, vy=0.0):
        return self._robot(self.team.other, number, x, y, heading, vx, vy)

    def _robot(self, team, number, x, y, heading, vx, vy):
        x, y, vx, vy = self._place(x, y, vx, vy)
        self.world.place_robot(team, number, x=x, y=y, heading=heading + self.turned, vx=vx, vy=vy)
        return self

    def kicker(self, number, x, y, direction, speed, angle=0.0, gap=FACE):
        """A robot at a ball that lies there, about to kick it."""
        self.ball(x, y)
        self.ours(number, x - gap * math.cos(direction), y - gap * math.sin(direction), direction)
        self.world.command(self.team, number, BodyVelocity(0.0), Kick(speed, angle))
        return self

    def run(self, seconds):
        if self.observer is None:
            self.observer = StatsObserver(self.match)
            self.match.observe(self.observer, rate=50.0)
        self.match.advance(self.match.tick + round(1000 * seconds))
        self.result = self.observer.result()
        return self.result.of(self.team), self.result.of(self.team.other)
