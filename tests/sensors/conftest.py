"""A pitch for the cameras to look at, without a world around it."""

from __future__ import annotations

import numpy as np
import pytest

from robopitch.messages import Body, Team
from robopitch.physics import state as s
from robopitch.sensors.overhead.vision import OverheadVision
from robopitch.spec import RealismSpec, load_league

LEAGUE = load_league("ssl-div-a")
RADIUS = float(LEAGUE.ball.radius)


class Pitch:
    """Robots as (team, id, x, y, heading), a ball, and a vision that looks at them."""

    def __init__(self, robots=(), ball=(0.0, 0.0, RADIUS), league=LEAGUE, specs=None, cameras=None, seed=1, **realism):
        self.league = league
        self.bodies = [Body(Team(team) if team else None, number) for team, number, *_ in robots]
        self.specs = list(specs or [league.blue.robot] * len(robots))
        self.robots = np.zeros((s.WHEELS, len(robots)))
        self.ball = np.zeros(s.BALL_FIELDS)
        self.ball[:3] = ball
        for column, (_, _, x, y, heading) in enumerate(robots):
            self.robots[[s.X, s.Y, s.HX, s.HY, s.PRESENT], column] = x, y, np.cos(heading), np.sin(heading), 1
        self.vision = OverheadVision(league, RealismSpec(name="test", **realism), cameras, seed)
        self.vision.prepare(self.bodies, self.specs)

    def look(self, number=0, cameras=None, tick=None, time=0.0):
        cameras = range(len(self.vision.cameras)) if cameras is None else cameras
        cameras = list(cameras)
        tick = number if tick is None else tick
        return self.vision.look(cameras, [number] * len(cameras), tick, time, self.robots, self.ball)

    def balls(self, number=0, camera=0, **when):
        return self.look(number, [camera], **when)[0].balls


@pytest.fixture
def pitch():
    return Pitch
