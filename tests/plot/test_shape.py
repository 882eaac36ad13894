import math

import numpy as np
import pytest

from robopitch import Pose
from robopitch.plot.shape import outline_points, placed
from robopitch.spec import load_robot, robot_names


def area(points: np.ndarray) -> float:
    x, y = points.T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


@pytest.mark.parametrize("name", robot_names())
def test_an_outline_runs_counter_clockwise_and_reaches_as_far_as_the_robot(name):
    outline = load_robot(name).outline
    points = outline_points(outline)
    assert area(points) > 0
    assert np.hypot(*points.T).max() == pytest.approx(outline.circumradius)


def test_a_flat_front_cuts_a_segment_off_the_disc():
    outline = load_robot("ssl").outline
    angle = 2 * math.acos(outline.front / outline.radius)
    whole = math.pi * outline.radius**2
    assert area(outline_points(outline)) == pytest.approx(
        whole - outline.radius**2 / 2 * (angle - math.sin(angle)), rel=0.01
    )
    assert outline_points(outline)[:, 0].max() == pytest.approx(outline.front)


def test_a_mouth_is_open_to_its_wall():
    outline = load_robot("cambada").outline
    inside = [x for x, y in outline_points(outline) if abs(y) < outline.mouth_width / 2 + 1e-9 and x > 0]
    assert min(inside) == pytest.approx(outline.mouth_wall)


def test_a_hollow_is_as_deep_as_it_says():
    outline = load_robot("austrobot").outline
    points = outline_points(outline)
    deepest = points[(points[:, 0] > 0) & (np.abs(points[:, 1]) < 1e-9)][0, 0]
    assert deepest == pytest.approx(outline.length / 2 - outline.hollow_depth)


def test_points_turn_and_move_with_the_robot():
    front = placed(np.array([[0.1, 0.0]]), Pose(1.0, 2.0, math.pi / 2))
    assert front[0] == pytest.approx([1.0, 2.1])
