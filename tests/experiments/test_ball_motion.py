"""[CAMBADA-sim fig. 5.1 to 5.3]."""

import pytest
from experiments.ball_motion import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "ball_motion.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_a_ball_with_half_the_deceleration_rolls_twice_as_far(numbers):
    assert numbers["rolled 1 m/s²"] == pytest.approx(3.0**2 / 2, abs=0.01)
    assert numbers["rolled 0.5 m/s²"] == pytest.approx(3.0**2, abs=0.01)
    assert numbers["rolled damping 0.005"] == pytest.approx(2 * numbers["rolled damping 0.01"], rel=0.02)


def test_damping_shortens_a_flight_and_rolling_does_not(numbers):
    assert numbers["flight damping 0.01"] < 0.9 * numbers["flight damping 0.005"]
    assert numbers["flight 1 m/s²"] == pytest.approx(numbers["flight 0.5 m/s²"])
    assert numbers["flight 0.5 m/s²"] == pytest.approx(6.0**2 / 9.81, abs=0.02)  # v² sin 2θ / g


def test_a_dropped_ball_bounces_as_the_measured_one(numbers):
    assert numbers["bounces"] == 6
    assert numbers["rest"] == pytest.approx(2.81, abs=0.02)
