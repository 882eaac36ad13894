"""[CAMBADA-control fig. 4.10]."""

import pytest
from experiments.acceleration_limits import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "acceleration_limits.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_in_the_ideal_model_a_higher_limit_bends_less(numbers):
    bends = [abs(numbers[f"ideal_{limit}"]) for limit in (3, 5, 7, 10)]
    assert bends == sorted(bends, reverse=True)
    assert bends[0] > 0.3
    assert bends[-1] < 0.05


def test_with_slip_it_gets_worse_again(numbers):
    bends = [abs(numbers[f"slip_{limit}"]) for limit in (3, 5, 7, 10)]
    assert bends[0] > bends[1] > bends[2]
    assert bends[3] > 1.5 * bends[2]
    assert bends[3] > 0.1 > abs(numbers["ideal_10"])


def test_slip_makes_the_prediction_wrong(numbers):
    assert numbers["wrong_ideal"] < 1e-9
    wrong = [numbers[f"wrong_{limit}"] for limit in (3, 5, 7, 10)]
    assert wrong == sorted(wrong)
    assert wrong[0] < 0.03 < 0.1 < wrong[-1]
