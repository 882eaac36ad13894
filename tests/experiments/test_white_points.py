"""[CAMBADA-sim fig. 5.5]."""

import pytest
from experiments.white_points import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "white_points.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_rays_alone_leave_a_gap_in_the_centre_circle(numbers):
    assert numbers["widest_0"] > 1.0


def test_circles_close_it(numbers):
    assert numbers["mean_20"] < numbers["mean_10"] < numbers["mean_0"]
    assert numbers["widest_20"] < numbers["widest_0"]
