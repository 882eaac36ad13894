"""[CAMBADA-sim §5.2.4]."""

import pytest
from experiments.barrier_distance import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "barrier_distance.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_a_barrier_that_is_too_short_never_lets_the_robot_kick(numbers):
    assert numbers["kicked_14"] == 0
    assert numbers["empty_14"] == 0


def test_a_barrier_that_is_too_long_costs_most_kicks(numbers):
    """Shares of eight tries: 6 of 8 against 2 of 8 is beyond chance at the level of 5 %."""
    assert numbers["kicked_18"] >= 6 / 8
    assert numbers["kicked_50"] <= 2 / 8


def test_with_the_right_distance_no_kick_goes_into_the_air(numbers):
    assert numbers["empty_18"] == 0
