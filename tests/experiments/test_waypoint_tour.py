"""[CAMBADA-sim fig. 5.8 to 5.10]."""

import math

import pytest
from experiments.waypoint_tour import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "waypoint_tour.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_the_robot_passes_all_waypoints_and_looks_at_the_goal(numbers):
    assert numbers["missed"] < 0.15
    assert numbers["gaze"] < math.radians(8)


def test_without_prediction_it_leaves_the_lines_farther_though_its_wheels_grip(numbers):
    assert numbers["off_line_earlier"] > 1.5 * numbers["off_line"]
    assert numbers["odometry_share_earlier"] < 0.01


def test_odometry_follows_the_truth_while_the_wheels_grip(numbers):
    assert numbers["odometry_share"] < 0.01
    assert numbers["turned"] < math.radians(3)


def test_odometry_is_lost_when_they_slip(numbers):
    assert numbers["odometry_slip_share"] > 5 * numbers["odometry_share"]
