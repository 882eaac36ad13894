"""Jammed balls: two teams that get a ball at the wall, in a corner or between two robots get it free."""

import math

import pytest

import robopitch
from robopitch import Team
from robopitch.teams import act, look
from robopitch.teams.cambada import cambada
from robopitch.teams.mi20 import mi20

SECONDS = 5.0  # after which a ball that has stayed counts as jammed


def seconds_until_free(league, ball, blue, yellow, start):
    """Seconds until the ball has moved by more than two robot radii, robots at these places."""
    made = robopitch.make(league, players={"blue": 2, "yellow": 2})
    made.place_robot(Team.BLUE, 0, -start, 0.0, 0.0)
    made.place_robot(Team.YELLOW, 0, start, 0.0, math.pi)
    for team, place in ((Team.BLUE, blue), (Team.YELLOW, yellow)):
        made.place_robot(team, 1, *place, heading=math.atan2(ball[1] - place[1], ball[0] - place[0]))
    made.place_ball(*ball)
    radius, memories = made.specs[0].outline.circumradius, ({}, {})
    while made.time < 2 * SECONDS:
        act(made, Team.BLUE, cambada(look(made, Team.BLUE, memory=memories[0])))
        act(made, Team.YELLOW, mi20(look(made, Team.YELLOW, memory=memories[1])))
        made.step(20)
        if math.dist(made.ball.position[:2], ball) > 2 * radius:
            break
    return made.time


@pytest.mark.parametrize("league", ["vss-3v3", "mirosot-5v5"])
def test_robots_without_kicker_free_a_ball_at_the_wall_and_in_a_corner(league):
    field = robopitch.make(league, players={"blue": 1, "yellow": 0}).league.field
    x, y, start = field.length / 2, field.width / 2, field.length / 2 - 0.06
    times = []
    for along in (-0.5, 0.0, 0.4):
        ball = (along * x, y - 0.0215)
        times.append(seconds_until_free(league, ball, (ball[0] - 0.08, y - 0.06), (ball[0] + 0.08, y - 0.06), start))
    corner = (x - 0.03, y - 0.1)
    times.append(seconds_until_free(league, corner, (x - 0.1, y - 0.18), (x - 0.13, y - 0.07), start))
    assert sum(time < SECONDS for time in times) >= 3, times


def test_of_two_robots_that_hold_the_ball_between_them_one_gives_way():
    times = []
    for ball in ((2.0, 1.0), (-3.0, 0.5), (4.0, -2.0), (-1.0, -3.0)):
        x, y = ball
        times.append(seconds_until_free("msl", ball, (x - 0.3, y), (x + 0.3, y), 10.7))
    assert sum(time < SECONDS for time in times) >= 3, times
