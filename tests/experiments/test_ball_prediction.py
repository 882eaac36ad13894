"""[CAMBADA-control fig. 4.14]."""

import pytest
from experiments.ball_prediction import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "ball_prediction.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_a_ball_that_comes_is_predicted_to_a_few_centimetres(numbers):
    assert numbers["rolls"] > 15
    assert numbers["mirror, reset: before"] < 0.04
    assert numbers["mirror, reset: before"] < 0.15 * numbers["unmoved"]


def test_while_the_collision_is_within_the_delay_reflection_halves_the_error(numbers):
    assert numbers["mirror, reset: across"] < 0.55 * numbers["straight on (eq. 4.2): across"]
    assert numbers["restitution, reset: across"] < 0.25 * numbers["straight on (eq. 4.2): across"]


def test_with_the_reset_the_velocity_is_known_just_after_the_collision(numbers):
    assert numbers["mirror, reset: velocity"] < 0.5 * numbers["mirror, no reset: velocity"]
    assert numbers["restitution, reset: velocity"] < 0.3 * numbers["restitution, no reset: velocity"]


def test_with_the_reset_the_place_after_the_collision_is_better(numbers):
    """Slightly with a mirror, because the simulated cover is softer; by half with a cover as hard as a mirror."""
    assert numbers["mirror, reset: after"] < numbers["mirror, no reset: after"]
    assert numbers["mirror, reset: later"] < 0.85 * numbers["mirror, no reset: later"]
    assert numbers["restitution, reset: after"] < 0.65 * numbers["restitution, no reset: after"]
    assert numbers["mirror, reset: hard after"] < 0.5 * numbers["mirror, no reset: hard after"]


def test_an_engaged_ball_is_carried_along(numbers):
    assert numbers["engaged, carried"] < 0.01
    assert numbers["engaged, carried"] < 0.3 * numbers["engaged, free"]
