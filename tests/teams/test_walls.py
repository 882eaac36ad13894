"""Wing play: a ball at a wall is pushed along it, away from the own goal and towards theirs."""

import math

import pytest

import robopitch
from robopitch import Team
from robopitch.teams import look
from robopitch.teams.game_view import GameView
from robopitch.teams.tactics.walls import along_wall, in_corner

LEAGUES = ["mirosot-5v5", "mirosot-11v11", "vss-3v3"]
UP, DOWN = math.pi / 2, -math.pi / 2


def constants_of(league):
    made = robopitch.make(league, players={"blue": 1, "yellow": 0})
    return GameView(look(made, Team.BLUE, memory={})).constants


@pytest.mark.parametrize("league", LEAGUES)
def test_the_ball_goes_round_the_table_from_the_own_goal_to_theirs(league):
    constants = constants_of(league)
    at_side, at_end = constants.width - constants.ball, constants.length - constants.ball
    for side, outwards in ((1.0, UP), (-1.0, DOWN)):
        beside_goal = (-at_end, side * (constants.post + 0.12))
        to_goal = math.atan2(-beside_goal[1], constants.length - beside_goal[0])
        assert along_wall(constants, beside_goal, to_goal) == outwards
        assert along_wall(constants, (-at_end + 0.05, side * (at_side - 0.05)), 0.0) == outwards
        for x in (-0.2, 0.0, 0.3):
            aim = math.atan2(-side * at_side, constants.length - x)
            assert along_wall(constants, (x, side * at_side), aim) == 0.0
        assert along_wall(constants, (at_end - 0.05, side * (at_side - 0.05)), -side * UP) == 0.0


@pytest.mark.parametrize("league", LEAGUES)
def test_a_ball_behind_which_a_robot_fits_is_played_where_it_shall_go(league):
    constants = constants_of(league)
    assert along_wall(constants, (0.0, 0.0), 0.3) is None
    assert along_wall(constants, (0.0, constants.width - 3 * constants.radius), -0.8) is None
    assert along_wall(constants, (0.0, constants.width - constants.ball), 0.5) is None  # into the wall
    assert along_wall(constants, (constants.length - constants.ball, 0.0), 0.0) is None  # in front of their goal
    assert not in_corner(constants, (constants.length - constants.ball, 0.0))


def test_fields_without_walls_have_neither_wings_nor_corners():
    constants = constants_of("ssl-div-b")
    place = (constants.length - 0.05, constants.width - 0.05)
    assert along_wall(constants, place, 3.0) is None
    assert not in_corner(constants, place)
