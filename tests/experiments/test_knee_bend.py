"""The knee bend of a humanoid."""

from experiments.knee_bend import run


def test_the_robot_bends_its_knees_and_stands(tmp_path):
    numbers = run(tmp_path / "knee_bend.png").numbers
    assert numbers["depth"] > 50  # mm
    assert numbers["lean"] < 10  # degrees
    assert numbers["rest"] < 3
