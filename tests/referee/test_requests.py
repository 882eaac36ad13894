"""What teams ask for and get in stoppages: time-outs, substitutions, another goalkeeper."""

from dataclasses import replace

import pytest
from tests.referee.test_rules_referee import B, Y, fresh, run, say, until

from robopitch.messages import Period, Phase, Whistle, Whistled


def test_a_time_out_ends_when_its_time_is_over():
    match = say(say(fresh(), Whistle.STOP), Whistle.TIMEOUT, B)
    assert (match.game.phase, match.game.team, match.game.teams[B].timeouts) == (Phase.TIMEOUT, B, 3)
    say(run(match, 5.0), Whistle.CARD, B)  # takes no time from it
    say(run(match, 5.0), Whistle.STOP)
    assert match.game.teams[B].timeout_time == pytest.approx(290.0, abs=0.05)


def test_a_time_out_begins_in_the_next_stoppage_and_then_the_restart_follows():
    match = say(say(fresh(), Whistle.START), Whistle.TIMEOUT, B)
    assert (match.game.phase, match.game.teams[B].timeouts) == (Phase.RUNNING, 4)
    (refusal,) = match.offer("person", Whistled(Whistle.TIMEOUT, B))
    assert refusal.message == "blue has asked for a time-out already"
    say(match, Whistle.FREE_KICK, Y)
    until(match, lambda game: game.phase is Phase.TIMEOUT, 1.0)
    assert (match.game.team, match.game.teams[B].timeouts) == (B, 3)
    match.referee._own.course.wait = match.tick + 100
    until(match, lambda game: game.phase is Phase.FREE_KICK)
    assert match.game.team is Y


def test_extra_time_has_time_outs_of_its_own_and_a_shoot_out_none():
    match = fresh(elimination=True)
    course = match.referee._own.course
    course.period = Period.EXTRA_TIME_BREAK
    course.resume()
    assert (course.teams[B].timeouts, course.teams[B].timeout_time) == (2, 150.0)
    course.period = Period.SHOOT_OUT
    (refusal,) = match.offer("person", Whistled(Whistle.TIMEOUT, B))
    assert "shoot-out" in refusal.message


def test_a_substitution_happens_in_the_next_stoppage():
    match = say(say(fresh(), Whistle.START), Whistle.SUBSTITUTION, B)
    assert match.game.phase is Phase.RUNNING
    say(match, Whistle.FREE_KICK, Y, place=(1.0, 1.0))
    run(match, 0.1)
    assert match.game.phase is Phase.HALT
    assert match.game.teams[B].substitutions == 4
    assert match.rulings[-1].kind == "bot_substitution"
    until(match, lambda game: game.phase is Phase.FREE_KICK)


def test_the_keeper_changes_only_when_the_ball_is_not_in_play():
    match = say(say(fresh(), Whistle.STOP), Whistle.KEEPER, B, robot=1)
    assert match.game.teams[B].keeper == 1
    say(match, Whistle.START)
    (refusal,) = match.offer("person", Whistled(Whistle.KEEPER, B, 0))
    assert refusal.message == "the goalkeeper cannot change now"
    assert run(match, 0.1).game.teams[B].keeper == 1


@pytest.mark.parametrize(
    ("left", "teams", "kinds", "then"),
    [
        (1, [B], ["bot_substitution"], (Phase.FREE_KICK, Y, (1.0, 1.0))),
        (0, [B], ["excessive_bot_substitution"], (Phase.FREE_KICK, Y, (-4.3, 2.8))),  # a corner kick
        (0, [B, Y], ["excessive_bot_substitution"] * 2, (Phase.FREE_KICK, Y, (1.0, 1.0))),
    ],
)
def test_a_sixth_substitution_in_a_half_is_a_foul_and_a_corner_kick(left, teams, kinds, then):
    match = say(fresh(), Whistle.START)
    course = match.referee._own.course
    for team in teams:
        course.teams[team] = replace(course.teams[team], substitutions=left)
        say(match, Whistle.SUBSTITUTION, team)
    say(match, Whistle.FREE_KICK, Y, place=(1.0, 1.0))
    until(match, lambda game: game.phase is Phase.HALT, 1.0)
    assert [call.kind for call in match.rulings][-len(kinds) :] == kinds
    assert match.game.then == then
    assert [match.game.teams[team].fouls for team in teams] == [1 - left] * len(teams)


def test_a_half_has_five_substitutions_of_its_own():
    course = fresh().referee._own.course
    course.teams[B] = replace(course.teams[B], substitutions=1)
    course.period = Period.HALF_TIME
    course.resume()
    assert course.teams[B].substitutions == 5
