"""Balls that leave the field in the Middle Size League, and which goals count."""

import pytest
from tests.leagues.situation import BLUE, YELLOW, Situation

from robopitch.messages import Phase, Restart

KEEPERS = {"blue": {0: (-10.7, 0.0)}, "yellow": {0: (10.7, 0.0)}}


@pytest.mark.parametrize(
    ("x", "y", "last", "kind"),
    [(3.0, 7.2, BLUE, "throw_in"), (11.2, 4.0, BLUE, "goal_kick"), (11.2, 4.0, YELLOW, "corner_kick")],
)
def test_a_ball_out_is_a_throw_in_a_goal_kick_or_a_corner_kick(x, y, last, kind):
    situation = Situation("msl", (min(x, 10.9), min(y, 6.9)), **KEEPERS)
    assert situation.judge(situation.touch(last, 0)) == []
    situation.ball(x, y, vx=50.0, vy=50.0)
    (call,) = situation.judge()
    assert (call.kind, call.team, call.restart.team) == (kind, last, last.other)
    assert call.restart.kind.replace(" ", "_").replace("-", "_") == kind


def test_a_ball_on_the_line_is_in_play():
    situation = Situation("msl", (3.0, 6.9), **KEEPERS)
    situation.judge(situation.touch(BLUE, 0))
    situation.ball(3.0, 7.1, vy=50.0)
    assert situation.judge() == []


def attack(*touches, restart=None, dropped=False):
    """The call for a goal of blue after touches: (team, robot, x, y), each a kick away from the last."""
    situation = Situation("msl", (0.0, 0.0), **KEEPERS)
    if restart is not None:
        situation.restart(restart, Phase.RUNNING, in_play=True)
    elif dropped:
        situation.play.in_play = False
        situation.restart(Restart(Phase.DROPPED_BALL, None, (0.0, 0.0)), Phase.STOP)
        situation.play.restart = None
        situation.taken()
        situation.rules.on_phase(situation.play)
    else:
        situation.judge(situation.touch(YELLOW, 3, 0.0, 0.0))
    for team, number, x, y in touches:
        situation.ball(x, y, vx=3000.0)
        assert situation.judge(situation.touch(team, number, x, y), situation.kick(team, number)) == []
    (call,) = situation.judge(situation.goal(BLUE))
    return call


@pytest.mark.parametrize(("x", "kind"), [(0.01, "goal"), (-0.01, "invalid_goal")])
def test_a_goal_is_shot_from_the_other_half(x, kind):
    assert attack((YELLOW, 3, 2.0, 0.0), (BLUE, 1, 1.0, 0.0), (BLUE, 2, x, 1.0)).kind == kind


def test_a_ball_won_in_the_other_half_may_be_shot_at_once():
    assert attack((BLUE, 1, 3.0, 0.0)).kind == "goal"


@pytest.mark.parametrize(("x", "kind"), [(0.99, "invalid_goal"), (1.01, "goal")])
def test_after_winning_the_ball_in_the_own_half_a_pass_must_roll_a_metre(x, kind):
    call = attack((BLUE, 1, -3.0, 0.0), (BLUE, 1, 2.0, 0.0), (BLUE, 2, 2.0 + x, 0.0))
    assert call.kind == kind


def test_the_pass_must_arrive_in_the_other_half_at_another_robot():
    assert attack((BLUE, 1, -3.0, 0.0), (BLUE, 2, -0.5, 0.0), (BLUE, 2, 1.0, 0.0)).kind == "invalid_goal"
    assert attack((BLUE, 1, -3.0, 0.0), (BLUE, 1, 4.0, 0.0)).kind == "invalid_goal"


@pytest.mark.parametrize("kind", [Phase.FREE_KICK, Phase.THROW_IN, Phase.CORNER_KICK])
def test_a_set_piece_is_indirect(kind):
    restart = Restart(kind, BLUE, (5.0, 3.0))
    call = attack((BLUE, 1, 5.0, 3.0), restart=restart)
    assert (call.kind, call.restart.kind, call.restart.team) == ("invalid_goal", Phase.GOAL_KICK, YELLOW)
    assert call.restart.position == pytest.approx((7.4, 0.0))
    assert attack((BLUE, 1, 5.0, 3.0), (BLUE, 2, 6.5, 3.0), restart=restart).kind == "goal"


def test_a_goal_directly_from_a_kick_off_is_a_kick_off_for_the_other_team():
    restart = Restart(Phase.KICK_OFF, BLUE, (0.0, 0.0))
    call = attack((BLUE, 1, 0.1, 0.0), restart=restart)
    assert (call.kind, call.restart) == ("invalid_goal", Restart(Phase.KICK_OFF, YELLOW, (0.0, 0.0)))


def test_a_penalty_may_be_shot_directly():
    assert attack((BLUE, 1, 7.4, 0.0), restart=Restart(Phase.PENALTY, BLUE, (7.4, 0.0))).kind == "goal"


def test_two_robots_must_touch_a_dropped_ball_before_a_goal():
    assert attack((BLUE, 1, 3.0, 0.0), dropped=True).kind == "invalid_goal"
    assert attack((BLUE, 1, 3.0, 0.0), (BLUE, 2, 3.2, 0.0), dropped=True).kind == "goal"


def test_any_shot_from_the_other_half_counts_after_a_start_by_a_person():
    for x, kind in ((0.5, "goal"), (-0.5, "invalid_goal")):
        situation = Situation("msl", (x, 0.0), **KEEPERS)
        situation.ball(x, 0.0, vx=3000.0)
        situation.judge(situation.touch(BLUE, 1), situation.kick(BLUE, 1))
        assert situation.kinds(situation.goal(BLUE)) == [kind]


def test_an_own_goal_counts():
    call = attack((BLUE, 1, -3.0, 0.0), (YELLOW, 1, 9.0, 0.0))
    assert (call.kind, call.team, call.robot) == ("goal", BLUE, None)
