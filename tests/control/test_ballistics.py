import doctest
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import robopitch
from robopitch.control import ballistics
from robopitch.control.ballistics import BallLaw
from robopitch.physics.ball_law import ball_law
from robopitch.spec import load_league

GOLF = BallLaw()
SHELL = BallLaw(friction=0.5, rolling=0.5, inertia=2 / 3)
laws = st.builds(BallLaw, st.floats(0.1, 1.0), st.floats(0.05, 1.0), st.floats(0.3, 0.7), st.just(9.81))
fast = st.floats(0.05, 8.0)
share = st.floats(0.0, 1.0)


def test_the_examples_hold():
    assert doctest.testmod(ballistics).failed == 0


@pytest.mark.parametrize("league", ["ssl-div-a", "msl", "mirosot-5v5"])
@pytest.mark.parametrize("roll", [False, True])
def test_a_simulated_ball_is_where_the_law_says(league, roll):
    world = robopitch.make(league, players=0)
    law, velocity = ball_law(world.league), (0.3, -0.2)
    speed = math.hypot(*velocity)
    world.place_ball(0.0, 0.0, vx=velocity[0], vy=velocity[1], roll=roll)
    slip = 0.0 if roll else speed
    times, seen, moved = [], [], []
    while world.time < 2.5:
        world.step(10)
        times.append(world.time)
        seen.append(world.ball.position[:2])
        moved.append(world.ball.velocity[:2])
    predicted = ballistics.positions((0.0, 0.0), velocity, times, law, slip)
    assert np.allclose(predicted, seen, atol=1e-6)
    velocities = [ballistics.velocity_after(velocity, time, law, slip) for time in times]
    assert np.allclose(velocities, moved, atol=2e-5)
    place = ballistics.position_after((0.0, 0.0), velocity, times[7], law, slip)
    assert place == pytest.approx(tuple(predicted[7]))


@given(fast, share, laws, st.floats(0.0, 20.0))
def test_what_is_reckoned_for_many_times_is_what_is_reckoned_for_one(speed, part, law, seconds):
    many = ballistics.positions((1.0, 2.0), (0.0, speed), [0.0, seconds], law, part * speed)
    one = ballistics.position_after((1.0, 2.0), (0.0, speed), seconds, law, part * speed)
    assert many[0] == pytest.approx([1.0, 2.0])
    assert many[1] == pytest.approx(one)


@given(fast, share, laws, share)
def test_the_time_to_a_distance_is_when_it_is_there(speed, part, law, how_far):
    slip = part * speed
    whole = ballistics.rest_distance(speed, law, slip)
    distance = how_far * whole
    seconds = ballistics.time_to_reach(distance, speed, law, slip)
    assert ballistics.distance_after(min(seconds, 1e9), speed, law, slip) == pytest.approx(distance, abs=1e-9)
    assert ballistics.time_to_reach(whole + 0.001, speed, law, slip) == math.inf


@given(fast, share, laws)
def test_it_slows_down_without_a_jump_and_stops(speed, part, law):
    slip = part * speed
    end = ballistics.rest_time(speed, law, slip)
    times = np.linspace(0, 1.2 * end, 200)
    speeds = [ballistics.speed_after(time, speed, law, slip) for time in times]
    steps = np.diff(speeds)
    assert speeds[0] == pytest.approx(speed)
    assert steps.max() <= 1e-12
    assert steps.min() >= -1.0001 * max(law.friction * law.gravity, law.rolling) * (times[1] - times[0]) - 1e-12
    assert speeds[-1] == pytest.approx(0, abs=1e-9)
    way = ballistics.rest_distance(speed, law, slip)
    assert ballistics.distance_after(2 * end, speed, law, slip) == pytest.approx(way)


@given(fast, laws)
def test_a_kicked_ball_begins_to_roll_at_its_speed_by_one_plus_c(speed, law):
    seconds = ballistics.slide_time(speed, law)
    rolls = ballistics.speed_after(seconds, speed, law, slip=speed)
    assert rolls == pytest.approx(speed / (1 + law.inertia))
    assert ballistics.remaining_slip(speed, rolls, law) == pytest.approx(0, abs=1e-9)
    half = ballistics.speed_after(seconds / 2, speed, law, slip=speed)
    left = ballistics.remaining_slip(speed, half, law)
    assert left == pytest.approx(speed / 2)
    assert ballistics.rest_time(half, law, left) == pytest.approx(ballistics.rest_time(speed, law, speed) - seconds / 2)


@settings(max_examples=200)
@given(st.floats(0.05, 9.0), st.floats(0.0, 5.0), laws)
def test_a_pass_arrives_as_fast_as_wanted(distance, arrival, law):
    speed = ballistics.kick_speed(distance, arrival, law)
    assert speed >= arrival
    left = ballistics.rest_distance(speed, law, slip=speed) - distance
    assert left >= -1e-9
    seconds = ballistics.time_to_reach(distance - 1e-9, speed, law, slip=speed)
    assert ballistics.speed_after(seconds, speed, law, slip=speed) == pytest.approx(arrival, abs=1e-3)


def test_a_ball_that_lies_stays():
    assert ballistics.position_after((1.0, 2.0), (0.0, 0.0), 3.0, GOLF) == (1.0, 2.0)
    assert ballistics.velocity_after((0.0, 0.0), 3.0, GOLF) == (0.0, 0.0)
    assert ballistics.positions((1.0, 2.0), (0.0, 0.0), [0.0, 1.0], GOLF).tolist() == [[1, 2], [1, 2]]
    assert ballistics.time_to_reach(0.0, 0.0, GOLF) == 0
    assert ballistics.time_to_reach(1.0, 0.0, GOLF) == math.inf


def test_a_shell_loses_more_of_its_speed_than_a_solid_ball():
    assert ballistics.speed_after(5.0, 6.0, GOLF, slip=6.0) > ballistics.speed_after(5.0, 6.0, SHELL, slip=6.0)


@pytest.mark.parametrize("climb", [0.0, 1.5, 4.0])
@pytest.mark.parametrize("height", [0.0, 0.3])
def test_a_simulated_chip_lands_where_it_should(climb, height):
    world = robopitch.make("ssl-div-a", players=0)
    radius = float(world.league.ball.radius)
    world.place_ball(0.5, 0.25, z=radius + height, vx=2.0, vy=-1.0, vz=climb)
    landing = ballistics.chip_landing((0.5, 0.25), (2.0, -1.0, climb), height, float(world.league.gravity))
    step, lowest = 0.001, []
    for _ in range(int(landing.seconds / step)):
        world.step()
        lowest.append(world.ball.position[2] - radius)
    if landing.seconds > 0:
        assert min(lowest) > -1e-9
        x, y, _ = world.ball.position
        assert (x, y) == pytest.approx((landing.x, landing.y), abs=0.003)
        assert world.ball.velocity[2] < 0
        world.step(2)
        assert world.ball.velocity[2] > 0  # bounced


@given(st.floats(0.2, 8.0), st.floats(0.2, 1.3))
def test_a_chip_of_the_right_speed_lands_at_its_distance(distance, angle):
    speed = ballistics.chip_speed(distance, angle)
    landing = ballistics.chip_landing((0.0, 0.0), (0.0, speed * math.cos(angle), speed * math.sin(angle)))
    assert landing.y == pytest.approx(distance)


@pytest.mark.parametrize("league", ["ssl-div-a", "msl", "mirosot-5v5"])
@pytest.mark.parametrize("velocity", [(3.0, 1.0, 0.0), (2.0, -1.0, 3.0), (0.0, 0.0, 2.0)])
def test_a_ball_rests_where_the_physics_brings_it(league, velocity):
    wide = {"field.length": "60 m", "field.width": "40 m"}
    world = robopitch.make(
        league, players=0, overrides={"ball.rolling_deceleration": 0.4, "ball.air_drag": 0.0, **wide}
    )
    law = ball_law(world.league)
    world.place_ball(-20.0, 0.0, vx=velocity[0], vy=velocity[1], vz=velocity[2])
    seconds, x, y = ballistics.rest_point((-20.0, 0.0, law.radius), velocity, law)
    world.run(math.ceil(seconds) + 1.0)
    assert world.ball.speed == 0
    assert world.ball.position[:2] == pytest.approx((x, y), abs=2e-3)


def test_a_ball_without_friction_or_gravity_still_stops_somewhere():
    league = load_league("ssl-div-a", {"ball.rolling_deceleration": 0, "gravity": 0, "ball.sliding_friction": 1e-6})
    seconds, x, y = ballistics.rest_point((0.0, 0.0, 0.5), (1.0, 0.0, 1.0), ball_law(league))
    assert all(map(math.isfinite, (seconds, x, y)))
