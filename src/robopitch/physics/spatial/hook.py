"""A hook for each robot with joints: its trunk is fixed in the air, upright, and its limbs move freely.

The hook is a mocap body to which MuJoCo welds the trunk while the robot hangs. Which robots hang is a part of the
engine's own numbers in the state; what follows from it, in MuJoCo's data, is a part of MuJoCo's state.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import mujoco

from robopitch.physics import state as s
from robopitch.physics.scalar import Floats
from robopitch.physics.spatial import index as of
from robopitch.physics.spatial.index import Index
from robopitch.physics.spatial.model import Model

__all__ = ["HIGHEST", "Hooks"]

HIGHEST = 1.0  # m; `world/hooks.py` refuses more


class _Hook(NamedTuple):
    column: int
    weld: int  # the number of the equality
    mocap: int
    position: int  # of the trunk in qpos
    velocity: int  # and in qvel
    standing: float  # height of the trunk of a robot that stands, m


class Hooks:
    """The hooks of a model. It keeps nothing from one world to the next."""

    def __init__(self, model: Model, index: Index) -> None:
        self._hooks = []
        for column, name in enumerate(model.hooks):
            if name:
                position, velocity = (int(index.bodies[column, row]) for row in (of.QPOS, of.DOF))
                weld = mujoco.mj_name2id(model.mujoco, mujoco.mjtObj.mjOBJ_EQUALITY, name)
                mocap = int(model.mujoco.body(name).mocapid[0])
                standing = float(model.rest[position + 2])
                self._hooks.append(_Hook(column, weld, mocap, position, velocity, standing))

    def hung(self, clearances: Floats, data: Any) -> list[tuple[_Hook, list[float]]]:
        """The robots that hang or shall hang, with their places now: for `begin_world`."""
        return [
            (hook, data.qpos[hook.position : hook.position + 2].tolist())
            for hook in self._hooks
            if clearances[hook.column] > 0 or data.eq_active[hook.weld]
        ]

    def begin_world(self, hung: list[tuple[_Hook, list[float]]], clearances: Floats, block: Floats, data: Any) -> None:
        """Hang robots up, let them down, and move the hooks of those that were placed elsewhere.

        hung:       what `hung` said before robots were placed
        clearances: ``[robot]``, how far the feet of a standing robot would be above the ground, m; 0: it does not hang
        block:      the planar facet
        """
        for hook, before in hung:
            clearance = min(float(clearances[hook.column]), HIGHEST)
            hangs = clearance > 0 and block[s.PRESENT, hook.column] > 0
            here = data.qpos[hook.position : hook.position + 2].tolist()
            if hangs == bool(data.eq_active[hook.weld]) and (here == before or not hangs):
                continue
            data.eq_active[hook.weld] = hangs
            if block[s.PRESENT, hook.column] == 0:
                continue  # it was taken off the field, and is held elsewhere
            pose = data.qpos[hook.position : hook.position + 7]
            pose[2] = hook.standing + clearance
            pose[3:] = _turned(block[s.HX, hook.column], block[s.HY, hook.column])
            data.qvel[hook.velocity : hook.velocity + 6] = 0.0
            data.mocap_pos[hook.mocap], data.mocap_quat[hook.mocap] = pose[:3], pose[3:]


def _turned(hx: float, hy: float) -> tuple[float, float, float, float]:
    """The quaternion of an upright body whose x axis is the unit vector h: that of half of its angle."""
    if hx >= 0.0:
        w = math.sqrt(0.5 * (1.0 + hx))
        return w, 0.0, 0.0, 0.5 * hy / w
    z = math.copysign(math.sqrt(0.5 * (1.0 - hx)), hy)
    return 0.5 * hy / z, 0.0, 0.0, z
