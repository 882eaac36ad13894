"""A match by the rules: it goes through its phases and periods by itself, obeys people, and can be repeated."""

import json
import math
from dataclasses import replace

import pytest

import robopitch
from robopitch import Team
from robopitch.messages import Period, Phase, Restart, Whistle, Whistled

B, Y = Team.BLUE, Team.YELLOW
STEP = 0.005


def fresh(league="ssl-div-b", **options):
    defaults = {"realism": None, "players": 2, "blue": "still", "yellow": "still", "timestep": STEP, "seed": 1}
    return robopitch.make_match(league, referee="rules", **{**defaults, **options})


def run(match, seconds):
    match.advance(match.tick + round(seconds / STEP))
    return match


def until(match, condition, most=120.0):
    """Advance until a condition holds; fails after *most* seconds."""
    last = match.tick + round(most / STEP)
    while not condition(match.game):
        assert match.tick < last, f"not within {most} s; the game is {match.game}"
        match.advance(match.tick + 2)
    return match


def say(match, whistle, team=None, **more):
    assert match.offer("person", Whistled(whistle, team, **more)) == ()
    match.advance(match.tick + 2)
    return match


def score_goal(match, team=B):
    """Shoot into the goal that a team attacks; the goal of division B is 1 m wide."""
    side = 1.0 if team is B else -1.0
    match.world.place_ball(x=side * 4.3, y=0.0, vx=side * 5.0)
    return run(match, 0.2)


def test_a_match_begins_with_halt_stop_and_kick_off():
    match, seen = fresh(players=6), []
    while match.game.phase is not Phase.RUNNING:
        if not seen or seen[-1] != match.game.phase:
            seen.append(match.game.phase)
        match.advance(match.tick + 2)
    assert seen == [Phase.HALT, Phase.STOP, Phase.KICK_OFF]
    assert match.game.team is not None
    assert match.game.period is Period.FIRST_HALF


def test_each_team_has_the_first_kick_off_sometimes():
    first = {fresh(seed=seed).referee._own.course.first for seed in range(12)}
    assert first == {B, Y}


def test_the_ball_is_placed_otherwise_for_each_seed_but_as_exactly_as_no_rule_notices():
    places = {tuple(run(fresh(seed=seed), 0.5).world.ball.position[:2].tolist()) for seed in range(8)}
    assert len(places) == 8
    assert all(0 < math.hypot(x, y) < 0.001 for x, y in places)
    match = score_goal(until(fresh(players=6), lambda game: game.phase is Phase.RUNNING))
    until(match, lambda game: game.phase is Phase.KICK_OFF)
    assert 0 < math.hypot(*match.world.ball.position[:2]) < 0.001


def test_a_kick_that_nobody_takes_frees_the_ball_and_then_play_stops():
    match = until(fresh(players=6), lambda game: game.phase is Phase.RUNNING and game.team is not None)
    began = match.world.time
    until(match, lambda game: game.phase is Phase.RUNNING and game.team is None)
    assert match.world.time - began == pytest.approx(10.0, abs=0.05)
    until(match, lambda game: game.phase is Phase.STOP)
    assert match.rulings[-1].kind == "no_progress_in_game"


def test_a_goal_counts_and_the_other_team_kicks_off():
    match = score_goal(say(fresh(), Whistle.START))
    assert match.score == {B: 1, Y: 0}
    assert [call.kind for call in match.rulings] == ["possible_goal", "goal"]
    assert (match.game.phase, match.game.team, match.game.then) == (Phase.STOP, Y, (Phase.KICK_OFF, Y, (0.0, 0.0)))
    until(match, lambda game: game.phase is Phase.KICK_OFF)
    assert match.world.ball.position[:2].tolist() == pytest.approx([0.0, 0.0], abs=0.001)
    assert match.score == {B: 1, Y: 0}


def test_the_clock_stands_still_in_stoppages():
    match = run(say(fresh(), Whistle.START), 3.0)
    say(match, Whistle.STOP)
    stopped = match.game
    assert stopped.clock == pytest.approx(3.0, abs=0.05)
    say(run(match, 5.0), Whistle.START)
    assert match.game.clock == stopped.clock
    assert match.game.time_left == pytest.approx(300 - stopped.clock)


def test_a_match_has_two_halves_and_ends_as_a_draw():
    match = until(fresh(half=4.0), lambda game: game.period is Period.HALF_TIME)
    first = match.referee._own.course.first
    until(match, lambda game: game.period is Period.SECOND_HALF)
    assert match.game.then == (Phase.KICK_OFF, first.other, (0.0, 0.0))
    until(match, lambda game: game.period is Period.OVER)
    assert (match.game.ended_by, match.game.winner, match.game.phase) == ("time", None, Phase.HALT)
    assert [call.kind for call in match.rulings if call.kind in ("half_time", "end_of_game")] == [
        "half_time",
        "end_of_game",
    ]
    number = match.game.number
    run(match, 5.0)
    assert match.game.number == number


def test_play_goes_on_after_the_time_is_up_until_it_stops():
    match = run(say(fresh(half=2.0), Whistle.START), 2.5)
    assert match.game.period is Period.FIRST_HALF
    score_goal(match)
    assert match.game.period is Period.HALF_TIME
    assert match.score == {B: 1, Y: 0}


def test_a_knock_out_match_has_extra_time_and_a_shoot_out():
    course, seen = fresh(half=10.0, elimination=True).referee._own.course, []
    while course.period is not Period.SHOOT_OUT:
        seen.append((course.period, course.length))
        course.end_period() if course.length else course.resume()
    assert seen == [
        (Period.BEFORE, None),
        (Period.FIRST_HALF, 10.0),
        (Period.HALF_TIME, None),
        (Period.SECOND_HALF, 10.0),
        (Period.EXTRA_TIME_BREAK, None),
        (Period.FIRST_EXTRA_HALF, 5.0),
        (Period.EXTRA_HALF_TIME, None),
        (Period.SECOND_EXTRA_HALF, 5.0),
        (Period.SHOOT_OUT_BREAK, None),
    ]


@pytest.mark.parametrize(
    ("goals", "attempts", "winner"),
    [("b", 10, B), ("by", 40, None), ("bybybybybyby" + "..y", 16, Y), ("yb" * 5 + "b", 12, B)],
)
def test_a_shoot_out_has_five_pairs_and_then_ends_with_the_first_that_decides(goals, attempts, winner):
    course = fresh(elimination=True).referee._own.course
    course.period = Period.SHOOT_OUT_BREAK
    course.resume()
    takers = []
    while course.period is Period.SHOOT_OUT:
        takers.append(course.play.restart.team)
        scored = goals[len(takers) - 1 : len(takers)]
        if scored in ("b", "y"):
            course.add_score(B if scored == "b" else Y, 1)
        course.attempt_ended()
    assert (len(takers), course.ended_by, course.winner) == (attempts, "shoot-out", winner)
    assert takers[:4] == [course.first, course.first.other, course.first, course.first.other]


@pytest.mark.parametrize(("before", "mercy"), [((9, 0), True), ((9, 8), True), ((9, 9), False), ((8, 0), False)])
def test_ten_goals_and_a_lead_of_two_end_a_match(before, mercy):
    match = fresh()
    for team, goals in zip((B, Y), before, strict=True):
        say(match, Whistle.SCORE, team, count=goals)
    score_goal(say(match, Whistle.START))
    assert (match.game.period is Period.OVER) is mercy
    assert match.game.ended_by == ("mercy" if mercy else "")


def test_start_gives_the_pending_kick_at_once():
    match = say(say(fresh(), Whistle.FREE_KICK, B, place=(1.0, 1.0)), Whistle.START)
    assert (match.game.phase, match.game.team) == (Phase.FREE_KICK, B)


def test_a_placement_that_a_person_wants_ends_in_stop():
    match = say(fresh(), Whistle.PLACEMENT, Y, place=(2.0, 1.0))
    assert (match.game.phase, match.game.team, match.game.place) == (Phase.PLACEMENT, Y, (2.0, 1.0))
    until(match, lambda game: game.phase is not Phase.PLACEMENT)
    assert (match.game.phase, match.game.then) == (Phase.STOP, None)
    assert match.game.teams[Y].placement_failures == 1


def test_failed_placements_are_forgotten_at_the_end_of_a_period():
    course = fresh().referee._own.course
    course.teams[B] = replace(course.teams[B], placement_failures=5)
    course.period = Period.HALF_TIME
    course.resume()
    assert course.teams[B].placement_failures == 0


def test_a_match_with_an_external_team_waits_for_it():
    match = run(fresh(blue="external"), 30.0)
    assert (match.game.period, match.game.phase) == (Period.BEFORE, Phase.HALT)
    say(match, Whistle.KICK_OFF)
    assert (match.game.period, match.game.then.kind) == (Period.FIRST_HALF, Phase.KICK_OFF)


@pytest.mark.parametrize(("kind", "phase"), [("external", Phase.HALT), ("none", Phase.RUNNING)])
def test_other_referees_wait_or_let_play(kind, phase):
    match = robopitch.make_match("ssl-div-b", realism=None, players=1, referee=kind, blue="still", yellow="still")
    match.advance(100)
    assert match.game.phase is phase


def test_an_unknown_referee_is_refused():
    with pytest.raises(ValueError, match="rules, free, external, none"):
        robopitch.make_match("ssl-div-b", realism=None, referee="video")


def test_a_snapshot_keeps_the_referee_and_a_broken_one_is_refused():
    match = run(score_goal(say(fresh(), Whistle.START)), 0.1)
    saved = match.save()
    plain = json.loads(json.dumps(match.referee.state()))
    other = fresh()
    other.restore(saved)
    assert other.game == match.game
    assert run(other, 30.0).game == run(match, 30.0).game
    for path in (("course", "clock"), ("course", "game"), ("count", "removed"), ("rules", "timers"), ("scene", "tick")):
        broken = json.loads(json.dumps(plain))
        broken["rules"][path[0]][path[1]] = "many"
        with pytest.raises(ValueError, match=r"."):
            other.referee.load(broken)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("restart", None),
        ("spot", None),
        ("began", 10**9),
        ("wait", 10**12),
        ("tick", 10**9),
        ("teams", []),
        ("period", "tea time"),
    ],
)
def test_a_referee_that_could_not_go_on_is_refused(key, value):
    match = say(say(fresh(), Whistle.FREE_KICK, B, place=(0.0, 0.0)), Whistle.START)
    state = json.loads(json.dumps(match.referee.state()))
    state["rules"]["course"][key] = value
    with pytest.raises(ValueError, match=r"referee|tea time|period"):
        match.referee.load(state)


def test_the_pending_restart_is_a_message():
    match = score_goal(say(fresh(), Whistle.START))
    assert isinstance(match.game.then, Restart)
