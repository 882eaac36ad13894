import math

import numpy as np
import pytest

from robopitch.control.discs import Discs, discs_of, merged, on_field, without
from robopitch.control.geometry import Pose, into_body

RADIUS = 0.25
ORIGIN = Pose(0.0, 0.0, 0.0)


def black_points(robots, seed=0, noise=0.0, radius=RADIUS, camera=ORIGIN, limit=6.0):
    """The nearest point of a disc in each of 240 directions, in the frame of the camera."""
    centres = np.array([into_body(x - camera.x, y - camera.y, camera.heading) for x, y in robots]).reshape(-1, 2)
    bearings = np.arange(240) * math.tau / 240 - math.pi
    u = np.stack((np.cos(bearings), np.sin(bearings)), axis=1)
    along = u @ centres.T
    square = radius**2 - ((centres**2).sum(axis=1) - along**2)
    distance = np.where(square > 0, along - np.sqrt(np.maximum(square, 0.0)), np.inf)
    distance[distance <= 0] = np.inf
    nearest = distance.min(axis=1, initial=np.inf)
    seen = nearest < limit
    length = nearest[seen] + np.random.default_rng(seed).normal(0.0, noise, seen.sum())
    return length[:, None] * u[seen]


def near(found, places, tolerance):
    apart = np.hypot(*(found.positions[:, None] - np.array(places)).transpose(2, 0, 1))
    return len(found.positions) == len(places) and apart.min(axis=0).max() < tolerance


@pytest.mark.parametrize("distance", [0.7, 1.5, 3.0, 5.0])
@pytest.mark.parametrize("bearing", [0.0, 1.0, math.pi, -2.5])
def test_a_robot_is_found_at_its_centre(distance, bearing):
    place = (distance * math.cos(bearing), distance * math.sin(bearing))
    assert near(discs_of(black_points([place]), 0.02), [place], 0.05)


def test_several_robots_are_told_apart():
    places = [(1.0, 0.0), (1.5, 0.9), (-2.0, 0.5), (0.0, -3.0), (0.2, 3.5)]
    assert near(discs_of(black_points(places), 0.02), places, 0.06)


def test_a_robot_partly_behind_another_is_seen():
    places = [(1.0, 0.0), (2.2, 0.55)]
    found = discs_of(black_points(places), 0.02)
    assert len(found.positions) == 2
    assert near(found, places, 0.3)


def test_two_robots_side_by_side_are_two():
    places = [(2.0, 0.26), (2.0, -0.26)]
    assert near(discs_of(black_points(places), 0.02), places, 0.15)


def test_with_noise_a_robot_is_still_one_and_about_there():
    errors = []
    for seed in range(30):
        found = discs_of(black_points([(2.5, 1.0)], seed, noise=0.05), 0.05)
        assert len(found.positions) == 1
        errors.append(math.dist(found.positions[0], (2.5, 1.0)))
    assert np.sqrt(np.mean(np.square(errors))) < 0.06


def test_nothing_seen_is_nobody_and_single_points_are_noise():
    assert len(discs_of(np.empty((0, 2)), 0.05).positions) == 0
    assert len(discs_of([[1.0, 1.0], [-3.0, 0.0], [math.nan, 0.0]], 0.05).positions) == 0


def test_what_several_robots_see_is_one_team_of_opponents():
    robots = [(0.0, 0.0), (2.0, 1.0), (-3.0, 2.0)]
    seen = []
    for seed, camera in enumerate((Pose(-1.5, -1.5, 0.7), Pose(1.0, 3.0, -2.0), Pose(-4.0, -1.0, 0.0))):
        points = black_points(robots, seed, 0.03, camera=camera)
        seen.append(on_field(discs_of(points, 0.03), camera, 0.05, 0.02))
    assert near(merged(seen), robots, 0.15)


def test_the_mean_of_two_observers_is_better_than_one():
    alone = Discs(np.array([[1.0, 0.0]]), np.array([0.2]))
    both = merged([alone, Discs(np.array([[1.1, 0.0]]), np.array([0.1]))])
    assert len(both.positions) == 1
    assert both.positions[0, 0] == pytest.approx(1.08)
    assert both.deviations[0] < 0.1


def test_two_that_one_observer_sees_stay_two():
    pair = Discs(np.array([[1.0, 0.0], [1.3, 0.0]]), np.array([0.1, 0.1]))
    assert len(merged([pair]).positions) == 2
    assert len(merged([]).positions) == 0


def test_own_robots_are_no_opponents():
    discs = Discs(np.array([[1.0, 0.0], [3.0, 0.0]]), np.array([0.05, 0.05]))
    assert without(discs, [(1.2, 0.1)]).positions.tolist() == [[3.0, 0.0]]
    assert len(without(discs, np.empty((0, 2))).positions) == 2
