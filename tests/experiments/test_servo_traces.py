"""Traces of a real servo."""

import pytest
from experiments.servo_traces import JUDGED, run


def test_the_law_is_as_near_to_a_real_servo_as_that_of_its_makers(tmp_path):
    found = run(tmp_path / "servo_traces.png", quick=True)
    assert found.figure.exists()
    for gain in JUDGED:
        ours, theirs = found.numbers[f"ours_{gain}"], found.numbers[f"m6_{gain}"]
        assert ours < 1.5 * theirs
        assert theirs == pytest.approx({200: 59.0, 800: 152.4}[gain], abs=0.5), "the reference itself"
