"""[MI20 §2.4.2 and §4.2]."""

import pytest
from experiments.filtered_vision import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "filtered_vision.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_the_noise_of_a_resting_robot_is_the_one_of_the_preset(numbers):
    assert numbers["measured: x"] == pytest.approx(0.0013, rel=0.1)
    assert numbers["measured: heading"] == pytest.approx(0.01, rel=0.1)


def test_filtered_vision_is_half_as_wrong_as_raw_vision_or_better(numbers):
    assert numbers["filtered"] < 0.5 * numbers["raw"]
    assert numbers["filtered"] < 0.5 * numbers["averaged"]
    assert numbers["heading: filtered"] < 0.5 * numbers["heading: raw"]


def test_noise_alone_is_halved_too(numbers):
    assert numbers["noise: filtered"] < 0.5 * numbers["noise: raw"]


def test_most_of_what_is_wrong_is_in_the_cameras_and_only_the_overlaps_tell(numbers):
    assert numbers["filtered, crooked"] > 2 * numbers["filtered"]


def test_a_prediction_over_100_ms_is_far_better_than_none_while_driving(numbers):
    assert numbers["unpredicted"] > 0.1  # m
    assert numbers["predicted"] < 0.1 * numbers["unpredicted"]


def test_a_prediction_that_knows_the_commands_is_twice_as_good(numbers):
    assert numbers["predicted"] < 0.5 * numbers["predicted without commands"]
