"""The compiled entry points: one between steps of MuJoCo, one within a step that has contacts.

They are compiled when this file is imported, for their only signature; compilation at the first contact would interrupt
a match. They contain the digest of all physics sources, which is part of the key of Numba's disk cache.
"""

from __future__ import annotations

from typing import Any

from numba import boolean, float64, int32, int64

from robopitch.elementary.caching import cached
from robopitch.physics import workspace as at
from robopitch.physics.mujoco.forces import put_in
from robopitch.physics.mujoco.impact import refer_all
from robopitch.physics.mujoco.meetings import find_meetings, move_on
from robopitch.physics.mujoco.outcome import take_out
from robopitch.physics.scalar import Floats, Ints, physics_digest
from robopitch.physics.tipping import find_tipping, remember_tipping

__all__ = ["between_steps", "set_references"]

_ROW, _TABLE, _CUBE = float64[::1], float64[:, ::1], float64[:, :, ::1]
_NUMBERS, _GEOMS = int64[::1], int32[::1]
_FIELD, _FIELDS = float64[:], float64[:, :]  # of MuJoCo's contacts: strided, in an array of structures


def _between_steps(digest: int) -> Any:
    signature = int64(
        *(boolean, boolean, _TABLE, _ROW, _TABLE, _NUMBERS, _NUMBERS, _TABLE, _CUBE, _ROW, float64, _TABLE, _ROW),
        *(_ROW, _ROW, _ROW, _ROW, _TABLE, int64, _ROW, int64, _TABLE, _NUMBERS),
    )

    @cached(signature, error_model="numpy", nogil=True)
    def between_steps(
        begins: bool,
        ends: bool,
        packed: Floats,
        ball: Floats,
        robots: Floats,
        present: Ints,
        which: Ints,
        kinds: Floats,
        wheels: Floats,
        pitch: Floats,
        dt: float,
        bodies: Floats,
        free_ball: Floats,
        qpos: Floats,
        qvel: Floats,
        ctrl: Floats,
        push: Floats,
        meetings: Floats,
        met: int,
        forces: Floats,
        step: int,
        events: Floats,
        counts: Ints,
    ) -> int:
        if begins:
            at.load(robots, packed, which, kinds, wheels.shape[1])
            remember_tipping(robots, which, kinds, wheels, dt)
        else:
            take_out(
                robots,
                ball,
                present,
                which,
                kinds,
                pitch,
                dt,
                bodies,
                free_ball,
                qvel,
                meetings,
                met,
                forces,
                step,
                events,
                counts,
            )
        if ends:
            at.store(packed, robots, which, kinds, wheels.shape[1])
        else:
            put_in(robots, ball, present, which, kinds, wheels, pitch, dt, bodies, free_ball, qpos, qvel, ctrl, push)
            find_tipping(robots, which, kinds, wheels, dt, step + 1, events, counts)
        return digest

    return between_steps


def _set_references(digest: int) -> Any:
    signature = int64(
        *(boolean, _TABLE, int32[:, :], _FIELDS, _FIELDS, _FIELD, _FIELDS, _FIELD, int32[:], _ROW, _ROW),
        *(_GEOMS, _GEOMS, _TABLE, float64, float64, _TABLE, _ROW),
    )

    @cached(signature, error_model="numpy", nogil=True)
    def set_references(
        may_move: bool,
        bodies: Floats,
        geoms: Ints,
        frames: Floats,
        points: Floats,
        gaps: Floats,
        frictions: Floats,
        mus: Floats,
        rows: Ints,
        velocity: Floats,
        reference: Floats,
        geom_body: Ints,
        geom_priority: Ints,
        geom_restitution: Floats,
        radius: float,
        dt: float,
        meetings: Floats,
        qpos: Floats,
    ) -> int:
        count = geoms.shape[0]
        ahead = find_meetings(bodies, count, geoms, frames, points, gaps, rows, geom_body, radius, dt, meetings)
        if may_move and ahead > 0:
            move_on(bodies, meetings, count, ahead, dt, qpos)
            return digest  # the ball was moved: contacts must be detected again
        refer_all(
            bodies,
            count,
            geoms,
            frames,
            points,
            gaps,
            frictions,
            mus,
            velocity,
            reference,
            geom_priority,
            geom_restitution,
            radius,
            dt,
            meetings,
        )
        return 0

    return set_references


between_steps = _between_steps(physics_digest())
set_references = _set_references(physics_digest())
