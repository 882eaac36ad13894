"""Balls in corners of a table: a robot stops beside the ball and spins; of two at it, one gives way."""

import math

import pytest

import robopitch
from robopitch import Team
from robopitch.teams import look
from robopitch.teams.game_view import GameView
from robopitch.teams.motion import Move, drive
from robopitch.teams.skills.unjam import sweep


def view_of(league, ball, own, rival=None, memory=None):
    """A robot, a ball and perhaps an opponent; positions from the corner at +x, +y, or mirrored by negative ones."""
    made = robopitch.make(league, players={"blue": 1, "yellow": 0 if rival is None else 1})
    field = made.league.field
    places = []
    for x, y in (ball, own, *(() if rival is None else (rival,))):
        places.append((math.copysign(field.length / 2, x) - x, math.copysign(field.width / 2, y) - y))
    made.place_ball(*places[0])
    heading = math.atan2(places[0][1] - places[1][1], places[0][0] - places[1][0])
    made.place_robot(Team.BLUE, 0, *places[1], heading=heading)
    if rival is not None:
        made.place_robot(Team.YELLOW, 0, *places[2], heading=0.0)
    made.step()
    return GameView(look(made, Team.BLUE, memory={} if memory is None else memory))


@pytest.mark.parametrize(
    ("ball", "beside", "turns"),
    [
        ((0.06, 0.06), (0.13, 0.06), -1.0),  # their corners: along the goal line, to the goal
        ((0.06, -0.06), (0.13, -0.06), 1.0),
        ((-0.06, 0.06), (-0.06, 0.13), -1.0),  # own corners: along the side wall, up the field
        ((-0.06, -0.06), (-0.06, -0.13), 1.0),
    ],
)
def test_beside_the_ball_it_spins_so_that_the_ball_leaves_the_corner(ball, beside, turns):
    move = sweep(view_of("mirosot-5v5", ball, beside), 0, False)
    assert move.twist.x == 0.0
    assert math.copysign(1.0, move.twist.turn) == turns
    assert abs(move.twist.turn) > 10.0


def test_from_afar_it_drives_to_a_place_where_it_can_turn_and_then_straight_to_the_ball():
    view = view_of("mirosot-5v5", (0.06, 0.03), (0.6, 0.5))
    move = sweep(view, 0, False)
    constants = view.constants
    assert move.twist is None
    assert 0.08 < math.dist(move.place, view.ball) < 0.11
    assert constants.width - move.place[1] > constants.radius
    near = sweep(view_of("mirosot-5v5", (0.06, 0.06), (0.17, 0.06)), 0, False)
    assert 0.05 < near.twist.x < 0.5
    too_near = sweep(view_of("mirosot-5v5", (0.08, 0.08), (0.14, 0.08)), 0, False)
    assert too_near.twist.x < 0.0  # a cube that touches the ball with a side would wedge it


def test_of_two_robots_at_the_ball_the_one_in_the_opponents_half_gives_way():
    theirs = view_of("vss-3v3", (0.06, 0.06), (0.13, 0.06), (0.06, 0.13))
    move = sweep(theirs, 0, False)
    assert move.twist is None
    assert math.dist(move.place, theirs.ball) > 0.2
    own = view_of("vss-3v3", (-0.06, 0.06), (-0.06, 0.13), (-0.13, 0.06))
    assert sweep(own, 0, False).twist is not None
    behind = view_of("vss-3v3", (-0.06, 0.06), (-0.06, 0.4), (-0.13, 0.06))  # the opponent is there first
    assert math.dist(sweep(behind, 0, False).place, behind.ball) > 0.2


def test_other_balls_and_other_robots_are_played_as_usual():
    assert sweep(view_of("vss-3v3", (0.06, 0.5), (0.3, 0.5)), 0, False) is None
    assert sweep(view_of("ssl-div-b", (0.06, 0.06), (0.3, 0.3)), 0, False) is None


def test_a_robot_on_two_wheels_that_cannot_turn_reverses():
    memory, driven = {}, []
    made = robopitch.make("mirosot-5v5", players={"blue": 1, "yellow": 0})
    for _ in range(60):  # it stands whatever it wants: another one holds it
        made.place_robot(Team.BLUE, 0, 0.0, 0.0, heading=math.pi / 2)
        view = GameView(look(made, Team.BLUE, memory=memory))
        driven.append(drive(view, {0: Move((0.5, 0.02), 0.0, direct=True)})[0].command)
        made.step(20)
    assert any(command.turn == 0.0 and abs(command.forward) > 0.5 for command in driven)
