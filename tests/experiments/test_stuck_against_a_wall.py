"""[CAMBADA-control fig. 5.2 and §5.2.1]."""

import pytest
from experiments.stuck_against_a_wall import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "stuck_against_a_wall.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_every_wall_is_noticed_whatever_the_noise(numbers):
    assert numbers["crashes"] == 10
    assert numbers["missed"] == 0


def test_with_good_positions_it_is_noticed_within_seven_tenths_of_a_second(numbers):
    assert numbers["quickest"] > 0.5
    assert numbers["longest_2_0"] < 0.7


def test_it_takes_about_as_long_as_in_the_figure(numbers):
    assert numbers["median_3_0"] == pytest.approx(16 * 0.04, abs=0.08)


def test_positions_that_are_late_make_the_alarm_late_by_as_much(numbers):
    assert numbers["median_3_2"] - numbers["median_3_0"] == pytest.approx(0.08, abs=0.02)


def test_noise_makes_the_slowest_alarm_later(numbers):
    assert numbers["longest_5_0"] > numbers["longest_2_0"]


def test_who_moves_freely_never_thinks_that_it_is_stuck(numbers):
    assert numbers["free_alarms_3"] == 0


def test_in_a_match_there_is_no_alarm_without_a_contact(numbers):
    assert numbers["groundless"] == 0


def test_it_is_the_least_speed_that_spares_the_goalkeeper(numbers):
    assert numbers["groundless_keeper"] == 0
    assert numbers["groundless_any_speed"] > numbers["groundless_any_speed_keeper"] > 0
