"""A hand that pulls a robot with joints at one of its bodies: a spring between a point on the body and a place.

Who is pulled where is a part of the engine's own numbers in the state. The force acts within a step of MuJoCo and
leaves nothing behind.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import mujoco
import numpy as np

from robopitch.physics.scalar import Floats
from robopitch.physics.spatial import index as of
from robopitch.physics.spatial.index import Index
from robopitch.physics.spatial.model import Model

__all__ = ["BODY", "PLACE", "POINT", "PULL_NUMBERS", "Pulls", "Vector"]

# Numbers of a robot: its body that is pulled and 1, or 0; the point in the frame of the body; the place, m
BODY, POINT, PLACE = 0, 1, 4
PULL_NUMBERS = 7

# Chosen: a robot hangs 10 cm below the hand that lifts it, and swings out; the force is limited as that of a hand
STIFFNESS = 100.0  # N/m for each kg of the robot
DAMPING = 5.0  # N s/m, likewise
STRONGEST = 50.0  # N, likewise

Vector = tuple[float, float, float]


class Pulls:
    """The bodies of a model that can be pulled. It keeps nothing from one world to the next."""

    def __init__(self, model: Model, index: Index) -> None:
        self._model: Any = model.mujoco
        self._masses: list[float] = []
        self._geoms: list[list[int]] = []
        for column, joints in enumerate(model.joints):
            root = int(index.bodies[column, of.BODY])
            self._masses.append(float(self._model.body_subtreemass[root]))
            mine = np.flatnonzero(self._model.body_rootid[self._model.geom_bodyid] == root) if joints else ()
            self._geoms.append([int(geom) for geom in mine])

    def grip(self, data: Any, column: int, grip: Vector) -> tuple[int, Vector]:
        """The body of a robot whose solid is nearest to a place, and that place in its frame."""
        _, geom = min((_distance(data.geom_xpos[geom].tolist(), grip), geom) for geom in self._geoms[column])
        body = int(self._model.geom_bodyid[geom])
        x, y, z = (there - here for there, here in zip(grip, data.xpos[body].tolist(), strict=True))
        a, b, c, d, e, f, g, h, i = data.xmat[body].tolist()
        return body, (a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z)

    def pulled(self, pulls: Floats, present: Floats) -> list[tuple[int, float, list[float], list[float]]]:
        """Of each robot that is pulled: the body, the mass of the robot, the point and the place."""
        return [
            (int(numbers[BODY]) - 1, self._masses[column], numbers[POINT:PLACE].tolist(), numbers[PLACE:].tolist())
            for column, numbers in enumerate(pulls)
            if 0 < numbers[BODY] <= self._model.nbody and present[column] > 0
        ]

    def apply(self, pulled: Sequence[tuple[int, float, list[float], list[float]]], data: Any) -> None:
        """Set the forces for one step of MuJoCo, after its first half."""
        for body, mass, point, place in pulled:
            x, y, z = point
            a, b, c, d, e, f, g, h, i = data.xmat[body].tolist()
            arm = (a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z)
            motion = np.zeros(6)
            mujoco.mj_objectVelocity(self._model, data, mujoco.mjtObj.mjOBJ_XBODY, body, motion, 0)
            turn, speed = motion[:3].tolist(), motion[3:].tolist()
            swing = _cross(turn, arm)
            here = data.xpos[body].tolist()
            force = [
                mass * (STIFFNESS * (place[n] - here[n] - arm[n]) - DAMPING * (speed[n] + swing[n])) for n in range(3)
            ]
            size = math.sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2])
            limit = min(1.0, mass * STRONGEST / size) if size > 0 else 1.0
            force = [limit * one for one in force]
            centre = data.xipos[body].tolist()
            lever = [here[n] + arm[n] - centre[n] for n in range(3)]
            data.xfrc_applied[body, :3] += force
            data.xfrc_applied[body, 3:] += _cross(lever, force)

    def clear(self, pulled: Sequence[tuple[int, float, list[float], list[float]]], data: Any) -> None:
        """Remove the forces after the step."""
        for body, *_ in pulled:
            data.xfrc_applied[body] = 0.0


def _distance(one: Sequence[float], other: Sequence[float]) -> float:
    x, y, z = (a - b for a, b in zip(one, other, strict=True))
    return math.sqrt(x * x + y * y + z * z)


def _cross(a: Sequence[float], b: Sequence[float]) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
