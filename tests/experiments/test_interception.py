"""[CAMBADA-control fig. 6.4]."""

import pytest
from experiments.interception import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "interception.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_every_ball_is_reached_on_an_unlimited_carpet(numbers):
    assert numbers["reached"] == 1


def test_who_runs_to_where_the_ball_will_be_is_there_before_who_runs_to_where_it_is(numbers):
    assert numbers["over_chasing"] > numbers["over_chasing_interval"]


def test_who_knows_that_it_must_speed_up_is_not_later_than_who_does_not(numbers):
    """That it is sooner needs more balls than a test has."""
    assert numbers["over_constant"] > -numbers["over_constant_interval"]


def test_some_balls_leave_the_field_before_a_robot_reaches_them(numbers):
    assert 0.5 < numbers["won_accelerated"] < 1
    assert numbers["won_chasing"] < 1
