import numpy as np
import pytest

from robopitch.control.geometry import Pose
from robopitch.control.line_coverage import LineCoverage

from .omnivision import FIELD, Camera


@pytest.mark.parametrize("pose", [Pose(2.5, 1.0, 0.7), Pose(-9.0, 2.0, -2.0), Pose(8.0, -5.5, 3.0)])
def test_at_the_true_pose_most_lines_are_seen_and_elsewhere_few(pose):
    coverage = LineCoverage(FIELD)
    points = Camera(0, outliers=0.0, gaps=0).points(pose)
    random = np.random.default_rng(1)
    others = random.uniform((-10.0, -6.0, -3.0), (10.0, 6.0, 3.0), (200, 3))
    true, wrong = coverage.shares(np.array([pose]), points)[0], coverage.shares(others, points)
    assert true > 0.75
    assert np.median(wrong) < 0.6
    assert (wrong < true).mean() > 0.7  # where no line is near, none is missed


def test_a_line_that_is_not_there_speaks_against_a_pose():
    """Both places have a touch line at 1 m and a line across at 3 m; at one of them there is a penalty area besides."""
    coverage = LineCoverage(FIELD)
    beside = Pose(3.0, -5.9, 0.0)  # the halfway line is behind it
    before = Pose(-7.9, -5.9, 0.0)  # the goal line is behind it
    points = Camera(0, noise=0.0, outliers=0.0, gaps=0).points(beside)
    right, wrong = coverage.shares(np.array([beside, before]), points)
    assert right > wrong + 0.05


def test_without_points_nothing_is_contradicted_and_outside_the_field_nothing_is_expected():
    coverage = LineCoverage(FIELD)
    assert coverage.shares(np.zeros((3, 3)), np.empty((0, 2))).tolist() == [1.0, 1.0, 1.0]
    assert coverage.shares(np.array([[40.0, 40.0, 0.0]]), np.ones((5, 2))).tolist() == [1.0]
