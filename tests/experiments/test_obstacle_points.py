"""[CAMBADA-sim fig. 5.6]."""

import pytest
from experiments.obstacle_points import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "obstacle_points.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_an_obstacle_behind_another_has_no_points_and_the_others_have(numbers):
    counts = [numbers[f"points_{n}"] for n in range(5)]
    assert counts[2] == 0
    assert min(counts[:2] + counts[3:]) > 0
    assert numbers["off_outline"] < 1e-6


def test_noise_is_a_few_centimetres_nearby(numbers):
    assert 0.01 < numbers["error_first"] < 0.1
    assert 0.01 < numbers["error_fourth"] < 0.1
