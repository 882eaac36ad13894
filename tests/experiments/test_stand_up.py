"""A humanoid that fell stands up."""

from experiments.stand_up import run


def test_the_robot_stands_up_and_the_picture_is_drawn(tmp_path):
    finding = run(tmp_path / "stand_up.png", quick=True)
    assert finding.numbers["fewest"] == 1
    assert finding.numbers["lean"] < 10  # degrees
    assert (tmp_path / "stand_up.png").stat().st_size > 10_000
