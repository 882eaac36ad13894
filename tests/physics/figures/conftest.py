import mujoco
import pytest


@pytest.fixture
def ground():
    """A MuJoCo spec with gravity and the ground."""
    spec = mujoco.MjSpec()
    spec.option.timestep = 0.002
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=(5, 5, 0.1))
    return spec
