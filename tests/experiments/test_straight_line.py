"""[CAMBADA-control fig. 4.1 and 4.12]."""

import pytest
from experiments.straight_line import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "straight_line.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_without_prediction_the_robot_bends_away_to_the_side_of_its_rotation(numbers):
    assert numbers["counter_clockwise"] > 0.5
    assert numbers["clockwise"] == pytest.approx(-numbers["counter_clockwise"], rel=0.05)


def test_prediction_with_the_original_limiter_still_bends_but_less(numbers):
    assert 0.3 < numbers["original"] < 0.8 * numbers["counter_clockwise"]


def test_prediction_and_the_new_limiter_run_straight(numbers):
    assert abs(numbers["new"]) < 0.05


def test_a_prediction_that_forgets_the_motors_is_not_as_straight(numbers):
    assert numbers["without_lag"] > 1.5 * abs(numbers["new"])


def test_the_straight_way_is_the_fastest(numbers):
    assert numbers["arrival_new"] < numbers["arrival_original"] < numbers["arrival_none"]


@pytest.mark.parametrize("milliseconds", [0, 40, 120])
def test_the_shipped_agent_runs_straight_whatever_its_commands_need(numbers, milliseconds):
    assert numbers[f"told_{milliseconds}"] < 0.05


def test_the_shipped_agent_bends_away_if_it_does_not_reckon_with_its_delay(numbers):
    assert numbers["untold_120"] > 3 * numbers["told_120"]
