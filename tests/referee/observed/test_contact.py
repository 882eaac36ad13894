"""Gaps between the ball and the outlines of robots of every shape."""

import math

import numpy as np
import pytest

import robopitch
from robopitch.messages import Touch
from robopitch.referee.observed.contact import ball_gaps


@pytest.mark.parametrize("name", ["ssl", "cambada", "vss", "austrobot", "obstacle"])
def test_a_ball_that_touches_a_robot_has_no_gap_to_its_outline(name):
    world = robopitch.make("msl" if name == "cambada" else "vss-3v3", players=0, robots={"blue": name})
    radius = float(world.league.ball.radius)
    for heading in (0.0, 0.1, 0.2, math.pi / 2, math.pi, -2.0):
        x, y = math.cos(heading), math.sin(heading)
        world.place_ball(0.6 * x, 0.6 * y, vx=-x, vy=-y, roll=True)
        world.place_robot("blue", 0, x=0.0, y=0.0)
        events = []
        while not events:
            events = world.step()
        assert isinstance(events[0], Touch)
        gaps = np.empty(1)
        engine = world.engine
        at = events[0].position
        ball_gaps(world.robot_block, engine.which, engine.params.kinds, *at, radius, 0.05, gaps)
        assert gaps[0] == pytest.approx(0.0, abs=0.002)


def test_a_robot_of_no_kind_is_at_no_ball():
    world = robopitch.make("ssl-div-b", players=1)
    world.place_robot("blue", 0, x=0.0, y=0.0)
    gaps, kinds = np.empty(2), world.engine.params.kinds
    ball_gaps(world.robot_block, np.array([-1, -1]), kinds, 0.1, 0.0, 0.0215, 0.0215, 0.05, gaps)
    assert gaps.tolist() == [math.inf, math.inf]
