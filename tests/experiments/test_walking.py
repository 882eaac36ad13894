"""Humanoids that walk."""

from experiments.walking import run


def test_a_robot_walks_straight_ahead_and_lifts_its_feet(tmp_path):
    found = run(tmp_path / "walking.png", quick=True)
    assert found.figure.exists()
    assert found.numbers["falls"] == 0
    assert found.numbers["fumanoid-2011 speed"] > 0.17
    assert found.numbers["fumanoid-2011 lift"] > 12
