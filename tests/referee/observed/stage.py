"""A field with only those who are needed, and a scene that is brought up to date every hundredth of a second."""

import math

import robopitch
from robopitch import Team
from robopitch.messages import Body
from robopitch.referee.field_view import FieldView
from robopitch.referee.scene import RefereeScene

FACE = 0.0966  # m from the centre of an SSL robot to a ball that lies at its front
BLUE, YELLOW = Team.BLUE, Team.YELLOW


def blue(number):
    return Body(BLUE, number)


def yellow(number):
    return Body(YELLOW, number)


class Stage:
    def __init__(self, league="ssl-div-b", line_edge=0.0, **options):
        self.world = robopitch.make(league, players=0, **options)
        self.line_edge = line_edge
        self._scene = None
        self.exits, self.goals, self.kicks, self.collisions, self.touches = [], [], [], [], []

    def ball(self, x, y, **velocity):
        self.world.place_ball(x, y, **{"roll": "z" not in velocity, **velocity})
        return self

    def robot(self, body, x, y, heading=0.0, **velocity):
        self.world.place_robot(body.team, body.id, x=x, y=y, heading=heading, **velocity)
        return self

    def dribbler(self, body, x, y, heading=0.0):
        """A robot with the ball at its front, which lies at the place."""
        self.ball(x, y)
        return self.robot(body, x - FACE * math.cos(heading), y - FACE * math.sin(heading), heading)

    @property
    def scene(self):
        if self._scene is None:
            self._scene = RefereeScene(self.world, self.line_edge)
        return self._scene

    @property
    def view(self):
        return FieldView(self.world)

    def run(self, seconds, each=lambda scene: None):
        """Judge every 10 ms; `each` is called after each judgement, and ends the run by returning True."""
        scene, ticks = self.scene, round(0.01 / self.world.timestep)
        for _ in range(round(seconds / 0.01)):
            events = self.world.step(ticks)
            scene.observe(self.world.tick, events)
            for name in ("exits", "goals", "kicks", "collisions", "touches"):
                getattr(self, name).extend(getattr(scene, name))
            if each(scene):
                break
        return self
