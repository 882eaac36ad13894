"""Restart places of MiroSot and VSS, by the numbers of their rules."""

import pytest

from robopitch.leagues.mirosot.rules.restart_places import free_ball, goal_kick, kick_off, penalty, quadrant
from robopitch.messages import Phase, Restart, Team
from robopitch.spec import load_league
from robopitch.spec.rules import rules_of

BLUE, YELLOW = Team.BLUE, Team.YELLOW
MARKS = {
    "vss-3v3": (0.375, 0.40),
    "mirosot-5v5": (0.55, 0.60),
    "mirosot-7v7": (0.85, 0.80),
    "mirosot-11v11": (1.0, 0.9),
}


@pytest.mark.parametrize(
    ("x", "y", "number"),
    [(0.3, 0.3, 1), (-0.3, 0.3, 2), (-0.3, -0.3, 3), (0.3, -0.3, 4), (0.0, 0.0, 1), (-1e-9, 0.0, 2), (0.0, -1e-9, 4)],
)
def test_quadrants_are_numbered_against_the_clock(x, y, number):
    assert quadrant(x, y) == number


@pytest.mark.parametrize("name", MARKS)
@pytest.mark.parametrize("x", [-0.01, 0.01])
@pytest.mark.parametrize("y", [-0.01, 0.01])
def test_a_free_ball_is_played_on_the_mark_of_its_quadrant(name, x, y):
    league = load_league(name)
    restart = free_ball(league, rules_of(league), x, y)
    assert (restart.kind, restart.team) == (Phase.DROPPED_BALL, None)
    mark_x, mark_y = MARKS[name]
    assert restart.position == pytest.approx((mark_x if x > 0 else -mark_x, mark_y if y > 0 else -mark_y), abs=1e-9)


@pytest.mark.parametrize("name", MARKS)
@pytest.mark.parametrize(("team", "side"), [(BLUE, -1.0), (YELLOW, 1.0)])
@pytest.mark.parametrize("y", [-0.3, 0.3])
def test_a_goal_kick_is_taken_from_the_smaller_area_beside_the_goal(name, team, side, y):
    league = load_league(name)
    field = league.field
    restart = goal_kick(league, team, y)
    assert (restart.kind, restart.team) == (Phase.GOAL_KICK, team)
    depth = field.goal_area_depth or field.penalty_area_depth
    assert restart.position == pytest.approx(
        (side * (field.length / 2 - depth), field.goal.width / 2 * (1 if y > 0 else -1))
    )


@pytest.mark.parametrize(("name", "x"), [("vss-3v3", 0.375), ("mirosot-5v5", 0.725), ("mirosot-11v11", 1.5)])
def test_a_penalty_is_taken_from_the_mark_before_the_goal_that_is_attacked(name, x):
    league = load_league(name)
    assert penalty(league, BLUE) == (Phase.PENALTY, BLUE, pytest.approx((x, 0.0)))
    assert penalty(league, YELLOW) == (Phase.PENALTY, YELLOW, pytest.approx((-x, 0.0)))


def test_a_kick_off_is_taken_from_the_centre():
    assert kick_off(YELLOW) == Restart(Phase.KICK_OFF, YELLOW, (0.0, 0.0))
