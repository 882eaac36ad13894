"""Contacts of the ball, in space: impacts on any surface, and contacts with walls, posts, bars and nets.

Simultaneous contacts are resolved in several sweeps. The ball bounces in the first; in the others it only stops,
because these contacts result from the first one. A ball that is still wedged in the last sweep cannot move, and pushes
the robots apart instead.
"""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, routine, scalar

__all__ = ["BALL_SWEEPS", "SOFT", "ball_meets_pitch", "ball_near", "hit_surface", "settle"]

BALL_SWEEPS = 4
SOFT = 0.05  # m/s: slower impacts do not bounce


@scalar
def ball_near(ball_x: float, ball_y: float, x: float, y: float, reach: float) -> bool:
    """Whether the ball can touch a robot during the step."""
    dx, dy = x - ball_x, y - ball_y
    return dx * dx + dy * dy < reach * reach


@routine
def hit_surface(
    ball: Floats,
    pitch: Floats,
    nx: float,
    ny: float,
    nz: float,
    wall_vx: float,
    wall_vy: float,
    inverse_mass: float,
    inverse_inertia: float,
    arm_x: float,
    arm_y: float,
    restitution: float,
    friction: float,
) -> tuple[float, float, float]:
    """Resolve an impact of the ball on a surface with normal n (towards the ball); return the impulse (jx, jy) and the
    closing speed.

    The surface belongs to a body that moves in the plane, or to none (inverse mass 0). First the normal impulse, then
    friction on the remaining slip: neither adds energy.
    """
    real = type(nx)
    per_mass = real(1) / pitch[p.BALL_MASS]
    radius = pitch[p.BALL_RADIUS]
    vx, vy, vz = ball[s.BALL_VX] - wall_vx, ball[s.BALL_VY] - wall_vy, ball[s.BALL_VZ]
    closing = vx * nx + vy * ny + vz * nz
    if closing >= real(0):
        return real(0), real(0), real(0)
    arm = arm_x * ny - arm_y * nx
    response = per_mass + inverse_mass * (nx * nx + ny * ny) + inverse_inertia * arm * arm
    bounce = restitution if closing < real(-SOFT) else real(0)
    jn = -(real(1) + bounce) * closing / response

    # Velocity of the ball's surface relative to the other one, after the normal impulse.
    turned = inverse_inertia * arm * jn
    sx, sy, sz = ball[s.BALL_SX], ball[s.BALL_SY], ball[s.BALL_SZ]
    vx += jn * (per_mass + inverse_mass) * nx - turned * arm_y + radius * (sz * ny - sy * nz)
    vy += jn * (per_mass + inverse_mass) * ny + turned * arm_x + radius * (sx * nz - sz * nx)
    vz += jn * per_mass * nz + radius * (sy * nx - sx * ny)
    along = vx * nx + vy * ny + vz * nz
    tx, ty, tz = vx - along * nx, vy - along * ny, vz - along * nz
    sliding = math.sqrt(tx * tx + ty * ty + tz * tz)
    jt = real(0)
    if sliding > real(1e-9):
        tx, ty, tz = tx / sliding, ty / sliding, tz / sliding
        arm_t = arm_x * ty - arm_y * tx
        response_t = (
            per_mass * (real(1) + real(1) / pitch[p.INERTIA_FACTOR])
            + inverse_mass * (tx * tx + ty * ty)
            + inverse_inertia * arm_t * arm_t
        )
        jt = min(friction * jn, sliding / response_t)
    jx, jy, jz = jn * nx - jt * tx, jn * ny - jt * ty, jn * nz - jt * tz
    ball[s.BALL_VX] += per_mass * jx
    ball[s.BALL_VY] += per_mass * jy
    ball[s.BALL_VZ] += per_mass * jz
    spin = jt * per_mass / (pitch[p.INERTIA_FACTOR] * radius)
    ball[s.BALL_SX] += spin * (ny * tz - nz * ty)
    ball[s.BALL_SY] += spin * (nz * tx - nx * tz)
    ball[s.BALL_SZ] += spin * (nx * ty - ny * tx)
    return jx, jy, -closing


@scalar
def settle(ball: Floats, pitch: Floats) -> None:
    """Remove the very small vertical speed that contacts may leave on a ball on the ground."""
    real = type(ball[s.BALL_Z])
    if ball[s.BALL_Z] <= pitch[p.BALL_RADIUS]:
        ball[s.BALL_Z] = pitch[p.BALL_RADIUS]
        if ball[s.BALL_VZ] < pitch[p.LEAST_BOUNCE]:
            ball[s.BALL_VZ] = real(0)


@routine
def _meets_plane(
    ball: Floats, pitch: Floats, nx: float, ny: float, nz: float, gap: float, restitution: float, friction: float
) -> None:
    """Resolve the ball against an immovable plane, overlapping by −gap; n points to the ball."""
    real = type(nx)
    zero = real(0)
    hit_surface(ball, pitch, nx, ny, nz, zero, zero, zero, zero, zero, zero, restitution, friction)
    ball[s.BALL_X] -= gap * nx
    ball[s.BALL_Y] -= gap * ny
    ball[s.BALL_Z] -= gap * nz
    settle(ball, pitch)


@routine
def _meets_box(ball: Floats, pitch: Floats, boxes: Floats, b: int, east: float, north: float, sweep: int) -> bool:
    """Resolve the ball against one box of a goal, in the quadrant where the ball is."""
    real = type(east)
    radius = pitch[p.BALL_RADIUS]
    x, y, z = ball[s.BALL_X] * east, ball[s.BALL_Y] * north, ball[s.BALL_Z]
    dx = x - min(max(x, boxes[b, p.LOW_X]), boxes[b, p.HIGH_X])
    dy = y - min(max(y, boxes[b, p.LOW_Y]), boxes[b, p.HIGH_Y])
    dz = z - min(max(z, boxes[b, p.LOW_Z]), boxes[b, p.HIGH_Z])
    square = dx * dx + dy * dy + dz * dz
    if square >= radius * radius:
        return False
    if square > real(0):
        apart = math.sqrt(square)
        nx, ny, nz = dx / apart, dy / apart, dz / apart
        gap = apart - radius
    else:  # its centre is inside: out by the nearest side
        gap = boxes[b, p.LOW_X] - x
        nx, ny, nz = real(-1), real(0), real(0)
        if x - boxes[b, p.HIGH_X] > gap:
            gap = x - boxes[b, p.HIGH_X]
            nx = real(1)
        if boxes[b, p.LOW_Y] - y > gap:
            gap = boxes[b, p.LOW_Y] - y
            nx, ny = real(0), real(-1)
        if y - boxes[b, p.HIGH_Y] > gap:
            gap = y - boxes[b, p.HIGH_Y]
            nx, ny = real(0), real(1)
        gap -= radius
    restitution = boxes[b, p.BOX_RESTITUTION] if sweep == 0 else real(0)
    _meets_plane(ball, pitch, nx * east, ny * north, nz, gap, restitution, boxes[b, p.BOX_FRICTION])
    return True


@routine
def ball_meets_pitch(ball: Floats, pitch: Floats, boxes: Floats, sweep: int) -> bool:
    """Resolve the ball against walls, corners and goals; return whether it touched any."""
    real = type(ball[s.BALL_X])
    radius = pitch[p.BALL_RADIUS]
    x, y = ball[s.BALL_X], ball[s.BALL_Y]
    far_x, far_y = abs(x), abs(y)
    touched = False
    if (
        far_x + radius <= pitch[p.GOAL_NEAR]
        and far_x + radius <= pitch[p.WALL_X]
        and far_y + radius <= pitch[p.WALL_Y]
        and far_x + far_y + real(2) * radius <= pitch[p.CORNER]
    ):
        return touched
    east = real(1) if x >= real(0) else real(-1)
    north = real(1) if y >= real(0) else real(-1)
    if far_x + radius > pitch[p.GOAL_NEAR]:
        for b in range(boxes.shape[0]):
            if _meets_box(ball, pitch, boxes, b, east, north, sweep):
                touched = True
    if ball[s.BALL_Z] > pitch[p.WALL_HEIGHT]:  # above the wall
        return touched
    restitution = pitch[p.BALL_WALL] if sweep == 0 else real(0)
    friction = pitch[p.BALL_WALL + 1]
    inside = far_x < pitch[p.WALL_X] and far_y < pitch[p.WALL_Y]  # a ball outside stays outside
    if inside and far_x + radius > pitch[p.WALL_X]:
        touched = True
        gap = pitch[p.WALL_X] - radius - far_x
        _meets_plane(ball, pitch, -east, real(0), real(0), gap, restitution, friction)
    if inside and far_y + radius > pitch[p.WALL_Y]:
        touched = True
        gap = pitch[p.WALL_Y] - radius - far_y
        _meets_plane(ball, pitch, real(0), -north, real(0), gap, restitution, friction)
    diagonal = real(math.sqrt(0.5))
    gap = (pitch[p.CORNER] - far_x - far_y) * diagonal - radius
    if inside and gap < real(0):
        touched = True
        _meets_plane(ball, pitch, -east * diagonal, -north * diagonal, real(0), gap, restitution, friction)
    gap = (pitch[p.GOAL_CORNER] - far_x + far_y) * diagonal - radius
    if inside and gap < real(0) and far_y > pitch[p.GOAL_SIDE]:  # between the side of a goal and the wall behind it
        touched = True
        _meets_plane(ball, pitch, -east * diagonal, north * diagonal, real(0), gap, restitution, friction)
    return touched
