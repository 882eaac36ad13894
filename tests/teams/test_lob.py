import math

import pytest

import robopitch
from robopitch import Team
from robopitch.control.geometry import bearing
from robopitch.messages import Goal
from robopitch.teams import act, look
from robopitch.teams.game_view import GameView
from robopitch.teams.motion import drive
from robopitch.teams.skills.block import guard
from robopitch.teams.skills.get_ball import get_ball
from robopitch.teams.skills.kick import Play, height_under_bar, lob_at_goal


def scene(ball, *yellow, league="msl"):
    """A ball, a blue robot behind it, and yellow robots."""
    made = robopitch.make(league, players={"blue": 1, "yellow": len(yellow)})
    made.place_ball(*ball)
    made.place_robot(Team.BLUE, 0, ball[0] - 0.8, ball[1] + 0.1, 0.0)
    for number, place in enumerate(yellow):
        made.place_robot(Team.YELLOW, number, *place, math.pi)
    return made


@pytest.mark.parametrize(
    ("goal", "robot", "ball", "height"),
    [(1.0, 0.71, 0.11, 0.78), (1.0, 0.8, 0.11, 0.0), (0.16, 0.15, 0.0215, 0.0)],
)
def test_a_ball_that_is_lobbed_passes_above_a_keeper_and_below_the_bar(goal, robot, ball, height):
    assert height_under_bar(goal, robot, ball) == pytest.approx(height)


@pytest.mark.parametrize(
    ("ball", "yellow", "possible"),
    [
        ((4.0, 0.0), [], True),
        ((4.0, 0.0), [(10.4, 0.0)], True),  # over the keeper
        ((4.0, 0.0), [(7.0, 0.0), (10.4, 0.0)], True),  # and over a defender
        ((4.0, 0.0), [(4.9, 0.0)], False),  # too near: the ball is not yet high enough
        ((4.0, 0.0), [(10.9, -0.6), (10.9, 0.0), (10.9, 0.6)], False),  # on the line, where it is low again
        ((-0.5, 0.0), [], False),  # from the own half
        ((10.6, 0.0), [], False),  # too near to the goal
    ],
)
def test_a_lob_clears_everybody_in_its_way(ball, yellow, possible):
    view = GameView(look(scene(ball, *yellow), Team.BLUE))
    assert (lob_at_goal(view, view.ball) is not None) == possible


def test_it_goes_to_the_side_that_is_farther_from_the_keeper():
    lobs = []
    for y in (0.5, -0.5):
        view = GameView(look(scene((4.0, 0.0), (10.4, y)), Team.BLUE))
        lobs.append(lob_at_goal(view, view.ball))
    assert lobs[0].target[1] < 0 < lobs[1].target[1]


def test_where_goals_are_low_nobody_lobs():
    view = GameView(look(scene((2.0, 0.0), league="ssl-div-b"), Team.BLUE))
    assert lob_at_goal(view, view.ball) is None


def test_lobs_fall_into_the_goal_behind_a_keeper_that_stands_before_its_line():
    scored = 0
    for ball in ((1.0, 0.0), (3.0, 2.0), (7.0, 1.0), (8.5, 0.0)):
        made = scene(ball, (10.46, 0.0))
        memory, play, happened = {}, None, []
        while made.time < 5.0 and not happened:
            view = GameView(look(made, Team.BLUE, memory=memory))
            if not view.flies:
                lob = lob_at_goal(view, view.ball)
                if lob is not None:
                    play = Play(bearing(view.ball, lob.target), lob.speed, 0.05, view.constants.chip_angle)
            act(made, Team.BLUE, drive(view, {0: get_ball(view, 0, play)}))
            happened = [event for event in made.step(20) if isinstance(event, Goal)]
        scored += len(happened)
    assert scored >= 3


def test_a_keeper_awaits_a_lob_on_its_line():
    made = scene((6.0, 0.0), (10.0, 0.0))
    standing = guard(GameView(look(made, Team.YELLOW)), 0, 0.8).place[0]
    made.place_ball(6.0, 0.0, 1.5, vx=6.0)
    awaiting = guard(GameView(look(made, Team.YELLOW)), 0, 0.8).place[0]
    assert awaiting < standing - 0.5
