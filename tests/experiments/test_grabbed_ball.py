"""[CAMBADA-sim fig. 5.11]."""

import pytest
from experiments.grabbed_ball import BACKWARDS, KICK_SPEED, TURNS, WHILE, run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "grabbed_ball.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_a_ball_in_reach_is_drawn_in_faster_than_it_came(numbers):
    assert numbers["pulled"] > 0.9  # m/s, at which it started


def test_a_slow_kick_is_not_pulled_back(numbers):
    assert numbers["kicked"] == pytest.approx(KICK_SPEED)
    assert numbers["last"] > 1.0  # m


def test_a_robot_that_turns_slowly_keeps_the_ball_and_one_that_turns_fast_loses_it(numbers):
    assert numbers[f"turn_{TURNS[0]:g}"] == WHILE
    assert numbers[f"turn_{TURNS[-1]:g}"] < WHILE


def test_a_robot_keeps_the_ball_when_it_drives_back_slowly(numbers):
    assert numbers[f"back_{BACKWARDS[0]:g}"] == WHILE
