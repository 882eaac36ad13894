"""Areas before the goals: who may be there."""

import math

import pytest

import robopitch
from robopitch import Team
from robopitch.teams import look
from robopitch.teams.game_view import GameView
from robopitch.teams.motion import Move
from robopitch.teams.tactics.areas import clear_areas, in_keeper_area, leave_areas


def seen(league, ball=(0.0, 0.0)):
    made = robopitch.make(league, players={"blue": 3, "yellow": 0})
    made.place_ball(*ball)
    return GameView(look(made, Team.BLUE))


@pytest.mark.parametrize("league", ["msl", "mirosot-5v5", "mirosot-11v11", "vss-3v3"])
@pytest.mark.parametrize("side", [-1, 1])
def test_only_the_robot_at_the_ball_enters_a_penalty_area_and_only_the_keeper_its_goal_area(league, side):
    view = seen(league)
    small, large = view.constants.few
    deep = (side * (view.constants.length - 0.01), 0.0)
    shallow = (side * (abs(large.right) + 0.01), 0.0)
    moves = {0: Move(deep, 0.0), 1: Move(deep, 0.0), 2: Move(deep, 0.0)}
    leave_areas(view, moves, player=1)
    assert moves[0].place == deep
    assert abs(moves[2].place[0]) < abs(large.right) or abs(moves[2].place[1]) > large.high
    if side < 0:
        assert not small.holds(*moves[1].place)
    moves = {1: Move(shallow, 0.0), 2: Move(shallow, 0.0)}
    leave_areas(view, moves, player=1)
    assert moves[2].place != shallow
    assert (moves[1].place == shallow) or small == large


def test_places_elsewhere_and_closed_areas_are_left_to_motion():
    for league in ("msl", "ssl-div-b"):
        view = seen(league)
        moves = {number: Move((0.0, 0.5), 0.0) for number in view.numbers}
        before = dict(moves)
        leave_areas(view, moves, player=1)
        assert moves == before
    assert seen("ssl-div-b").constants.few == (None, None)


def test_the_keeper_plays_a_ball_in_its_goal_area():
    assert in_keeper_area(seen("mirosot-5v5", (-1.05, 0.1)))
    assert not in_keeper_area(seen("mirosot-5v5", (-0.9, 0.1)))
    assert not in_keeper_area(seen("mirosot-5v5", (1.05, 0.1)))


@pytest.mark.parametrize("side", [-1, 1])
def test_before_a_kick_field_players_leave_the_areas_and_keep_their_distance(side):
    corner = (side * 10.6, -6.6)
    view = seen("msl", corner)
    large = view.constants.few[1]
    near, far, out = (side * 10.5, -3.0), (side * 9.0, 1.0), (side * 5.0, 1.0)
    moves = {0: Move(near, 0.0), 1: Move(near, 0.0), 2: Move(far, 0.0)}
    clear_areas(view, moves, corner, 3.6)
    assert moves[0].place == near  # the keeper
    for number in (1, 2):
        x, y = moves[number].place
        assert not large.holds(-abs(x), y)
        assert math.dist((x, y), corner) >= 3.6
    moves = {1: Move(out, 0.0)}
    clear_areas(view, moves, corner, 3.6)
    assert moves[1].place == out
    closed = seen("ssl-div-b")
    moves = {1: Move((-4.4, 0.0), 0.0)}
    clear_areas(closed, moves, (0.0, 0.0), 0.5)
    assert moves[1].place == (-4.4, 0.0)
