"""The servos of robots with joints: their law gives torques, MuJoCo moves the joints, the state shows both."""

from __future__ import annotations

from typing import Any

import numpy as np

from robopitch.physics import state as s
from robopitch.physics.layout import Layout
from robopitch.physics.scalar import Floats, Ints
from robopitch.physics.servos import params as p
from robopitch.physics.servos.params import ServoParams
from robopitch.physics.servos.step import step
from robopitch.physics.spatial import index as of
from robopitch.physics.spatial.index import Index
from robopitch.physics.spatial.joint_facet import write_facet
from robopitch.physics.spatial.model import Model

__all__ = ["ServoDrive"]

_TRUNK = ("position3", "quaternion", "velocity3", "angular_velocity")
_JOINTS = ("joint_angles", "joint_velocities", "joint_targets", "joint_torques")


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
        # Of each joint that a servo moves: its place in a table ``[joint, robot]``, and its addresses in MuJoCo's data
        self._places, self._positions = np.array(places, np.int64), np.array(positions, np.int64)
        self._dofs = np.array(dofs, np.int64)
        self._columns = np.flatnonzero([len(joints) for joints in model.joints])
        self._roots = index.bodies[:, of.QPOS].copy(), index.bodies[:, of.DOF].copy()
        rows = {name: layout.field(name).rows for name in (*_TRUNK, *_JOINTS)}
        self._trunk = np.concatenate([np.arange(rows[name].start, rows[name].stop) for name in _TRUNK])
        self._rows = np.array([rows[name].start for name in _JOINTS])
        self._block: Floats = np.zeros((robots, 0, 0))
        self._goals = self._goals_of(servos)

    def _goals_of(self, servos: ServoParams) -> Floats:
        """``[servo, number]``: of each servo its robot, its number, its place in a table of joints, and its goal in rad
        from one in counts: zero, scale and middle.
        """
        found = []
        for column in self._columns.tolist():
            kind = self._which[column]
            for servo in range(int(servos.counts[kind])):
                one = servos.numbers[kind, servo]
                place = int(one[p.JOINT]) * self._layout.robots + column
                found.append((column, servo, place, one[p.ZERO], one[p.DIRECTION] / one[p.COUNTS], one[p.MIDDLE]))
        return np.array(found, np.float64).reshape(-1, 6)

    def begin_world(self, state: Floats, data: Any, fresh: bool) -> None:
        """Take in which robots are on the field; if MuJoCo's state is fresh, restore poses that were carried over."""
        block = self._layout.robot_block(state)
        self._present[:] = block[s.PRESENT]
        self._block = self._layout.servo_block(state)
        if not fresh:
            return
        values = self._layout.values
        places = values(state, "position3")
        for column in self._columns.tolist():
            here = places[:, column]
            if not self._present[column] or here[2] == 0 or (here[:2] != block[[s.X, s.Y], column]).any():
                continue  # it was placed, which clears the articulated facet: it stands upright
            q, v = (addresses[column] for addresses in self._roots)
            data.qpos[q : q + 3] = here
            data.qpos[q + 3 : q + 7] = values(state, "quaternion")[:, column]
            data.qvel[v : v + 3] = values(state, "velocity3")[:, column]
            data.qvel[v + 3 : v + 6] = values(state, "angular_velocity")[:, column]
            mine = self._places % self._layout.robots == column
            data.qpos[self._positions[mine]] = values(state, "joint_angles").reshape(-1)[self._places[mine]]
            data.qvel[self._dofs[mine]] = values(state, "joint_velocities").reshape(-1)[self._places[mine]]

    def drive(self, data: Any, length: float, frame: int) -> None:
        """Set the torques for one step of MuJoCo, of that length in seconds and with that number."""
        self._angles.reshape(-1)[self._places] = data.qpos[self._positions]
        self._speeds.reshape(-1)[self._places] = data.qvel[self._dofs]
        angles, speeds, torques = self._angles, self._speeds, self._torques
        step(self._servos, self._which, self._present, self._block, angles, speeds, torques, length, frame)
        data.qfrc_applied[self._dofs] = self._torques.reshape(-1)[self._places]

    def end_world(self, state: Floats, data: Any) -> None:
        """Write the articulated facet."""
        write_facet(
            self._layout.joint_block(state),
            self._block,
            data.qpos,
            data.qvel,
            self._present,
            self._columns,
            *self._roots,
            self._trunk,
            self._rows,
            self._places,
            self._positions,
            self._dofs,
            self._goals,
            self._torques,
        )
