"""A fixture that the tests of cameras share."""

import pytest
from tests.sensors.camera.scenes import lonely_world


@pytest.fixture
def alone():
    """A world with one robot, blue 1 at the origin, which looks along x; the ball is far away."""
    return lonely_world()
