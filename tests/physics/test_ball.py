"""The ball alone: two phases on the ground, parabolas in the air, bounces; all independent of the time step."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import robopitch
from robopitch.physics.ball import rolling_speed, slide_time

TIMESTEPS = [0.001, 0.002, 0.005]


def empty_pitch(league="ssl-div-a", timestep=0.001, **overrides):
    """A pitch without robots, its walls so low that the ball goes over them."""
    room = {"field.wall_height": 0.0}
    return robopitch.make(league, timestep=timestep, players=0, overrides=room | overrides)


def stop_by_the_law(speed, ball, gravity=9.81):
    """Where and when a ball kicked without spin stops: slide v t − µ g t²/2, then roll v²/2a."""
    sliding = slide_time(speed, ball.inertia_factor, ball.sliding_friction, gravity)
    rolling = rolling_speed(speed, ball.inertia_factor)
    way = speed * sliding - ball.sliding_friction * gravity * sliding**2 / 2
    return way + rolling**2 / (2 * ball.rolling_deceleration), sliding + rolling / ball.rolling_deceleration


def roll_until_rest(world, limit=60.0):
    while world.ball.speed > 0:
        world.step()
        assert world.time < limit
    return world.time


@pytest.mark.parametrize("timestep", TIMESTEPS)
@given(speed=st.floats(0.1, 8.0), factor=st.floats(0.1, 1.0), friction=st.floats(0.05, 1.0), roll=st.floats(0.1, 1.0))
@settings(max_examples=12, deadline=None)
def test_a_kicked_ball_stops_where_the_two_phase_law_says(timestep, speed, factor, friction, roll):
    world = empty_pitch(
        timestep=timestep,
        **{"ball.inertia_factor": factor, "ball.sliding_friction": friction, "ball.rolling_deceleration": roll},
    )
    world.place_ball(0, 0, vx=0.6 * speed, vy=0.8 * speed)  # past the goals
    way, time = stop_by_the_law(speed, world.league.ball)
    world.step(math.ceil(time / timestep) + 1)
    x, y, _ = world.ball.position
    assert world.ball.speed == 0
    assert math.hypot(x, y) == pytest.approx(way, rel=1e-6)
    assert x == pytest.approx(0.6 * way, rel=1e-6)


def test_where_and_when_the_ball_stops_does_not_depend_on_the_time_step():
    stops = []
    for timestep in TIMESTEPS:
        world = empty_pitch(timestep=timestep)
        world.place_ball(0, 0, vy=6.0)
        time = roll_until_rest(world)
        stops.append((world.ball.position[1], time))
    places, times = zip(*stops, strict=True)
    assert max(places) / min(places) < 1.001
    assert max(times) / min(times) < 1.001


def test_a_ball_on_its_way_is_where_the_law_says_at_every_moment():
    world = empty_pitch()
    world.place_ball(-5, 0, vx=4.0)
    ball, speed = world.league.ball, 4.0
    sliding = slide_time(speed, ball.inertia_factor, ball.sliding_friction, 9.81)
    slope = ball.sliding_friction * 9.81
    for _ in range(20):
        world.step(100)
        t = world.time
        if t <= sliding:
            x, v = speed * t - slope * t * t / 2, speed - slope * t
        else:
            rolling, after = rolling_speed(speed, ball.inertia_factor), t - sliding
            x = speed * sliding - slope * sliding**2 / 2 + rolling * after - ball.rolling_deceleration * after**2 / 2
            v = rolling - ball.rolling_deceleration * after
        assert world.ball.position[0] + 5 == pytest.approx(x, rel=1e-9)
        assert world.ball.velocity[0] == pytest.approx(v, rel=1e-9)
        if t > sliding:  # it rolls: the lowest point rests
            assert world.ball.spin[1] * ball.radius == pytest.approx(v, rel=1e-9)


def test_a_ball_placed_rolling_does_not_slide_first():
    world = empty_pitch()
    world.place_ball(0, 0, vy=2.0, roll=True)
    roll_until_rest(world)
    assert world.ball.position[1] == pytest.approx(2.0**2 / 2 / world.league.ball.rolling_deceleration, rel=1e-6)


def test_backspin_can_bring_a_ball_back():
    world = empty_pitch()
    world.place_ball(0, 0, vx=0.5, spin=(0, -200, 0))
    world.run(1.0)
    assert world.ball.velocity[0] < 0


@pytest.mark.parametrize("timestep", TIMESTEPS)
def test_four_bounces_keep_the_restitution_that_was_set(timestep):
    world = empty_pitch("msl", timestep=timestep, **{"ball.restitution": 0.7, "ball.least_bounce_speed": 0.01})
    radius = float(world.league.ball.radius)
    world.place_ball(0, 0, z=radius + 2.0)
    # Heights between the bounces, from the energy just before the next one: exact whatever the step.
    rebounds, energy = [], 9.81 * 2.0
    falling = math.sqrt(2 * energy)
    while len(rebounds) < 4:
        before = world.ball.velocity[2]
        world.step()
        after, height = world.ball.velocity[2], world.ball.position[2] - radius
        if before < 0 < after:
            rising = math.sqrt(after**2 + 2 * 9.81 * height)
            rebounds.append(rising / falling)
            falling = rising
    assert rebounds == pytest.approx([0.7] * 4, rel=0.01)


@pytest.mark.parametrize("timestep", TIMESTEPS)
@pytest.mark.parametrize("angle", [20, 45, 70])
def test_a_chipped_ball_lands_where_the_parabola_says(timestep, angle):
    world = empty_pitch(timestep=timestep)
    speed, rise = 5.0, math.radians(angle)
    world.place_ball(0, 0, vx=speed * math.cos(rise), vz=speed * math.sin(rise))
    flight = 2 * speed * math.sin(rise) / 9.81
    places = []
    while world.time <= flight + timestep:
        places.append(world.ball.position)
        world.step()
    rising = [after[2] > before[2] for before, after in pairwise(places)]
    assert rising[0]
    assert not rising[-3]  # it has come down again, and only once
    assert sum(a != b for a, b in pairwise(rising[:-2])) == 1
    x = float(np.interp(flight, [i * timestep for i in range(len(places))], [place[0] for place in places]))
    assert x == pytest.approx(speed**2 * math.sin(2 * rise) / 9.81, rel=0.01)
    assert max(place[2] for place in places) - world.league.ball.radius == pytest.approx(
        (speed * math.sin(rise)) ** 2 / 2 / 9.81, rel=0.01
    )


@pytest.mark.parametrize("timestep", TIMESTEPS)
def test_the_msl_ball_dropped_from_a_metre_bounces_six_times_and_rests_after_2_81_s(timestep):
    """[CAMBADA-sim §4.4.2 and §5.1]."""
    world = empty_pitch("msl", timestep=timestep)
    radius = float(world.league.ball.radius)
    world.place_ball(0, 0, z=radius + 1.0)
    bounces = 0
    while world.ball.position[2] > radius or world.ball.velocity[2] != 0:
        before = world.ball.velocity[2]
        world.step()
        bounces += before < 0 < world.ball.velocity[2]
    assert bounces == 6
    assert world.time == pytest.approx(2.81, abs=0.06)


def test_the_mirosot_ball_decelerates_as_measured():
    """[MI20 §5.1.2]: µ = 4.731e-3."""
    world = robopitch.make("mirosot-11v11", players=0)
    world.place_ball(-1, 0, vx=0.5, roll=True)
    world.run(1.0)
    assert 0.5 - world.ball.velocity[0] == pytest.approx(4.731e-3 * 9.81, rel=1e-6)


def test_air_drag_shortens_a_flight():
    ways = []
    for drag in (0.0, 0.01):
        world = empty_pitch("msl", **{"ball.air_drag": drag})
        world.place_ball(0, 0, vx=8.0, vz=5.0)
        world.run(0.9)
        ways.append(world.ball.position[0])
    assert 0.5 * ways[0] < ways[1] < 0.95 * ways[0]
