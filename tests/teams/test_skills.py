import math
import random

import pytest

import robopitch
from robopitch import Team
from robopitch.control.ballistics import BallLaw, kick_speed
from robopitch.control.geometry import bearing
from robopitch.messages import Goal, Kicked
from robopitch.teams import act, look
from robopitch.teams.game_view import GameView
from robopitch.teams.motion import drive
from robopitch.teams.skills.dribble import has_ball
from robopitch.teams.skills.get_ball import get_ball
from robopitch.teams.skills.kick import Play, at_own_goal, clear_way, shot_at_goal, speed_that_stays_in
from robopitch.teams.tactics.passing import lane_widths


def played(made, play, seconds, until=()):
    """One blue robot gets the ball and plays it; returns what happened, up to one of the events waited for."""
    memory, happened = {}, []
    for _ in range(round(seconds / 0.02)):
        view = GameView(look(made, Team.BLUE, memory=memory))
        act(made, Team.BLUE, drive(view, {0: get_ball(view, 0, play(view))}))
        for _ in range(round(0.02 / made.timestep)):
            happened += made.step(1)
            if any(isinstance(event, until) for event in happened):
                return happened
    return happened


def alone(league, seed, speed=0.0):
    """A robot somewhere, and a ball that lies or rolls somewhere else."""
    dice = random.Random(seed)
    made = robopitch.make(league, players={"blue": 1, "yellow": 0})
    field = made.league.field
    x, y = dice.uniform(-0.2, 0.2) * field.length, dice.uniform(-0.2, 0.2) * field.width
    way, side = dice.uniform(-math.pi, math.pi), dice.uniform(-math.pi, math.pi)
    made.place_ball(x, y, vx=speed * math.cos(way), vy=speed * math.sin(way))
    away = 0.2 * field.width
    made.place_robot(Team.BLUE, 0, x + away * math.cos(side), y + away * math.sin(side), dice.uniform(-3.0, 3.0))
    return made


def at_goal(view):
    return Play(bearing(view.ball, (view.constants.length, 0.0)), view.constants.kick, 0.05)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("league", "speed"), [("ssl-div-b", 0.0), ("ssl-div-b", 1.0), ("msl", 0.0), ("msl", 1.0)])
def test_a_robot_gets_any_ball_and_shoots_it_into_the_goal(league, speed, seed):
    made = alone(league, seed, speed)
    happened = played(made, at_goal, 5.0, Kicked)
    assert isinstance(happened[-1], Kicked)
    ball = made.ball
    assert math.hypot(*ball.velocity[:2]) < made.league.blue.robot.kicker.speed + 0.05
    hits = ball.position[1] + ball.velocity[1] / ball.velocity[0] * (made.league.field.length / 2 - ball.position[0])
    assert ball.velocity[0] > 0
    assert abs(hits) < made.league.field.goal.width / 2


@pytest.mark.parametrize("league", ["mirosot-5v5", "vss-3v3"])
def test_a_robot_without_kicker_pushes_the_ball_into_the_goal(league):
    goals = 0
    for seed in range(8):
        happened = played(alone(league, seed), at_goal, 15.0, Goal)
        goals += isinstance(happened[-1], Goal) and happened[-1].team is Team.BLUE
    assert goals >= 5  # it cannot get behind a ball that lies in a corner


@pytest.mark.parametrize("seed", range(8))
def test_a_robot_receives_a_pass(seed):
    dice = random.Random(seed)
    made = robopitch.make("ssl-div-b", players={"blue": 1, "yellow": 0})
    way, away = dice.uniform(-0.9, 0.9), dice.uniform(1.5, 3.5)
    made.place_robot(Team.BLUE, 0, 0.0, 0.0, way + dice.uniform(-1.0, 1.0))
    speed, off = kick_speed(away, 2.0, BallLaw()), way + dice.gauss(0.0, 0.03)
    made.place_ball(
        away * math.cos(way), away * math.sin(way), vx=-speed * math.cos(off), vy=-speed * math.sin(off)
    )  # fmt: skip
    held = []

    def hold(view):
        held.append(has_ball(view, 0))
        return Play(0.0, 0.0, 0.0, pace=0.0)

    played(made, hold, 3.0)
    assert sum(held[-25:]) > 12  # for most of the last half second


def test_a_ball_on_its_way_out_is_kept_in():
    made = robopitch.make("ssl-div-b", players={"blue": 1, "yellow": 0})
    made.place_robot(Team.BLUE, 0, 0.0, 1.7, 0.0)
    made.place_ball(0.0, 2.2, vy=0.7, roll=True)
    happened = played(made, at_goal, 3.0, Kicked)
    assert isinstance(happened[-1], Kicked)
    assert made.ball.velocity[0] > 0


def test_a_ball_is_not_taken_along_farther_than_rules_allow():
    made = alone("ssl-div-b", 0)
    memory, begun, most = {}, None, 0.0
    for _ in range(400):
        view = GameView(look(made, Team.BLUE, memory=memory))
        away = math.dist(view.ball, view.place[0])
        begun = None if away > 0.14 else begun or view.ball
        most = max(most, 0.0 if begun is None else math.dist(begun, view.ball))
        carry = Play(bearing(view.ball, (view.constants.length, 0.0)), 0.0, 0.0)
        act(made, Team.BLUE, drive(view, {0: get_ball(view, 0, carry)}))
        made.step(round(0.02 / made.timestep))
    assert 0.5 < most < 1.0


@pytest.mark.parametrize("direction", [0.0, 1.0, 2.5, -1.2])
def test_a_ball_that_shall_stay_in_is_slow_at_the_border(direction):
    made = robopitch.make("ssl-div-b", players={"blue": 1, "yellow": 0})
    made.place_robot(Team.BLUE, 0, -4.0, 2.5, 0.0)
    made.place_ball(0.3, -0.4)
    speed = speed_that_stays_in(GameView(look(made, Team.BLUE)), direction)
    made.place_ball(0.3, -0.4, vx=speed * math.cos(direction), vy=speed * math.sin(direction))
    for _ in range(600):
        made.step(10)
        x, y = made.ball.position[:2]
        if abs(x) > 4.5 or abs(y) > 3.0:
            break
    assert made.ball.speed < 0.7


def test_the_ball_is_at_a_robot_only_in_front_of_it():
    made = robopitch.make("ssl-div-b", players={"blue": 1, "yellow": 0})
    for x, y, expected in ((0.0965, 0.0, True), (-0.1115, 0.0, False), (0.0, 0.1115, False), (0.3, 0.0, False)):
        made.place_robot(Team.BLUE, 0, 0.0, 0.0, 0.0)
        made.place_ball(x, y)
        assert has_ball(GameView(look(made, Team.BLUE)), 0) is expected


def test_shots_go_beside_the_keeper_and_lanes_past_opponents():
    made = robopitch.make("ssl-div-b", players={"blue": 1, "yellow": 1})
    made.place_ball(2.5, 0.0)
    made.place_robot(Team.YELLOW, 0, 4.3, 0.2, math.pi)
    view = GameView(look(made, Team.BLUE))
    assert shot_at_goal(view, 0).target[1] < -0.1
    assert lane_widths(view, view.place * 0 + (4.3, 0.2))[0] == pytest.approx(0.0, abs=1e-9)
    assert clear_way(view, math.atan2(0.2, 1.8), 5.0, 0.1) == pytest.approx(math.hypot(1.8, 0.2))
    assert clear_way(view, math.pi, 5.0, 0.1) == 5.0


@pytest.mark.parametrize(
    ("ball", "direction", "expected"),
    [
        ((-3.0, 0.0), math.pi, True),
        ((-3.0, 0.0), 0.0, False),
        ((-3.0, 0.0), math.pi / 2, False),
        ((-3.0, 1.5), math.pi, False),  # past the goal
        ((-3.0, 1.5), -3 * math.pi / 4, True),
        ((2.0, 0.0), math.pi, True),  # from afar as well
        ((2.0, 0.0), math.pi - 0.2, False),
        ((-4.45, 0.3), -math.pi / 2 - 0.2, True),  # along the goal line
        ((-4.45, 0.9), math.pi / 2 + 0.1, False),
    ],
)
def test_which_directions_lead_to_the_own_goal(ball, direction, expected):
    made = robopitch.make("ssl-div-b", players={"blue": 1, "yellow": 0})
    made.place_ball(*ball)
    assert at_own_goal(GameView(look(made, Team.BLUE)), direction) is expected


@pytest.mark.parametrize(("direction", "kicks"), [(0.0, True), (math.pi, False), (math.pi - 0.3, False), (2.0, True)])
def test_no_robot_kicks_towards_its_own_goal(direction, kicks):
    made = robopitch.make("ssl-div-b", players={"blue": 1, "yellow": 0})
    made.place_ball(-3.0, 0.0)
    made.place_robot(Team.BLUE, 0, -3.0 - 0.095 * math.cos(direction), -0.095 * math.sin(direction), direction)
    view = GameView(look(made, Team.BLUE))
    assert (get_ball(view, 0, Play(direction, 3.0, 0.1)).kick is not None) is kicks


@pytest.mark.parametrize(("away", "kicks"), [(0.12, False), (0.3, True)])
def test_no_robot_kicks_into_an_opponent_right_in_front_of_the_ball(away, kicks):
    made = robopitch.make("ssl-div-b", players={"blue": 1, "yellow": 1})
    made.place_robot(Team.BLUE, 0, 0.0, 0.0, 0.0)
    made.place_ball(0.095, 0.0)
    made.place_robot(Team.YELLOW, 0, 0.095 + away, 0.0, math.pi)
    view = GameView(look(made, Team.BLUE))
    assert (get_ball(view, 0, Play(0.0, 3.0, 0.1)).kick is not None) is kicks


@pytest.mark.parametrize("speed", [0.0, 0.3, 1.0])
def test_a_chip_of_a_robot_that_drives_lands_where_that_of_a_resting_one_does(speed):
    made = robopitch.make("msl", players={"blue": 1, "yellow": 0})
    constants = GameView(look(made, Team.BLUE)).constants
    made.place_robot(Team.BLUE, 0, 0.0, 0.0, 0.0, vx=speed)
    made.place_ball(constants.touch, 0.0, vx=speed)
    view = GameView(look(made, Team.BLUE))
    kick = get_ball(view, 0, Play(0.0, 7.0, 0.1, constants.chip_angle)).kick
    ahead, up = kick.speed * math.cos(kick.angle) + speed, kick.speed * math.sin(kick.angle)
    assert ahead * up == pytest.approx(49.0 * math.cos(kick.angle) * math.sin(kick.angle))


def test_a_robot_beside_a_shot_does_not_follow_it_into_its_own_area():
    made = robopitch.make("ssl-div-b", players={"blue": 2, "yellow": 0})
    made.place_ball(-1.0, 0.3, vx=-3.0, roll=True)
    made.place_robot(Team.BLUE, 0, -4.35, -0.25, 0.0)
    made.place_robot(Team.BLUE, 1, -2.5, -1.5, 0.0)
    memory, deepest = {}, 0.0
    for _ in range(60):
        view = GameView(look(made, Team.BLUE, memory=memory))
        act(made, Team.BLUE, drive(view, {1: get_ball(view, 1, at_goal(view))}))
        made.step(20)
        deepest = min(deepest, made.robot(Team.BLUE, 1).pose.x)
    assert -3.55 < deepest < -2.7
