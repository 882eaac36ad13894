"""Robots that people take off the field for a repair come back after its time, in a stoppage."""

import json

import pytest
from tests.referee.test_rules_referee import B, Y, fresh, run, say

from robopitch.messages import Phase, PlaceRobot, Whistle


def ids(match, team):
    return [robot.body.id for robot in match.world.robots(team)]


def put(match, present, team=B, number=4):
    """A person puts a robot onto the field, or takes it off."""
    assert match.offer("person", PlaceRobot(team, number, -3.0, -3.0, present=present)) == ()
    match.advance(match.tick + 2)
    return match


def rolling(match, seconds):
    """Play goes on: the ball rolls where nobody is."""
    for _ in range(round(seconds / 0.5)):
        match.world.place_ball(x=-2.0, y=-1.0, vx=0.4)
        run(match, 0.5)
    return match


def in_repair(league="msl", **options):
    match = say(fresh(league, players=5, **options), Whistle.START)
    rolling(match, 0.5)
    return put(match, present=False)


def repairs(match):
    return [call for call in match.rulings if call.kind == "repair"]


@pytest.mark.parametrize(("seconds", "stays"), [(19.5, False), (20.5, True)])
def test_a_robot_is_out_for_twenty_seconds(seconds, stays):
    match = say(rolling(in_repair(), seconds), Whistle.STOP)
    assert match.game.phase is Phase.STOP
    run(put(match, present=True), 0.1)
    assert (4 in ids(match, B)) is stays
    assert len(repairs(match)) == (0 if stays else 1)
    if not stays:
        (call,) = repairs(match)
        assert (call.team, call.robot) == (B, 4)
        assert call.measure == pytest.approx(seconds, abs=0.1)
        assert match.game.phase is Phase.STOP


def test_thirty_seconds_by_the_rules_of_2016():
    match = run(put(say(rolling(in_repair(year=2016), 29.0), Whistle.STOP), present=True), 0.1)
    assert 4 not in ids(match, B)
    run(put(run(match, 1.5), present=True), 0.1)
    assert 4 in ids(match, B)


def test_a_robot_comes_back_in_a_stoppage_only():
    match = rolling(in_repair(), 25.0)
    put(match, present=True)
    rolling(match, 0.5)
    assert 4 not in ids(match, B)
    assert "play goes on" in repairs(match)[0].reason
    assert match.game.phase is Phase.RUNNING  # it does not stop play
    say(match, Whistle.STOP)
    run(put(match, present=True), 0.1)
    assert 4 in ids(match, B)
    assert len(repairs(match)) == 1


def test_before_a_match_robots_come_and_go():
    match = fresh("msl", players=5)
    run(put(put(match, present=False), present=True), 0.2)
    assert 4 in ids(match, B)
    assert repairs(match) == []


def test_a_robot_that_was_taken_off_for_cards_is_not_repaired():
    match = rolling(say(fresh("msl", players=5), Whistle.START), 0.5)
    full = len(ids(match, Y))
    for _ in range(2):  # the second one takes a robot off
        say(match, Whistle.CARD, Y)
    rolling(match, 11.0)  # a team has 10 s for it
    run(say(match, Whistle.STOP), 0.5)
    assert len(ids(match, Y)) == full - 1
    say(match, Whistle.START)
    for _ in range(9):
        rolling(match, 9.5)
        run(say(match, Whistle.STOP), 0.5)
        say(match, Whistle.START)
    assert len(ids(match, Y)) == full
    assert repairs(match) == []


def test_leagues_without_such_a_rule_let_robots_come_back():
    match = say(fresh(players=5), Whistle.START)
    rolling(match, 0.5)
    rolling(put(put(match, present=False), present=True), 0.5)
    assert 4 in ids(match, B)


def test_a_repair_is_saved_and_older_snapshots_are_read():
    match = say(rolling(in_repair(), 18.0), Whistle.STOP)
    state = json.loads(json.dumps(match.referee.state()))
    other = fresh("msl", players=5)
    other.restore(match.save())
    run(put(other, present=True), 0.1)
    assert 4 not in ids(other, B)
    del state["rules"]["repairs"]
    match.referee.load(state)
    run(put(match, present=True), 0.1)
    assert 4 in ids(match, B)
