"""[MI20 §5.1.3, fig. 5.4 and 5.5]."""

import pytest
from experiments.robot_shape import LEAGUE, from_outline, shoot

import robopitch


def test_no_ball_gets_into_the_robot_however_long_a_step_is():
    for timestep in (0.001, 0.005):
        found = shoot("turf", timestep, 15)
        assert found.hits >= 10
        assert found.inside == 0
        assert found.deepest < 0.0005


def test_the_distance_from_the_outline_is_that_of_the_hollow_front():
    box = robopitch.make(LEAGUE, players=1).league.blue.robot.outline
    assert from_outline(box, 0.0375, 0.0) == pytest.approx(0.008)
    assert from_outline(box, 0.0295 - 0.001, 0.0) == pytest.approx(-0.001)
    assert from_outline(box, 0.0475, 0.035) == pytest.approx(0.010)
    assert from_outline(box, 0.0, -0.0475) == pytest.approx(0.010)
