from functools import partial

import pytest

import robopitch


@pytest.fixture
def make():
    """Makes a world on MuJoCo, at 2 ms unless asked."""
    return partial(robopitch.make, engine="mujoco", timestep=0.002)


@pytest.fixture
def alone(make):
    """Makes a world with so many blue robots and none of yellow, the ball far from them."""

    def prepare(league="ssl-div-a", robots=1, **options):
        world = make(league, players={"blue": robots, "yellow": 0}, **options)
        field = world.league.field
        world.place_ball(-0.4 * field.length, -0.4 * field.width)
        return world

    return prepare
