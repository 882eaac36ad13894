"""A situation that the rules of a league judge: robots and ball are put in place, nothing is simulated."""

from dataclasses import replace

import robopitch
from robopitch.leagues.registry import family_of
from robopitch.messages import Body, Collision, GameState, Goal, Kicked, Period, Phase, Team, TeamState, Touch
from robopitch.referee.play import GamePlay
from robopitch.referee.scene import RefereeScene
from robopitch.spec.rules import rules_of

BLUE, YELLOW = Team.BLUE, Team.YELLOW
STEP = 10  # ticks between two judgements


class Situation:
    """Ball and robots on the field of a league. Robot 0 is the keeper of each team.

    blue, yellow: places by number, (x, y) or (x, y, heading)
    """

    def __init__(self, league, ball=(0.0, 0.0), blue=None, yellow=None, year=None):
        self.world = robopitch.make(league, seed=0)
        for team in Team:
            for robot in self.world.robots(team):
                self.world.remove_robot(team, robot.body.id)
        self.ball(*ball)
        for team, places in ((BLUE, blue or {}), (YELLOW, yellow or {})):
            for number, place in places.items():
                self.robot(team, number, *place)
        spec = rules_of(self.world.league, year)
        self.rules = family_of(league).rules(self.world.league, spec, self.world.timestep)
        self.scene = RefereeScene(self.world)
        game = GameState(Phase.RUNNING, teams={team: TeamState(keeper=0) for team in Team})
        self.play = GamePlay(self.world.timestep, game, in_play=True)
        self.tick = 0
        self.rules.on_phase(self.play)

    def ball(self, x, y, height=0.0, vx=0.0, vy=0.0):
        self.world.place_ball(x, y, float(self.world.league.ball.radius) + height, vx, vy)

    def robot(self, team, number, x, y, heading=0.0, vx=0.0, vy=0.0):
        self.world.place_robot(team, number, x, y, heading, vx, vy)

    def restart(self, restart, phase=None, in_play=False, period=Period.FIRST_HALF):
        """A kick that may be taken, or that was taken."""
        play = self.play
        game = replace(play.game, phase=phase or restart.kind, team=restart.team, period=period)
        play.restart, play.spot, play.in_play, play.started, play.began = (
            restart,
            restart.position,
            in_play,
            self.tick,
            self.tick,
        )
        play.game = game
        self.rules.on_phase(play)
        return self

    def taken(self):
        """The kick was taken: the ball is in play."""
        self.play.in_play = True
        self.play.game = replace(self.play.game, phase=Phase.RUNNING, team=None)

    def judge(self, *events, seconds=0.0):
        """The calls of the next judgement, or of the first one that has some within the given time."""
        until = self.tick + round(seconds / self.world.timestep)
        while True:
            self.tick += STEP
            self.play.tick = self.tick
            self.scene.observe(self.tick, events)
            calls = self.rules.judge(self.scene, self.play)
            if calls or self.tick >= until:
                return list(calls)
            events = ()

    def kinds(self, *events, seconds=0.0):
        return [call.kind for call in self.judge(*events, seconds=seconds)]

    # ---- events ------------------------------------------------------------------------------------------------

    def touch(self, team, number, x=None, y=None):
        ball = self.world.ball.position.tolist()
        place = (ball[0] if x is None else x, ball[1] if y is None else y, ball[2])
        return Touch(self.tick + STEP - 1, 0.0, Body(team, number), place, 0.1)

    def kick(self, team, number, vx=5.0, vz=0.0):
        ball = tuple(self.world.ball.position.tolist())
        return Kicked(self.tick + STEP - 1, 0.0, Body(team, number), ball, 5.0, (vx, 0.0, vz), vz > 0)

    def goal(self, team):
        side = 1 if team is BLUE else -1
        x = side * (self.world.league.field.length / 2 + self.world.league.ball.radius + 0.05)
        self.ball(x, 0.0, vx=side * 500.0)
        place = tuple(self.world.ball.position.tolist())
        return Goal(self.tick + STEP - 1, 0.0, team, place, velocity=(side * 500.0, 0.0, 0.0))

    def collision(self, first, second, speed, faster=0):
        a, b = (self.world.robot(body.team, body.id).pose for body in (first, second))
        velocities = ((speed, 0.0), (0.0, 0.0)) if faster == 0 else ((0.0, 0.0), (-speed, 0.0))
        place = ((a.x + b.x) / 2, (a.y + b.y) / 2, 0.0)
        return Collision(self.tick + STEP - 1, 0.0, first, second, place, speed, *velocities, (1.0, 0.0))
