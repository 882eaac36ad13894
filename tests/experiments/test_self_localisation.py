"""[CAMBADA-sim fig. 5.4]."""

import pytest
from experiments.self_localisation import RADIAL, run


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    figure = tmp_path_factory.mktemp("figures") / "self_localisation.png"
    found = run(figure, quick=True)
    assert figure.exists()
    return found.numbers


def test_thirty_radial_sensors_suffice(numbers):
    assert numbers["median 30 0"] < 0.1
    assert numbers["p95 30 0"] < 0.3


def test_among_obstacles_there_are_fewer_points_and_it_still_works(numbers):
    assert numbers["points 30 9"] < numbers["points 30 0"]
    assert numbers["median 30 9"] < 0.1
    assert numbers["p95 30 9"] < 0.3


def test_more_sensors_are_more_precise(numbers):
    few, many = RADIAL[0], RADIAL[-1]
    assert sum(numbers[f"median {many} {count}"] for count in (0, 4, 9)) < sum(
        numbers[f"median {few} {count}"] for count in (0, 4, 9)
    )


def test_a_carried_robot_finds_itself(numbers):
    assert numbers["carried: median"] < 3.0
    assert numbers["carried: lost"] <= 0.34  # one of three: some views are ambiguous
