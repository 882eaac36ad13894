"""Penalty kicks of the Small Size League: goal, failure, and what must be ready before."""

import pytest
from tests.leagues.ssl.rules.situations import STEP, TICK, Situation

from robopitch import Body, Team
from robopitch.messages import Phase, Restart
from robopitch.referee.observed.seen import Border, Exit, GoalSeen, TouchSeen

B, Y = Team.BLUE, Team.YELLOW
MARK = (-2.0, 0.0)
PENALTY = Restart(Phase.PENALTY, B, MARK)


def taken(ball=(1.0, 0.0), seconds=1.0, speed=(3.0, 0.0), **more):
    """A penalty of blue in play."""
    started = TICK - round(seconds / STEP)
    options = {"restart": PENALTY, "spot": MARK, "kicker": Body(B, 5), "started": started, "opened": started, **more}
    return Situation(ball=ball, speed=speed, **options)


def touch(team, number, seconds_ago):
    return TouchSeen(Body(team, number), TICK - round(seconds_ago / STEP), 5.9, 0.0, 0.0215)


@pytest.mark.parametrize(("seconds", "count"), [(9.9, 0), (10.1, 1)])
def test_a_penalty_fails_after_ten_seconds(seconds, count):
    calls = taken(seconds=seconds).judged()
    assert [(call.kind, call.team) for call in calls] == [("penalty_kick_failed", B)] * count
    assert all(call.restart == (Phase.FREE_KICK, Y, (5.0, 4.3)) for call in calls)


def test_one_that_nobody_takes_fails_too():
    assert taken(seconds=10.1, in_play=False).calls() == [("penalty_kick_failed", B)]


@pytest.mark.parametrize(("seconds", "vx", "count"), [(0.1, -1.0, 1), (0.1, 1.0, 0), (0.02, -1.0, 0)])
def test_a_ball_that_the_keeper_turns_back_has_failed(seconds, vx, count):
    situation = taken(ball=(5.5, 0.0), speed=(vx, 0.0))
    situation.scene.remembered = (touch(B, 5, 0.8), touch(Y, 0, seconds))
    assert situation.calls() == [("penalty_kick_failed", B)] * count


def test_the_ball_may_not_move_away_from_the_goal():
    situation = taken(ball=(1.0, 0.0))
    assert situation.calls() == []
    situation.rules.front = 1.05
    assert situation.calls() == []
    situation.rules.front = 1.15
    assert situation.calls() == [("penalty_kick_failed", B)]


def test_a_ball_beside_the_goal_has_failed():
    situation = taken()
    situation.scene.exits = (Exit(Border.GOAL_LINE, TICK, 6.03, 2.0, 0.0215, None),)
    assert situation.calls() == [("penalty_kick_failed", B)]


@pytest.mark.parametrize("rise", [0.0, 0.5])
def test_a_goal_counts_however_high_the_ball_was(rise):
    situation = taken()
    situation.scene.goals = (GoalSeen(B, TICK, 6.03, 0.2, 0.0215, None, dict.fromkeys(Team, rise)),)
    assert situation.calls()[-1] == ("goal", B)


@pytest.mark.parametrize(("culprit", "result"), [(B, "penalty_kick_failed"), (Y, "goal")])
def test_a_foul_decides_a_penalty(culprit, result):
    calls = taken().kicked((culprit, 3), 7.0).judged()
    assert [(call.kind, call.team) for call in calls] == [("bot_kicked_ball_too_fast", culprit), (result, B)]


def ready(robots, ball=MARK):
    situation = Situation(ball=ball, robots=robots, restart=PENALTY).stopped(Phase.PENALTY, 3.0, team=B)
    situation.rules.judge(situation.scene, situation.play)
    return situation.rules.ready(situation.scene, situation.play)


@pytest.mark.parametrize(
    ("keeper", "other", "ball", "expected"),
    [
        ((6.0, 0.0), (-3.1, 1.0), MARK, True),
        ((5.92, 0.0), (-3.1, 1.0), MARK, True),
        ((5.90, 0.0), (-3.1, 1.0), MARK, False),  # not on its line
        ((6.0, 0.95), (-3.1, 1.0), MARK, False),  # beside the goal
        ((6.0, 0.0), (-2.9, 1.0), MARK, False),  # not 1 m behind the ball
        ((6.0, 0.0), (-3.3, 1.0), (-2.2, 0.0), False),  # the ball is not at its mark
    ],
)
def test_a_penalty_is_ready_when_everybody_is_in_place(keeper, other, ball, expected):
    assert ready([(Y, 0, *keeper), (Y, 1, *other), (B, 5, ball[0] - 0.2, 0.0)], ball) is expected
