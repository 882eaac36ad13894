import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from robopitch.spec import Box, Disc, DiscWithFlatFront, DiscWithMouth, Outline, Polygon

OUTLINES = TypeAdapter(Outline)

SQUARE = [[0.1, -0.1], [0.1, 0.1], [-0.1, 0.1], [-0.1, -0.1]]


def refusal(**table) -> str:
    with pytest.raises(ValidationError) as caught:
        OUTLINES.validate_python(table)
    return caught.value.errors()[0]["msg"]


@pytest.mark.parametrize(
    ("table", "model", "circumradius", "face"),
    [
        ({"kind": "disc", "radius": 0.1}, Disc, 0.1, 0.2),
        ({"kind": "disc-with-flat-front", "radius": 0.1, "front": 0.08}, DiscWithFlatFront, 0.1, 0.12),
        (
            {"kind": "disc-with-mouth", "radius": 0.25, "mouth_width": 0.24, "mouth_wall": 0.1},
            DiscWithMouth,
            0.25,
            0.24,
        ),
        ({"kind": "box", "length": 0.06, "width": 0.08}, Box, 0.05, 0.08),
        ({"kind": "polygon", "vertices": SQUARE}, Polygon, 0.1 * math.sqrt(2), 0.2),
    ],
)
def test_each_outline_knows_how_far_it_reaches_and_how_wide_its_front_is(table, model, circumradius, face):
    outline = OUTLINES.validate_python(table)
    assert type(outline) is model
    assert outline.circumradius == pytest.approx(circumradius)
    assert outline.face == pytest.approx(face)


@pytest.mark.parametrize(
    ("vertices", "reason"),
    [
        (SQUARE[::-1], "clockwise"),
        ([[0.1, -0.1], [0.1, 0.1], [0.02, 0.0], [-0.1, -0.1]], "not convex at vertex 2"),
        ([[0.3, -0.1], [0.3, 0.1], [0.1, 0.1], [0.1, -0.1]], "origin"),
        ([[0.1, -0.1], [0.1, 0.0], [0.1, 0.1], [-0.1, 0.0]], "not convex at vertex 1"),
        ([[math.cos(k * 0.8 * math.pi), math.sin(k * 0.8 * math.pi)] for k in range(5)], "cross over themselves"),
    ],
)
def test_a_polygon_is_convex_counter_clockwise_and_around_the_origin(vertices, reason):
    assert reason in refusal(kind="polygon", vertices=vertices)


@given(st.integers(3, 8), st.floats(0, 2 * math.pi), st.floats(0.01, 1))
def test_every_regular_polygon_is_fine(corners, turn, radius):
    angles = [turn + 2 * math.pi * corner / corners for corner in range(corners)]
    vertices = [[radius * math.cos(angle), radius * math.sin(angle)] for angle in angles]
    assert OUTLINES.validate_python({"kind": "polygon", "vertices": vertices}).circumradius == pytest.approx(radius)


def test_a_mouth_is_narrower_than_the_disc_and_has_some_depth():
    assert "wider than the disc" in refusal(kind="disc-with-mouth", radius=0.25, mouth_width=0.6, mouth_wall=0.1)
    assert "leaves no mouth" in refusal(kind="disc-with-mouth", radius=0.25, mouth_width=0.24, mouth_wall=0.24)


def test_a_hollow_is_shallow_and_narrower_than_the_box():
    box = {"kind": "box", "length": 0.08, "width": 0.08}
    assert "both" in refusal(**box, hollow_depth=0.01)
    assert "reaches the centre" in refusal(**box, hollow_depth=0.05, hollow_width=0.05)
    assert "not below the width" in refusal(**box, hollow_depth=0.01, hollow_width=0.1)
