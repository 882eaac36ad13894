"""Scratch memory for a step: MuJoCo's data, and the arrays that the kernels share with it."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np

from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.layout import Layout
from robopitch.physics.params import Params
from robopitch.physics.scalar import Floats, Ints
from robopitch.physics.servos.params import ServoParams
from robopitch.physics.spatial.devices import ACT_NUMBERS, KICK, KICK_SPEED
from robopitch.physics.spatial.hook import Hooks
from robopitch.physics.spatial.index import BODY, Index
from robopitch.physics.spatial.kernels import begin_step, begin_world, end_step, end_world, within_step
from robopitch.physics.spatial.model import Model
from robopitch.physics.spatial.pull import PULL_NUMBERS, Pulls
from robopitch.physics.spatial.servo_drive import ServoDrive

__all__ = ["STATE", "SpatialStage"]

STATE = mujoco.mjtState.mjSTATE_INTEGRATION  # with the warm start of the solver: only so, a saved world goes on exactly


class SpatialStage:
    """A model with scratch memory. It keeps no state between two calls; only one thread at a time may use it."""

    def __init__(
        self, model: Model, index: Index, params: Params, which: Ints, layout: Layout, servos: ServoParams | None
    ) -> None:
        self.model, self.substeps, self.rest = model.mujoco, model.substeps, model.rest
        self.data = mujoco.MjData(self.model)
        self.index, self.params, self.which = index, params, which
        self.layout = layout
        self.servos = None if servos is None else ServoDrive(model, index, servos, layout, which)
        self.hooks, self.pulls = Hooks(model, index), Pulls(model, index)
        self._pulled: list[Any] = []  # during a call
        self.robots = np.zeros((at.ROWS, at.STRIDE))
        self.found = np.zeros(at.ROWS)
        self.acts = np.zeros((len(which), ACT_NUMBERS))

    def advance(self, state: Floats, tick: int, steps: int, events: Floats, counts: Ints) -> None:
        """Advance a world by a number of steps.

        The engine's own numbers in the state are: 1 if there is a state of MuJoCo; 1 for each body that was placed into
        another and must part from it slowly; unless all robots have wheels, for each robot how high it hangs on a hook,
        0 if it does not, and where it is pulled (`pull.py`); the state of MuJoCo.
        """
        model, data, params, index = self.model, self.data, self.params, self.index
        packed, ball = self.layout.robot_block(state), self.layout.ball_block(state)
        extra = self.layout.extra_block(state)
        eases, clearances, pulls, saved = self.parts(extra)
        fresh = extra[0] == 0
        if fresh:
            mujoco.mj_resetData(model, data)
        else:
            mujoco.mj_setState(model, data, saved, STATE)
        robots, which, kinds, wheels = self.robots, self.which, params.kinds, params.wheels
        most, bodies, dt = wheels.shape[1], index.bodies, params.timestep
        hung = self.hooks.hung(clearances, data) if self.servos is not None else []
        begin_world(
            packed,
            robots,
            ball,
            which,
            kinds,
            wheels,
            bodies,
            self.rest,
            fresh,
            eases,
            data.qpos,
            data.qvel,
            self.found,
        )
        if self.servos is not None:
            self.servos.begin_world(state, data, fresh)
            if hung:
                self.hooks.begin_world(hung, clearances, packed, data)
            self._pulled = self.pulls.pulled(pulls, packed[s.PRESENT]) if pulls[:, 0].any() else []
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
                self.rest,
                step,
                data.qpos,
                data.qvel,
                data.ctrl,
                self.acts,
            )
            for part in range(self.substeps):
                self._move(ball, eases, part, step, events, counts)
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
        if self.servos is not None:
            self.servos.end_world(state, data)
        extra[0] = 1
        mujoco.mj_getState(model, data, saved, STATE)

    def parts(self, extra: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """The engine's own numbers but for the first: who must part slowly, who hangs how high, who is pulled where
        ``[robot, number]``, and MuJoCo's state.
        """
        robots = len(self.which)
        jointed = robots if self.servos is not None else 0
        hooks = robots + 2
        pulls = hooks + jointed
        end = pulls + PULL_NUMBERS * jointed
        return extra[1:hooks], extra[hooks:pulls], extra[pulls:end].reshape(jointed, PULL_NUMBERS), extra[end:]

    def _move(self, ball: Floats, eases: Floats, part: int, step: int, events: Floats, counts: Ints) -> None:
        """One step of MuJoCo."""
        data: Any = self.data
        # The axle of a wheel turns with its rollers: it starts each step level. A sphere looks the same from all sides.
        data.qpos[self.index.rollers] = 0.0
        length = self.params.timestep / self.substeps
        if self.servos is not None:
            self.servos.drive(data, length, step * self.substeps + part)
        mujoco.mj_step1(self.model, data)
        if part == 0 and self.acts[:, KICK_SPEED].any():
            self._kick()
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
            self.model.geom_bodyid,
            self.model.body_rootid,
            data.cvel,
            data.subtree_com,
            contact.efc_address,
            data.efc_vel,
            data.efc_aref,
            eases,
            length,
            part == self.substeps - 1,
            self.acts,
            data.xipos,
            data.xfrc_applied,
            step,
            events,
            counts,
        )
        if self._pulled:
            self.pulls.apply(self._pulled, data)
        mujoco.mj_step2(self.model, data)
        if self._pulled:
            self.pulls.clear(self._pulled, data)

    def _kick(self) -> None:
        """Give the impulses of kicks to the ball, and their reaction to the robots."""
        model, data, (*robots, ball) = self.model, self.data, self.index.bodies[:, BODY].tolist()
        momentum, change, none = np.zeros(model.nv), np.zeros((1, model.nv)), np.zeros(3)
        for robot, impulse in zip(robots, self.acts[:, KICK], strict=True):
            mujoco.mj_applyFT(model, data, impulse, none, data.xipos[ball], ball, momentum)
            mujoco.mj_applyFT(model, data, -impulse, none, data.xipos[ball], robot, momentum)
        mujoco.mj_solveM(model, data, change, momentum[None])
        data.qvel[:] += change[0]
