"""[CAMBADA-control fig. 4.13]."""

import pytest
from experiments.constant_spin import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "constant_spin.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


@pytest.mark.parametrize("rate", ["1", "2", "4", "sharp"])
def test_a_spinning_robot_arrives(numbers, rate):
    assert numbers[f"arrival_{rate}"] < 7.0


def test_it_does_not_run_quite_straight(numbers):
    off = [numbers[f"aside_{rate}"] for rate in (1, 2, 4)]
    assert off == sorted(off)
    assert 0.01 < off[0] < off[2] < 0.2


def test_an_agent_that_stops_sharply_overshoots(numbers):
    assert max(numbers[f"over_{rate}"] for rate in (1, 2, 4)) < 0.05 < numbers["over_sharp"] < 0.5
