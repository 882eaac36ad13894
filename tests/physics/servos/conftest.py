"""Figures made by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from robopitch.physics.layout import Layout
from robopitch.physics.servos import power
from robopitch.physics.servos import rows as r
from robopitch.physics.servos.params import compile_servos
from robopitch.physics.servos.power import switch_on
from robopitch.physics.servos.step import step


def make_figure(names, models, joints=None, directions=None, zeros=None):
    """Joints with these names, and a servo of each model; ids from 1."""
    count = len(models)
    parts = zip(joints or names, models, directions or [1] * count, zeros or [0.0] * count, strict=True)
    servos = [
        SimpleNamespace(id=number, joint=joint, model=model, constants=None, direction=direction, zero=zero, noise=0)
        for number, (joint, model, direction, zero) in enumerate(parts, 1)
    ]
    return SimpleNamespace(joints=tuple(names), servos=servos, supply=None)


@pytest.fixture(scope="session")
def figure():
    return make_figure


def run_a_figure(figure, seconds, dt=0.001):
    """Run a robot whose joints are independent shafts and whose servos all go to 612."""
    params = compile_servos([figure])
    joints = len(figure.joints)
    layout = Layout(1, 0, joints=(joints,), servos=(len(figure.servos),), servo_rows=params.rows)
    state, which = np.zeros(layout.size), np.zeros(1, np.int64)
    switch_on(params, layout, which, state)
    block = layout.servo_block(state)
    block[0, :, r.GOAL_POSITION], block[0, :, r.TORQUE_ENABLE] = 612, 1
    angles, speeds, torques = np.zeros((3, joints, 1))
    inertia = params.armatures(0, joints)[:, None] + 0.001
    for frame in range(round(seconds / dt)):
        step(params, which, np.ones(1), block, angles, speeds, torques, dt, frame)
        speeds += dt * torques / inertia
        angles += dt * speeds
    return block[0].T, angles[:, 0]


@pytest.fixture(scope="session")
def run_figure():
    return run_a_figure


@pytest.fixture(scope="session")
def reboot_row():
    return power.reboot


@pytest.fixture(scope="session")
def reboot():
    """Reboot the first servo of a stand."""
    return lambda stand: power.reboot(stand.table, stand.rows[:, 0])
