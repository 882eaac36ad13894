"""Robots leave the field for cards, by themselves or by hand, and come back."""

import pytest
from tests.referee.test_rules_referee import STEP, B, Y, fresh, run, say

from robopitch.messages import Body, Phase, Team, Whistle
from robopitch.referee.sanctions import put_into_effect


def ids(match, team):
    return [robot.body.id for robot in match.world.robots(team)]


def carded(league="ssl-div-b", players=6, **options):
    """Blue gets a card in play; the ball rolls, so that nothing else is called."""
    match = say(fresh(league, players=players, **options), Whistle.START)
    match.world.place_ball(x=-2.0, y=-1.0, vx=0.4)
    return say(match, Whistle.CARD, B)


def keep_rolling(match, seconds):
    for _ in range(round(seconds / 0.5)):
        match.world.place_ball(x=-2.0, y=-1.0, vx=0.4)
        run(match, 0.5)
    return match


def kinds(match):
    return [call.kind for call in match.rulings]


def test_a_card_costs_a_robot():
    match = say(run(fresh(players=3), 0.5), Whistle.CARD, B)
    assert match.game.cards[B] == (1, 0)
    assert match.game.teams[B].robots_allowed == 5


def test_a_team_that_keeps_its_robot_for_ten_seconds_after_a_card_has_too_many_and_people_take_it_off():
    match = keep_rolling(carded(), 9.5)
    assert "too_many_robots" not in kinds(match)
    assert match.game.phase is Phase.RUNNING
    keep_rolling(match, 1.0)
    assert kinds(match)[-1] == "too_many_robots"
    assert match.rulings[-1].team is B
    assert match.game.then == (Phase.RUNNING, None, match.game.then.position)
    assert ids(run(match, 0.1), B) == [0, 1, 2, 3, 4]  # the highest number


def test_people_take_a_robot_off_in_a_stoppage_the_keeper_last():
    match = run(say(carded(), Whistle.STOP), 0.1)
    assert ids(match, B) == [0, 1, 2, 3, 4]
    match = say(fresh(players=6), Whistle.KEEPER, B, robot=5)
    say(match, Whistle.CARD, B)
    run(match, 1.5)
    assert match.game.phase is Phase.STOP
    assert ids(match, B) == [0, 1, 2, 3, 5]


@pytest.mark.parametrize(
    ("place", "left"),
    [
        ((0.9, 2.93), True),  # partly over the touch line, which is 5 mm wide beyond 3 m
        ((-0.9, -2.93), True),
        ((0.9, 2.90), False),  # on the field
        ((1.12, 2.93), False),  # too far from the halfway line
    ],
)
def test_a_robot_leaves_beside_the_halfway_line(place, left):
    match = carded()
    match.world.place_robot(B, 2, *place)
    keep_rolling(match, 0.5)
    assert ids(match, B) == ([0, 1, 3, 4, 5] if left else [0, 1, 2, 3, 4, 5])
    assert match.game.phase is Phase.RUNNING


@pytest.mark.parametrize(("apart", "left"), [(0.58, False), (0.62, True)])
def test_a_robot_leaves_only_if_the_ball_is_half_a_metre_away(apart, left):
    match = carded()
    match.world.place_robot(B, 2, 0.0, 2.95)
    match.world.place_ball(x=apart, y=2.95)
    run(match, 0.1)
    assert (2 not in ids(match, B)) is left


def test_a_robot_that_is_not_too_many_stays_beside_the_field():
    match = say(fresh(players=6), Whistle.START)
    match.world.place_robot(B, 2, 0.0, 2.95)
    assert 2 in ids(keep_rolling(match, 0.5), B)


@pytest.mark.parametrize(("x", "called"), [(-6.38, True), (-6.40, False)])
def test_a_robot_far_enough_behind_its_own_goal_line_is_not_counted(x, called):
    match = carded("ssl-div-a", players=11)
    for _ in range(22):
        match.world.place_robot(B, 2, x, 3.0)
        match.world.place_ball(x=-5.9, y=3.0, vx=0.4)  # so near that the robot may not leave
        run(match, 0.5)
    assert ("too_many_robots" in kinds(match)) is called
    assert (len(ids(match, B)) == 10) is called


def test_the_robot_comes_back_when_the_card_has_ended():
    match = fresh(players=6)
    say(match, Whistle.CARD, B)
    run(match, 10.2)
    course = match.referee._own.course
    course.discipline.run(round(119.9 / STEP))
    say(match, Whistle.START)
    run(match, 1.0)
    assert match.game.teams[B].robots_allowed == 6
    assert ids(match, B) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(("team", "count", "stopped"), [(Y, 1, False), (B, 1, True), (Y, 0, True)])
def test_play_goes_on_while_the_other_team_wants_the_advantage(team, count, stopped):
    match = say(say(carded(), Whistle.ADVANTAGE, team), Whistle.ADVANTAGE, team, count=count)
    keep_rolling(match, 12.0)
    assert ("too_many_robots" in kinds(match)) is stopped
    assert (len(ids(match, B)) == 5) is stopped


def test_where_too_many_robots_are_not_called_one_is_taken_off_in_play():
    match = say(say(fresh("msl", players=5), Whistle.START), Whistle.CARD, B)
    say(match, Whistle.CARD, B)
    run(match, 9.5)
    assert len(ids(match, B)) == 5
    assert len(ids(run(match, 1.0), B)) == 4


def test_the_third_yellow_card_at_once_is_red():
    match = fresh(players=6)
    for _ in range(3):
        say(match, Whistle.CARD, Y)
    assert match.game.cards[Y] == (3, 1)
    assert match.game.teams[Y].robots_allowed == 3
    assert match.rulings[-1].kind == "multiple_cards"


def test_a_foul_of_both_teams_counts_once_for_each():
    match = say(fresh(players=6), Whistle.START)
    course, robots = match.referee._own.course, (Body(B, 1), Body(Y, 2))
    put_into_effect(course, [course.rules.call(match.referee._own.scene, "bot_crash_drawn", robots=robots)] * 3)
    assert [match.referee._own.game.teams[team].fouls for team in Team] == [3, 3]
    shown = {(call.team, call.robot) for call in course.calls if call.kind == "multiple_fouls"}
    assert shown == {(B, 1), (Y, 2)}


@pytest.mark.parametrize(("fouls", "yellow"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_every_third_foul_is_a_yellow_card(fouls, yellow):
    match = say(fresh(players=6), Whistle.START)
    course = match.referee._own.course
    for _ in range(fouls):
        put_into_effect(course, [course.rules.call(match.referee._own.scene, "bot_crash_unique", B, 1)])
    assert (match.referee._own.game.teams[B].fouls, match.referee._own.game.cards[B]) == (fouls, (yellow, 0))
    assert [call.kind for call in course.calls].count("multiple_fouls") == yellow
