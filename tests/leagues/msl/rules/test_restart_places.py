"""Restart places of the Middle Size League, by the arithmetic of its rules."""

import math

import pytest

from robopitch.leagues.msl.rules.restart_places import (
    exit_restart,
    foul_place,
    in_area,
    nearest_spot,
    penalty_mark,
    restart_spots,
)
from robopitch.messages import Phase, Team
from robopitch.spec import load_league

BLUE, YELLOW = Team.BLUE, Team.YELLOW
OUTER = 3.5  # m from the long axis
FIELDS = {"msl": (11.0, 7.0, 3.6), "msl-2010": (9.0, 6.0, 3.0)}  # half length, half width, penalty mark


@pytest.mark.parametrize("name", FIELDS)
def test_there_are_nine_restart_spots(name):
    x, _, mark = FIELDS[name]
    expected = [(column, row) for column in (mark - x, 0.0, x - mark) for row in (-3.5, 0.0, 3.5)]
    assert list(restart_spots(load_league(name), OUTER)) == [pytest.approx(spot) for spot in expected]


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("across", [-1.0, 1.0])
@pytest.mark.parametrize("share", [-0.99, -0.5, 0.0, 0.31, 0.97])
@pytest.mark.parametrize("last", [BLUE, YELLOW])
def test_a_throw_in_is_taken_where_the_ball_crossed_the_touch_line(name, share, across, last):
    x, y, _ = FIELDS[name]
    restart = exit_restart(load_league(name), OUTER, (share * x, across * (y + 0.11)), last)
    assert (restart.kind, restart.team) == (Phase.THROW_IN, last.other)
    assert restart.position == pytest.approx((share * x, across * y), abs=1e-3)


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("side", [-1.0, 1.0])
@pytest.mark.parametrize(
    ("exit_y", "spot_y"), [(-5.0, -3.5), (-1.76, -3.5), (-1.74, 0.0), (0.0, 0.0), (1.74, 0.0), (1.76, 3.5), (4.0, 3.5)]
)
def test_a_goal_kick_is_taken_from_the_nearest_restart_spot(name, side, exit_y, spot_y):
    x, _, mark = FIELDS[name]
    attacker = BLUE if side > 0 else YELLOW
    restart = exit_restart(load_league(name), OUTER, (side * (x + 0.11), exit_y), attacker)
    assert (restart.kind, restart.team) == (Phase.GOAL_KICK, attacker.other)
    assert restart.position == pytest.approx((side * (x - mark), spot_y), abs=1e-3)


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("side", [-1.0, 1.0])
@pytest.mark.parametrize("exit_y", [-5.5, -1.5, 1.5, 5.5])
def test_a_corner_kick_is_taken_inside_the_arc(name, side, exit_y):
    x, y, _ = FIELDS[name]
    defender = YELLOW if side > 0 else BLUE
    restart = exit_restart(load_league(name), OUTER, (side * (x + 0.11), exit_y), defender)
    assert (restart.kind, restart.team) == (Phase.CORNER_KICK, defender.other)
    at_x, at_y = restart.position
    assert math.dist((at_x, at_y), (side * x, math.copysign(y, exit_y))) + 0.11 <= 0.75
    assert abs(at_x) < x
    assert abs(at_y) < y


@pytest.mark.parametrize("name", FIELDS)
def test_a_free_kick_is_taken_where_the_ball_was_but_not_in_a_penalty_area(name):
    league = load_league(name)
    x, y, mark = FIELDS[name]
    area_x, area_y = x - 2.25, 6.9 / 2
    assert foul_place(league, OUTER, 1.2, -0.7) == (1.2, -0.7)
    assert foul_place(league, OUTER, area_x - 0.001, 1.0) == (area_x - 0.001, 1.0)
    assert foul_place(league, OUTER, area_x, 1.0) == pytest.approx((x - mark, 0.0))
    assert foul_place(league, OUTER, -area_x, -2.0) == pytest.approx((mark - x, -3.5))
    assert foul_place(league, OUTER, area_x + 1, area_y + 0.001) == (area_x + 1, area_y + 0.001)
    assert foul_place(league, OUTER, 2.0, y + 0.5) == pytest.approx((2.0, y - 0.11))


def test_lines_belong_to_the_areas():
    assert in_area(2.25, 6.9, 22.0, 1.0, 8.75, 3.45)
    assert not in_area(2.25, 6.9, 22.0, 1.0, 8.749, 3.45)
    assert not in_area(2.25, 6.9, 22.0, 1.0, 8.75, 3.451)
    assert not in_area(2.25, 6.9, 22.0, -1.0, 8.75, 0.0)
    assert in_area(2.25, 6.9, 22.0, -1.0, -10.0, 0.0)


def test_the_nearest_spot_may_have_to_be_in_one_half():
    league = load_league("msl")
    assert nearest_spot(league, OUTER, 0.5, 3.0) == (0.0, 3.5)
    assert nearest_spot(league, OUTER, 0.5, 3.0, side=1.0) == pytest.approx((7.4, 3.5))
    assert penalty_mark(league, -1.0) == pytest.approx((-7.4, 0.0))
