"""Scratch memory for a step: MuJoCo's data, and the arrays that the kernels share with it."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np

from robopitch.physics import workspace as at
from robopitch.physics.params import Params
from robopitch.physics.scalar import Floats, Ints
from robopitch.physics.spatial.devices import ACT_NUMBERS
from robopitch.physics.spatial.index import Index
from robopitch.physics.spatial.kernels import begin_step, begin_world, end_step, end_world, within_step
from robopitch.physics.spatial.model import Model

__all__ = ["STATE", "Stage"]

STATE = mujoco.mjtState.mjSTATE_INTEGRATION  # with the warm start of the solver: only so, a saved world goes on exactly


class Stage:
    """A model with scratch memory. It keeps no state between two calls; only one thread at a time may use it."""

    def __init__(self, model: Model, index: Index, params: Params, which: Ints) -> None:
        self.model, self.substeps = model.mujoco, model.substeps
        self.data = mujoco.MjData(self.model)
        self.index, self.params, self.which = index, params, which
        self.robots = np.zeros((at.ROWS, at.STRIDE))
        self.found = np.zeros(at.ROWS)
        self.acts = np.zeros((len(which), ACT_NUMBERS))

    def advance(
        self, packed: Floats, ball: Floats, extra: Floats, tick: int, steps: int, events: Floats, counts: Ints
    ) -> None:
        """Advance a world by a number of steps. Extra: 1 if there is a state of MuJoCo, and that state."""
        model, data, params, index = self.model, self.data, self.params, self.index
        fresh = extra[0] == 0
        if fresh:
            mujoco.mj_resetData(model, data)
        else:
            mujoco.mj_setState(model, data, extra[1:], STATE)
        robots, which, kinds, wheels = self.robots, self.which, params.kinds, params.wheels
        most, bodies, dt = wheels.shape[1], index.bodies, params.timestep
        begin_world(packed, robots, ball, which, kinds, wheels, bodies, fresh, data.qpos, data.qvel, self.found)
        for n in range(steps):
            step = tick + n
            begin_step(
                robots,
                ball,
                which,
                kinds,
                wheels,
                params.pitch,
                dt,
                bodies,
                step,
                data.qpos,
                data.qvel,
                data.ctrl,
                self.acts,
            )
            for part in range(self.substeps):
                self._move(ball, part, step, events, counts)
            contact = data.contact
            end_step(
                robots,
                ball,
                which,
                kinds,
                wheels,
                params.pitch,
                dt,
                bodies,
                index.owners,
                index.wheels,
                contact.geom,
                contact.frame,
                contact.efc_address,
                data.efc_force,
                data.qpos,
                data.qvel,
                self.acts,
                self.found,
                step,
                events,
                counts,
            )
        end_world(packed, robots, which, kinds, most)
        extra[0] = 1
        mujoco.mj_getState(model, data, extra[1:], STATE)

    def _move(self, ball: Floats, part: int, step: int, events: Floats, counts: Ints) -> None:
        """One step of MuJoCo."""
        data: Any = self.data
        # The axle of a wheel turns with its rollers: it starts each step level. A sphere looks the same from all sides.
        data.qpos[self.index.rollers] = 0.0
        mujoco.mj_step1(self.model, data)
        contact = data.contact
        within_step(
            self.robots,
            ball,
            self.index.bodies,
            self.index.owners,
            contact.geom,
            contact.frame,
            contact.pos,
            contact.dist,
            data.qpos,
            data.qvel,
            self.params.timestep / self.substeps,
            part == 0,
            part == self.substeps - 1,
            self.acts,
            data.xipos,
            data.xfrc_applied,
            step,
            events,
            counts,
        )
        mujoco.mj_step2(self.model, data)
