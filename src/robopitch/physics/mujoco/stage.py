"""Scratch memory for a step: MuJoCo's data for one model, and the arrays that the kernels share with it."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.mujoco.bodies import BODY_NUMBERS
from robopitch.physics.mujoco.kernels import between_steps, set_references
from robopitch.physics.mujoco.meetings import MEETING_NUMBERS
from robopitch.physics.params import Params
from robopitch.physics.scalar import Floats, Ints

__all__ = ["PlanarStage"]

_NO_FORCES = np.zeros(0)
_MOST_MOVES = 6  # of the ball towards an impact; two or three suffice


class PlanarStage:
    """A model with scratch memory. It keeps no state between two calls; only one thread at a time may use it."""

    def __init__(self, model: Any, params: Params, which: Ints, robots: int) -> None:
        self.model, self.data = model, mujoco.MjData(model)
        self.params, self.which = params, which
        self.radius = float(params.pitch[p.BALL_RADIUS])
        self.work = np.zeros((at.ROWS, at.STRIDE))
        self.bodies = np.zeros((robots + 1, BODY_NUMBERS))
        self.free_ball = np.zeros(s.BALL_FIELDS)
        self.meetings = np.zeros((64, MEETING_NUMBERS))
        # Views, looked up once: each lookup takes 0.2 µs.
        data = self.data
        self.qpos, self.qvel, self.ctrl, self.push = data.qpos, data.qvel, data.ctrl, data.qfrc_applied
        self.of_geoms = (model.geom_bodyid, model.geom_priority, model.geom_user)

    def advance(
        self, packed: Floats, ball: Floats, present: Ints, tick: int, steps: int, events: Floats, counts: Ints
    ) -> None:
        """Advance a world by a number of steps."""
        model, data, params = self.model, self.data, self.params
        step1, step2 = mujoco.mj_step1, mujoco.mj_step2
        met, forces = 0, _NO_FORCES
        for n in range(steps + 1):
            between_steps(
                n == 0,
                n == steps,
                packed,
                ball,
                self.work,
                present,
                self.which,
                params.kinds,
                params.wheels,
                params.pitch,
                params.timestep,
                self.bodies,
                self.free_ball,
                self.qpos,
                self.qvel,
                self.ctrl,
                self.push,
                self.meetings,
                met,
                forces,
                tick + n - 1,
                events,
                counts,
            )
            if n == steps:
                return
            step1(model, data)
            met = data.ncon
            if met:
                met = self._meet()
            step2(model, data)
            forces = data.efc_force if met else _NO_FORCES

    def _meet(self) -> int:
        """Set the references of the contacts; return their number."""
        data = self.data
        for move in range(_MOST_MOVES + 1):
            if data.ncon > len(self.meetings):
                self.meetings = np.zeros((2 * data.ncon, MEETING_NUMBERS))
            contact = data.contact
            moved = set_references(
                move < _MOST_MOVES,
                self.bodies,
                contact.geom,
                contact.frame,
                contact.pos,
                contact.dist,
                contact.friction,
                contact.mu,
                contact.efc_address,
                data.efc_vel,
                data.efc_aref,
                *self.of_geoms,
                self.radius,
                self.params.timestep,
                self.meetings,
                self.qpos,
            )
            if not moved:
                break
            mujoco.mj_step1(self.model, data)
            if not data.ncon:
                break
        return int(data.ncon)
