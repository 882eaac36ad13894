import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch import Team
from robopitch.control.covariance import RestingRobot, pooled
from robopitch.messages import CameraFrame, PlaceRobot

SIGHTINGS = st.lists(st.tuples(st.floats(-6, 6), st.floats(-5, 5), st.floats(-0.5, 0.5)), min_size=2, max_size=40)


def watched(sightings):
    robot = RestingRobot()
    for x, y, heading in sightings:
        robot.see(x, y, heading)
    return robot


@given(SIGHTINGS)
def test_it_is_the_unbiased_covariance(sightings):
    robot = watched(sightings)
    assert np.allclose(robot.matrix, np.cov(np.array(sightings).T), atol=1e-9)
    assert robot.mean == pytest.approx(tuple(np.mean(sightings, axis=0)), abs=1e-9)


def test_the_noise_of_a_camera_is_found_though_the_robot_faces_backwards():
    """Headings jump between −π and π there."""
    random = np.random.default_rng(1)
    sightings = random.normal([4.0, -3.0, math.pi], [0.0013, 0.002, 0.01], (4000, 3))
    robot = watched([(x, y, math.remainder(heading, math.tau)) for x, y, heading in sightings])
    assert robot.deviations == pytest.approx((0.0013, 0.002, 0.01), rel=0.05)
    assert abs(abs(robot.mean[2]) - math.pi) < 0.001
    assert robot.count == 4000


def test_millimetres_are_not_lost_far_from_the_middle():
    """Sums of squares, as in [MI20], would lose them."""
    random = np.random.default_rng(2)
    offsets = random.normal(0, 1e-6, (500, 3))
    assert np.allclose(
        watched(offsets + np.array([1000.0, -2000.0, 0.5])).matrix, np.cov(offsets.T), rtol=1e-3, atol=1e-17
    )


def test_cameras_that_see_it_in_different_places_are_pooled_about_their_own_means():
    random = np.random.default_rng(4)
    cameras = [watched(random.normal([place, 0, 0], 0.001, (300, 3))) for place in (1.0, 1.02, 0.97)]
    assert np.sqrt(np.diag(pooled(cameras))) == pytest.approx([0.001] * 3, rel=0.1)


def test_one_sighting_is_not_enough():
    with pytest.raises(ValueError, match="at least two"):
        _ = watched([(0.0, 0.0, 0.0)]).matrix


def test_it_can_be_saved_and_cleared():
    one, other = watched([(1.0, 2.0, 3.0), (1.1, 2.0, 3.1), (0.9, 2.1, 3.0)]), RestingRobot()
    other.load(json.loads(json.dumps(one.state())))
    for robot in (one, other):
        robot.see(1.0, 1.9, 3.05)
    assert one.state() == other.state()
    one.clear()
    assert one.count == 0


def test_the_covariance_of_a_simulated_camera_comes_back():
    """A resting robot under realistic vision with the covariance that [MI20 fig. 4.3] shows, in mm and rad there."""
    mm = np.diag([1e-3, 1e-3, 1.0])
    shown = np.array([[0.71117, -0.003796, 0.000624], [-0.003796, 0.384, -0.000048], [0.000624, -0.000048, 0.000117]])
    true = mm @ shown @ mm
    six = [float(value) for value in true[np.triu_indices(3)]]
    match = robopitch.make_match(
        "ssl-div-b",
        realism="realistic",
        realism_overrides={"robot_covariance": six},
        players={"blue": 1, "yellow": 0},
        free_play=False,
        tracker="none",
    )
    match.offer("me", PlaceRobot(Team.BLUE, 0, x=0.3, y=1.0, heading=math.pi))
    cameras = [RestingRobot() for _ in range(4)]
    for output in match.advance(15_000):
        if isinstance(output, CameraFrame) and output.capture > 0.1:
            for seen in output.blue:
                cameras[output.camera].see(seen.x, seen.y, seen.heading)
    found = pooled(cameras)
    deviations = np.sqrt(np.diag(true))
    assert np.sqrt(np.diag(found)) == pytest.approx(deviations, rel=0.08)
    assert np.abs((found - true) / np.outer(deviations, deviations)).max() < 0.12
