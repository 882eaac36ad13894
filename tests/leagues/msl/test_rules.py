"""The rules of the Middle Size League, each with situations at its threshold on both sides."""

import math

import pytest
from tests.leagues.situation import BLUE, YELLOW, Situation

from robopitch.messages import Body, Period, Phase, Restart, Team

KEEPERS = {"blue": {0: (-10.7, 0.0)}, "yellow": {0: (10.7, 0.0)}}


def kick(ball=(2.0, 1.0), kind=Phase.FREE_KICK, team=BLUE, **robots):
    """A set piece of blue that may be taken."""
    return Situation("msl", ball, **robots).restart(Restart(kind, team, ball))


# ---- the ball out of play ----------------------------------------------------------------------------------------


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


# ---- set pieces ------------------------------------------------------------------------------------------------

RADIUS = 0.25  # m, of a robot
SIDEWAYS = math.pi / 2  # heading: the round side of a robot is at x


@pytest.mark.parametrize(("hull", "kinds"), [(3.01, []), (2.99, ["opponent_too_close"])])
def test_opponents_keep_three_metres_from_a_set_piece(hull, kinds):
    situation = kick(blue={1: (1.5, 1.0)}, yellow={1: (2.0 + hull + RADIUS, 1.0, 3.14159)})
    assert situation.judge(seconds=1.0) == []
    calls = situation.judge(seconds=0.1)
    assert [call.kind for call in calls] == kinds
    assert all(call.restart is None and call.team is YELLOW and call.robot == 1 for call in calls)


def test_an_opponent_that_stays_too_close_is_called_again_after_two_seconds():
    situation = kick(blue={1: (1.5, 1.0)}, yellow={1: (4.0, 1.0)})
    situation.judge(seconds=1.1)
    assert situation.judge(seconds=1.9) == []
    assert situation.kinds(seconds=0.2) == ["opponent_too_close"]


@pytest.mark.parametrize(("x", "kinds"), [(8.75, []), (8.74, ["opponent_too_close"]), (10.3, ["opponent_too_close"])])
def test_one_defender_may_stand_in_its_penalty_area_but_not_in_its_goal_area(x, kinds):
    situation = kick((8.2, 1.0), blue={1: (7.5, 1.0)}, yellow={1: (x, 1.5)})
    assert situation.kinds(seconds=1.2) == kinds


@pytest.mark.parametrize(("x", "kinds"), [(8.75, []), (8.74, ["opponent_too_close"]), (10.3, [])])
def test_the_keeper_may_stand_in_its_areas_at_a_set_piece(x, kinds):
    situation = kick((8.2, 1.0), blue={1: (7.5, 1.0)}, yellow={0: (x, 1.5), 1: (9.0, 0.0)})
    assert situation.kinds(seconds=1.2) == kinds


@pytest.mark.parametrize(("hull", "kinds"), [(2.01, []), (1.99, ["team_mate_too_close"])])
def test_team_mates_keep_two_metres_from_a_set_piece_or_the_other_team_gets_it(hull, kinds):
    situation = kick(kind=Phase.THROW_IN, blue={1: (1.5, 1.0), 2: (2.0, 1.0 + hull + RADIUS, 1.5708)})
    situation = situation.restart(Restart(Phase.THROW_IN, BLUE, (2.0, 1.0)))
    calls = situation.judge(seconds=1.2)
    assert [call.kind for call in calls] == kinds
    assert all(call.restart == Restart(Phase.THROW_IN, YELLOW, (2.0, 1.0)) for call in calls)


def test_a_goal_kick_that_is_lost_is_a_free_kick():
    situation = kick((-7.4, 3.5), Phase.GOAL_KICK, blue={1: (-8.0, 3.5), 2: (-6.5, 3.5)})
    (call,) = situation.judge(seconds=1.2)
    assert call.restart == Restart(Phase.FREE_KICK, YELLOW, (-7.4, 3.5))


def test_distances_do_not_hold_when_the_ball_is_in_play():
    situation = kick(blue={1: (1.5, 1.0), 2: (1.5, 2.0)}, yellow={1: (3.0, 1.0)})
    situation.taken()
    assert situation.judge(seconds=3) == []


def test_opponents_may_approach_after_seven_seconds():
    situation = Situation("msl")
    for kind in (Phase.FREE_KICK, Phase.THROW_IN, Phase.CORNER_KICK, Phase.GOAL_KICK, Phase.KICK_OFF):
        assert situation.rules.time_for(Restart(kind, BLUE, (0.0, 0.0))) == 7.0


@pytest.mark.parametrize(("roll", "kinds"), [(0.49, ["roll_too_short"]), (0.51, [])])
def test_the_ball_of_a_set_piece_rolls_half_a_metre_before_a_team_mate_touches_it(roll, kinds):
    situation = kick(blue={1: (1.6, 1.0), 2: (4.5, 1.0)})
    situation.judge(situation.touch(BLUE, 1), situation.kick(BLUE, 1))
    situation.taken()
    situation.ball(2.0 + roll, 1.0, vx=50.0)
    calls = situation.judge(situation.touch(BLUE, 2))
    assert [call.kind for call in calls] == kinds
    assert all((call.team, call.robot, call.restart.team) == (BLUE, 2, YELLOW) for call in calls)


@pytest.mark.parametrize(("roll", "kinds"), [(0.49, ["roll_too_short"]), (0.51, [])])
def test_the_kicker_does_not_touch_its_own_kick_before_that(roll, kinds):
    situation = kick(blue={1: (1.6, 1.0)})
    situation.judge(situation.touch(BLUE, 1), situation.kick(BLUE, 1))
    situation.taken()
    situation.judge(seconds=0.1)
    situation.ball(2.0 + roll, 1.0, vx=50.0)
    assert situation.kinds(situation.touch(BLUE, 1)) == kinds


@pytest.mark.parametrize(("moved", "kinds"), [(0.49, []), (0.51, ["roll_too_short"])])
def test_the_kicker_may_catch_the_ball_but_not_push_it_away(moved, kinds):
    situation = kick(blue={1: (1.6, 1.0)})
    situation.judge(situation.touch(BLUE, 1))
    situation.taken()
    situation.ball(2.25, 1.0, vx=50.0)
    assert situation.kinds(situation.touch(BLUE, 1)) == []
    situation.ball(2.0 + moved, 1.0, vx=50.0)
    assert situation.kinds(situation.touch(BLUE, 1)) == kinds


def test_an_opponent_may_touch_the_ball_of_a_set_piece_at_once():
    situation = kick(blue={1: (1.6, 1.0)}, yellow={1: (2.5, 1.0)})
    situation.judge(situation.touch(BLUE, 1), situation.kick(BLUE, 1))
    situation.taken()
    situation.ball(2.2, 1.0)
    assert situation.kinds(situation.touch(YELLOW, 1)) == []


def test_robots_are_ready_when_they_keep_their_distances():
    situation = kick(blue={1: (1.6, 1.0)}, yellow={1: (5.26, 1.0)})
    situation.judge()
    assert situation.rules.ready(situation.scene, situation.play)
    situation.robot(YELLOW, 1, 5.2, 1.0)
    situation.judge()
    assert not situation.rules.ready(situation.scene, situation.play)


# ---- goals -----------------------------------------------------------------------------------------------------


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


# ---- areas -----------------------------------------------------------------------------------------------------
# The penalty area of yellow begins at x = 8.75 m, its goal area at 10.25 m and |y| = 1.95 m.


@pytest.mark.parametrize(
    ("seconds", "blue", "yellow", "kinds"),
    [
        (0.99, {}, {0: (10.7, 0), 1: (10.25, 1.0)}, []),
        (1.05, {}, {0: (10.7, 0), 1: (10.25, 1.0)}, ["defender_in_goal_area"]),
        (1.05, {}, {0: (10.7, 0), 1: (10.24, 1.0)}, []),
        (14.0, {}, {0: (10.7, 0)}, []),
        (0.99, {1: (10.25, 1.0)}, {}, []),
        (1.05, {1: (10.25, 1.0)}, {}, ["attacker_in_goal_area"]),
        (1.05, {1: (10.24, 1.0)}, {}, []),
        (9.99, {}, {0: (10.7, 0), 1: (8.75, 0.0)}, []),
        (10.1, {}, {0: (10.7, 0), 1: (8.75, 0.0)}, ["defender_in_penalty_area"]),
        (10.1, {}, {0: (10.7, 0), 1: (8.74, 0.0)}, []),
        (9.99, {1: (8.75, 3.45)}, {}, []),
        (10.1, {1: (8.75, 3.45)}, {}, ["attacker_in_penalty_area"]),
        (10.1, {1: (8.75, 3.46)}, {}, []),
        (1.99, {}, {0: (10.7, 0), 1: (9.0, 0.0), 2: (9.0, 2.0)}, []),
        (2.05, {}, {0: (10.7, 0), 1: (9.0, 0.0), 2: (9.0, 2.0)}, ["too_many_defenders"]),
        (2.05, {1: (9.0, 0.0), 2: (9.0, 2.0)}, {}, ["too_many_attackers"]),
        (2.05, {1: (9.0, 0.0), 2: (8.7, 2.0)}, {1: (9.0, -2.0)}, []),
    ],
)
def test_robots_in_areas(seconds, blue, yellow, kinds):
    situation = Situation("msl", blue=blue, yellow=yellow)
    calls = situation.judge(seconds=seconds)
    assert [call.kind for call in calls] == kinds
    for call in calls:
        assert call.team is (BLUE if "attacker" in call.kind else YELLOW)
        assert call.robot in (1, 2)
        assert (call.restart.kind, call.restart.team) == (Phase.FREE_KICK, call.team.other)


def test_time_in_an_area_begins_anew_when_a_robot_has_left_it():
    situation = Situation("msl", blue={1: (9.0, 0.0)})
    situation.judge(seconds=4)
    situation.robot(BLUE, 1, 8.5, 0.0)
    situation.judge()
    situation.robot(BLUE, 1, 9.0, 0.0)
    assert situation.judge(seconds=9.9) == []


# ---- handling and contact --------------------------------------------------------------------------------------


def carried(metres, backwards=False):
    """The calls while blue 1 carries the ball along x: at its side, or behind it."""
    heading = math.pi if backwards else SIDEWAYS
    situation = Situation("msl", (-4.0 + RADIUS + 0.11, 2.0), blue={1: (-4.0, 2.0, heading)})
    calls = []
    for step in range(round(metres / 0.05) + 1):
        x = -4.0 + 0.05 * step
        situation.robot(BLUE, 1, x, 2.0, heading, vx=5.0)
        situation.ball(x + RADIUS + 0.11, 2.0, vx=5.0)
        calls += situation.judge(situation.touch(BLUE, 1))
    return calls


@pytest.mark.parametrize(("metres", "kinds"), [(3.0, []), (3.1, ["dribbled_too_far"])])
def test_a_robot_carries_the_ball_for_three_metres(metres, kinds):
    calls = carried(metres)
    assert [call.kind for call in calls[:1]] == kinds
    assert all((call.team, call.robot, call.restart.team) == (BLUE, 1, YELLOW) for call in calls)


@pytest.mark.parametrize(("metres", "kinds"), [(1.9, []), (2.1, ["dribbled_backwards"])])
def test_a_robot_carries_the_ball_backwards_for_two_metres(metres, kinds):
    assert [call.kind for call in carried(metres, backwards=True)[:1]] == kinds


@pytest.mark.parametrize(
    ("pause", "metres", "kinds"), [(30, 0.9, []), (30, 1.2, ["dribbled_backwards"]), (15, 1.2, [])]
)
def test_a_second_time_a_robot_goes_only_one_metre_backwards(pause, metres, kinds):
    situation = Situation("msl", (-4.0 + RADIUS + 0.11, 2.0), blue={1: (-4.0, 2.0, math.pi)})
    calls, x = [], -4.0
    for moves in (*[True] * 10, *[False] * pause, *[True] * round(metres / 0.05)):
        x += 0.05 if moves else 0.0
        situation.robot(BLUE, 1, x, 2.0, math.pi, vx=5.0 if moves else 0.0)
        situation.ball(x + RADIUS + 0.11, 2.0, vx=5.0)
        calls += situation.judge(situation.touch(BLUE, 1))
    assert [call.kind for call in calls[:1]] == kinds


def lob(height, mate, start=-2.0, touched=False):
    """The calls while a ball that blue 1 kicked flies to (3, 2) in the other half."""
    situation = Situation("msl", (start, 0.0), blue={1: (start - 0.4, 0.0), 2: mate}, **{"yellow": {1: (8.0, 5.0)}})
    situation.judge(situation.touch(BLUE, 1), situation.kick(BLUE, 1, vz=4.0))
    situation.ball(0.5, 1.0, height, vx=500.0)
    calls = situation.judge(*([situation.touch(YELLOW, 1)] if touched else []))
    situation.ball(3.0, 2.0, vx=500.0)
    return calls + situation.judge()


@pytest.mark.parametrize(
    ("height", "mate", "start", "kinds"),
    [
        (0.61, (6.01, 2.0), -2.0, ["lob_from_own_half"]),
        (0.59, (6.01, 2.0), -2.0, []),
        (0.61, (5.99, 2.0), -2.0, []),
        (0.61, (6.01, 2.0), 0.1, []),
    ],
)
def test_a_lob_over_the_centre_line_must_land_near_a_team_mate(height, mate, start, kinds):
    calls = lob(height, mate, start)
    assert [call.kind for call in calls] == kinds
    for call in calls:
        assert call.restart.team is YELLOW
        assert call.restart.position == pytest.approx((0.0, 0.8), abs=1e-3)


def test_a_lob_that_somebody_touches_in_the_air_is_no_foul():
    assert lob(0.61, (6.01, 2.0), touched=True) == []


@pytest.mark.parametrize(("x", "kinds"), [(10.25, ["keeper_touched"]), (10.24, [])])
def test_nobody_touches_the_keeper_in_its_goal_area(x, kinds):
    situation = Situation("msl", blue={1: (x - 0.5, 0.0)}, yellow={0: (x, 0.0)})
    calls = situation.judge(situation.collision(Body(BLUE, 1), Body(YELLOW, 0), 0.2))
    assert [call.kind for call in calls] == kinds
    assert all((call.team, call.robot, call.restart.team) == (BLUE, 1, YELLOW) for call in calls)


def test_robots_of_one_team_may_touch_their_keeper():
    situation = Situation("msl", yellow={0: (10.7, 0.0), 1: (10.2, 0.0)})
    assert situation.judge(situation.collision(Body(YELLOW, 1), Body(YELLOW, 0), 0.2)) == []


def pushed(metres, at):
    """The calls while blue 1 pushes yellow 1 along x."""
    situation = Situation("msl", (3.0, 3.0), blue={1: (at - 0.5, 0.0, SIDEWAYS)}, yellow={1: (at, 0.0, SIDEWAYS)})
    calls = situation.judge()
    for step in range(1, round(metres / 0.01) + 1):
        situation.robot(BLUE, 1, at - 0.5 + 0.01 * step, 0.0, SIDEWAYS, vx=1.0)
        situation.robot(YELLOW, 1, at + 0.01 * step, 0.0, SIDEWAYS, vx=1.0)
        calls = calls or situation.judge()
    return calls


@pytest.mark.parametrize(
    ("metres", "at", "restart"), [(0.49, 2.0, None), (0.52, 2.0, Phase.FREE_KICK), (0.52, -9.8, Phase.PENALTY)]
)
def test_pushing_is_a_free_kick_and_in_the_own_penalty_area_a_penalty(metres, at, restart):
    calls = pushed(metres, at)
    assert [call.kind for call in calls] == ([] if restart is None else ["pushing"])
    for call in calls:
        assert (call.team, call.robot) == (BLUE, 1)
        assert (call.restart.kind, call.restart.team) == (restart, YELLOW)


@pytest.mark.parametrize(
    ("seconds", "yellow", "kinds"),
    [
        (9.9, (1.0, 0.0), []),
        (10.1, (1.0, 0.0), ["scrum"]),
        (10.1, (1.26 + 0.05, 0.0), []),
        (14.9, (3.0, 0.0), []),
        (15.1, (3.0, 0.0), ["no_progress"]),
    ],
)
def test_a_ball_that_makes_no_way_is_dropped(seconds, yellow, kinds):
    situation = Situation("msl", (0.0, 0.0), blue={1: (-0.4, 0.0)}, yellow={1: yellow})
    calls = situation.judge(seconds=seconds)
    assert [call.kind for call in calls] == kinds
    assert all(call.restart == Restart(Phase.DROPPED_BALL, None, (0.0, 0.0)) for call in calls)


# ---- penalties -------------------------------------------------------------------------------------------------


def penalty(keeper):
    situation = Situation("msl", (7.4, 0.0), blue={1: (6.4, 0.0)}, yellow={0: keeper})
    return situation.restart(situation.rules.penalty(BLUE), Phase.RUNNING)


def test_the_keeper_stays_in_its_goal_area_until_the_penalty_is_kicked():
    situation = penalty((10.3, 0.0))
    assert situation.judge(seconds=5) == []
    situation.robot(YELLOW, 0, 10.2, 0.0)
    (call,) = situation.judge()
    assert (call.kind, call.team, call.robot) == ("keeper_left_goal_area", YELLOW, 0)
    assert (call.restart.kind, call.restart.team) == (Phase.PENALTY, BLUE)
    situation.restart(call.restart, Phase.RUNNING)  # the repeated one
    foul, goal = situation.judge()
    assert (foul.kind, goal.kind, goal.team) == ("keeper_left_goal_area", "goal", BLUE)
    assert goal.restart == Restart(Phase.KICK_OFF, YELLOW, (0.0, 0.0))


def test_a_penalty_has_ten_seconds():
    situation = penalty((10.3, 0.0))
    assert situation.judge(seconds=9.9) == []
    (call,) = situation.judge(seconds=0.2)
    assert (call.kind, call.team, call.restart.kind, call.restart.team) == (
        "penalty_failed",
        BLUE,
        Phase.GOAL_KICK,
        YELLOW,
    )


def test_an_attempt_of_the_shoot_out_is_one_kick_in_thirty_seconds():
    situation = Situation("msl", (0.0, 0.0), blue={1: (-1.0, 0.0)}, yellow={0: (10.7, 0.0)})
    rules, play = situation.rules, situation.play
    situation.restart(rules.shoot_out(BLUE), Phase.RUNNING, in_play=True, period=Period.SHOOT_OUT)
    assert play.restart.position == (0.0, 0.0)
    situation.ball(0.0, 0.0, vx=4.0)
    situation.judge(situation.touch(BLUE, 1), situation.kick(BLUE, 1))
    assert rules.attempt_over(situation.scene, play) is None
    situation.ball(0.1, 0.0, vx=-1.0)
    situation.judge()
    assert rules.attempt_over(situation.scene, play) == "the ball came back"
    situation.ball(0.1, 0.0)
    situation.judge()
    assert rules.attempt_over(situation.scene, play) == "the ball stopped"
    situation.scene.forget()
    play.tick = play.started + 29990
    assert rules.attempt_over(situation.scene, play) is None
    play.tick = play.started + 30000
    assert rules.attempt_over(situation.scene, play) == "time"


def test_only_goals_and_balls_out_are_judged_in_the_shoot_out():
    situation = Situation("msl", (0.0, 0.0), blue={1: (10.5, 0.0)}, yellow={0: (10.7, 1.0), 1: (10.5, -1.0)})
    situation.restart(situation.rules.shoot_out(BLUE), Phase.RUNNING, in_play=True, period=Period.SHOOT_OUT)
    assert situation.judge(seconds=3) == []
    situation.ball(-0.5, 0.0, vx=3000.0)
    situation.judge(situation.touch(BLUE, 1))
    assert situation.kinds(situation.goal(BLUE)) == ["goal"]


# ---- the rest ---------------------------------------------------------------------------------------------------


SET_PIECES = (Phase.KICK_OFF, Phase.FREE_KICK, Phase.CORNER_KICK, Phase.PENALTY)


@pytest.mark.parametrize(
    ("kind", "team"), [(Phase.DROPPED_BALL, None), *((kind, team) for kind in SET_PIECES for team in Team)]
)
def test_the_simulator_places_robots_where_the_restart_allows_it(kind, team):
    places = {number: (0.5 * number - 1.0, 0.3) for number in range(5)}
    situation = Situation("msl", (3.0, 3.0), blue=places, yellow={n: (x, -0.3) for n, (x, _) in places.items()})
    rules = situation.rules
    restart = Restart(kind, team, (3.0, 3.0))
    if kind is Phase.KICK_OFF:
        restart = rules.kick_off(team)
    elif kind is Phase.PENALTY:
        restart = rules.penalty(team)
    situation.restart(restart)
    situation.ball(*restart.position)
    situation.judge()
    for placed in rules.formation(situation.scene, restart):
        situation.robot(placed.team, placed.id, placed.x, placed.y, placed.heading)
    situation.judge()
    assert rules.ready(situation.scene, situation.play)


def test_what_the_rules_remember_is_saved_and_checked():
    situation = kick(blue={1: (1.6, 1.0), 2: (4.5, 1.0)})
    situation.judge(situation.touch(BLUE, 1), situation.kick(BLUE, 1))
    saved = situation.rules.state()
    again = kick(blue={1: (1.6, 1.0), 2: (4.5, 1.0)})
    again.tick = situation.tick
    again.rules.load(saved)
    assert again.rules.state() == saved
    again.taken()
    again.ball(2.2, 1.0)
    assert again.kinds(again.touch(BLUE, 2)) == ["roll_too_short"]
    for wrong in (
        None,
        {},
        {**saved, "attack": {}},
        {**saved, "lobs": {"robot": 1}},
        {**saved, "penalty": {"left": -1}},
    ):
        with pytest.raises(ValueError, match=r"\w"):
            again.rules.load(wrong)
