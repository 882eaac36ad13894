"""Situations for the rules of the Small Size League: a world with robots, what is seen in it, and a game."""

from functools import cache

import robopitch
from robopitch import Body, Team
from robopitch.leagues.ssl.rules.rule_book import SmallSizeRules
from robopitch.messages import GameState, Phase, TeamState
from robopitch.referee.observed.seen import CollisionSeen, KickSeen, TouchSeen
from robopitch.referee.play import GamePlay
from robopitch.referee.scene import RefereeScene
from robopitch.spec.rules import rules_of

TICK = 20_000
STEP = 0.001


@cache
def _world(league):
    return robopitch.make(league, players=0)


class Seen(RefereeScene):
    """A scene whose memory a test writes by hand."""

    dribbles = pushes = remembered = ()

    @property
    def last_touch(self):
        """The last touch that the test remembers."""
        return self.remembered[-1] if self.remembered else None

    def last_touch_of(self, team):
        """The last one of a team."""
        return next((touch for touch in reversed(self.remembered) if touch.robot.team is team), None)


class Situation:
    """One judgement: `calls()` is what the rules say about it. Robots are (team, id, x, y, vx, vy)."""

    def __init__(self, league="ssl-div-a", ball=(0.0, 0.0), robots=(), height=0.0, speed=(0.0, 0.0), year=None, **play):
        world = _world(league)
        for robot in list(world.robots()):
            world.remove_robot(robot.body.team, robot.body.id)
        for team, number, x, y, *velocity in robots:
            vx, vy = velocity or (0.0, 0.0)
            world.place_robot(team, number, x, y, vx=vx, vy=vy)
        world.place_ball(x=ball[0], y=ball[1], z=height + 0.0215, vx=speed[0], vy=speed[1])
        self.rules = SmallSizeRules(world.league, rules_of(world.league, year), STEP)
        self.scene = Seen(world, self.rules.line_edge)
        self.scene.observe(TICK, ())
        present = {team: sum(robot[0] is team for robot in robots) for team in Team}
        defaults = {"in_play": True, "tolerated": dict.fromkeys(Team, 11), "present": present}
        self.play = GamePlay(STEP, tick=TICK, **{**defaults, **play})
        if "game" not in play:
            self.play.game = GameState(Phase.RUNNING, teams={team: TeamState(keeper=0) for team in Team})

    def stopped(self, phase=Phase.STOP, seconds=3.0, **game):
        """The same in another phase, which began some seconds ago."""
        teams = {team: TeamState(keeper=0) for team in Team}
        self.play.game = GameState(phase, teams=teams, **game)
        self.play.in_play, self.play.began = False, TICK - round(seconds / STEP)
        return self

    def touched(self, *robots, place=None):
        """Robots touch the ball."""
        x, y = place or self.scene.ball.place
        self.scene.touches += tuple(TouchSeen(Body(*robot), self.scene.tick, x, y, 0.0215) for robot in robots)
        return self

    def kicked(self, robot, speed):
        """A robot kicks the ball."""
        ball = self.scene.ball
        self.touched(robot)
        self.scene.kicks = (KickSeen(Body(*robot), TICK, ball.x, ball.y, ball.z, speed, 0.0, 0.0, False),)
        return self

    def crashed(self, first, second, speed, speeds):
        """Two robots run into each other."""
        crash = CollisionSeen(self.scene.tick, Body(*first), Body(*second), 1.0, 1.0, speed, *speeds)
        self.scene.collisions = (crash,)
        return self

    def later(self, seconds):
        """The same some time later."""
        self.scene.tick += round(seconds / STEP)
        self.play.tick = self.scene.tick
        self.scene.touches = self.scene.kicks = self.scene.collisions = ()
        return self

    def calls(self):
        """Kind and team of the calls."""
        return [(call.kind, call.team) for call in self.judged()]

    def judged(self):
        """The calls."""
        return list(self.rules.judge(self.scene, self.play))
