"""Offences in play in the Middle Size League, each at its threshold on both sides."""

import math

import pytest
from tests.leagues.msl.rules.situations import RADIUS, SIDEWAYS
from tests.leagues.situation import BLUE, YELLOW, Situation

from robopitch.messages import Body, Phase, Restart

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
