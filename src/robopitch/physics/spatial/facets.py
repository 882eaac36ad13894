"""Positions and velocities of free bodies as numbers of the planar facet and of the ball, and back.

What a step reports is a function of MuJoCo's positions and velocities alone. Before the next one it is computed again:
a body whose numbers in the state differ was placed there from outside, and is placed so in MuJoCo.
"""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.drive import into_body
from robopitch.physics.scalar import Floats, Ints, routine
from robopitch.physics.spatial import index as of
from robopitch.physics.workspace import MAX_WHEELS

__all__ = ["angular_velocity", "forward_axis", "heading_of", "park", "read_ball", "read_robot", "take_in", "upright"]

SPEED_ROW = s.WHEELS + s.SPEED * MAX_WHEELS


@routine
def forward_axis(qpos: Floats, q: int) -> tuple[float, float, float]:
    """The x axis of a free body, in the frame of the field."""
    w, x, y, z = qpos[q + 3], qpos[q + 4], qpos[q + 5], qpos[q + 6]
    return 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)


@routine
def upright(qpos: Floats, q: int) -> float:
    """Cosine of the tilt of a free body."""
    return 1.0 - 2.0 * (qpos[q + 4] * qpos[q + 4] + qpos[q + 5] * qpos[q + 5])


@routine
def heading_of(qpos: Floats, q: int) -> tuple[float, float]:
    """The x axis of a free body as seen from above, a unit vector; of one that points straight up or down, x."""
    x, y, _ = forward_axis(qpos, q)
    length = math.sqrt(x * x + y * y)
    if length < 1e-9:
        return 1.0, 0.0
    return x / length, y / length


@routine
def angular_velocity(qpos: Floats, qvel: Floats, q: int, v: int) -> tuple[float, float, float]:
    """Angular velocity of a free body in the frame of the field; MuJoCo has it in the frame of the body."""
    w, x, y, z = qpos[q + 3], qpos[q + 4], qpos[q + 5], qpos[q + 6]
    a, b, c = qvel[v + 3], qvel[v + 4], qvel[v + 5]
    # u' = u + 2 w (r × u) + 2 r × (r × u), with r the vector part of the quaternion
    tx, ty, tz = 2.0 * (y * c - z * b), 2.0 * (z * a - x * c), 2.0 * (x * b - y * a)
    return a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx


@routine
def read_robot(qpos: Floats, qvel: Floats, bodies: Ints, i: int, count: int, found: Floats) -> None:
    """Write the first seven numbers of a robot, and the speeds of its wheels."""
    q, v = bodies[i, of.QPOS], bodies[i, of.DOF]
    found[s.X], found[s.Y] = qpos[q], qpos[q + 1]
    found[s.HX], found[s.HY] = heading_of(qpos, q)
    found[s.VX], found[s.VY] = qvel[v], qvel[v + 1]
    _, _, found[s.TURN] = angular_velocity(qpos, qvel, q, v)
    for w in range(count):
        found[SPEED_ROW + w] = qvel[bodies[i, of.WHEEL_DOFS + w]]


@routine
def read_ball(qpos: Floats, qvel: Floats, q: int, v: int, found: Floats) -> None:
    """Write position, velocity and spin of the ball."""
    for n in range(3):
        found[s.BALL_X + n] = qpos[q + n]
        found[s.BALL_VX + n] = qvel[v + n]
    found[s.BALL_SX], found[s.BALL_SY], found[s.BALL_SZ] = angular_velocity(qpos, qvel, q, v)


@routine
def _put_up(qpos: Floats, qvel: Floats, bodies: Ints, i: int, rest: Floats) -> None:
    """Give a robot the pose in which it stands at the origin, at rest."""
    q, v = bodies[i, of.QPOS], bodies[i, of.DOF]
    for n in range(bodies[i, of.POSITIONS]):
        qpos[q + n] = rest[q + n]
    for n in range(bodies[i, of.VELOCITIES]):
        qvel[v + n] = 0.0


@routine
def park(qpos: Floats, qvel: Floats, bodies: Ints, i: int, rest: Floats) -> None:
    """Hold a robot that is not on the field far from everything and high above the ground."""
    q = bodies[i, of.QPOS]
    _put_up(qpos, qvel, bodies, i, rest)
    qpos[q], qpos[q + 1], qpos[q + 2] = s.PARKED + 10.0 * i, s.PARKED, s.PARKED


@routine
def _place_robot(
    qpos: Floats, qvel: Floats, bodies: Ints, i: int, count: int, wheels: Floats, k: int, robots: Floats, rest: Floats
) -> None:
    """Place a robot as its numbers say: upright, on the ground; its rollers roll."""
    q, v = bodies[i, of.QPOS], bodies[i, of.DOF]
    _put_up(qpos, qvel, bodies, i, rest)
    qpos[q], qpos[q + 1] = robots[s.X, i], robots[s.Y, i]
    hx, hy = robots[s.HX, i], robots[s.HY, i]
    # Half of the angle
    if hx >= 0.0:
        w = math.sqrt(0.5 * (1.0 + hx))
        z = 0.5 * hy / w
    else:
        z = math.copysign(math.sqrt(0.5 * (1.0 - hx)), hy)
        w = 0.5 * hy / z
    qpos[q + 3], qpos[q + 4], qpos[q + 5], qpos[q + 6] = w, 0.0, 0.0, z
    qvel[v], qvel[v + 1], qvel[v + 5] = robots[s.VX, i], robots[s.VY, i], robots[s.TURN, i]
    forward, left = into_body(robots[s.VX, i], robots[s.VY, i], hx, hy)
    for n in range(count):
        qvel[bodies[i, of.WHEEL_DOFS + n]] = robots[SPEED_ROW + n, i]
        roller = bodies[i, of.ROLLER_DOFS + n]
        if roller >= 0:
            across = wheels[k, n, p.ACROSS_X] * forward + wheels[k, n, p.ACROSS_Y] * left
            across += wheels[k, n, p.ACROSS_T] * robots[s.TURN, i]
            qvel[roller] = -across * wheels[k, n, p.INVERSE_RADIUS]


@routine
def _place_ball(qpos: Floats, qvel: Floats, q: int, v: int, ball: Floats) -> None:
    for n in range(3):
        qpos[q + n] = ball[s.BALL_X + n]
        qvel[v + n] = ball[s.BALL_VX + n]
        qvel[v + 3 + n] = ball[s.BALL_SX + n]
        qpos[q + 4 + n] = 0.0
    qpos[q + 3] = 1.0


@routine
def take_in(
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
) -> None:
    """Place the bodies whose numbers are not those of MuJoCo; all of them if MuJoCo's state is fresh.

    eases: ``[body]``, is set to 1 for those that were placed (`meetings.py`)
    """
    last = which.shape[0]
    for i in range(last):
        count = int(kinds[which[i], p.WHEEL_COUNT])
        if robots[s.PRESENT, i] == 0.0:
            park(qpos, qvel, bodies, i, rest)
            continue
        read_robot(qpos, qvel, bodies, i, count, found)
        moved = fresh
        for n in range(s.TURN + 1):
            moved = moved or found[n] != robots[n, i]
        for w in range(count):
            moved = moved or found[SPEED_ROW + w] != robots[SPEED_ROW + w, i]
        if moved:
            eases[i] = 1.0
            _place_robot(qpos, qvel, bodies, i, count, wheels, which[i], robots, rest)
    q, v = bodies[last, of.QPOS], bodies[last, of.DOF]
    read_ball(qpos, qvel, q, v, found)
    moved = fresh
    for n in range(s.IN_GOAL):
        moved = moved or found[n] != ball[n]
    if moved:
        eases[last] = 1.0
        _place_ball(qpos, qvel, q, v, ball)
