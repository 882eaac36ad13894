"""Ball placement by a robot, wherever the ball has gone."""

import math

import pytest

import robopitch
from robopitch import Team
from robopitch.teams import Phase, Situation, act, look
from robopitch.teams.cambada import cambada

X, Y, WALL_X, WALL_Y = 6.0, 4.5, 6.6, 4.8  # m, of ssl-div-a: lines and outer walls
BALL = 0.0215

BALLS = {
    "over the touch line": ((1.0, Y + 0.1), (1.0, Y - 0.2)),
    "at the wall": ((-2.0, -(WALL_Y - BALL)), (-2.0, -(Y - 0.2))),
    "at the wall, far from its place": ((3.0, WALL_Y - BALL), (1.0, Y - 0.2)),
    "over the goal line": ((X + 0.2, 1.6), (X - 1.0, Y - 0.2)),
    "at the block in a corner": ((-(WALL_X - 0.06), WALL_Y - 0.061), (-(X - 0.2), Y - 0.2)),
    "at the block beside a goal": ((WALL_X - 0.06, 0.92 + 0.061), (X - 1.0, Y - 0.2)),
    "on the field": ((0.5, -1.0), (-1.5, 1.0)),
}


@pytest.mark.parametrize("name", BALLS)
def test_a_robot_places_the_ball_within_the_time_and_the_distance_of_the_rule(name):
    ball, place = BALLS[name]
    made = robopitch.make("ssl-div-a", players={"blue": 3, "yellow": 0})
    made.place_ball(*ball)
    memory, situation = {}, Situation(Phase.PLACEMENT, True, place, clearance=0.5)
    rested = 0.0
    while made.time < 25.0 and rested < 0.5:
        act(made, Team.BLUE, cambada(look(made, Team.BLUE, situation, memory)))
        made.step(20)
        at = made.ball.position[:2]
        free = min(math.dist(robot.pose[:2], at) for robot in made.robots(Team.BLUE)) > 0.09 + 0.05
        rested = rested + 0.02 if free and math.dist(at, place) < 0.15 and made.ball.speed < 0.02 else 0.0
    assert rested >= 0.5, f"the ball is at {made.ball.position[:2]}, {made.time:.0f} s after the command"


def test_who_has_placed_the_ball_leaves_it():
    made = robopitch.make("ssl-div-a", players={"blue": 3, "yellow": 0})
    made.place_ball(0.5, -1.0)
    memory, situation = {}, Situation(Phase.PLACEMENT, True, (0.0, -1.0), clearance=0.5)
    for _ in range(500):
        act(made, Team.BLUE, cambada(look(made, Team.BLUE, situation, memory)))
        made.step(20)
    assert min(math.dist(robot.pose[:2], made.ball.position[:2]) for robot in made.robots(Team.BLUE)) > 0.5 + 0.09
