"""[FUmanoid-emulator table 6]."""

import math

import pytest
from experiments.ziegler_nichols import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "ziegler_nichols.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_there_is_an_ultimate_gain_above_the_gain_at_delivery(numbers):
    assert 2 * 850 / 128 < numbers["gain"] < 16383 / 128
    assert 0.01 < numbers["period"] < 0.5


def test_the_gains_are_those_of_table_6(numbers):
    assert numbers["PID p_gain"] == pytest.approx(0.6 * numbers["gain"] * 128, abs=1)
    assert numbers["P p_gain"] == pytest.approx(0.5 * numbers["gain"] * 128, abs=1)


def test_the_integral_holds_a_load_that_the_gain_at_delivery_lets_sag(numbers):
    assert numbers["delivery sags"] > 0.3
    assert abs(numbers["PID sags"]) < 0.5 * numbers["delivery sags"]


def test_the_tuned_servo_settles(numbers):
    assert math.isfinite(numbers["PID settled"])
