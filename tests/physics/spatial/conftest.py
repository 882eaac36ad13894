from functools import partial

import pytest

import robopitch


@pytest.fixture
def make():
    """Makes a world on MuJoCo in space."""
    return partial(robopitch.make, engine="mujoco-spatial")


@pytest.fixture
def alone(make):
    """Makes a world with one blue robot, the ball far from it."""

    def prepare(league="ssl-div-a", **options):
        world = make(league, players={"blue": 1, "yellow": 0}, **options)
        field = world.league.field
        world.place_ball(-0.4 * field.length, -0.4 * field.width)
        return world

    return prepare
