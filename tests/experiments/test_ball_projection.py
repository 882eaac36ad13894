"""[CAMBADA-sim fig. 5.7]."""

import pytest
from experiments.ball_projection import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "ball_projection.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_the_ball_is_seen_up_to_the_threshold(numbers):
    assert numbers["threshold"] == pytest.approx(0.48)
    assert numbers["highest_seen"] <= 0.48 <= numbers["lowest_missed"]
    assert numbers["farthest"] <= 5.0


def test_a_small_altitude_moves_the_ball_away(numbers):
    assert numbers["at_rest"] == pytest.approx(2.0)
    assert numbers["at_5_cm"] == pytest.approx(0.8 * 2 / 0.75, abs=0.02)
