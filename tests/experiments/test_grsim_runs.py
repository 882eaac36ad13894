"""[grSim fig. 6 to 8]."""

import math

import pytest
from experiments.grsim_runs import GENTLE, apart, aside, command_time, drive, limited


@pytest.fixture(scope="module")
def tracks():
    overrides = limited(GENTLE)
    until = command_time(1.6, overrides)
    return [drive(engine, math.pi / 2, until, overrides) for engine in ("turf", "mujoco-spatial")]


def test_both_engines_drive_the_commanded_way(tracks):
    for track in tracks:
        assert math.hypot(*track.places[-1]) == pytest.approx(1.6, abs=0.03)
        assert aside(track, math.pi / 2) < 0.03


def test_a_robot_below_its_grip_is_at_the_same_place_in_both_engines(tracks):
    assert apart(*tracks) < 0.015 * 1.6
