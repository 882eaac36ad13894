"""Colour cubes."""

import numpy as np
import pytest
from tests.control.vision.pictures import COLOURS, CUBES, box, dark, paint

from robopitch.control.vision.colours import MOST_COLOURS, ColourCube, ColourTable, overlaps, yuv_of
from robopitch.sensors.camera.formats import encode

ALL = ColourCube(0, 255, 0, 255, 0, 255)


def is_inside(values, cube):
    return all(least <= value <= most for value, (least, most) in zip(values, cube.intervals, strict=True))


def test_a_pixel_has_a_colour_exactly_if_its_three_values_are_in_the_cube():
    image = np.random.default_rng(1).integers(0, 256, (40, 128), np.uint8)
    cubes = {"one": ColourCube(10, 200, 60, 140, 90, 255), "two": ColourCube(0, 255, 120, 255, 0, 100)}
    places, colours = ColourTable.of(cubes).classify(image)
    found = dict(zip(places.tolist(), colours.tolist(), strict=True))
    assert len(found) > 100
    for place in range(40 * 64):
        row, column = divmod(place, 64)
        first = 4 * (column // 2)
        values = (image[row, 2 * column + 1], image[row, first], image[row, first + 2])
        inside = [
            all(a <= value <= b for value, (a, b) in zip(values, c.intervals, strict=True)) for c in cubes.values()
        ]
        assert found.get(place) == (inside.index(True) if any(inside) else None)


def test_of_two_colours_that_have_a_pixel_in_common_the_first_one_gets_it_and_the_pair_is_named():
    cubes = {"wide": ALL, "narrow": ColourCube(0, 30, 100, 150, 100, 150)}
    _, colours = ColourTable.of(cubes).classify(dark())
    assert set(colours.tolist()) == {0}
    assert overlaps(cubes) == [("wide", "narrow")]
    assert overlaps(CUBES) == []


def test_an_empty_cube_has_no_pixels():
    places, _ = ColourTable.of({"none": ColourCube(255, 0, 255, 0, 255, 0)}).classify(dark())
    assert len(places) == 0


def test_more_colours_than_a_byte_has_bits_are_refused():
    with pytest.raises(ValueError, match="9 colours; at most 8"):
        ColourTable.of({str(number): ALL for number in range(MOST_COLOURS + 1)})


def test_the_yuv_of_a_colour_is_that_of_the_cameras():
    for colour in COLOURS.values():
        image = np.full((1, 2, 3), colour, np.uint8)
        u, y, v, _ = encode(image, "yuv422")
        assert yuv_of(*colour) == pytest.approx((y, u, v), abs=1.0)


def test_a_painted_rectangle_is_found_whole():
    image = paint(dark(), box(dark(), 10, 5, 12, 7), "ball")
    places, colours = ColourTable.of(CUBES).classify(image)
    assert len(places) == 12 * 7
    assert {list(CUBES)[index] for index in colours.tolist()} == {"ball"}
