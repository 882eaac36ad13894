"""Reference accelerations of contacts for MuJoCo's solver, from restitution and friction.

MuJoCo solves for forces that bring the acceleration of each contact as close as it can to a *reference*,
`mjData.efc_aref`. Its own reference is that of a spring and a damper (`solref`): they need some ten steps for a bounce,
reach a restitution only approximately, and make a sliding body jump, because the friction cone of a convex solver
exchanges slip for separation.

We set restitution and friction: the reference is computed between `mj_step1` and `mj_step2`, so that one step has the
effect of an impact:

- along the normal, the velocity becomes −e times the one before, or zero if the impact is slow;
- across it, the velocity becomes the slip after Coulomb friction. The request never exceeds the friction, so the solver
has no reason for separation;
- bodies that do not reach each other within the step must not pass each other, bodies that overlap are separated
slowly.

MuJoCo computes the forces for this, for all bodies in contact at once.
"""

from __future__ import annotations

import math

from robopitch.physics.mujoco import bodies as of
from robopitch.physics.mujoco import meetings as m
from robopitch.physics.mujoco.bodies import pair_response, pair_velocity
from robopitch.physics.mujoco.meetings import CLOSE, SOFT
from robopitch.physics.scalar import Floats, Ints, routine, scalar

__all__ = ["refer_all"]

_EASE = 0.2  # share of an overlap that is removed in a step …
_EASE_SPEED = 0.5  # m/s: … but not faster than this
_AT_ONCE = 0.05  # of a step: contacts this close in time are one impact; it changes later contacts
_SAME_SIDE = 0.99  # cosine between the normals of contacts that belong to two flat sides
_NO_FRICTION = 1e-5  # the least value that MuJoCo accepts


@scalar
def _after_impact(vn: float, gap: float, dt: float, restitution: float) -> float:
    """Normal velocity of two bodies after an impact at vn."""
    ease = min(_EASE * max(-gap, 0.0) / dt, _EASE_SPEED)
    return max(-restitution * vn, ease) if vn < -SOFT else ease


@routine
def _slip_after_impact(
    bodies: Floats,
    a: int,
    b: int,
    x: float,
    y: float,
    z: float,
    frame: Floats,
    gap: float,
    dt: float,
    restitution: float,
    friction: float,
) -> tuple[float, float]:
    """Velocity along the two tangents p and q of two bodies after an impact."""
    nx, ny, nz = frame[0], frame[1], frame[2]
    px, py, pz = frame[3], frame[4], frame[5]
    qx, qy, qz = frame[6], frame[7], frame[8]
    vx, vy, vz = pair_velocity(bodies, a, b, x, y, z)
    vn, vp, vq = vx * nx + vy * ny + vz * nz, vx * px + vy * py + vz * pz, vx * qx + vy * qy + vz * qz
    change = _after_impact(vn, gap, dt, restitution) - vn
    if change <= 0:
        return vp, vq
    # Velocity along the first direction, per impulse along the second
    nn = pair_response(bodies, a, b, x, y, z, nx, ny, nz, nx, ny, nz)
    pn = pair_response(bodies, a, b, x, y, z, nx, ny, nz, px, py, pz)
    qn = pair_response(bodies, a, b, x, y, z, nx, ny, nz, qx, qy, qz)
    sp, sq = vp + pn * change / nn, vq + qn * change / nn
    slip = math.sqrt(sp * sp + sq * sq)
    if slip < 1e-9:
        return 0.0, 0.0
    sp, sq = sp / slip, sq / slip
    tx, ty, tz = sp * px + sq * qx, sp * py + sq * qy, sp * pz + sq * qz
    pt = pair_response(bodies, a, b, x, y, z, tx, ty, tz, px, py, pz)
    qt = pair_response(bodies, a, b, x, y, z, tx, ty, tz, qx, qy, qz)
    tn = pn * sp + qn * sq
    # In an eccentric impact, friction presses the bodies together or apart.
    push = change / max(nn - friction * tn, 0.1 * nn)
    if vp * sp + vq * sq + (tn - friction * (pt * sp + qt * sq)) * push <= 0:
        return 0.0, 0.0  # friction suffices to stop the slip
    return vp + (pn - friction * pt) * push, vq + (qn - friction * qt) * push


@scalar
def _same_pair(meetings: Floats, c: int, d: int) -> bool:
    """Whether two contacts are between the same bodies; contacts of a pair are consecutive."""
    return meetings[c, m.FIRST] == meetings[d, m.FIRST] and meetings[c, m.SECOND] == meetings[d, m.SECOND]


@routine
def _soonest(meetings: Floats, count: int, c: int, dt: float) -> float:
    """Time of the first contact of the bodies whose contacts begin at c."""
    soonest = dt
    while c < count:
        soonest = min(soonest, meetings[c, m.TIME])
        c += 1
        if c < count and not _same_pair(meetings, c - 1, c):
            break
    return soonest


@routine
def _middle(
    meetings: Floats, count: int, frames: Floats, points: Floats, begin: int, c: int, latest: float
) -> tuple[float, float, float]:
    """The common contact point of two bodies that touch in several points at once, on the side of contact c."""
    x, y, z, found = 0.0, 0.0, 0.0, 0
    d = begin
    while d < count and _same_pair(meetings, d, c):
        facing = frames[c, 0] * frames[d, 0] + frames[c, 1] * frames[d, 1] + frames[c, 2] * frames[d, 2] > _SAME_SIDE
        if d == c or (facing and meetings[d, m.TIME] <= latest):
            x, y, z, found = x + points[d, 0], y + points[d, 1], z + points[d, 2], found + 1
        d += 1
    return x / found, y / found, z / found


@routine
def refer_all(
    bodies: Floats,
    count: int,
    geoms: Ints,
    frames: Floats,
    points: Floats,
    gaps: Floats,
    frictions: Floats,
    mus: Floats,
    velocity: Floats,
    reference: Floats,
    geom_priority: Ints,
    geom_restitution: Floats,
    radius: float,
    dt: float,
    meetings: Floats,
) -> None:
    """Set the references of all contacts.

    `velocity` and `reference` are the solver's rows, three for a contact: along its normal and its two tangents.
    """
    ball = bodies.shape[0] - 1
    soonest_of_ball = dt
    for c in range(count):
        if meetings[c, m.FIRST] == ball or meetings[c, m.SECOND] == ball:
            soonest_of_ball = min(soonest_of_ball, meetings[c, m.TIME])
    begin, soonest = 0, dt
    for c in range(count):
        a, b, row = int(meetings[c, m.FIRST]), int(meetings[c, m.SECOND]), int(meetings[c, m.ROW])
        of_ball = a == ball or b == ball
        if c == 0 or not _same_pair(meetings, c - 1, c):
            begin, soonest = c, (soonest_of_ball if of_ball else _soonest(meetings, count, c, dt))
        if row < 0:
            continue
        start = bodies[ball, of.START] if of_ball else 0.0
        point, frame, gap = points[c], frames[c], gaps[c]
        vx, vy, vz = pair_velocity(bodies, a, b, point[0], point[1], point[2])
        time, latest = meetings[c, m.TIME], soonest + _AT_ONCE * dt
        if time < dt and time <= latest:
            knows = geoms[c, 0] if geom_priority[geoms[c, 0]] > geom_priority[geoms[c, 1]] else geoms[c, 1]
            bounce = geom_restitution[knows, 0]
            vn = _after_impact(vx * frame[0] + vy * frame[1] + vz * frame[2], gap, dt, bounce)
            x, y, z = _middle(meetings, count, frames, points, begin, c, latest)
            vp, vq = _slip_after_impact(bodies, a, b, x, y, z, frame, gap, dt, bounce, frictions[c, 0])
        else:
            # If something else drives them together, they may touch, no more.
            vn = -gap / max(dt - start, 1e-6 * dt)
            vp = vx * frame[3] + vy * frame[4] + vz * frame[5]
            vq = vx * frame[6] + vy * frame[7] + vz * frame[8]
            meetings[c, m.TIME], meetings[c, m.CLOSING] = start, 0.0
            if gap > CLOSE * radius:
                # As long as they are apart, this contact does not act on their slip.
                frictions[c, 0], frictions[c, 1], mus[c] = _NO_FRICTION, _NO_FRICTION, _NO_FRICTION
        reference[row] = (vn - velocity[row]) / dt
        reference[row + 1] = (vp - velocity[row + 1]) / dt
        reference[row + 2] = (vq - velocity[row + 2]) / dt
