import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch import FieldVelocity
from robopitch.control.ballistics import BallLaw, kick_speed, positions, time_to_reach
from robopitch.control.interception import TIMES, uniform_path
from robopitch.control.passes import Players, rate_passes, receive

LAW = BallLaw()
GOAL = (6.0, 0.0)


def standing(places, speed=3.0, reach=0.11):
    places = np.array(places, float).reshape(-1, 2)
    return Players(places, np.zeros_like(places), speed, 3.0, reach)


def rated(targets, opponents, **options):
    targets = np.array(targets, float)
    return rate_passes((0.0, 0.0), targets, standing(targets), standing(opponents), GOAL, LAW, 6.5, **options)


@given(st.floats(0.05, 12.0), st.floats(0.1, 4.0))
def test_the_kick_of_a_pass_gives_it_its_speed_at_the_end_if_the_kicker_is_fast_enough(distance, arrival):
    passes = rated([[distance, 0.0]], [], arrival=arrival)
    wanted = kick_speed(distance, arrival, LAW)
    assert passes.speeds[0] == min(wanted, 6.5)
    assert passes.times[0] == time_to_reach(distance, min(wanted, 6.5), LAW, slip=min(wanted, 6.5))


@pytest.mark.parametrize("league", ["ssl-div-a", "msl"])
@pytest.mark.parametrize(("distance", "arrival"), [(1.0, 1.5), (3.0, 1.0), (5.0, 2.0)])
def test_a_pass_arrives_at_the_wanted_speed_and_time_in_the_simulator(league, distance, arrival):
    world = robopitch.make(league, players=0)
    ball = world.league.ball
    law = BallLaw(ball.sliding_friction, ball.rolling_deceleration, ball.inertia_factor, world.league.gravity)
    kick = kick_speed(distance, arrival, law)
    world.place_ball(0.0, 0.0, vx=kick)
    while world.ball.position[0] < distance:
        world.step()
    assert world.ball.speed == pytest.approx(arrival, abs=0.02)
    assert world.time == pytest.approx(time_to_reach(distance, kick, law, slip=kick), abs=0.01)


def test_a_kicker_that_is_too_weak_passes_slower_or_not_at_all():
    targets = np.array([[2.0, 0.0], [11.0, 0.0]])
    passes = rate_passes((0.0, 0.0), targets, standing(targets), standing([]), GOAL, LAW, 3.0, arrival=1.5)
    assert passes.speeds.tolist() == [kick_speed(2.0, 1.5, LAW), 3.0]
    assert np.isinf(passes.times[1])
    assert (
        rate_passes((0.0, 0.0), np.array([[11.0, 0.0]]), standing([[11.0, 0.0]]), standing([]), GOAL, LAW, 3.0).scores[
            0
        ]
        == 0
    )


def test_an_open_lane_is_better_than_a_blocked_one():
    passes = rated([(2.0, 2.0), (2.0, -2.0)], [(1.0, 1.05), (5.0, 0.0)])
    assert passes.scores[1] > 3 * passes.scores[0]
    assert passes.lanes[0] < 0 < passes.lanes[1]


def test_a_free_receiver_is_better_than_a_marked_one():
    passes = rated([(2.0, 2.0), (2.0, -2.0)], [(2.3, 2.2)])
    assert passes.leads[0] < passes.leads[1]
    assert passes.scores[0] < passes.scores[1]


def test_a_receiver_who_is_late_is_worse():
    targets = np.array([[2.0, 2.0], [2.0, -2.0]])
    away = Players(np.array([[2.0, 2.0], [-1.0, -4.0]]), np.zeros((2, 2)), 3.0, 3.0, 0.1)
    passes = rate_passes((0.0, 0.0), targets, away, standing([(4.5, 0.0)]), GOAL, LAW, 6.5)
    assert passes.scores[0] > passes.scores[1]


def test_a_pass_towards_the_goal_is_better_than_one_back():
    passes = rated([(2.0, 0.5), (-2.0, 0.5)], [(0.0, -4.0)])
    assert passes.scores[0] > passes.scores[1] > 0


def test_very_short_and_very_long_passes_are_worse():
    passes = rated([(0.2, 0.0), (2.0, 0.0)], [(-5.0, 4.0)])
    assert passes.scores[0] < 0.5 * passes.scores[1]
    far = rated([(0.0, 7.0), (0.0, 12.0)], [])
    assert far.scores[0] > far.scores[1]


@given(st.lists(st.tuples(st.floats(-5, 5), st.floats(-4, 4)), min_size=1, max_size=6), st.floats(0.3, 4.0))
def test_an_opponent_more_never_makes_a_pass_better(opponents, x):
    fewer, more = rated([(x, 1.0)], opponents[:-1]), rated([(x, 1.0)], opponents)
    assert more.scores[0] <= fewer.scores[0] + 1e-12


def test_without_opponents_every_pass_that_gets_there_succeeds():
    passes = rated([(2.0, 1.0), (-3.0, 1.0)], [])
    assert np.isinf(passes.lanes).all()
    assert (passes.scores > 0).all()


def test_a_receiver_stands_beside_where_it_is_on_the_line_of_the_ball_and_faces_it():
    there = receive((4.0, 0.3), (0.0, 0.0), uniform_path((0.0, 0.0), (2.0, 0.0)), 2.2, 3.0, front=0.3)
    assert there.point == pytest.approx((4.0, 0.0), abs=0.21)
    assert math.cos(there.facing) == pytest.approx(-1.0)
    assert there.velocity[0] == pytest.approx(0.2 * 2.0, rel=1e-3)
    assert there.seconds == pytest.approx((there.point[0] - 0.3) / 2.0, abs=1e-6)


def test_a_receiver_who_cannot_be_there_in_time_goes_where_it_is_least_late():
    there = receive((1.0, 9.0), (0.0, 0.0), uniform_path((0.0, 0.0), (1.0, 0.0)), 1.0, 3.0, front=0.3)
    assert there.point[0] > 5.0


def test_a_ball_that_lies_is_faced_from_where_the_robot_is():
    there = receive((2.0, 0.0), (0.0, 0.0), uniform_path((0.0, 0.0), (0.0, 0.0)), 2.0, 3.0, front=0.3)
    assert there.point == pytest.approx((0.0, 0.0))
    assert math.cos(there.facing) == pytest.approx(-1.0)
    assert there.velocity == (0.0, 0.0)


@pytest.mark.parametrize("offset", [-0.8, 0.0, 0.5])
def test_a_cambada_robot_receives_a_pass_from_the_field(offset):
    """Not a set play [CAMBADA-control §7.2]: the ball comes at 3 m/s and would miss a resting robot by up to 0.8 m."""
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0})
    ball = world.league.ball
    law = BallLaw(ball.sliding_friction, ball.rolling_deceleration, ball.inertia_factor)
    world.place_robot("blue", 0, x=4.0, y=offset, heading=2.0)
    world.place_ball(-2.0, 0.0, vx=3.0, roll=True)
    held = 0.0
    for _ in range(120):
        pose, velocity = world.robot("blue", 0).pose, world.robot("blue", 0).velocity
        place, rolling = tuple(world.ball.position[:2].tolist()), tuple(world.ball.velocity[:2].tolist())
        there = receive(pose[:2], (velocity.x, velocity.y), positions(place, rolling, TIMES, law), 2.2, 3.0, front=0.3)
        x, y = 3.0 * (there.point[0] - pose.x), 3.0 * (there.point[1] - pose.y)
        if there.seconds < 0.2:
            x, y = x + there.velocity[0], y + there.velocity[1]
        shorten = min(1.0, 2.2 / max(math.hypot(x, y), 1e-9))
        turn = max(-6.0, min(6.0, 6.0 * math.remainder(there.facing - pose.heading, math.tau)))
        world.command("blue", 0, FieldVelocity(shorten * x, shorten * y, turn), dribble=1.0)
        world.run(0.04)
        near = math.dist(world.robot("blue", 0).pose[:2], world.ball.position[:2]) < 0.4
        held = held + 0.04 if near else 0.0
    assert held > 0.5
