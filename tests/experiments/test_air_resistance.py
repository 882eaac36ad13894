"""[MI20 §5.1.1, fig. 5.1]."""

import pytest
from experiments.air_resistance import LEAGUE, SECONDS, coasted, formula, moved_mass

import robopitch


def test_the_air_slows_a_coasting_robot_as_the_formula_says():
    mass = moved_mass(robopitch.make(LEAGUE, players=1).league.blue.robot)
    for speed in (0.5, 2.0):
        deceleration = coasted(speed, air=True)
        force = mass * (deceleration - coasted(speed, air=False))
        assert force == pytest.approx(formula(speed - deceleration * SECONDS / 2), rel=0.01)
