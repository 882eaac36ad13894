"""A person overrules the referee of a match by the rules, corrects it, and takes a ruling back."""

import math

import pytest
from tests.referee.test_rules_referee import B, Y, fresh, run, say, score_goal

from robopitch.messages import HearReferee, Period, Phase, Whistle, Whistled


@pytest.mark.parametrize(
    ("whistle", "team", "then"),
    [
        (Whistle.KICK_OFF, B, (Phase.KICK_OFF, B, (0.0, 0.0))),
        (Whistle.FREE_KICK, Y, (Phase.FREE_KICK, Y, (0.5, 0.5))),
        (Whistle.PENALTY, B, (Phase.PENALTY, B, (-1.5, 0.0))),
    ],
)
def test_a_person_gives_a_restart(whistle, team, then):
    match = say(say(fresh(), Whistle.START), whistle, team, place=(0.5, 0.5))
    assert (match.game.phase, match.game.then) == (Phase.STOP, then)


@pytest.mark.parametrize(
    ("whistle", "team", "then"),
    [
        (Whistle.CORNER_KICK, B, (Phase.CORNER_KICK, B, (0.5, 0.5))),
        (Whistle.DROPPED_BALL, None, (Phase.DROPPED_BALL, None, (0.5, 0.5))),
    ],
)
def test_a_person_gives_a_restart_of_the_middle_size_league(whistle, team, then):
    match = say(say(fresh("msl"), Whistle.START), whistle, team, place=(0.5, 0.5))
    assert (match.game.phase, match.game.then) == (Phase.STOP, then)


@pytest.mark.parametrize(
    ("league", "known", "unknown"),
    [
        ("ssl-div-b", {"placement", "timeout", "substitution", "advantage"}, {"corner-kick", "throw-in", "goal-kick"}),
        ("msl", {"corner-kick", "throw-in", "goal-kick", "dropped-ball", "substitution"}, {"placement", "timeout"}),
        ("mirosot-5v5", {"goal-kick", "dropped-ball", "timeout"}, {"corner-kick", "placement", "substitution"}),
    ],
)
def test_a_person_can_give_only_the_restarts_of_the_league(league, known, unknown):
    match = fresh(league)
    assert known <= match.referee.whistles
    assert not unknown & match.referee.whistles
    (refusal,) = match.offer("person", Whistled(Whistle(min(unknown)), B))
    assert "does not know" in refusal.message


def test_a_person_halts_stops_and_starts():
    match = say(fresh(), Whistle.HALT)
    assert match.game.phase is Phase.HALT
    assert run(match, 20.0).game.phase is Phase.HALT  # the match waits for the person
    assert run(say(match, Whistle.STOP), 20.0).game.phase is Phase.STOP
    assert say(match, Whistle.START).game.phase is Phase.RUNNING
    assert match.game.period is Period.FIRST_HALF


def test_undo_takes_back_a_goal_and_its_stoppage_but_moves_nothing():
    match = score_goal(say(fresh(), Whistle.START))
    ball = match.world.ball.position.tolist()
    say(match, Whistle.UNDO)
    assert match.score == {B: 0, Y: 0}
    assert match.game.phase is Phase.RUNNING
    assert match.world.ball.position.tolist() == pytest.approx(ball, abs=0.05)
    match.world.place_ball(x=0.0, y=0.0)
    assert run(match, 0.5).score == {B: 0, Y: 0}


def test_undo_takes_back_a_command():
    match = say(say(fresh(), Whistle.START), Whistle.CARD, B)
    number = match.game.number
    say(match, Whistle.UNDO)
    assert match.game.cards[B] == (0, 0)
    assert match.game.number > number
    assert say(match, Whistle.UNDO).game.phase is Phase.RUNNING  # nothing more to undo


def test_the_score_is_corrected_but_never_below_zero():
    match = say(say(fresh(), Whistle.SCORE, B, count=3), Whistle.SCORE, Y, count=-1)
    assert match.score == {B: 3, Y: 0}


def test_a_team_that_gives_up_has_lost():
    match = say(say(fresh(), Whistle.SCORE, B, count=3), Whistle.FORFEIT, B)
    assert (match.game.period, match.game.ended_by, match.game.winner) == (Period.OVER, "forfeit", Y)


def test_a_person_ends_a_half_before_its_time():
    match = fresh()
    (refusal,) = match.offer("person", Whistled(Whistle.END_PERIOD))
    assert refusal.message == "no half is being played"
    say(say(match, Whistle.START), Whistle.END_PERIOD)
    assert (match.game.period, match.game.phase) == (Period.HALF_TIME, Phase.HALT)


def test_an_external_referee_takes_over_and_a_person_takes_back():
    match = say(fresh(), Whistle.START)
    match.offer("referee", HearReferee(match.game))
    run(match, 1.0)
    assert match.game.external
    assert not say(match, Whistle.STOP).game.external


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Whistled(Whistle.FREE_KICK), "for which team"),
        (Whistled(Whistle.FREE_KICK, B, place=(math.nan, 0.0)), "ball"),
        (Whistled(Whistle.FREE_KICK, B, place=(50.0, 0.0)), "outside the walls"),
        (Whistled(Whistle.CARD, B, robot=99), "no robot 99"),
        (Whistled(Whistle.CARD, B, card="green"), "yellow or red"),
        (Whistled(Whistle.SCORE, B, count=10**9), "at once"),
        (Whistled(Whistle.KEEPER, B), "number of a robot"),
    ],
)
def test_nonsense_is_refused_in_words(said, words):
    (refusal,) = fresh().offer("person", said)
    assert words in refusal.message
