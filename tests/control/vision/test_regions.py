"""Connected regions of one colour."""

import numpy as np
import pytest
from tests.control.vision.pictures import CUBES, box, dark, paint

from robopitch.control.vision.colours import ColourTable
from robopitch.control.vision.regions import find_regions

TABLE = ColourTable.of(CUBES)
NAMES = list(CUBES)


def flooded(mask):
    """The connected regions of a mask, pixel by pixel: a list of sets of (row, column)."""
    left, found = {(int(r), int(c)) for r, c in np.argwhere(mask)}, []
    while left:
        todo, region = [left.pop()], set()
        while todo:
            r, c = todo.pop()
            region.add((r, c))
            for near in ((r + down, c + across) for down in (-1, 0, 1) for across in (-1, 0, 1)):
                if near in left:
                    left.remove(near)
                    todo.append(near)
        found.append(region)
    return found


@pytest.mark.parametrize("share", [0.2, 0.55, 0.7])
def test_regions_are_those_that_a_flood_fill_finds(share):
    mask = np.random.default_rng(5).random((48, 32)) < share
    mask = np.repeat(mask, 2, axis=1)  # two pixels have one U and V
    image = paint(dark(), mask, "ball")
    regions = find_regions(image, TABLE, least=1)
    expected = flooded(mask)
    assert len(regions) == len(expected)
    rows = sorted(zip(regions.area.tolist(), *regions.centre.T.tolist(), *regions.box.T.tolist(), strict=True))
    for region, row in zip(sorted(map(measured, expected)), rows, strict=True):
        assert row == pytest.approx(region)


def measured(region):
    r, c = (np.array(part) for part in zip(*region, strict=True))
    return len(region), c.mean() + 0.5, r.mean() + 0.5, c.min(), r.min(), c.max() + 1, r.max() + 1


def test_regions_of_different_colours_that_touch_stay_apart_and_small_ones_are_noise():
    image = dark()
    paint(image, box(image, 4, 4, 10, 10), "blue")
    paint(image, box(image, 14, 4, 10, 10), "pink")
    paint(image, box(image, 40, 30, 2, 1), "ball")
    regions = find_regions(image, TABLE, least=4)
    assert sorted(zip([NAMES[n] for n in regions.colour.tolist()], regions.area.tolist(), strict=True)) == [
        ("blue", 100), ("pink", 100),
    ]  # fmt: skip
    assert len(find_regions(image, TABLE, least=1)) == 3


def test_a_region_does_not_continue_at_the_other_edge_of_the_image():
    image = dark()
    paint(image, box(image, 60, 10, 4, 2), "ball")
    paint(image, box(image, 0, 11, 4, 2), "ball")
    assert sorted(find_regions(image, TABLE).box.tolist()) == [[0, 11, 4, 13], [60, 10, 64, 12]]


def test_an_image_without_colours_has_no_regions():
    assert len(find_regions(dark(), TABLE)) == 0
