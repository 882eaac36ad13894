"""The rules of MiroSot and VSS, each with situations at its threshold on both sides."""

import pytest
from tests.leagues.situation import BLUE, YELLOW, Situation

from robopitch.messages import Body, Period, Phase, Restart
from robopitch.spec import load_league

LEAGUES = ("vss-3v3", "mirosot-5v5", "mirosot-7v7", "mirosot-11v11")
FAR = {1: (0.1, 0.5), 2: (0.1, -0.5)}


def at_goal(league, inside):
    """x of a point before the goal of yellow: in the middle of the smaller area, or just outside it."""
    field = load_league(league).field
    depth = field.goal_area_depth or field.penalty_area_depth
    return field.length / 2 - depth * (0.5 if inside else 1.02)


def small_area(league, inside, ball_y=0.0, attackers=False):
    """Two robots of a team at yellow's smaller area, the second one in it or not, and the ball in the area."""
    first, second = (at_goal(league, True), 0.15), (at_goal(league, inside), -0.15)
    deep = load_league(league).field.length / 2 - 0.03
    if attackers:
        return Situation(league, (deep, ball_y), blue={1: first, 2: second})
    return Situation(league, (deep, ball_y), yellow={0: first, 1: second})


@pytest.mark.parametrize("league", LEAGUES)
def test_two_defenders_in_the_small_area_are_a_penalty(league):
    calls = small_area(league, inside=True).judge(seconds=4)
    assert [call.kind for call in calls] == ["defenders_in_goal_area"]
    assert (calls[0].team, calls[0].robot, calls[0].restart.kind) == (YELLOW, 1, Phase.PENALTY)
    assert calls[0].restart.team is BLUE
    assert calls[0].restart.position[0] > 0


@pytest.mark.parametrize("league", LEAGUES)
def test_a_second_defender_at_the_line_of_the_small_area_is_no_penalty(league):
    assert small_area(league, inside=False).judge(seconds=4) == []


@pytest.mark.parametrize("league", LEAGUES)
def test_two_attackers_in_the_small_area_are_a_goal_kick(league):
    calls = small_area(league, inside=True, attackers=True).judge(seconds=4)
    assert [call.kind for call in calls] == ["attackers_in_goal_area"]
    assert (calls[0].team, calls[0].restart.kind, calls[0].restart.team) == (BLUE, Phase.GOAL_KICK, YELLOW)
    assert small_area(league, inside=False, attackers=True).judge(seconds=4) == []


@pytest.mark.parametrize("league", LEAGUES)
def test_a_crowd_counts_only_while_the_ball_is_there(league):
    situation = small_area(league, inside=True)
    situation.ball(0.0, 0.0)
    assert situation.judge(seconds=4) == []


def test_a_crowd_is_called_after_three_seconds():
    situation = small_area("vss-3v3", inside=True)
    assert situation.judge(seconds=2.99) == []
    assert situation.kinds(seconds=0.02) == ["defenders_in_goal_area"]


@pytest.mark.parametrize(("seconds", "kinds"), [(0.08, []), (0.12, ["defenders_in_goal_area"])])
def test_a_crowd_is_called_when_the_ball_leaves_the_area_if_it_lasted(seconds, kinds):
    situation = small_area("vss-3v3", inside=True)
    situation.judge(seconds=seconds)
    situation.ball(0.0, 0.0)
    assert situation.kinds() == kinds


def test_the_team_that_crowded_for_longer_is_called():
    situation = small_area("vss-3v3", inside=True)
    situation.judge(seconds=1)
    situation.robot(BLUE, 1, 0.70, 0.3)
    situation.robot(BLUE, 2, 0.70, -0.3)
    assert situation.kinds(seconds=3) == ["defenders_in_goal_area"]
    situation = small_area("vss-3v3", inside=True, attackers=True)
    situation.judge(seconds=1)
    situation.robot(YELLOW, 0, 0.70, 0.3)
    situation.robot(YELLOW, 1, 0.70, -0.3)
    assert situation.kinds(seconds=3) == ["attackers_in_goal_area"]


@pytest.mark.parametrize(("count", "kinds"), [(3, []), (4, ["defenders_in_penalty_area"])])
def test_four_defenders_in_the_large_area_are_a_penalty(count, kinds):
    places = {number: (0.80, -0.3 + 0.2 * number) for number in range(count)}
    assert Situation("mirosot-5v5", (0.9, 0.3), yellow=places).kinds(seconds=4) == kinds


@pytest.mark.parametrize(("count", "kinds"), [(3, []), (4, ["attackers_in_penalty_area"])])
def test_four_attackers_in_the_large_area_are_a_goal_kick(count, kinds):
    places = {number + 1: (0.80, -0.3 + 0.2 * number) for number in range(count)}
    assert Situation("mirosot-5v5", (0.9, 0.3), blue=places).kinds(seconds=4) == kinds


@pytest.mark.parametrize("league", LEAGUES)
def test_a_goal_counts_and_the_other_team_kicks_off(league):
    situation = Situation(league, (0.6, 0.0), blue={1: (0.4, 0.0)})
    situation.judge(situation.touch(BLUE, 1))
    (call,) = situation.judge(situation.goal(BLUE))
    assert (call.kind, call.team, call.robot) == ("goal", BLUE, 1)
    assert call.restart == Restart(Phase.KICK_OFF, YELLOW, (0.0, 0.0))


@pytest.mark.parametrize(("attackers", "kind"), [(True, "invalid_goal"), (False, "goal")])
def test_a_goal_does_not_count_after_a_crowd_of_attackers_but_after_one_of_defenders(attackers, kind):
    situation = small_area("mirosot-5v5", inside=True, attackers=attackers)
    situation.judge(situation.touch(BLUE, 1), seconds=0.5)
    (call,) = situation.judge(situation.goal(BLUE))
    assert (call.kind, call.team) == (kind, BLUE)
    assert call.restart.kind is (Phase.GOAL_KICK if attackers else Phase.KICK_OFF)
    assert call.restart.team is YELLOW


@pytest.mark.parametrize(("speed", "kinds"), [(0.5, []), (0.51, ["keeper_touched"])])
def test_running_into_the_keeper_in_its_area_is_a_goal_kick(speed, kinds):
    situation = Situation("mirosot-5v5", blue={1: (0.9, 0.0)}, yellow={0: (1.0, 0.0)})
    event = situation.collision(Body(BLUE, 1), Body(YELLOW, 0), speed)
    assert situation.kinds(event) == kinds


def test_contact_with_the_keeper_is_no_foul_outside_its_area_nor_by_the_keeper_nor_in_vss():
    outside = Situation("mirosot-5v5", blue={1: (0.5, 0.0)}, yellow={0: (0.6, 0.0)})
    assert outside.kinds(outside.collision(Body(BLUE, 1), Body(YELLOW, 0), 2.0)) == []
    attacked = Situation("mirosot-5v5", blue={1: (0.9, 0.0)}, yellow={0: (1.0, 0.0)})
    assert attacked.kinds(attacked.collision(Body(BLUE, 1), Body(YELLOW, 0), 2.0, faster=1)) == []
    vss = Situation("vss-3v3", blue={1: (0.6, 0.0)}, yellow={0: (0.7, 0.0)})
    assert vss.kinds(vss.collision(Body(BLUE, 1), Body(YELLOW, 0), 2.0)) == []


@pytest.mark.parametrize("league", LEAGUES[1:])
def test_a_ball_that_moves_by_less_than_a_robot_and_a_half_for_ten_seconds_is_a_free_ball(league):
    situation = Situation(league, (0.3, -0.2), blue=FAR)
    assert situation.judge(seconds=5) == []
    situation.ball(0.3, -0.2 + 0.112)
    assert situation.judge(seconds=4.98) == []
    (call,) = situation.judge(seconds=0.03)
    assert (call.kind, call.team, call.restart.kind, call.restart.team) == ("stalemate", None, Phase.DROPPED_BALL, None)
    assert call.restart.position[0] > 0 > call.restart.position[1]


def test_a_ball_that_moves_by_more_than_a_robot_and_a_half_makes_way():
    situation = Situation("mirosot-5v5", (0.3, -0.2), blue=FAR)
    situation.judge(seconds=5)
    situation.ball(0.3, -0.2 + 0.114)
    assert situation.judge(seconds=9.9) == []


def test_a_slow_ball_of_vss_is_a_free_ball_after_five_seconds():
    situation = Situation("vss-3v3", blue=FAR)
    situation.ball(-0.3, 0.2, vx=0.1)
    assert situation.judge(seconds=4.99) == []
    (call,) = situation.judge(seconds=0.03)
    assert (call.kind, call.restart.position) == ("stalemate", pytest.approx((-0.375, 0.40)))


def test_a_ball_of_vss_that_is_faster_makes_way():
    situation = Situation("vss-3v3", blue=FAR)
    situation.ball(-0.3, 0.2, vx=0.101)
    assert situation.judge(seconds=6) == []


@pytest.mark.parametrize(
    ("x", "year", "kind", "restart"),
    [
        (0.70 - 0.112, None, "disputed_ball", Phase.GOAL_KICK),
        (0.70 - 0.112, 2021, "disputed_ball", Phase.DROPPED_BALL),
        (0.70 - 0.114, None, "held_ball", Phase.PENALTY),
    ],
)
def test_a_ball_that_rests_in_the_area_of_vss_depends_on_who_is_at_it(x, year, kind, restart):
    situation = Situation("vss-3v3", (0.70, 0.0), blue={1: (x, 0.0)}, yellow={0: (0.70, 0.1)}, year=year)
    (call,) = situation.judge(seconds=5.1)
    assert (call.kind, call.restart.kind) == (kind, restart)
    assert call.team is (YELLOW if kind == "held_ball" else None)


def test_nothing_is_called_while_play_is_stopped():
    situation = small_area("vss-3v3", inside=True)
    situation.play.in_play = False
    assert situation.judge(seconds=6) == []


def test_an_attempt_of_the_shoot_out_ends_when_the_ball_leaves_the_area_or_after_its_time():
    situation = Situation("vss-3v3", (0.375, 0.0), blue={1: (0.2, 0.0)}, yellow={0: (0.7, 0.0)})
    rules, play = situation.rules, situation.play
    situation.restart(rules.shoot_out(BLUE), Phase.RUNNING, in_play=True, period=Period.SHOOT_OUT)
    situation.judge()
    assert rules.attempt_over(situation.scene, play) is None
    situation.ball(0.65, 0.0)
    situation.judge()
    assert rules.attempt_over(situation.scene, play) is None
    situation.ball(0.5, 0.0)
    situation.judge()
    assert rules.attempt_over(situation.scene, play) == "the ball left the area"
    situation.restart(rules.shoot_out(BLUE), Phase.RUNNING, in_play=True, period=Period.SHOOT_OUT)
    situation.ball(-0.01, 0.0)
    situation.judge()
    assert "centre line" in rules.attempt_over(situation.scene, play)
    situation.restart(rules.shoot_out(BLUE), Phase.RUNNING, in_play=False, period=Period.SHOOT_OUT)
    play.tick = play.started + 4990
    assert rules.attempt_over(situation.scene, play) is None
    play.tick = play.started + 5000
    assert rules.attempt_over(situation.scene, play) == "time"


def test_no_area_is_judged_in_the_shoot_out():
    situation = small_area("vss-3v3", inside=True)
    situation.restart(situation.rules.shoot_out(BLUE), Phase.RUNNING, in_play=True, period=Period.SHOOT_OUT)
    assert situation.judge(seconds=4) == []
    assert situation.kinds(situation.goal(BLUE)) == ["goal"]


def test_what_the_rules_remember_is_saved_and_checked():
    situation = small_area("vss-3v3", inside=True)
    situation.judge(seconds=2.9)
    saved = situation.rules.state()
    again = small_area("vss-3v3", inside=True)
    again.tick = situation.tick
    again.rules.load(saved)
    assert again.judge(seconds=0.05) == []
    assert again.kinds(seconds=0.1) == ["defenders_in_goal_area"]
    for wrong in (None, {}, {**saved, "crowds": {}}, {**saved, "crowds": {**saved["crowds"], "tick": -1}}):
        with pytest.raises(ValueError, match=r"\w"):
            again.rules.load(wrong)
