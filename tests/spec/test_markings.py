"""Markings of fields: those that follow from its sizes, and those of its own list."""

import math

import numpy as np
import pytest

from robopitch.spec import SpecError, league_names, load_league
from robopitch.spec.markings import markings_of


def test_lines_lie_half_a_width_inside_the_areas_that_they_bound():
    markings = markings_of(load_league("msl-2010").field)
    ends = markings.segments.reshape(-1, 2)
    assert np.abs(ends).max(axis=0) == pytest.approx((9 - 0.0625, 6 - 0.0625))
    assert markings.line_width == 0.125
    assert len(markings.segments) == 5 + 4 * 3
    front = 9 - 2.25 + 0.0625
    assert [front, -(6.9 / 2 - 0.0625), front, 6.9 / 2 - 0.0625] in markings.segments.tolist()
    assert markings.arcs[0] == pytest.approx((0, 0, 2 - 0.0625, 0, 2 * math.pi))
    assert markings.spots.tolist() == [[-6.0, 0.0, 0.075], [6.0, 0.0, 0.075]]


@pytest.mark.parametrize("name", league_names())
def test_corner_arcs_lie_inside_the_field(name):
    field = load_league(name).field
    markings = markings_of(field)
    for x, y, radius, begin, sweep in markings.arcs:
        for angle in np.linspace(begin, begin + sweep, 9):
            assert abs(x + radius * math.cos(angle)) <= field.length / 2 + 1e-9
            assert abs(y + radius * math.sin(angle)) <= field.width / 2 + 1e-9


@pytest.mark.parametrize("name", league_names())
def test_a_field_is_the_same_from_both_goals(name):
    markings = markings_of(load_league(name).field)
    ends = {tuple(sorted([(x, y), (u, v)])) for x, y, u, v in markings.segments.round(9).tolist()}
    turned = {tuple(sorted([(-x + 0.0, -y + 0.0), (-u + 0.0, -v + 0.0)])) for (x, y), (u, v) in ends}
    assert {repr(end).replace("-0.0", "0.0") for end in ends} == {repr(end).replace("-0.0", "0.0") for end in turned}


def test_a_field_without_areas_has_its_border_and_the_half_way_line():
    none = dict.fromkeys(("penalty_area_depth", "penalty_area_width", "goal_area_depth", "goal_area_width"), 0)
    none |= dict.fromkeys(("penalty_mark", "corner_arc_radius", "centre_circle_radius"), 0)
    markings = markings_of(load_league("msl", {f"field.{key}": value for key, value in none.items()}).field)
    assert len(markings.segments) == 5
    assert markings.arcs.shape == (0, 5)
    assert markings.spots.shape == (0, 3)


def test_the_mid_line_of_a_small_size_field_goes_from_goal_to_goal():
    """As its geometry packets say; other leagues have none."""
    for name in league_names():
        field = load_league(name).field
        along = [(x, u) for x, y, u, v in markings_of(field).segments.tolist() if y == v == 0]
        end = field.length / 2 - field.line_width / 2
        assert along == ([pytest.approx((-end, end))] if name.startswith("ssl") else []), name
        assert ("centre_line" in field.model_dump()) == name.startswith("ssl"), "older recordings keep their digest"


def test_own_markings_are_added():
    own = [
        {"kind": "line", "start": [1, 2], "end": ["300 cm", 2]},
        {"kind": "arc", "centre": [1, 1], "radius": 0.5, "begin": "90 deg", "sweep": "45 deg"},
        {"kind": "arc", "centre": [2, 1], "radius": 0.5},
        {"kind": "spot", "centre": [0, 3.5], "radius": "5 cm"},
    ]
    markings = markings_of(load_league("msl", {"field.markings": own}).field)
    assert markings.segments[-1] == pytest.approx((1, 2, 3, 2))
    assert markings.arcs[-2] == pytest.approx((1, 1, 0.5, math.pi / 2, math.pi / 4))
    assert markings.arcs[-1] == pytest.approx((2, 1, 0.5, 0, 2 * math.pi))
    assert markings.spots[-1] == pytest.approx((0, 3.5, 0.05))


@pytest.mark.parametrize(
    ("marking", "text"),
    [
        ({"kind": "line", "start": [1, 2], "end": [1, 2]}, r"markings\.0\.end: it is the same point"),
        ({"kind": "line", "start": [1, 2]}, r"markings\.0\.end: missing"),
        ({"kind": "arc", "centre": [0, 0], "radius": -1}, r"markings\.0\.radius"),
        ({"kind": "arc", "centre": [0, 0], "radius": "1 s"}, r"a length in"),
        ({"kind": "zigzag"}, r"'zigzag' is not one of"),
        ({"kind": "spot", "centre": [0, 0], "radius": 1, "colour": "red"}, r"no such key"),
    ],
)
def test_wrong_markings_are_refused(marking, text):
    with pytest.raises(SpecError, match=text):
        load_league("msl", {"field.markings": [marking]})
