"""The servos of robots with joints: their law gives torques, MuJoCo moves the joints, the state shows both."""

from __future__ import annotations

from typing import Any

import numpy as np

from robopitch.physics import state as s
from robopitch.physics.layout import Layout
from robopitch.physics.scalar import Floats, Ints
from robopitch.physics.servos import params as p
from robopitch.physics.servos import rows as r
from robopitch.physics.servos.params import ServoParams
from robopitch.physics.servos.step import step
from robopitch.physics.spatial import index as of
from robopitch.physics.spatial.index import Index
from robopitch.physics.spatial.model import Model

__all__ = ["ServoDrive"]


class ServoDrive:
    """Torques for all joints of a world, and its articulated facet. It keeps nothing from one world to the next."""

    def __init__(self, model: Model, index: Index, servos: ServoParams, layout: Layout, which: Ints) -> None:
        self._servos, self._layout, self._which = servos, layout, which
        most, robots = max(layout.joints), layout.robots
        self._angles, self._speeds = np.zeros((most, robots)), np.zeros((most, robots))
        self._torques = np.zeros((most, robots))
        self._present = np.zeros(robots)
        places, positions, dofs = [], [], []
        for column, joints in enumerate(model.joints):
            for row, name in enumerate(joints):
                joint = model.mujoco.joint(name).id
                places.append(row * robots + column)
                positions.append(model.mujoco.jnt_qposadr[joint])
                dofs.append(model.mujoco.jnt_dofadr[joint])
        self._places, self._positions = np.array(places, np.int64), np.array(positions, np.int64)
        self._dofs = np.array(dofs, np.int64)
        self._columns = [column for column, joints in enumerate(model.joints) if joints]
        self._bodies = index.bodies

    def begin_world(self, state: Floats, data: Any, fresh: bool) -> None:
        """Take in which robots are on the field; if MuJoCo's state is fresh, restore poses that were carried over."""
        layout = self._layout
        self._present[:] = layout.robot_block(state)[s.PRESENT]
        if not fresh:
            return
        block = layout.robot_block(state)
        places = layout.values(state, "position3")
        for column in self._columns:
            here = places[:, column]
            if not self._present[column] or here[2] == 0 or (here[:2] != block[[s.X, s.Y], column]).any():
                continue  # it was placed, which clears the articulated facet: it stands upright
            q, v = self._bodies[column, of.QPOS], self._bodies[column, of.DOF]
            data.qpos[q : q + 3] = here
            data.qpos[q + 3 : q + 7] = layout.values(state, "quaternion")[:, column]
            data.qvel[v : v + 3] = layout.values(state, "velocity3")[:, column]
            data.qvel[v + 3 : v + 6] = layout.values(state, "angular_velocity")[:, column]
            mine = self._places % layout.robots == column
            data.qpos[self._positions[mine]] = layout.values(state, "joint_angles").reshape(-1)[self._places[mine]]
            data.qvel[self._dofs[mine]] = layout.values(state, "joint_velocities").reshape(-1)[self._places[mine]]

    def drive(self, state: Floats, data: Any, length: float) -> None:
        """Set the torques for one step of MuJoCo, of that length in seconds."""
        self._angles.reshape(-1)[self._places] = data.qpos[self._positions]
        self._speeds.reshape(-1)[self._places] = data.qvel[self._dofs]
        block = self._layout.servo_block(state)
        step(self._servos, self._which, self._present, block, self._angles, self._speeds, self._torques, length)
        data.qfrc_applied[self._dofs] = self._torques.reshape(-1)[self._places]

    def end_world(self, state: Floats, data: Any) -> None:
        """Write the articulated facet."""
        layout, flat = self._layout, self._places
        angles = layout.values(state, "joint_angles")
        angles.reshape(-1)[flat] = data.qpos[self._positions]
        layout.values(state, "joint_velocities").reshape(-1)[flat] = data.qvel[self._dofs]
        layout.values(state, "joint_torques")[:] = self._torques
        targets, block = layout.values(state, "joint_targets"), layout.servo_block(state)
        for column in self._columns:
            if not self._present[column]:
                continue
            q, v = self._bodies[column, of.QPOS], self._bodies[column, of.DOF]
            layout.values(state, "position3")[:, column] = data.qpos[q : q + 3]
            layout.values(state, "quaternion")[:, column] = data.qpos[q + 3 : q + 7]
            layout.values(state, "velocity3")[:, column] = data.qvel[v : v + 3]
            layout.values(state, "angular_velocity")[:, column] = data.qvel[v + 3 : v + 6]
            numbers = self._servos.numbers[self._which[column]]
            for servo in range(int(self._servos.counts[self._which[column]])):
                one, goal = numbers[servo], block[column, servo, r.GOAL_POSITION]
                angle = one[p.ZERO] + one[p.DIRECTION] * (goal - one[p.MIDDLE]) / one[p.COUNTS]
                targets[int(one[p.JOINT]), column] = angle
