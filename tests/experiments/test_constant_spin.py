"""[CAMBADA-control fig. 4.13]."""

import pytest
from experiments.constant_spin import run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "constant_spin.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


@pytest.mark.parametrize("rate", ["0", "1", "2", "4"])
def test_a_spinning_robot_arrives(numbers, rate):
    assert numbers[f"arrival_{rate}"] < 7.0


def test_it_does_not_run_quite_straight(numbers):
    off = [numbers[f"aside_{rate}"] for rate in (0, 1, 2, 4)]
    assert off == sorted(off)
    assert off[0] < 0.001 < 0.01 < off[1] < off[3] < 0.2


def test_it_overshoots_because_it_spins(numbers):
    assert numbers["over_0"] < 0.05
    assert 0.1 < numbers["over_1"] < 0.5
    assert 0.1 < numbers["over_2"] < 0.5


def test_the_shipped_agent_spins_and_stays_near_its_line(numbers):
    assert numbers["shipped_0"] < 0.05
    assert numbers["shipped_2"] < 0.2
