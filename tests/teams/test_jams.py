"""Jammed balls: at the wall a two-wheeled robot spins the ball out; of two robots at a ball, one gives way."""

import math

import pytest

import robopitch
from robopitch import Team
from robopitch.teams import act, look
from robopitch.teams.game_view import GameView
from robopitch.teams.motion import Move, drive
from robopitch.teams.skills.kick import Play
from robopitch.teams.skills.unjam import unjam

FORWARD = Play(0.0, 0.0, 0.0)
TWO_WHEELED = ["mirosot-5v5", "vss-3v3"]


def jammed(league, ball, own, rival=None):
    """A robot at a ball, and an opponent, if any."""
    made = robopitch.make(league, players={"blue": 1, "yellow": 0 if rival is None else 1})
    made.place_ball(*ball)
    made.place_robot(Team.BLUE, 0, *own, heading=math.atan2(ball[1] - own[1], ball[0] - own[0]))
    if rival is not None:
        made.place_robot(Team.YELLOW, 0, *rival, heading=math.pi)
    return made


def wall(league, x):
    """A ball at the wall of y > 0, a robot beside it and one behind, which is the opponent."""
    y = robopitch.make(league, players={"blue": 1, "yellow": 0}).league.field.width / 2
    ball = (x, y - 0.0215)
    return jammed(league, ball, (x - 0.01, y - 0.1), (x + 0.2, y - 0.06))


@pytest.mark.parametrize("league", TWO_WHEELED)
def test_a_robot_leaves_a_ball_at_the_wall_to_the_opponent_that_sweeps_it(league):
    made = wall(league, 0.0)
    x, y = made.ball.position[:2]
    made.place_robot(Team.YELLOW, 0, x + 0.01, y - 0.075, heading=math.pi / 2)  # at the ball …
    made.place_robot(Team.BLUE, 0, x, y - 0.17, heading=math.pi / 2)  # … and ours behind it
    memory, moves = {}, []
    for _ in range(60):
        moves.append(unjam(GameView(look(made, Team.BLUE, memory=memory)), 0, FORWARD, False))
        made.step(20)
    assert moves[-1] is not None
    assert math.dist(moves[-1].place, (x, y)) > 0.1


@pytest.mark.parametrize("x", [-0.4, 0.0, 0.4])
@pytest.mark.parametrize("league", TWO_WHEELED)
def test_a_robot_at_a_ball_at_the_wall_spins_it_towards_their_goal(league, x):
    made, memory = wall(league, x), {}
    fastest, turned = 0.0, 0.0
    for _ in range(100):
        view = GameView(look(made, Team.BLUE, memory=memory))
        move = unjam(view, 0, FORWARD, False)
        act(made, Team.BLUE, drive(view, {} if move is None else {0: move}))
        made.step(20)
        fastest = max(fastest, made.ball.velocity[0], key=abs)
        turned = max(turned, abs(made.robot(Team.BLUE, 0).velocity.turn))
    assert turned > 5.0
    assert fastest > 0.1


@pytest.mark.parametrize("league", TWO_WHEELED)
def test_before_the_ball_has_stayed_for_a_while_it_is_played_as_usual(league):
    made = wall(league, 0.0)
    assert unjam(GameView(look(made, Team.BLUE, memory={})), 0, FORWARD, False) is None


def gives_way_after(ball, rival=True):
    """Seconds after which a robot of the Middle Size League backs off; the ball and both robots stay."""
    x, y = ball
    made, memory = jammed("msl", ball, (x - 0.26, y), (x + 0.26, y) if rival else None), {}
    for step in range(300):
        made.step(20)
        made.place_ball(*ball)
        made.place_robot(Team.BLUE, 0, x - 0.26, y, heading=0.0)
        move: Move | None = unjam(GameView(look(made, Team.BLUE, memory=memory)), 0, FORWARD, False)
        if move is not None:
            assert move.twist is not None
            assert move.twist.x < 0, "away from the ball"
            return 0.02 * step
    return math.inf


def test_the_robot_in_the_other_half_gives_way_first():
    assert gives_way_after((3.0, 1.0)) < 1.5 < gives_way_after((-3.0, 1.0)) < 5.0


def test_nobody_gives_way_to_nobody():
    assert math.isinf(gives_way_after((3.0, 1.0), rival=False))
