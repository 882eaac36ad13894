import json

import numpy as np
import pytest

from robopitch.control.cameras import CameraScales

FEET = np.array([(-3.3, -2.4), (3.3, -2.4), (-3.3, 2.4), (3.3, 2.4)])
TRUE = np.array([0.006, 0.004, -0.003, 0.005])
NOISE = 0.0015


def overlaps(count, seed=0):
    """Objects near the borders between cameras, each seen by two of them."""
    random = np.random.default_rng(seed)
    one, two = np.array([(0, 1), (2, 3), (0, 2), (1, 3)])[random.integers(0, 4, count)].T
    middle = (FEET[one] + FEET[two]) / 2
    places = middle + random.uniform(-1, 1, (count, 2))
    return one, two, places, random


def seen(cameras, places, random=None):
    """Positions that cameras report: an object at (1 − k) p from their foot points, at p."""
    out = FEET[cameras] + (places - FEET[cameras]) / (1 - TRUE[cameras])[:, None]
    return out if random is None else out + random.normal(0, NOISE, out.shape)


def test_until_something_was_seen_twice_cameras_are_taken_to_be_right():
    scales = CameraScales(FEET)
    assert scales.scales.tolist() == [0, 0, 0, 0]
    assert scales.correct([1], [(4.0, 1.0)]).tolist() == [[4.0, 1.0]]


def test_scales_are_found_where_cameras_overlap_and_hold_everywhere():
    scales = CameraScales(FEET, NOISE)
    one, two, places, random = overlaps(500)
    scales.compare(one, seen(one, places, random), two, seen(two, places, random))
    assert scales.scales == pytest.approx(TRUE, abs=2e-4)
    far = np.array([(-6.0, -4.5), (6.0, -4.5), (-6.0, 4.5), (6.0, 4.5)])
    corrected = scales.correct([0, 1, 2, 3], seen(np.arange(4), far))
    assert np.abs(corrected - far).max() < 0.001
    assert np.abs(seen(np.arange(4), far) - far).max() > 0.01
    assert scales.correct_one(3, 6.5, 4.5) == pytest.approx(tuple(scales.correct([3], [(6.5, 4.5)])[0]))


def test_it_does_not_matter_whether_they_come_at_once_or_one_by_one():
    together, apart = CameraScales(FEET), CameraScales(FEET)
    one, two, places, random = overlaps(40)
    first, second = seen(one, places, random), seen(two, places, random)
    together.compare(one, first, two, second)
    for n in range(40):
        apart.compare(one[n : n + 1], first[n : n + 1], two[n : n + 1], second[n : n + 1])
    assert apart.scales == pytest.approx(together.scales)


def test_what_was_learnt_can_be_saved():
    scales, other = CameraScales(FEET), CameraScales(FEET)
    one, two, places, _ = overlaps(10)
    scales.compare(one, seen(one, places), two, seen(two, places))
    other.load(json.loads(json.dumps(scales.state())))
    assert other.state() == scales.state()
