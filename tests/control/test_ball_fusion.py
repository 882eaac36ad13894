import doctest
import math

import numpy as np
import pytest

from robopitch.control import ball_fusion
from robopitch.control.ball_fusion import BallSighting, fused_ball, sighted_ball
from robopitch.control.geometry import Pose
from robopitch.control.lens_noise import LensNoise


def sighting(x, y=0.0, deviation=0.1, time=0.0, robot=1, velocity=(0.0, 0.0)):
    return BallSighting((x, y), velocity, deviation, time, robot)


def test_the_formulas_in_the_documentation_hold():
    assert doctest.testmod(ball_fusion).failed == 0


def test_nobody_sees_it():
    assert fused_ball([], 0.0) is None
    assert fused_ball([sighting(1.0, time=0.0)], 5.0) is None


def test_a_single_sighting_goes_on_with_its_velocity_and_becomes_less_sure():
    found = fused_ball([sighting(1.0, velocity=(2.0, 0.0))], 0.3)
    assert found.position == pytest.approx((1.6, 0.0))
    assert found.deviation > 0.1
    assert found.age == pytest.approx(0.3)
    assert found.robots == (1,)


def test_near_and_new_sightings_count_more_than_far_and_old_ones():
    near, far = sighting(1.0, deviation=0.05), sighting(1.2, deviation=0.2, robot=2)
    assert fused_ball([near, far], 0.0).position[0] == pytest.approx(1.0 + 0.2 / 17)
    new, old = sighting(1.0, time=1.0), sighting(1.2, time=0.5, robot=2)
    assert fused_ball([new, old], 1.0).position[0] < 1.05


def test_the_mean_of_two_is_better_than_either():
    random, errors = np.random.default_rng(0), []
    for _ in range(400):
        seen = [sighting(*random.normal(0.0, s, 2), deviation=s, robot=n) for n, s in ((1, 0.1), (2, 0.15))]
        errors.append(np.hypot(*fused_ball(seen, 0.0).position))
    rms = np.sqrt(np.mean(np.square(errors)))
    assert rms == pytest.approx(math.sqrt(2 / (1 / 0.1**2 + 1 / 0.15**2)), rel=0.1)
    assert rms < 0.1 * math.sqrt(2)


def test_the_one_who_sees_something_else_is_outvoted():
    seen = [sighting(1.0, robot=1), sighting(1.1, robot=2), sighting(6.0, deviation=0.08, robot=3)]
    found = fused_ball(seen, 0.0)
    assert found.robots == (1, 2)
    assert found.position[0] == pytest.approx(1.05)


def test_the_order_of_the_sightings_does_not_matter():
    seen = [sighting(1.0, robot=1), sighting(1.1, robot=2), sighting(6.0, robot=3), sighting(6.05, robot=4)]
    assert fused_ball(seen, 0.0) == fused_ball(seen[::-1], 0.0)


def test_sightings_that_are_no_numbers_or_from_the_future_do_no_harm():
    bad = [sighting(math.nan), sighting(1.0, deviation=0.0), sighting(1.0, deviation=math.inf)]
    assert fused_ball(bad, 0.0) is None
    found = fused_ball([sighting(1.0, time=0.02, velocity=(3.0, 0.0))], 0.0)
    assert found.position == (1.0, 0.0)
    assert found.age == 0.0


def test_a_sighting_is_as_unsure_as_distance_and_own_pose():
    noise, pose = LensNoise(), Pose(1.0, 2.0, math.pi / 2)
    near = sighted_ball(pose, (1.0, 0.0), (0.0, 0.0), float(noise.at(1.0)), 0.0, 1)
    far = sighted_ball(pose, (4.0, 0.0), (0.0, 0.0), float(noise.at(4.0)), 0.0, 1)
    swung = sighted_ball(pose, (4.0, 0.0), (0.0, 0.0), float(noise.at(4.0)), 0.0, 1, 0.1, 0.05)
    assert near.position == pytest.approx((1.0, 3.0))
    assert near.deviation < far.deviation < swung.deviation
