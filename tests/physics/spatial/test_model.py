"""The model has the mass, the inertia and the surfaces of the specification."""

import mujoco
import numpy as np
import pytest

from robopitch.physics.compiling import compile_params
from robopitch.physics.engines import make_engine
from robopitch.physics.shapes import unit_inertia
from robopitch.physics.spatial.model import build_model, substeps_of
from robopitch.physics.spatial.surface import damping_of, rebounding, restitution_of
from robopitch.spec import load_league, load_robot

ROBOTS = ["ssl", "cambada", "msl-triangle", "msl-two-wheels", "obstacle", "austrobot", "vss"]


def model_of(name):
    league, robot = load_league("msl"), load_robot(name)
    model = build_model(compile_params(league, [robot], 0.001), league, [robot], [0]).mujoco
    data = mujoco.MjData(model)
    data.qpos[model.jnt_qposadr[model.joint("ball").id]] = 5.0
    mujoco.mj_forward(model, data)
    return model, data, robot


@pytest.mark.parametrize("name", ROBOTS)
def test_a_robot_has_the_mass_the_inertia_and_the_centre_of_mass_of_its_file(name):
    model, data, robot = model_of(name)
    body = model.body("robot 0").id
    assert model.body_subtreemass[body] == pytest.approx(float(robot.mass))
    height = float(robot.body.centre_of_mass) or float(robot.height) / 3
    assert data.subtree_com[body] == pytest.approx([0, 0, height], abs=1e-9)
    inertia = robot.inertia if robot.inertia is not None else robot.mass * unit_inertia(robot.outline)
    turning = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, turning)
    about = model.jnt_dofadr[model.joint("robot 0").id] + 5
    assert turning[about, about] == pytest.approx(float(inertia), rel=1e-6)


def test_a_wheel_has_the_inertia_of_its_file_with_the_rotor():
    model, data, robot = model_of("cambada")
    full = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, full)
    dof = model.jnt_dofadr[model.joint("robot 0 wheel 1").id]
    assert full[dof, dof] == pytest.approx(float(robot.drive.wheel_inertia), rel=1e-9)


def test_nothing_touches_but_wheels_and_ground_when_a_robot_stands():
    for name in ROBOTS:
        model, data, robot = model_of(name)
        data.qpos[2] = -1e-5
        mujoco.mj_forward(model, data)
        touching = {model.geom(geom).name for contact in data.contact for geom in contact.geom}
        part = "wheel" if robot.drive.wheels else "hull"
        others = {geom for geom in touching if geom.startswith("robot") and part not in geom}
        assert others == set(), name
        assert len(touching) > 2, name


def test_a_restitution_is_that_of_its_damping():
    for restitution in (0.05, 0.1, 0.3, 0.55, 0.766, 0.95):
        assert restitution_of(damping_of(restitution)) == pytest.approx(restitution, abs=1e-9)
    assert damping_of(1.0) == pytest.approx(0.0, abs=1e-9)
    assert rebounding(0.0, 10, 0.001)[1] > -2 / 0.001  # a stronger damper would reverse the velocity in a step


def test_steps_of_mujoco_are_half_a_millisecond_or_shorter():
    assert [substeps_of(timestep) for timestep in (0.0001, 0.0005, 0.001, 0.002, 0.005)] == [1, 1, 2, 4, 10]
    assert substeps_of(0.0012) == 3


def test_what_the_engine_cannot_do_is_a_clear_error():
    league, which = load_league("msl"), np.zeros(1, np.int64)
    with pytest.raises(ValueError, match="does not compute with a steered wheel"):
        make_engine("mujoco-spatial", league, [load_robot("msl-ackermann")], which, 0.001, np.dtype(float))
    with pytest.raises(ValueError, match="float64 only"):
        make_engine("mujoco-spatial", league, [load_robot("cambada")], which, 0.001, np.dtype("float32"))
