"""Where the numbers of robots and ball are in MuJoCo's arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from robopitch.physics.scalar import Ints
from robopitch.physics.spatial.model import BALL, Model
from robopitch.physics.workspace import MAX_WHEELS

__all__ = [
    "ACTUATORS",
    "BODY",
    "DOF",
    "IS_BALL",
    "IS_STILL",
    "POSITIONS",
    "QPOS",
    "ROLLER_DOFS",
    "VELOCITIES",
    "WHEEL_DOFS",
    "Index",
    "index_of",
]

# Columns of `bodies`: one row per robot, the last for the ball
QPOS, DOF, BODY = 0, 1, 2
POSITIONS, VELOCITIES = 3, 4  # how many numbers of `qpos` and `qvel` it has, from there on
WHEEL_DOFS = 5  # degree of freedom of each wheel; as many columns as the robot with the most wheels has …
ACTUATORS = WHEEL_DOFS + MAX_WHEELS  # … at most 8, as many for their actuators …
ROLLER_DOFS = ACTUATORS + MAX_WHEELS  # … and for the rollers, -1 for a wheel without
_COLUMNS = ROLLER_DOFS + MAX_WHEELS

# Values of `owners` that are no column of a robot
IS_STILL, IS_BALL = -1, -2


@dataclass(frozen=True)
class Index:
    """Addresses of bodies, and the robot and the wheel of each geom."""

    bodies: Ints
    owners: Ints  # [geom]: column of the robot, or one of the constants
    wheels: Ints  # [geom]: number of the wheel, else -1
    rollers: Ints  # addresses of their angles


def index_of(built: Model, wheels: list[int]) -> Index:
    """The index of a model; `wheels`: the number of each robot."""
    model, robots = built.mujoco, len(wheels)
    bodies = np.full((robots + 1, _COLUMNS), -1, np.int64)
    owners = np.full(model.ngeom, IS_STILL, np.int64)
    of_wheel = np.full(model.ngeom, -1, np.int64)
    rollers: list[int] = []
    for row, name in enumerate([*built.roots, BALL]):
        body = model.body(name).id
        joints = [joint for joint in range(model.njnt) if model.body_rootid[model.jnt_bodyid[joint]] == body]
        bodies[row, QPOS], bodies[row, DOF] = model.jnt_qposadr[joints[0]], model.jnt_dofadr[joints[0]]
        bodies[row, POSITIONS] = sum(len(model.joint(joint).qpos0) for joint in joints)
        bodies[row, VELOCITIES] = sum(len(model.joint(joint).damping) for joint in joints)
        bodies[row, BODY] = body
        owners[model.body_rootid[model.geom_bodyid] == body] = IS_BALL if row == robots else row
        for wheel in range(wheels[row] if row < robots else 0):
            part = f"{name} wheel {wheel}"
            bodies[row, WHEEL_DOFS + wheel] = model.jnt_dofadr[model.joint(part).id]
            bodies[row, ACTUATORS + wheel] = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_ACTUATOR, part)
            roller = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, f"{part} roller")
            if roller >= 0:
                bodies[row, ROLLER_DOFS + wheel] = model.jnt_dofadr[roller]
                rollers.append(model.jnt_qposadr[roller])
            of_wheel[_under(model, model.body(part).id)] = wheel
    return Index(bodies, owners, of_wheel, np.array(rollers, np.int64))


def _under(model: Any, body: int) -> list[int]:
    """The geoms of a body and of those that hang on it."""
    bodies = {body}
    for other in range(body + 1, model.nbody):  # parents come before their children
        if model.body_parentid[other] in bodies:
            bodies.add(other)
    return [geom for geom in range(model.ngeom) if model.geom_bodyid[geom] in bodies]
