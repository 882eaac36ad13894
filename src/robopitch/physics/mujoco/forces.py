"""The input of a step: positions and velocities of the state, and forces.

MuJoCo computes the contacts between bodies. The drives of the robots and the ball on the ground follow the laws that
all engines share. Their effect enters as forces: each wheel's on its own actuator, the rest on the joints.
"""

from __future__ import annotations

import numpy as np

from robopitch.elementary.compiled import atan2
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.ball import ball_free_motion
from robopitch.physics.drive import out_of_body
from robopitch.physics.drive_loops import drive_all
from robopitch.physics.mujoco import bodies as of
from robopitch.physics.scalar import Floats, Ints, routine

__all__ = ["put_in"]


@routine
def put_in(
    robots: Floats,
    ball: Floats,
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
) -> None:
    """Apply drives and ground, and pass positions, velocities and the resulting forces to MuJoCo."""
    work = robots.reshape(robots.size)
    drive_all(work, which, kinds, wheels, dt)
    count = present.shape[0]
    actuator = 0
    for b in range(count):
        actuator = _put_robot(
            robots, work, present[b], which, kinds, wheels, dt, bodies, b, qpos, qvel, ctrl, push, actuator
        )
    _put_ball(ball, count, pitch, dt, bodies, free_ball, qpos, qvel, push)


@routine
def _put_robot(
    robots: Floats,
    work: Floats,
    i: int,
    which: Ints,
    kinds: Floats,
    wheels: Floats,
    dt: float,
    bodies: Floats,
    b: int,
    qpos: Floats,
    qvel: Floats,
    ctrl: Floats,
    push: Floats,
    actuator: int,
) -> int:
    """One robot; return the number of the next robot's first actuator."""
    k, lane, rate = which[i], np.uintp(i), 1.0 / dt
    hx, hy = robots[s.HX, i], robots[s.HY, i]
    old_x, old_y, old_turn = robots[s.VX, i], robots[s.VY, i], robots[s.TURN, i]
    vx, vy = out_of_body(work[at.FORWARD + lane], work[at.LEFT + lane], hx, hy)
    turn = work[at.SPIN + lane]
    qpos[3 * b], qpos[3 * b + 1], qpos[3 * b + 2] = robots[s.X, i], robots[s.Y, i], atan2(hy, hx)
    qvel[3 * b], qvel[3 * b + 1], qvel[3 * b + 2] = old_x, old_y, old_turn

    forward, left, torque = 0.0, 0.0, 0.0
    for w in range(int(kinds[k, p.WHEEL_COUNT])):
        force = work[at.IMPULSE + np.uintp(w * at.STRIDE) + lane] * rate
        ctrl[actuator + w] = force
        forward += force * wheels[k, w, p.ALONG_X]
        left += force * wheels[k, w, p.ALONG_Y]
        torque += force * wheels[k, w, p.ALONG_T]
    # All other forces on the robot: rollers, tyres, air; the whole force for an ideal drive.
    fx, fy = out_of_body(forward, left, hx, hy)
    mass, inertia = kinds[k, p.MASS], 1.0 / kinds[k, p.INVERSE_INERTIA]
    push[3 * b] = mass * (vx - old_x) * rate - fx
    push[3 * b + 1] = mass * (vy - old_y) * rate - fy
    push[3 * b + 2] = inertia * (turn - old_turn) * rate - torque

    half = 0.5 * dt
    bodies[b, of.AT_X], bodies[b, of.AT_Y], bodies[b, of.AT_Z] = robots[s.X, i], robots[s.Y, i], 0.0
    bodies[b, of.VX], bodies[b, of.VY], bodies[b, of.VZ] = vx, vy, 0.0
    bodies[b, of.SX], bodies[b, of.SY], bodies[b, of.SZ] = 0.0, 0.0, turn
    bodies[b, of.WAY_X], bodies[b, of.WAY_Y] = half * (old_x + vx), half * (old_y + vy)
    bodies[b, of.WAY_Z] = half * (old_turn + turn)
    bodies[b, of.INVERSE_MASS], bodies[b, of.INVERSE_INERTIA] = kinds[k, p.INVERSE_MASS], kinds[k, p.INVERSE_INERTIA]
    bodies[b, of.START], bodies[b, of.MEETS], bodies[b, of.SPEED] = 0.0, dt, -1.0
    return actuator + int(kinds[k, p.WHEEL_COUNT])


@routine
def _put_ball(
    ball: Floats,
    b: int,
    pitch: Floats,
    dt: float,
    bodies: Floats,
    free_ball: Floats,
    qpos: Floats,
    qvel: Floats,
    push: Floats,
) -> None:
    """The ball, which is the last body. Its joint rotates in its own frame, which is kept aligned with the world's."""
    for n in range(s.BALL_FIELDS):
        free_ball[n] = ball[n]
    ball_free_motion(free_ball, dt, pitch)
    q, v = 3 * b, 3 * b
    qpos[q], qpos[q + 1], qpos[q + 2] = ball[s.BALL_X], ball[s.BALL_Y], ball[s.BALL_Z]
    qpos[q + 3], qpos[q + 4], qpos[q + 5], qpos[q + 6] = 1.0, 0.0, 0.0, 0.0
    mass = pitch[p.BALL_MASS]
    inertia = pitch[p.INERTIA_FACTOR] * mass * pitch[p.BALL_RADIUS] * pitch[p.BALL_RADIUS]
    for n in range(3):
        qvel[v + n] = ball[s.BALL_VX + n]
        qvel[v + 3 + n] = ball[s.BALL_SX + n]
        push[v + n] = mass * (free_ball[s.BALL_VX + n] - ball[s.BALL_VX + n]) / dt
        push[v + 3 + n] = inertia * (free_ball[s.BALL_SX + n] - ball[s.BALL_SX + n]) / dt
        bodies[b, of.AT_X + n] = ball[s.BALL_X + n]
        bodies[b, of.VX + n] = free_ball[s.BALL_VX + n]
        bodies[b, of.SX + n] = free_ball[s.BALL_SX + n]
        bodies[b, of.WAY_X + n] = free_ball[s.BALL_X + n] - ball[s.BALL_X + n]
    bodies[b, of.INVERSE_MASS], bodies[b, of.INVERSE_INERTIA] = 1.0 / mass, 1.0 / inertia
    bodies[b, of.START], bodies[b, of.MEETS] = 0.0, dt
