import doctest
import math

import numpy as np
import pytest

from robopitch.control import field_map
from robopitch.control.field_map import FieldLines, FieldMap, field_lines
from robopitch.spec import load_league

FIELD = field_lines(22.0, 14.0, 0.125, 2.0, ((2.25, 6.9), (0.75, 3.9)), 0.75)


@pytest.fixture(scope="module")
def field():
    return FieldMap(FIELD)


def exact(lines, point):
    """The distance from the nearest line, by sampling all lines densely."""
    places = [
        np.array(segment[:2]) + np.linspace(0, 1, 2001)[:, None] * (np.array(segment[2:]) - segment[:2])
        for segment in lines.segments
    ]
    for x, y, radius, start, sweep in lines.arcs:
        angles = start + np.linspace(0, sweep, 2001)
        places.append(np.stack((x + radius * np.cos(angles), y + radius * np.sin(angles)), axis=1))
    return min(float(np.hypot(*(some - point).T).min()) for some in places)


def test_the_formulas_in_the_documentation_hold():
    assert doctest.testmod(field_map).failed == 0


def test_distances_are_those_from_the_nearest_line(field):
    random = np.random.default_rng(1)
    points = random.uniform((-12, -8), (12, 8), (60, 2))
    distances, normals = field.nearest(points)
    expected = np.array([exact(FIELD, point) for point in points])
    assert np.hypot(*normals.T) == pytest.approx(np.ones(60))
    # Half-way between two lines, the nearest one of the cell's centre may be the other: up to the width of a cell.
    assert np.abs(np.abs(distances) - expected).max() < 0.1
    assert np.quantile(np.abs(np.abs(distances) - expected), 0.9) < 0.005


def test_points_on_lines_have_no_distance_and_moving_across_changes_it_exactly(field):
    points = np.array([[3.0, 6.9375], [0.0, 4.0], [1.9375, 0.0], [-10.9375, 3.0]])
    normals = np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    assert field.nearest(points)[0] == pytest.approx(np.zeros(4), abs=3e-3)
    for step in (-0.12, 0.013, 0.09):
        distances, found = field.nearest(points + step * normals)
        assert np.abs(distances) == pytest.approx(np.full(4, abs(step)), abs=3e-3)
        assert np.abs((found * normals).sum(axis=1)) == pytest.approx(np.ones(4), abs=1e-3)
        assert distances * (found * normals).sum(axis=1) == pytest.approx(np.full(4, step), abs=3e-3)


def test_the_normal_is_the_gradient_of_the_distance(field):
    random = np.random.default_rng(2)
    points = random.uniform((-11, -7), (11, 7), (200, 2))
    distances, normals = field.nearest(points)
    later, _ = field.nearest(points + 1e-4 * normals)
    same = np.abs(later - distances) < 1e-3  # except where the next cell has another line
    assert same.mean() > 0.95
    assert (later - distances)[same] == pytest.approx(np.full(same.sum(), 1e-4), abs=1e-7)


def test_points_far_outside_are_compared_with_the_edge(field):
    distances, _ = field.nearest([[30.0, 0.0], [0.0, -40.0]])
    assert abs(distances[0]) == pytest.approx(30.0 - 10.9375)
    assert abs(distances[1]) == pytest.approx(40.0 - 6.9375)


def test_points_may_have_any_shape(field):
    points = np.random.default_rng(3).uniform(-5, 5, (4, 7, 2))
    distances, normals = field.nearest(points)
    assert distances.shape == (4, 7)
    assert normals.shape == (4, 7, 2)
    assert distances[2, 3] == field.nearest(points[2, 3])[0]


def test_a_field_is_the_same_when_rotated_by_half_a_turn(field):
    points = np.random.default_rng(4).uniform((-11, -7), (11, 7), (500, 2))
    ahead, behind = np.abs(field.nearest(points)[0]), np.abs(field.nearest(-points)[0])
    assert np.quantile(np.abs(ahead - behind), 0.9) < 0.005


def test_corner_arcs_are_inside_the_corners():
    for x, y, radius, start, sweep in FIELD.arcs[1:]:
        middle = start + sweep / 2
        px, py = x + radius * math.cos(middle), y + radius * math.sin(middle)
        assert abs(px) < 11
        assert abs(py) < 7


def test_a_map_needs_lines_and_a_circle_alone_is_enough():
    with pytest.raises(ValueError, match="without lines"):
        FieldMap(FieldLines(np.empty((0, 4)), np.empty((0, 5)), 0.1))
    circle = FieldMap(FieldLines(np.empty((0, 4)), np.array([[1.0, 0.0, 2.0, 0.0, math.tau]]), 0.1))
    assert circle.nearest([[3.5, 0.0]])[0][0] == pytest.approx(0.5, abs=3e-3)


@pytest.mark.parametrize("name", ["msl", "msl-2010"])
def test_the_fields_of_the_catalogue_have_such_a_map(name):
    field = load_league(name).field
    lines = field_lines(
        float(field.length),
        float(field.width),
        float(field.line_width),
        float(field.centre_circle_radius),
        (
            (float(field.penalty_area_depth), float(field.penalty_area_width)),
            (float(field.goal_area_depth), float(field.goal_area_width)),
        ),
        float(field.corner_arc_radius),
    )
    assert len(lines.segments) == 5 + 2 * 2 * 3
    assert len(lines.arcs) == 5
    assert lines.segments[:, (0, 2)].max() == pytest.approx(field.length / 2 - field.line_width / 2)
