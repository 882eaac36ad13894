"""Offences of the Small Size League: each rule on both sides of its threshold."""

import pytest
from tests.leagues.ssl.rules.situations import STEP, TICK, Situation

from robopitch import Body, Team
from robopitch.messages import Phase, Restart

B, Y = Team.BLUE, Team.YELLOW
FREE = Restart(Phase.FREE_KICK, B, (0.0, 0.0))


def ago(seconds):
    return TICK - round(seconds / STEP)


@pytest.mark.parametrize(
    ("speed", "speeds", "expected"),
    [
        (1.49, (1.49, 0.0), []),
        (1.51, (1.51, 0.0), [("bot_crash_unique", B)]),
        (1.51, (0.2, 1.51), [("bot_crash_unique", Y)]),
        (1.6, (1.0, 0.69), [("bot_crash_unique", B)]),
        (1.6, (1.0, 0.71), [("bot_crash_drawn", None)]),
    ],
)
def test_a_crash_is_a_foul_of_the_faster_robot_or_of_both(speed, speeds, expected):
    assert Situation(ball=(3.0, 3.0)).crashed((B, 1), (Y, 2), speed, speeds).calls() == expected


def test_a_drawn_crash_is_one_call_that_blames_both_teams_and_names_both_robots():
    situation = Situation(ball=(3.0, 3.0)).crashed((Y, 2), (B, 1), 1.6, (1.0, 0.71))
    (call,) = situation.judged()
    assert (call.team, set(call.blamed), set(call.robots)) == (None, {B, Y}, {Body(B, 1), Body(Y, 2)})
    assert all(situation.rules.timers.since(f"foul:{team}", TICK) == 0 for team in Team)


def test_a_crash_names_its_victim():
    (call,) = Situation(ball=(3.0, 3.0)).crashed((B, 1), (Y, 2), 1.6, (0.2, 1.6)).judged()
    assert (call.team, call.robot, call.robots) == (Y, 2, (Body(Y, 2), Body(B, 1)))


def test_robots_of_one_team_may_crash_and_nobody_is_blamed_twice():
    assert Situation().crashed((B, 1), (B, 2), 3.0, (3.0, 0.0)).calls() == []
    again = Situation().crashed((B, 1), (Y, 2), 3.0, (3.0, 0.0))
    assert len(again.calls()) == 1
    assert again.later(1.9).crashed((B, 1), (Y, 2), 3.0, (3.0, 0.0)).calls() == []
    assert len(again.later(0.2).crashed((B, 1), (Y, 2), 3.0, (3.0, 0.0)).calls()) == 1


@pytest.mark.parametrize(("phase", "count"), [(Phase.STOP, 1), (Phase.PLACEMENT, 1), (Phase.HALT, 0)])
def test_a_crash_counts_in_stoppages_but_not_in_halt(phase, count):
    situation = Situation().stopped(phase, 1.0).crashed((B, 1), (Y, 2), 3.0, (3.0, 0.0))
    assert len(situation.calls()) == count


@pytest.mark.parametrize(("speed", "count"), [(6.5, 0), (6.51, 1)])
def test_a_kick_above_six_and_a_half_metres_per_second_is_a_foul(speed, count):
    calls = Situation().kicked((Y, 4), speed).judged()
    assert [(call.kind, call.team, call.robot) for call in calls] == [("bot_kicked_ball_too_fast", Y, 4)] * count
    assert all(call.measure == speed and call.restart is None for call in calls)


@pytest.mark.parametrize(
    ("x", "count"),
    [(4.2 - 0.09 - 0.005, 0), (4.2 - 0.09 + 0.005, 1), (5.0, 1)],  # the area begins at 6.0 − 1.8 m
)
def test_an_attacker_may_not_touch_the_ball_over_the_defence_area(x, count):
    situation = Situation(ball=(x + 0.1, 0.0), robots=[(B, 3, x, 0.0)]).touched((B, 3))
    assert situation.calls() == [("attacker_touched_ball_in_defense_area", B)] * count


@pytest.mark.parametrize(
    ("x", "number", "count"),
    [
        (4.2 + 0.09 - 0.005, 3, 0),  # partly in it
        (4.2 + 0.09 + 0.005, 3, 1),
        (4.2 + 0.09 + 0.005, 0, 0),  # the keeper
    ],
)
def test_a_field_player_wholly_in_its_defence_area_gives_a_penalty(x, number, count):
    calls = Situation(ball=(x - 0.1, 0.0), robots=[(Y, number, x, 0.0)]).touched((Y, number)).judged()
    assert [(call.kind, call.team) for call in calls] == [("defender_in_defense_area", Y)] * count
    assert all(call.restart == (Phase.PENALTY, B, (-2.0, 0.0)) for call in calls)


@pytest.mark.parametrize(
    ("apart", "team", "count"),
    [(0.595, Y, 0), (0.585, Y, 1), (0.585, B, 0)],  # centre of the robot; its hull is 0.09 m nearer
)
def test_defenders_keep_half_a_metre_from_a_free_kick(apart, team, count):
    situation = Situation(robots=[(team, 3, apart, 0.0)], restart=FREE, started=ago(3))
    situation.stopped(Phase.FREE_KICK, 1.0, team=B)
    assert situation.calls() == [("defender_too_close_to_kick_point", Y)] * count


def test_a_defender_too_close_is_called_every_two_seconds():
    situation = Situation(robots=[(Y, 3, 0.3, 0.0)], restart=FREE).stopped(Phase.FREE_KICK, 0.0, team=B)
    seen = [bool(situation.later(0.5).calls()) for _ in range(9)]
    assert seen == [True, False, False, False, True, False, False, False, True]


@pytest.mark.parametrize(("speed", "seconds", "count"), [(1.6, 1.9, 0), (1.6, 2.1, 1), (1.45, 2.1, 0)])
def test_robots_drive_slowly_in_stop_after_two_seconds(speed, seconds, count):
    situation = Situation(robots=[(B, 2, -2.0, 2.0, speed, 0.0)]).stopped(Phase.STOP, seconds)
    assert situation.calls() == [("bot_too_fast_in_stop", B)] * count
    assert situation.calls() == []  # once for each robot and stoppage


@pytest.mark.parametrize(
    ("x", "seconds", "count"),
    [
        (4.2 - 0.09 - 0.21, 3.0, 0),
        (4.2 - 0.09 - 0.19, 1.9, 0),
        (4.2 - 0.09 - 0.19, 2.1, 1),
    ],
)
@pytest.mark.parametrize("phase", [Phase.STOP, Phase.FREE_KICK])
def test_attackers_keep_away_from_the_defence_area_in_stoppages(phase, x, seconds, count):
    situation = Situation(ball=(1.0, 1.0), robots=[(B, 2, x, 0.0)], restart=FREE).stopped(phase, seconds, team=B)
    calls = situation.judged()
    assert [(call.kind, call.team, call.robot) for call in calls] == [
        ("attacker_too_close_to_defense_area", B, 2)
    ] * count
    assert all(call.restart == (Phase.FREE_KICK, Y, (1.0, 1.0)) for call in calls)


def test_the_second_attacker_too_close_before_play_resumes_halts_the_game():
    situation = Situation(ball=(1.0, 1.0), robots=[(B, 2, 4.1, 0.0)], restart=FREE).stopped(seconds=2.1, team=B)
    halts = []
    for _ in range(3):
        (call,) = situation.judged()
        halts.append(situation.rules.wants_halt(situation.play, call))
        situation.later(2.0)
    assert halts == [False, True, True]
    situation.play.in_play, situation.play.opened = True, situation.play.tick
    situation.judged()  # play has resumed
    situation.stopped(seconds=2.1, team=B)
    (call,) = situation.later(2.0).judged()
    assert not situation.rules.wants_halt(situation.play, call)


@pytest.mark.parametrize(("y", "seconds", "count"), [(0.6, 2.1, 0), (0.58, 1.9, 0), (0.58, 2.1, 1)])
def test_nobody_stays_in_the_way_of_a_placement(y, seconds, count):
    situation = Situation(ball=(0.0, 0.0), robots=[(Y, 2, 1.0, y), (B, 3, 1.0, -0.2)])
    situation.stopped(Phase.PLACEMENT, 1.0, team=B, place=(2.0, 0.0), then=Restart(Phase.FREE_KICK, B, (2.0, 0.0)))
    assert situation.calls() == []
    assert situation.later(seconds).calls() == [("bot_interfered_placement", Y)] * count


@pytest.mark.parametrize(("year", "count"), [(2026, 1), (2023, 1), (2022, 3)])
def test_until_2022_each_interference_was_a_foul(year, count):
    situation = Situation(ball=(0.0, 0.0), robots=[(Y, 2, 1.0, 0.0)], year=year)
    situation.stopped(Phase.PLACEMENT, 1.0, team=B, place=(2.0, 0.0), then=Restart(Phase.FREE_KICK, B, (2.0, 0.0)))
    calls = [call for _ in range(14) for call in situation.later(0.5).calls()]
    assert calls == [("bot_interfered_placement", Y)] * count


@pytest.mark.parametrize(
    ("place", "sole", "kind", "count"),
    [
        ((0.045, 0.0), True, Phase.FREE_KICK, 0),
        ((0.055, 0.0), True, Phase.FREE_KICK, 1),
        ((0.055, 0.0), True, Phase.KICK_OFF, 1),
        ((0.055, 0.0), False, Phase.FREE_KICK, 0),  # somebody else has touched it
    ],
)
def test_the_kicker_may_not_touch_the_ball_again(place, sole, kind, count):
    kick = Restart(kind, B, (0.0, 0.0))
    situation = Situation(ball=place, restart=kick, spot=(0.0, 0.0), kicker=Body(B, 5), sole=sole, started=ago(1))
    assert situation.calls() == []  # a judgement without contact
    calls = situation.touched((B, 5)).judged()
    assert [(call.kind, call.team, call.robot) for call in calls] == [("attacker_double_touched_ball", B, 5)] * count
    assert all(call.restart == (Phase.FREE_KICK, Y, (0.0, 0.0)) for call in calls)


def test_a_kick_may_last_a_moment_beyond_the_distance():
    kick = Restart(Phase.FREE_KICK, B, (0.0, 0.0))
    situation = Situation(ball=(0.06, 0.0), restart=kick, spot=(0.0, 0.0), kicker=Body(B, 5), started=ago(1))
    seen = [situation.later(0.01).touched((B, 5)).calls() for _ in range(6)]
    assert [bool(calls) for calls in seen] == [False, False, False, False, True, True]


@pytest.mark.parametrize(
    ("league", "seconds", "count"), [("a", 4.99, 0), ("a", 5.02, 1), ("b", 9.99, 0), ("b", 10.02, 1)]
)
def test_the_ball_does_not_stay_in_a_defence_area(league, seconds, count):
    situation = Situation(f"ssl-div-{league}", ball=(-4.25, 0.3))
    situation.play.opened = ago(-60)  # the other clock, of a ball that stays where it is, does not run
    assert situation.calls() == []
    assert situation.later(seconds).calls() == [("keeper_held_ball", B)] * count


@pytest.mark.parametrize(("league", "seconds", "count"), [("a", 4.9, 0), ("a", 5.1, 1), ("b", 9.9, 0), ("b", 10.1, 1)])
def test_a_ball_that_stays_is_freed_by_a_forced_start(league, seconds, count):
    situation = Situation(f"ssl-div-{league}", ball=(1.0, 0.3), opened=TICK)
    assert situation.calls() == []
    calls = situation.later(seconds).judged()
    assert [call.kind for call in calls] == ["no_progress_in_game"] * count
    assert all(call.restart == (Phase.RUNNING, None, (1.0, 0.3)) for call in calls)


@pytest.mark.parametrize(("present", "tolerated", "seconds", "count"), [(2, 2, 5, 0), (3, 2, 1.9, 0), (3, 2, 2.1, 1)])
def test_too_many_robots_stop_play(present, tolerated, seconds, count):
    robots = [(Y, number, 2.0, number - 1.0) for number in range(present)]
    situation = Situation(robots=robots, tolerated=dict.fromkeys(Team, tolerated), started=ago(seconds), opened=TICK)
    assert situation.calls() == [("too_many_robots", Y)] * count


@pytest.mark.parametrize(("seconds", "count"), [(1.9, 0), (2.1, 1)])
def test_too_many_robots_stop_a_free_kick_that_was_not_taken(seconds, count):
    situation = Situation(
        robots=[(B, 1, 2.0, 1.0), (B, 2, 2.0, 2.0)],
        restart=FREE,
        started=ago(seconds),
        tolerated=dict.fromkeys(Team, 1),
    ).stopped(Phase.FREE_KICK, seconds, team=B)
    assert situation.calls() == [("too_many_robots", B)] * count


@pytest.mark.parametrize(("team", "count"), [(B, 0), (Y, 1)])
def test_too_many_robots_do_not_stop_play_while_the_other_team_wants_the_advantage(team, count):
    robots = [(Y, number, 2.0, number - 1.0) for number in range(3)]
    tolerated = dict.fromkeys(Team, 2)
    situation = Situation(robots=robots, tolerated=tolerated, started=ago(5), opened=TICK, advantage=(team,))
    assert situation.calls() == [("too_many_robots", Y)] * count
