import doctest

import numpy as np
import pytest

from robopitch.control import ball_flight
from robopitch.control.ball_flight import Flight, fitted_flight, height_at_line, seen_on_ground

HEIGHT = 0.8  # m, of the camera


def sightings(flight, times, camera, noise=0.0, seed=0):
    balls = np.array([flight.at(time) for time in times])
    seen = seen_on_ground(balls, camera, HEIGHT)
    return seen + np.random.default_rng(seed).normal(0.0, noise, seen.shape)


LOB = Flight((3.0, 0.5, 0.5), (-4.0, 0.3, 1.0), 0.0, 0.0)
TIMES = np.linspace(-0.2, 0.0, 6)


def test_the_formulas_in_the_documentation_hold():
    assert doctest.testmod(ball_flight).failed == 0


def test_a_ball_in_the_air_seems_farther_away():
    assert seen_on_ground((3.0, 0.0, 0.4), (0.0, 0.0), HEIGHT)[0] == pytest.approx(6.0)
    assert seen_on_ground((3.0, 0.0, 0.0), (0.0, 0.0), HEIGHT)[0] == pytest.approx(3.0)


def test_one_camera_finds_the_trajectory_of_a_flying_ball():
    found = fitted_flight(TIMES, sightings(LOB, TIMES, (0.0, 0.0)), (0.0, 0.0), HEIGHT, 0.01)
    assert found.position == pytest.approx(LOB.position, abs=1e-6)
    assert found.velocity == pytest.approx(LOB.velocity, abs=1e-5)


def test_two_cameras_find_it_better():
    """With 3 cm of noise: heights to within a decimetre or so, as a hint to a keeper."""
    one, two = [], []
    feet = np.array([(0.0, 0.0)] * 6 + [(2.0, -2.0)] * 6)
    for seed in range(40):
        first = sightings(LOB, TIMES, (0.0, 0.0), 0.03, seed)
        second = sightings(LOB, TIMES, (2.0, -2.0), 0.03, seed + 100)
        alone = fitted_flight(TIMES, first, (0.0, 0.0), HEIGHT, 0.03)
        both = fitted_flight(np.tile(TIMES, 2), np.concatenate((first, second)), feet, HEIGHT, 0.03)
        one += [abs(alone.position[2] - 0.5)] if alone else []
        two += [abs(both.position[2] - 0.5)] if both else []
    assert len(one) > 20
    assert len(two) > 30
    assert np.median(two) < 0.05
    assert np.median(two) < np.median(one)


@pytest.mark.parametrize("speed", [0.0, 2.0, 5.0])
def test_a_rolling_ball_does_not_fly(speed):
    flying = 0
    for seed in range(40):
        random = np.random.default_rng(seed)
        seen = np.stack((3.0 - speed * TIMES, np.full(6, 0.5)), axis=1) + random.normal(0.0, 0.03, (6, 2))
        flying += fitted_flight(TIMES, seen, (0.0, 0.0), HEIGHT, 0.03) is not None
    assert flying <= 4


def test_too_few_sightings_say_nothing():
    assert fitted_flight(TIMES[:3], np.ones((3, 2)), (0.0, 0.0), HEIGHT, 0.05) is None
    assert fitted_flight(np.zeros(6), np.ones((6, 2)), (0.0, 0.0), HEIGHT, 0.05) is None


def test_a_keeper_learns_where_and_how_high_a_ball_crosses_its_line():
    flight = Flight((4.0, 0.2, 0.5), (-8.0, 0.4, 2.0), 0.0, 0.0)
    time, (y, z) = height_at_line(flight, 0.0, 0.11)
    assert time == pytest.approx(0.5)
    assert y == pytest.approx(0.4)
    assert z == pytest.approx(0.5 + 1.0 - 9.81 / 8)
    assert height_at_line(flight, 5.0, 0.11) is None
    _, (_, low) = height_at_line(flight, -6.0, 0.11)
    assert low == 0.11
