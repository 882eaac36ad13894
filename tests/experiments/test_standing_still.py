"""A humanoid stands still, with noise in the readings of its servos."""

from experiments.standing_still import run


def test_the_robot_stands_still_with_and_without_noise(tmp_path):
    numbers = run(tmp_path / "standing_still.png", quick=True).numbers
    assert numbers["lean"] < 3  # degrees
    assert numbers["drift"] < 15  # mm
