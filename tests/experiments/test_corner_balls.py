"""Balls in corners: the situations are what they claim to be, and most of the balls come out."""

import math

import pytest
from experiments.corner_balls import LONGEST, NEAR, ROBOTS, played, situation

import robopitch


@pytest.mark.parametrize("league", ["mirosot-5v5", "vss-3v3"])
def test_the_ball_is_in_a_corner_and_no_robot_near_it(league):
    match = robopitch.make_match(league, blue="mi20", yellow="mi20", referee="none", realism=None)
    corners = set()
    for place in range(40):
        corner, ball, robots = situation(match, place)
        corners.add(corner)
        assert math.dist(corner, ball) <= NEAR
        assert len(robots) == 2 * match.world.league.team_size
        assert all(math.dist((robot.x, robot.y), ball) >= ROBOTS for robot in robots)
    assert len(corners) == 4
    assert situation(match, 3) == situation(match, 3)


def test_most_balls_are_out_in_time_if_nobody_contests_them():
    outcomes = [played(league, place, "still") for league in ("mirosot-5v5", "vss-3v3") for place in range(2000, 2006)]
    assert sum(one.seconds <= LONGEST for one in outcomes) >= 9  # of 12; nine in ten over many places


def test_the_same_place_gives_the_same_outcome():
    assert played("vss-3v3", 2001) == played("vss-3v3", 2001)
