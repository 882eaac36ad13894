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
from robopitch.physics.spatial.facets import forward_axis
from robopitch.physics.workspace import MAX_WHEELS

__all__ = ["ease_apart", "find_traction", "note_meetings"]

_IMPULSE_ROW = s.WHEELS + s.IMPULSE * MAX_WHEELS
_EASE = 0.3  # m/s: at which bodies part that were placed into each other
_TOUCH = 0.001  # m: an overlap of less needs no easing
_FIRST = 1.01  # of the way of one step: an overlap of less is a new contact


@routine
def _velocity(
    body: int, roots: Ints, velocities: Floats, centres: Floats, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """Velocity of a point of a body. MuJoCo has that of the point which is at the centre of mass of the whole robot."""
    root = roots[body]
    wx, wy, wz = velocities[body, 0], velocities[body, 1], velocities[body, 2]
    rx, ry, rz = x - centres[root, 0], y - centres[root, 1], z - centres[root, 2]
    return (
        velocities[body, 3] + wy * rz - wz * ry,
        velocities[body, 4] + wz * rx - wx * rz,
        velocities[body, 5] + wx * ry - wy * rx,
    )


@routine
def _closing(
    first: int, second: int, roots: Ints, velocities: Floats, centres: Floats, points: Floats, frames: Floats, c: int
) -> float:
    """Speed at which two bodies approach each other at a contact."""
    x, y, z = points[c, 0], points[c, 1], points[c, 2]
    ax, ay, az = _velocity(first, roots, velocities, centres, x, y, z)
    bx, by, bz = _velocity(second, roots, velocities, centres, x, y, z)
    return frames[c, 0] * (ax - bx) + frames[c, 1] * (ay - by) + frames[c, 2] * (az - bz)


@routine
def note_meetings(
    robots: Floats,
    ball: Floats,
    owners: Ints,
    geoms: Ints,
    frames: Floats,
    points: Floats,
    gaps: Floats,
    geom_bodies: Ints,
    roots: Ints,
    velocities: Floats,
    centres: Floats,
    length: float,
    is_last: bool,
    step: int,
    events: Floats,
    counts: Ints,
) -> None:
    """Report touches and collisions among the contacts of one step of MuJoCo; length: of that step, s."""
    count = geoms.shape[0]
    first, second, speed, deepest = -1, -1, 0.0, 0.0
    for c in range(count + 1):
        a, b, closing = of.IS_STILL, of.IS_STILL, 0.0
        if c < count:
            a, b = owners[geoms[c, 0]], owners[geoms[c, 1]]
            if a == of.IS_STILL or b == of.IS_STILL or a == b or gaps[c] >= 0.0:
                continue
            body_a, body_b = geom_bodies[geoms[c, 0]], geom_bodies[geoms[c, 1]]
            closing = _closing(body_a, body_b, roots, velocities, centres, points, frames, c)
            if a == of.IS_BALL or b == of.IS_BALL:
                note_touch(events, counts, step, robots, b if a == of.IS_BALL else a, ball, max(closing, 0.0))
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
            speed = max(speed, closing)
            deepest = max(deepest, -gaps[c])


@routine
def ease_apart(
    owners: Ints,
    geoms: Ints,
    gaps: Floats,
    rows: Ints,
    row_speeds: Floats,
    references: Floats,
    eases: Floats,
    length: float,
) -> None:
    """Let bodies part slowly that were placed into others: the spring of a contact would throw them away.

    row_speeds, references: velocity, and the acceleration that MuJoCo is to reach, of each row of the constraints
    eases: ``[body]``, 1 for bodies that were placed; is set to 0 when they overlap nothing any more
    """
    last = eases.shape[0] - 1
    for i in range(last + 1):
        if eases[i] > 0.0:
            eases[i] = 2.0
    for c in range(geoms.shape[0]):
        a, b = owners[geoms[c, 0]], owners[geoms[c, 1]]
        a, b = (last if a == of.IS_BALL else a), (last if b == of.IS_BALL else b)
        placed = (a >= 0 and eases[a] > 0.0) or (b >= 0 and eases[b] > 0.0)
        if not placed or a == b or gaps[c] > -_TOUCH or rows[c] < 0:
            continue
        row = rows[c]
        references[row] = min(references[row], (_EASE - row_speeds[row]) / length)
        for i in (a, b):
            if i >= 0 and eases[i] > 0.0:
                eases[i] = 1.0
    for i in range(last + 1):
        if eases[i] == 2.0:
            eases[i] = 0.0


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
