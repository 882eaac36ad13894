"""Places, velocities and forces inside the robots of a world, for sensors: computed from its state, nothing changes."""

from __future__ import annotations

from typing import Any, NamedTuple

import mujoco
import numpy as np

from robopitch.physics.scalar import Floats
from robopitch.physics.spatial.model import Model, robot_name
from robopitch.physics.spatial.stage import STATE

__all__ = ["Inspection", "Load", "SiteMotion", "Wrench"]

Vector = tuple[float, float, float]


class SiteMotion(NamedTuple):
    """Where a place on a robot is, and how it moves, in the frame of the field.

    axes: the directions of its x, y and z axis
    """

    position: Vector
    axes: tuple[Vector, Vector, Vector]
    velocity: Vector  # m/s
    turn: Vector  # rad/s


class Load(NamedTuple):
    """The force of a contact on a body: where it acts, m, and how large it is along the axes of a site, N."""

    place: Vector  # in the frame of the site
    force: Vector


class Wrench(NamedTuple):
    """Force, N, and torque, N m, about a site, along its axes."""

    force: Vector
    torque: Vector


class Inspection:
    """Reads one state at a time. What is asked for is computed, and kept until another state is looked at: places and
    velocities take a fraction of the time of forces.
    """

    def __init__(self, model: Model) -> None:
        self._model: Any = model.mujoco
        self._data: Any = mujoco.MjData(self._model)
        self._size = int(mujoco.mj_stateSize(self._model, STATE))
        self._seen = b""
        self._ids: dict[tuple[int, str], int] = {}
        self._touching = np.zeros((0, 2), np.int32)  # the two bodies of each contact
        self._has_places = self._has_contacts = self._has_forces = False

    def look(self, extra: Floats) -> bool:
        """Take the engine's own numbers of a state; returns whether there is something to read: not before the first
        step.
        """
        if extra[0] == 0:
            return False
        if (seen := extra.tobytes()) != self._seen:
            mujoco.mj_setState(self._model, self._data, extra[-self._size :], STATE)  # it comes last
            self._seen = seen
            self._has_places = self._has_contacts = self._has_forces = False
        return True

    def has(self, column: int, site: str) -> bool:
        """Whether a robot has a place of that name."""
        return self._id(column, site) >= 0

    def place_on_body(self, column: int, site: str) -> Vector:
        """The place of a site in the frame of its body."""
        return _vector(self._model.site_pos[self._id(column, site)])

    def motion(self, column: int, site: str) -> SiteMotion:
        """Place and velocity of a site."""
        self._compute_places()
        at, found = self._id(column, site), np.zeros(6)
        mujoco.mj_objectVelocity(self._model, self._data, mujoco.mjtObj.mjOBJ_SITE, at, found, 0)
        return SiteMotion(_vector(self._data.site_xpos[at]), self._axes(at), _vector(found[3:]), _vector(found[:3]))

    def loads(self, column: int, site: str) -> list[Load]:
        """The contacts of the body on which a site is, as seen from the site."""
        self._compute_contacts()
        model, data, at = self._model, self._data, self._id(column, site)
        body, axes, origin = int(model.site_bodyid[at]), self._axes(at), _vector(data.site_xpos[at])
        frames, places, force, found = data.contact.frame, data.contact.pos, np.zeros(6), []
        first, second = self._touching.T
        for number in np.flatnonzero(((first == body) | (second == body)) & (first != second)).tolist():
            mujoco.mj_contactForce(model, data, number, force)
            normal, along, across = force[:3].tolist()
            nx, ny, nz, ax, ay, az, bx, by, bz = frames[number].tolist()
            sign = 1.0 if second[number] == body else -1.0  # the normal points from the first to the second
            pushed = (
                sign * (normal * nx + along * ax + across * bx),
                sign * (normal * ny + along * ay + across * by),
                sign * (normal * nz + along * az + across * bz),
            )
            x, y, z = places[number].tolist()
            place = (x - origin[0], y - origin[1], z - origin[2])
            found.append(Load(_along(axes, place), _along(axes, pushed)))
        return found

    def wrench(self, column: int, site: str) -> Wrench:
        """What the rest of the robot exerts on the body of a site through the joint above it."""
        self._compute_contacts()
        model, data, at = self._model, self._data, self._id(column, site)
        if not self._has_forces:
            mujoco.mj_rnePostConstraint(model, data)
            self._has_forces = True
        body = int(model.site_bodyid[at])
        tx, ty, tz, fx, fy, fz = map(float, data.cfrc_int[body])
        root = data.subtree_com[model.body_rootid[body]]
        x, y, z = (float(here) - float(there) for here, there in zip(data.site_xpos[at], root, strict=True))
        torque = (tx - (y * fz - z * fy), ty - (z * fx - x * fz), tz - (x * fy - y * fx))
        axes = self._axes(at)
        return Wrench(_along(axes, (fx, fy, fz)), _along(axes, torque))

    def _compute_places(self) -> None:
        if not self._has_places:
            mujoco.mj_kinematics(self._model, self._data)
            mujoco.mj_comPos(self._model, self._data)
            mujoco.mj_comVel(self._model, self._data)
            self._has_places = True

    def _compute_contacts(self) -> None:
        """And the forces in them, with all else that the engine computes in a step."""
        if not self._has_contacts:
            mujoco.mj_forward(self._model, self._data)
            self._touching = self._model.geom_bodyid[self._data.contact.geom].reshape(-1, 2)
            self._has_places = self._has_contacts = True

    def _id(self, column: int, site: str) -> int:
        found = self._ids.get((column, site))
        if found is None:
            name = f"{robot_name(column)} {site}"
            found = self._ids[column, site] = int(mujoco.mj_name2id(self._model, mujoco.mjtObj.mjOBJ_SITE, name))
        return found

    def _axes(self, at: int) -> tuple[Vector, Vector, Vector]:
        a, b, c, d, e, f, g, h, i = self._data.site_xmat[at].tolist()
        return (a, d, g), (b, e, h), (c, f, i)


def _vector(numbers: Any) -> Vector:
    x, y, z = numbers.tolist()
    return x, y, z


def _along(axes: tuple[Vector, Vector, Vector], vector: Vector) -> Vector:
    """A vector of the field along these axes."""
    x, y, z = vector
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = axes
    return ax * x + ay * y + az * z, bx * x + by * y + bz * z, cx * x + cy * y + cz * z
