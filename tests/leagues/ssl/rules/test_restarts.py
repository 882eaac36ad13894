"""Where free kicks are taken in the Small Size League, by the arithmetic of the rules."""

import pytest

import robopitch.referee
from robopitch import Team
from robopitch.leagues.ssl.rules.restarts import Restarts
from robopitch.messages import Phase
from robopitch.spec import load_league

B, Y = Team.BLUE, Team.YELLOW

# Division A: lines at ±6.0, ±4.5; 0.2 m inside them 5.8, 4.3; goal kicks at 5.0, 4.3.
# Exit, last touch, team that kicks, place.
A = [
    ((0.0, 4.53), B, Y, (0.0, 4.3)),
    ((0.0, -4.53), B, Y, (0.0, -4.3)),
    ((1.234, 4.53), Y, B, (1.234, 4.3)),
    ((-3.21, -4.53), Y, B, (-3.21, -4.3)),
    ((5.79, 4.53), B, Y, (5.79, 4.3)),
    ((5.95, 4.53), B, Y, (5.8, 4.3)),
    ((-5.95, 4.53), Y, B, (-5.8, 4.3)),
    ((-5.99, -4.53), B, Y, (-5.8, -4.3)),
    ((3.3, 4.53), B, Y, (3.3, 4.3)),
    ((-4.0, 4.53), B, Y, (-4.0, 4.3)),
    ((6.03, 2.0), B, Y, (5.0, 4.3)),  # blue attacks +x: goal kick
    ((6.03, -2.0), B, Y, (5.0, -4.3)),
    ((6.03, 0.95), B, Y, (5.0, 4.3)),
    ((6.03, -4.4), B, Y, (5.0, -4.3)),
    ((-6.03, 3.0), Y, B, (-5.0, 4.3)),
    ((-6.03, -1.0), Y, B, (-5.0, -4.3)),
    ((6.03, 2.0), Y, B, (5.8, 4.3)),  # corner kick
    ((6.03, -1.5), Y, B, (5.8, -4.3)),
    ((-6.03, 4.0), B, Y, (-5.8, 4.3)),
    ((-6.03, -4.49), B, Y, (-5.8, -4.3)),
]
# Division B: lines at ±4.5, ±3.0; 4.3, 2.8; goal kicks at 3.5, 2.8.
SMALL = [
    ((0.0, 3.03), B, Y, (0.0, 2.8)),
    ((0.0, -3.03), Y, B, (0.0, -2.8)),
    ((1.111, 3.03), Y, B, (1.111, 2.8)),
    ((-2.5, -3.03), Y, B, (-2.5, -2.8)),
    ((4.29, 3.03), B, Y, (4.29, 2.8)),
    ((4.31, 3.03), B, Y, (4.3, 2.8)),
    ((-4.49, 3.03), Y, B, (-4.3, 2.8)),
    ((-4.49, -3.03), B, Y, (-4.3, -2.8)),
    ((2.51, 3.03), B, Y, (2.51, 2.8)),
    ((-3.7, 3.03), B, Y, (-3.7, 2.8)),
    ((4.53, 1.0), B, Y, (3.5, 2.8)),
    ((4.53, -1.0), B, Y, (3.5, -2.8)),
    ((4.53, 0.6), B, Y, (3.5, 2.8)),
    ((4.53, -2.9), B, Y, (3.5, -2.8)),
    ((-4.53, 2.0), Y, B, (-3.5, 2.8)),
    ((-4.53, -0.7), Y, B, (-3.5, -2.8)),
    ((4.53, 1.5), Y, B, (4.3, 2.8)),
    ((4.53, -0.55), Y, B, (4.3, -2.8)),
    ((-4.53, 2.5), B, Y, (-4.3, 2.8)),
    ((-4.53, -2.99), B, Y, (-4.3, -2.8)),
]


@pytest.mark.parametrize(
    ("league", "out", "last", "team", "place"),
    [("ssl-div-a", *row) for row in A] + [("ssl-div-b", *row) for row in SMALL],
)
def test_a_ball_that_left_the_field_is_kicked_from_where_the_rules_say(league, out, last, team, place):
    kind, kicks, position = robopitch.referee.restart(league, out, last)
    assert (kind, kicks) == (Phase.FREE_KICK, team)
    assert position == pytest.approx(place, abs=1e-3)


def test_nobody_gets_a_kick_if_nobody_touched_the_ball():
    assert robopitch.referee.restart("ssl-div-a", (0.0, 4.53), None) == (Phase.RUNNING, None, (0.0, 4.3))


@pytest.mark.parametrize(
    ("league", "fouled", "place"),
    [
        ("ssl-div-a", (1.0, 1.0), (1.0, 1.0)),
        ("ssl-div-a", (5.9, 4.4), (5.8, 4.3)),
        ("ssl-div-a", (3.2, 0.0), (3.2, 0.0)),
        ("ssl-div-a", (3.3, 0.0), (3.2, 0.0)),  # 1 m in front of the defence area
        ("ssl-div-a", (-5.0, 0.0), (-3.2, 0.0)),
        ("ssl-div-a", (5.5, 2.7), (5.5, 2.8)),  # 1 m beside it
        ("ssl-div-a", (5.5, -2.7), (5.5, -2.8)),
        ("ssl-div-b", (2.6, 0.3), (2.5, 0.3)),
        ("ssl-div-b", (4.0, 1.9), (4.0, 2.0)),
        ("ssl-div-b", (-4.4, -1.95), (-4.3, -2.0)),
        ("ssl-div-b", (2.7, 0.0), (2.5, 0.0)),
    ],
)
def test_a_free_kick_is_taken_away_from_lines_and_defence_areas(league, fouled, place):
    assert Restarts(load_league(league)).legal(*fouled) == pytest.approx(place, abs=1e-9)
