import math

import numpy as np
import pytest

from robopitch.control.field_map import FieldMap
from robopitch.control.geometry import Pose
from robopitch.control.pose_search import PoseSearch, agreement

from .omnivision import FIELD, Camera, deviations


@pytest.fixture(scope="module")
def field():
    return FieldMap(FIELD)


def look(search, camera, pose, cycles, heading=None, spread=0.2):
    for _ in range(cycles):
        points = camera.points(pose)
        search.look(points, deviations(points) ** 2 + 0.001, pose.heading if heading is None else heading, spread)


def test_the_agreement_is_one_on_the_lines_and_falls_with_the_distance(field):
    camera = Camera(0, noise=0.0, outliers=0.0, gaps=0)
    pose = Pose(3.0, 1.0, 0.4)
    points = camera.points(pose)
    poses = np.array([pose, (3.1, 1.0, 0.4), (3.5, 1.0, 0.4), (3.5, 2.0, 0.9)])
    found = agreement(field, poses, points, np.full(len(points), 1e-4))
    assert found[0] == pytest.approx(1.0, abs=1e-2)
    assert (np.diff(found) < 0).all()
    assert found[3] < 0.5


def test_a_clear_view_has_one_winner(field):
    for seed, pose in enumerate((Pose(-9.0, 2.0, 0.3), Pose(0.5, -1.0, 2.0), Pose(8.0, 5.0, -2.0))):
        search = PoseSearch(field)
        look(search, Camera(seed), pose, 40)
        found = search.best()
        assert found is not None
        assert found.clear
        assert math.dist(found.pose[:2], pose[:2]) < 0.3
        assert found.pose.heading == pytest.approx(pose.heading, abs=0.1)


def test_an_ambiguous_view_has_none(field):
    """A single straight line fits at many places."""
    search = PoseSearch(field)
    line = np.stack((np.linspace(-2.0, 2.0, 30), np.full(30, 1.5)), axis=1)
    for _ in range(60):
        search.look(line, np.full(30, 0.001), 0.0, 0.2)
    found = search.best()
    assert found is None or not found.clear


def test_candidates_move_with_the_robot(field):
    search, camera, pose = PoseSearch(field), Camera(4), Pose(-4.0, 2.0, 0.5)
    look(search, camera, pose, 40)
    search.move(Pose(1.0, 0.5, 0.2))
    found = search.best()
    assert found is not None
    assert found.clear
    c, s = math.cos(0.5), math.sin(0.5)
    assert found.pose == pytest.approx((-4.0 + c - 0.5 * s, 2.0 + s + 0.5 * c, 0.7), abs=0.3)


def test_a_cleared_search_begins_anew(field):
    search = PoseSearch(field)
    assert search.best() is None
    look(search, Camera(4), Pose(-4.0, 2.0, 0.5), 40)
    search.clear()
    assert search.best() is None


def test_points_that_say_nothing_do_no_harm(field):
    search = PoseSearch(field)
    for _ in range(10):
        search.look(np.array([[0.5, 0.5]]), np.array([0.01]), 0.0, 0.3)
    found = search.best()
    assert found is None or not found.clear
