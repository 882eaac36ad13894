"""Compiled: the articulated facet of a state from MuJoCo's data.

It is compiled when this file is imported, for its only signature. It contains the digest of all physics sources, which
is part of the key of Numba's disk cache.
"""

from __future__ import annotations

from typing import Any

from numba import float64, int64

from robopitch.elementary.caching import cached
from robopitch.physics.scalar import Floats, Ints, physics_digest
from robopitch.physics.servos import rows as r

__all__ = ["write_facet"]


def _compiled(digest: int) -> Any:
    row, table, cube, whole = float64[::1], float64[:, ::1], float64[:, :, ::1], int64[::1]
    signature = int64(table, cube, row, row, row, whole, whole, whole, whole, whole, whole, whole, whole, table, table)

    @cached(signature, error_model="numpy", nogil=True)
    def write_facet(
        block: Floats,
        servos: Floats,
        qpos: Floats,
        qvel: Floats,
        present: Floats,
        columns: Ints,
        roots: Ints,
        root_dofs: Ints,
        trunk: Ints,
        rows: Ints,
        places: Ints,
        positions: Ints,
        dofs: Ints,
        goals: Floats,
        torques: Floats,
    ) -> int:
        """Write poses, velocities, angles, goals and torques.

        block:     ``[field, robot]``, is overwritten
        servos:    ``[robot, servo, row]``
        columns:   of robots with joints
        roots:     of each robot, the address of its trunk in qpos; root_dofs: in qvel
        trunk:     the rows of position and quaternion, then those of both velocities
        rows:      the first rows of angles, velocities, targets and torques
        places:    of each joint, its place in a table ``[joint, robot]``; positions, dofs: its addresses
        goals:     ``[servo, number]``: of each servo its robot, its number, its place in a table of joints, and its
                   goal in rad from one in counts: zero, scale and middle
        torques:   ``[joint, robot]``
        """
        robots = block.shape[1]
        for column in columns:
            if present[column] > 0.0:
                for n in range(7):
                    block[trunk[n], column] = qpos[roots[column] + n]
                for n in range(6):
                    block[trunk[7 + n], column] = qvel[root_dofs[column] + n]
        for n in range(places.shape[0]):
            joint, column = places[n] // robots, places[n] % robots
            block[rows[0] + joint, column] = qpos[positions[n]]
            block[rows[1] + joint, column] = qvel[dofs[n]]
        for n in range(goals.shape[0]):
            place = int(goals[n, 2])
            goal = servos[int(goals[n, 0]), int(goals[n, 1]), r.GOAL_POSITION]
            block[rows[2] + place // robots, place % robots] = goals[n, 3] + goals[n, 4] * (goal - goals[n, 5])
        for joint in range(torques.shape[0]):
            for column in range(robots):
                block[rows[3] + joint, column] = torques[joint, column]
        return digest

    return write_facet


write_facet = _compiled(physics_digest())
