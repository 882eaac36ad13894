"""Goals that count and goals that do not, balls that leave the field, dribbles and pushes."""

import pytest
from tests.leagues.ssl.rules.situations import STEP, TICK, Situation

from robopitch import Body, Team
from robopitch.messages import Phase, Restart
from robopitch.physics import state
from robopitch.referee.observed.dribbling import Dribble
from robopitch.referee.observed.pushing import Push
from robopitch.referee.observed.seen import Border, Exit, GoalSeen, TouchSeen

B, Y = Team.BLUE, Team.YELLOW


def goal(situation, team=B, rise=0.0, off=(B, 3)):
    touch = TouchSeen(Body(*off), TICK, 5.0, 0.0, 0.0215)
    x = 6.03 if team is B else -6.03
    situation.scene.goals = (GoalSeen(team, TICK, x, 0.2, 0.0215, touch, dict.fromkeys(Team, rise)),)
    return situation


def left(situation, border, place, off, off_at):
    touch = None if off is None else TouchSeen(Body(*off), TICK, *off_at, 0.0215)
    situation.scene.exits = (Exit(border, TICK, *place, 0.0215, touch),)
    return situation


def test_a_goal_is_approved_at_once_and_the_other_team_kicks_off():
    calls = goal(Situation(), B).judged()
    assert [(call.kind, call.team) for call in calls] == [("possible_goal", B), ("goal", B)]
    assert calls[1].restart == (Phase.KICK_OFF, Y, (0.0, 0.0))


def test_an_own_goal_counts_for_the_other_team():
    assert goal(Situation(), B, off=(Y, 2)).calls()[-1] == ("goal", B)


@pytest.mark.parametrize(("rise", "kind"), [(0.149, "goal"), (0.151, "invalid_goal")])
def test_a_ball_that_was_high_gives_no_goal_but_a_goal_kick(rise, kind):
    call = goal(Situation(), B, rise).judged()[-1]
    assert call.kind == kind
    if kind == "invalid_goal":
        assert call.restart == (Phase.FREE_KICK, Y, (5.0, 4.3))
        assert "high" in call.reason


@pytest.mark.parametrize(("seconds", "kind"), [(1.9, "invalid_goal"), (2.1, "goal")])
def test_a_goal_after_a_foul_of_the_same_team_does_not_count(seconds, kind):
    situation = Situation().kicked((B, 3), 7.0)
    assert situation.calls() == [("bot_kicked_ball_too_fast", B)]
    assert goal(situation.later(seconds)).calls()[-1] == (kind, B)


@pytest.mark.parametrize(("again", "kind"), [(0.0, "invalid_goal"), (1.0, "goal")])
def test_until_2021_no_goal_counted_after_a_foul_since_the_last_touch(again, kind):
    situation = Situation(year=2021).kicked((B, 3), 7.0)
    assert situation.calls() == [("bot_kicked_ball_too_fast", B)]
    situation.later(3.0).scene.remembered = (TouchSeen(Body(B, 3), TICK + round(again / STEP), 5.0, 0.0, 0.02),)
    assert goal(situation).calls()[-1] == (kind, B)


def test_a_foul_of_the_other_team_does_not_matter():
    situation = Situation().kicked((Y, 3), 7.0)
    assert len(situation.calls()) == 1
    assert goal(situation.later(0.5)).calls()[-1] == ("goal", B)


@pytest.mark.parametrize(("tolerated", "kind"), [(2, "goal"), (1, "invalid_goal")])
def test_a_team_with_too_many_robots_cannot_score(tolerated, kind):
    robots = [(B, 1, 0.0, 1.0), (B, 2, 0.0, 2.0)]
    assert goal(Situation(robots=robots, tolerated={B: tolerated, Y: 11})).calls()[-1] == (kind, B)


def test_nothing_counts_while_play_is_stopped():
    assert goal(Situation().stopped()).calls() == []


@pytest.mark.parametrize("league", ["ssl-div-a", "ssl-div-b"])
def test_a_ball_over_the_touch_line_gives_a_free_kick_to_the_other_team(league):
    place = (1.0, 4.53 if league == "ssl-div-a" else 3.03)
    (call,) = left(Situation(league), Border.TOUCH_LINE, place, (Y, 4), (0.0, 0.0)).judged()
    assert (call.kind, call.team, call.robot) == ("ball_left_field_touch_line", Y, 4)
    assert call.restart == (Phase.FREE_KICK, B, (1.0, pytest.approx(place[1] - 0.23)))


@pytest.mark.parametrize(
    ("league", "kicked_at", "kind"),
    [
        ("ssl-div-b", -0.21, "aimless_kick"),
        ("ssl-div-b", -0.19, "ball_left_field_goal_line"),
        ("ssl-div-b", 1.0, "ball_left_field_goal_line"),
        ("ssl-div-a", -2.0, "ball_left_field_goal_line"),
    ],
)
def test_a_kick_from_the_own_half_over_the_goal_line_is_aimless_in_division_b(league, kicked_at, kind):
    x = 6.03 if league == "ssl-div-a" else 4.53
    (call,) = left(Situation(league), Border.GOAL_LINE, (x, 2.0), (B, 4), (kicked_at, 0.5)).judged()
    assert (call.kind, call.team) == (kind, B)
    if kind == "aimless_kick":
        assert call.restart == (Phase.FREE_KICK, Y, (kicked_at, 0.5))


def test_a_kick_off_over_the_goal_line_is_not_aimless():
    kick_off = Restart(Phase.KICK_OFF, B, (0.0, 0.0))
    situation = Situation("ssl-div-b", restart=kick_off, spot=(0.0, 0.0), kicker=Body(B, 4))
    assert (
        left(situation, Border.GOAL_LINE, (4.53, 2.0), (B, 4), (-0.3, 0.0)).calls()[0][0] == "ball_left_field_goal_line"
    )


@pytest.mark.parametrize(("distance", "count"), [(0.99, 0), (1.01, 1)])
def test_a_robot_carries_the_ball_one_metre_at_most(distance, count):
    situation = Situation()
    robot = Body(B, 3)
    situation.scene.dribbles = (Dribble(robot, TICK, 1.0, 2.0, distance),)
    calls = situation.judged()
    assert [(call.kind, call.team, call.robot) for call in calls] == [("bot_dribbled_ball_too_far", B, 3)] * count
    assert all(call.restart == (Phase.FREE_KICK, Y, (1.0, 2.0)) for call in calls)


@pytest.mark.parametrize(
    ("distance", "wish", "ball", "count"),
    [
        (0.39, 0.0, 0.0, 0),
        (0.41, 0.0, 0.0, 1),
        (0.41, 0.69, 0.0, 1),
        (0.41, 0.71, 0.0, 0),  # it drives away by itself
        (0.41, 0.0, 1.3, 0),  # a duel for the ball
    ],
)
def test_pushing_an_opponent_away_is_a_foul_except_in_a_duel_for_the_ball(distance, wish, ball, count):
    situation = Situation(ball=(ball, 0.0), robots=[(B, 1, 1.0, 0.0, 1.0, 0.0), (Y, 2, 1.18, 0.0, 1.0, 0.0)])
    victim = situation.scene.robot(Y, 2)
    situation.scene.world.robot_block[state.SET_FORWARD, victim.column] = wish
    situation.scene.pushes = (Push(Body(B, 1), Body(Y, 2), TICK, 0.7, 0.0, distance),)
    calls = situation.judged()
    assert [(call.kind, call.team) for call in calls] == [("bot_pushed_bot", B)] * count
    assert all(call.restart == (Phase.FREE_KICK, Y, (0.7, 0.0)) for call in calls)


@pytest.mark.parametrize(("y", "seconds", "count"), [(4.7, 1.0, 0), (4.9, 1.0, 1), (4.9, 3.5, 0)])
def test_kicking_the_ball_over_the_wall_is_a_foul(y, seconds, count):
    situation = Situation(ball=(1.0, y), height=0.3)
    situation.scene.remembered = (TouchSeen(Body(B, 3), TICK, 1.0, 4.0, 0.0215),)
    pending = Restart(Phase.FREE_KICK, Y, (1.0, 4.3))
    situation.stopped(Phase.STOP, seconds, team=Y, then=pending)
    situation.play.stopped = situation.play.began
    calls = situation.judged()
    assert [(call.kind, call.team, call.restart) for call in calls] == [("boundary_crossing", B, pending)] * count
