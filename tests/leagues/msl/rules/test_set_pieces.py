"""Set pieces of the Middle Size League: distances, and how far the ball rolls."""

import pytest
from tests.leagues.msl.rules.situations import RADIUS, kick
from tests.leagues.situation import BLUE, YELLOW, Situation

from robopitch.messages import Phase, Restart


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
