import json
import math

import numpy as np
import pytest

import robopitch
from robopitch import FieldVelocity, Team
from robopitch.control.geometry import Twist
from robopitch.messages import Collision
from robopitch.teams import act, look
from robopitch.teams.game_view import GameView
from robopitch.teams.motion import BUMP, CAREFUL, YIELD, Move, drive


def world(league="ssl-div-b", blue=1, yellow=0):
    made = robopitch.make(league, players={"blue": blue, "yellow": yellow})
    made.place_ball(0.9 * made.league.field.length / 2, 0.8 * made.league.field.width / 2)  # out of the way
    return made


def driven(made, moves, seconds, memory=None):
    """Drive for a while; returns what happened, and the moves may depend on the view."""
    memory = {} if memory is None else memory
    happened = []
    for _ in range(round(seconds / 0.02)):
        view = GameView(look(made, Team.BLUE, memory=memory))
        act(made, Team.BLUE, drive(view, moves(view) if callable(moves) else moves))
        happened += made.step(round(0.02 / made.timestep))
    return happened


@pytest.mark.parametrize("league", ["ssl-div-b", "msl", "mirosot-5v5", "vss-3v3"])
def test_a_robot_arrives_where_it_shall_be_and_stays_there(league):
    made = world(league)
    field = made.league.field
    place = (0.2 * field.length, -0.2 * field.width)
    made.place_robot(Team.BLUE, 0, 0.0, 0.0, 2.0)
    driven(made, {0: Move(place, 1.0)}, 6.0)
    robot = made.robot(Team.BLUE, 0)
    assert math.dist(robot.pose[:2], place) < 0.5 * robot.spec.outline.circumradius
    assert robot.pose.heading == pytest.approx(1.0, abs=0.15)
    assert math.hypot(*robot.velocity[:2]) < 0.05


def test_an_omnidirectional_robot_needs_little_more_than_the_least_time():
    made = world()
    made.place_robot(Team.BLUE, 0, -2.0, 0.0, 0.0)
    driven(made, {0: Move((0.0, 0.0), 0.0)}, 1.6)  # at least 1.24 s: 2 m with 4.7 and 5.9 m/s²
    assert math.dist(made.robot(Team.BLUE, 0).pose[:2], (0.0, 0.0)) < 0.05


def test_a_robot_goes_round_whoever_stands_in_its_way():
    made = world(blue=1, yellow=3)
    made.place_robot(Team.BLUE, 0, -2.0, 0.0, 0.0)
    for number, y in enumerate((-0.15, 0.05, 0.25)):
        made.place_robot(Team.YELLOW, number, 0.0, y, 0.0)
    happened = driven(made, {0: Move((2.0, 0.0), 0.0)}, 3.0)
    assert not [event for event in happened if isinstance(event, Collision)]
    assert math.dist(made.robot(Team.BLUE, 0).pose[:2], (2.0, 0.0)) < 0.1


def test_robots_that_drive_at_each_other_do_not_crash():
    made = world(blue=2)
    made.place_robot(Team.BLUE, 0, -2.0, 0.02, 0.0)
    made.place_robot(Team.BLUE, 1, 2.0, 0.0, 0.0)
    moves = {0: Move((2.0, 0.0), 0.0, direct=True), 1: Move((-2.0, 0.0), 0.0, direct=True)}
    happened = driven(made, moves, 2.0)
    assert max((event.speed for event in happened if isinstance(event, Collision)), default=0.0) < 1.5


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_field_players_stay_out_of_both_defence_areas(side):
    made = world()
    made.place_robot(Team.BLUE, 0, 0.0, 0.0, 0.0)
    inside = []
    line, depth = made.league.field.length / 2, made.league.field.penalty_area_depth

    def watch(view):
        x, y = view.place[0]
        inside.append(side * x > line - depth and abs(y) < made.league.field.penalty_area_width / 2)
        return {0: Move((side * line * 0.95, 0.0), 0.0)}

    driven(made, watch, 3.0)
    assert not any(inside)
    assert side * made.robot(Team.BLUE, 0).pose.x > line - depth - 0.3  # but it comes as near as it may


def test_a_keeper_may_go_into_its_area():
    made = world()
    made.place_robot(Team.BLUE, 0, 0.0, 0.0, 0.0)
    driven(made, {0: Move((-4.2, 0.0), 0.0, free=True)}, 3.0)
    assert made.robot(Team.BLUE, 0).pose.x == pytest.approx(-4.2, abs=0.02)


def test_a_robot_keeps_the_speed_that_it_is_given():
    made = world()
    made.place_robot(Team.BLUE, 0, -3.0, 0.0, 0.0)
    speeds = []

    def watch(view):
        speeds.append(math.hypot(*view.velocity[0]))
        return {0: Move((3.0, 0.0), 0.0, 1.3)}

    driven(made, watch, 2.0)
    assert 1.2 < max(speeds) < 1.4


def test_who_has_no_move_stands_and_a_twist_is_driven_as_it_is():
    made = world(blue=2)
    actions = drive(GameView(look(made, Team.BLUE)), {1: Move((0.0, 0.0), 0.0, twist=Twist(0.1, 0.2, 0.3))})
    assert actions[0].command == FieldVelocity(0.0, 0.0, 0.0)
    assert actions[1].command == FieldVelocity(0.1, 0.2, 0.3)


def test_a_robot_that_is_held_up_gets_away():
    made = world(blue=1, yellow=1)
    field = made.league.field
    wall = field.width / 2 + field.margin_touch
    made.place_robot(Team.BLUE, 0, 0.0, wall - 0.095, 0.0)
    places = []

    def watch(view):
        places.append(tuple(view.place[0]))
        return {0: Move((0.0, wall + 1.0), 0.0, direct=True)}

    driven(made, watch, 2.0)
    assert min(y for _, y in places) < wall - 0.2


def test_the_memory_is_plain_data():
    made = world(blue=3, yellow=3)
    memory = {}
    driven(made, {n: Move((2.0, 0.3 * n), 0.0) for n in range(3)}, 1.0, memory)
    assert json.loads(json.dumps(memory)) == memory


@pytest.mark.parametrize("mate", [(-4.2, 0.1), (-4.0, -0.3), (-3.6, 0.25)])
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_robot_in_its_own_goal_drives_out_forwards_not_against_the_post(mate, side):
    made = world(blue=2)
    made.place_ball(-3.8, 0.0)
    made.place_robot(Team.BLUE, 0, -4.49, -0.41 * side, 0.0)
    made.place_robot(Team.BLUE, 1, mate[0], mate[1] * side, 0.0)
    driven(made, {0: Move((-3.8, 0.0), 0.0)}, 0.3)
    x, y, _ = made.robot(Team.BLUE, 0).pose
    assert x + 4.49 > abs(y) - 0.41
    assert x > -4.45


def slower_by_arrays(view, wants):
    """The law for all pairs at once: velocities towards others that are too near to brake in time."""
    constants, own = view.constants, view.observation.own
    everybody = np.concatenate((view.place, view.rivals))
    moving = np.concatenate((view.velocity, view.rival_velocity))
    headings = np.array([own[number].heading for number in view.numbers])
    forward = np.array([want.x for want in wants])
    speeds = np.stack((forward * np.cos(headings), forward * np.sin(headings)), axis=1)
    x, y = everybody[:, 0] - view.place[:, :1], everybody[:, 1] - view.place[:, 1:]
    distance = np.maximum(np.sqrt(x * x + y * y), 1e-9)
    np.fill_diagonal(distance, 1e6)
    x, y = x / distance, y / distance
    ours = speeds[:, :1] * x + speeds[:, 1:] * y
    closing = ours - (moving[:, 0] * x + moving[:, 1] * y)
    room = np.maximum(distance - 2 * constants.radius, 0.0)
    excess = np.minimum(closing - BUMP - np.sqrt(2 * CAREFUL * constants.limits.brake * room), ours - YIELD)
    less = np.minimum(np.maximum(excess.max(axis=1), 0.0), np.abs(forward))
    return (forward - np.copysign(less, forward)).tolist()


def test_robots_on_two_wheels_slow_down_before_others():
    random, made, slowed = np.random.default_rng(2), robopitch.make("mirosot-5v5"), 0
    for _ in range(60):
        for robot in made.robots():
            x, y, heading = random.uniform((-0.5, -0.4, -3), (0.5, 0.4, 3))
            made.place_robot(robot.body.team, robot.body.id, x, y, heading, vx=random.normal(), vy=random.normal())
        view = GameView(look(made, Team.BLUE, memory={}))
        wants = [Twist(random.uniform(-2, 2), 0.0, random.normal()) for _ in view.numbers]
        moves = {number: Move((0.0, 0.0), 0.0, twist=want) for number, want in zip(view.numbers, wants, strict=True)}
        told = [action.command.forward for action in drive(view, moves).values()]
        assert told == pytest.approx(slower_by_arrays(view, wants), abs=1e-12)
        slowed += sum(one != want.x for one, want in zip(told, wants, strict=True))
    assert slowed > 30
