"""[CAMBADA-control fig. 6.4]."""

import pytest
from experiments.interception import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "interception.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_every_ball_is_reached(numbers):
    assert numbers["missed"] == 0


def test_who_runs_to_where_the_ball_will_be_is_there_before_who_runs_to_where_it_is(numbers):
    assert numbers["over_chasing"] > numbers["over_chasing_interval"]
    assert numbers["over_chasing"] > 0.2


def test_who_knows_that_it_must_speed_up_is_there_before_who_does_not(numbers):
    assert numbers["over_constant"] > numbers["over_constant_interval"]
