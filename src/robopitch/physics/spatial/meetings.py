"""Events from MuJoCo's contacts: touches of the ball, collisions of robots; and the traction of wheels.

A contact of MuJoCo lasts several steps. A collision is reported in the first of them, which is the one where the bodies
overlap by no more than they approached in one step: this needs no memory of the step before.
"""

from __future__ import annotations

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.happenings import note_collision, note_touch
from robopitch.physics.scalar import Floats, Ints, routine
from robopitch.physics.spatial import index as of
from robopitch.physics.spatial.facets import angular_velocity, forward_axis
from robopitch.physics.workspace import MAX_WHEELS

__all__ = ["find_traction", "note_meetings"]

_IMPULSE_ROW = s.WHEELS + s.IMPULSE * MAX_WHEELS
_FIRST = 1.01  # of the way of one step: an overlap of less is a new contact


@routine
def _velocity(
    qpos: Floats, qvel: Floats, bodies: Ints, row: int, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """Velocity of a point of a body."""
    q, v = bodies[row, of.QPOS], bodies[row, of.DOF]
    wx, wy, wz = angular_velocity(qpos, qvel, q, v)
    rx, ry, rz = x - qpos[q], y - qpos[q + 1], z - qpos[q + 2]
    return qvel[v] + wy * rz - wz * ry, qvel[v + 1] + wz * rx - wx * rz, qvel[v + 2] + wx * ry - wy * rx


@routine
def _closing(qpos: Floats, qvel: Floats, bodies: Ints, a: int, b: int, points: Floats, frames: Floats, c: int) -> float:
    """Speed at which two bodies approach each other at a contact."""
    x, y, z = points[c, 0], points[c, 1], points[c, 2]
    ax, ay, az = _velocity(qpos, qvel, bodies, a, x, y, z)
    bx, by, bz = _velocity(qpos, qvel, bodies, b, x, y, z)
    return frames[c, 0] * (ax - bx) + frames[c, 1] * (ay - by) + frames[c, 2] * (az - bz)


@routine
def note_meetings(
    robots: Floats,
    ball: Floats,
    bodies: Ints,
    owners: Ints,
    geoms: Ints,
    frames: Floats,
    points: Floats,
    gaps: Floats,
    qpos: Floats,
    qvel: Floats,
    length: float,
    is_last: bool,
    step: int,
    events: Floats,
    counts: Ints,
) -> None:
    """Report touches and collisions among the contacts of one step of MuJoCo; length: of that step, s."""
    ball_row, count = bodies.shape[0] - 1, geoms.shape[0]
    first, second, speed, deepest = -1, -1, 0.0, 0.0
    for c in range(count + 1):
        a, b = of.IS_STILL, of.IS_STILL
        if c < count:
            a, b = owners[geoms[c, 0]], owners[geoms[c, 1]]
            if a == of.IS_STILL or b == of.IS_STILL or a == b or gaps[c] >= 0.0:
                continue
            if a == of.IS_BALL or b == of.IS_BALL:
                robot, row_a, row_b = (b, ball_row, b) if a == of.IS_BALL else (a, a, ball_row)
                closing = _closing(qpos, qvel, bodies, row_a, row_b, points, frames, c)
                note_touch(events, counts, step, robots, robot, ball, max(closing, 0.0))
                continue
        low, high = min(a, b), max(a, b)
        if low != first or high != second:  # contacts of a pair follow each other: this is another pair, or the end
            if first >= 0:
                counts[1] += 1 if is_last else 0
                if deepest <= _FIRST * speed * length:
                    ax, ay, bx, by = (
                        robots[s.VX, first],
                        robots[s.VY, first],
                        robots[s.VX, second],
                        robots[s.VY, second],
                    )
                    note_collision(events, counts, step, robots, first, second, speed, ax, ay, bx, by)
            first, second, speed, deepest = low, high, 0.0, 0.0
        if c < count:
            speed = max(speed, _closing(qpos, qvel, bodies, a, b, points, frames, c))
            deepest = max(deepest, -gaps[c])


@routine
def find_traction(
    robots: Floats,
    which: Ints,
    kinds: Floats,
    wheels: Floats,
    bodies: Ints,
    owners: Ints,
    geom_wheels: Ints,
    geoms: Ints,
    frames: Floats,
    rows: Ints,
    forces: Floats,
    qpos: Floats,
    dt: float,
) -> None:
    """Write the impulse of the ground on each wheel along its direction, from the forces at the end of a step."""
    for i in range(which.shape[0]):
        for w in range(int(kinds[which[i], p.WHEEL_COUNT])):
            robots[_IMPULSE_ROW + w, i] = 0.0
    for c in range(geoms.shape[0]):
        geom = geoms[c, 1]  # the ground is the first
        w, row = geom_wheels[geom], rows[c]
        if w < 0 or row < 0:
            continue
        i = owners[geom]
        ax, ay, _ = forward_axis(qpos, bodies[i, of.QPOS])
        along, left = wheels[which[i], w, p.ALONG_X], wheels[which[i], w, p.ALONG_Y]
        # The y axis of an upright robot
        dx, dy = along * ax - left * ay, along * ay + left * ax
        fx = forces[row + 1] * frames[c, 3] + forces[row + 2] * frames[c, 6]
        fy = forces[row + 1] * frames[c, 4] + forces[row + 2] * frames[c, 7]
        robots[_IMPULSE_ROW + w, i] += (fx * dx + fy * dy) * dt
