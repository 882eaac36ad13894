"""The compiled entry points: before and after a step of the world, and within it.

They are compiled when this file is imported, for their only signature; compilation at the first contact would interrupt
a match. They contain the digest of all physics sources, which is part of the key of Numba's disk cache.
"""

from __future__ import annotations

import math
from typing import Any

from numba import boolean, float64, int32, int64

from robopitch.elementary.caching import cached
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.happenings import note_ball_position, note_kick, note_tipping
from robopitch.physics.scalar import Floats, Ints, physics_digest, routine
from robopitch.physics.spatial import index as of
from robopitch.physics.spatial.controls import control_all
from robopitch.physics.spatial.devices import KICK_SPEED, apply_forces, play_ball
from robopitch.physics.spatial.facets import park, read_ball, read_robot, take_in, upright
from robopitch.physics.spatial.meetings import ease_apart, find_traction, note_meetings

__all__ = ["begin_step", "begin_world", "end_step", "end_world", "within_step"]

_ROW, _TABLE, _CUBE = float64[::1], float64[:, ::1], float64[:, :, ::1]
_NUMBERS, _NUMBER_TABLE = int64[::1], int64[:, ::1]
_FIELD, _FIELDS = float64[:], float64[:, :]  # of MuJoCo's contacts: strided, in an array of structures

_TIPS = 0.99875  # cosine of 0.05 rad: a robot that leans this far tips


def _begin_world(digest: int) -> Any:
    signature = int64(
        _TABLE, _TABLE, _ROW, _NUMBERS, _TABLE, _CUBE, _NUMBER_TABLE, _ROW, boolean, _ROW, _ROW, _ROW, _ROW
    )

    @cached(signature, error_model="numpy", nogil=True)
    def begin_world(
        packed: Floats,
        robots: Floats,
        ball: Floats,
        which: Ints,
        kinds: Floats,
        wheels: Floats,
        bodies: Ints,
        rest: Floats,
        fresh: bool,
        eases: Floats,
        qpos: Floats,
        qvel: Floats,
        found: Floats,
    ) -> int:
        """Take a world's numbers in, and place bodies that were placed from outside."""
        at.load(robots, packed, which, kinds, wheels.shape[1])
        take_in(robots, ball, which, kinds, wheels, bodies, rest, fresh, eases, qpos, qvel, found)
        return digest

    return begin_world


def _begin_step(digest: int) -> Any:
    signature = int64(
        *(_TABLE, _ROW, _NUMBERS, _TABLE, _CUBE, _ROW, float64, _NUMBER_TABLE, _ROW, int64, _ROW, _ROW, _ROW, _TABLE)
    )

    @cached(signature, error_model="numpy", nogil=True)
    def begin_step(
        robots: Floats,
        ball: Floats,
        which: Ints,
        kinds: Floats,
        wheels: Floats,
        pitch: Floats,
        dt: float,
        bodies: Ints,
        rest: Floats,
        step: int,
        qpos: Floats,
        qvel: Floats,
        ctrl: Floats,
        acts: Floats,
    ) -> int:
        """Run the software of the robots: motors, kickers, holders. Those off the field stay where they are."""
        for i in range(which.shape[0]):
            if robots[s.PRESENT, i] == 0.0:
                park(qpos, qvel, bodies, i, rest)
            robots[at.TIPPING_ROW, i] = upright(qpos, bodies[i, of.QPOS])
        control_all(robots, which, kinds, wheels, dt, bodies, ctrl)
        play_ball(robots, ball, which, kinds, pitch, dt, step, acts)
        return digest

    return begin_step


def _within_step(digest: int) -> Any:
    signature = int64(
        *(_TABLE, _ROW, _NUMBER_TABLE, _NUMBERS, int32[:, :], _FIELDS, _FIELDS, _FIELD, int32[::1], int32[::1]),
        *(_TABLE, _TABLE, int32[:], _ROW, _ROW, _ROW, float64, boolean, _TABLE, _TABLE, _TABLE, int64, _TABLE),
        _NUMBERS,
    )

    @cached(signature, error_model="numpy", nogil=True)
    def within_step(
        robots: Floats,
        ball: Floats,
        bodies: Ints,
        owners: Ints,
        geoms: Ints,
        frames: Floats,
        points: Floats,
        gaps: Floats,
        geom_bodies: Ints,
        roots: Ints,
        velocities: Floats,
        centres: Floats,
        rows: Ints,
        row_speeds: Floats,
        references: Floats,
        eases: Floats,
        length: float,
        is_last: bool,
        acts: Floats,
        xipos: Floats,
        xfrc: Floats,
        step: int,
        events: Floats,
        counts: Ints,
    ) -> int:
        """Between the two halves of a step of MuJoCo: contacts are known, forces are still to be set."""
        note_meetings(
            robots,
            ball,
            owners,
            geoms,
            frames,
            points,
            gaps,
            geom_bodies,
            roots,
            velocities,
            centres,
            length,
            is_last,
            step,
            events,
            counts,
        )
        ease_apart(owners, geoms, gaps, rows, row_speeds, references, eases, length)
        apply_forces(acts, bodies, xipos, xfrc)
        return digest

    return within_step


@routine
def _tell_tipping(
    robots: Floats,
    i: int,
    kinds: Floats,
    wheels: Floats,
    k: int,
    dt: float,
    old_x: float,
    old_y: float,
    step: int,
    events: Floats,
    counts: Ints,
) -> None:
    """Report a robot that begins to tip, with its acceleration in this step and the one at which it would tip."""
    hx, hy = robots[s.HX, i], robots[s.HY, i]
    ax, ay = (robots[s.VX, i] - old_x) / dt, (robots[s.VY, i] - old_y) / dt
    forward, left, share = hx * ax + hy * ay, hx * ay - hy * ax, 0.0
    for w in range(int(kinds[k, p.WHEEL_COUNT])):
        share = max(share, -(forward * wheels[k, w, p.EDGE_X] + left * wheels[k, w, p.EDGE_Y]))
    acceleration = math.sqrt(ax * ax + ay * ay)
    note_tipping(events, counts, step, robots, i, acceleration, acceleration / share if share > 0.0 else 0.0)


def _end_step(digest: int) -> Any:
    signature = int64(
        *(_TABLE, _ROW, _NUMBERS, _TABLE, _CUBE, _ROW, float64, _NUMBER_TABLE, _NUMBERS, _NUMBERS, int32[:, :]),
        *(_FIELDS, int32[:], _ROW, _ROW, _ROW, _TABLE, _ROW, int64, _TABLE, _NUMBERS),
    )

    @cached(signature, error_model="numpy", nogil=True)
    def end_step(
        robots: Floats,
        ball: Floats,
        which: Ints,
        kinds: Floats,
        wheels: Floats,
        pitch: Floats,
        dt: float,
        bodies: Ints,
        owners: Ints,
        geom_wheels: Ints,
        geoms: Ints,
        frames: Floats,
        rows: Ints,
        forces: Floats,
        qpos: Floats,
        qvel: Floats,
        acts: Floats,
        found: Floats,
        step: int,
        events: Floats,
        counts: Ints,
    ) -> int:
        """Read the result of a step, and report kicks, tipping robots and where the ball is."""
        last = which.shape[0]
        find_traction(robots, which, kinds, wheels, bodies, owners, geom_wheels, geoms, frames, rows, forces, qpos, dt)
        read_ball(qpos, qvel, bodies[last, of.QPOS], bodies[last, of.DOF], found)
        for n in range(s.IN_GOAL):
            ball[n] = found[n]
        for i in range(last):
            if robots[s.PRESENT, i] == 0.0:
                continue
            k, old_x, old_y = which[i], robots[s.VX, i], robots[s.VY, i]
            count = int(kinds[k, p.WHEEL_COUNT])
            read_robot(qpos, qvel, bodies, i, count, found)
            for n in range(s.TURN + 1):
                robots[n, i] = found[n]
            for w in range(count):
                robots[s.WHEELS + s.SPEED * at.MAX_WHEELS + w, i] = found[s.WHEELS + s.SPEED * at.MAX_WHEELS + w]
            if acts[i, KICK_SPEED] > 0.0:
                note_kick(events, counts, step, robots, i, ball, acts[i, KICK_SPEED])
            leans = upright(qpos, bodies[i, of.QPOS])
            if kinds[k, p.TIPS] > 0.0 and leans <= _TIPS < robots[at.TIPPING_ROW, i]:
                _tell_tipping(robots, i, kinds, wheels, k, dt, old_x, old_y, step, events, counts)
        note_ball_position(events, counts, step, ball, pitch)
        return digest

    return end_step


def _end_world(digest: int) -> Any:
    signature = int64(_TABLE, _TABLE, _NUMBERS, _TABLE, int64)

    @cached(signature, error_model="numpy", nogil=True)
    def end_world(packed: Floats, robots: Floats, which: Ints, kinds: Floats, most_wheels: int) -> int:
        """Write a world's numbers back."""
        at.store(packed, robots, which, kinds, most_wheels)
        return digest

    return end_world


begin_world = _begin_world(physics_digest())
begin_step = _begin_step(physics_digest())
within_step = _within_step(physics_digest())
end_step = _end_step(physics_digest())
end_world = _end_world(physics_digest())
