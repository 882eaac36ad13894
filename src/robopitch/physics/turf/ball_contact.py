"""Contacts of the ball, in space: with robots, walls, posts, bars and nets.

Simultaneous contacts are resolved in several sweeps. The ball bounces in the first; in the others it only stops,
because these contacts result from the first one. A ball that is still wedged in the last sweep cannot move, and pushes
the robots apart instead.
"""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.drive import rotate_heading
from robopitch.physics.outline import outline_distance
from robopitch.physics.scalar import Floats, routine, scalar

__all__ = ["BALL_SWEEPS", "ball_meets_pitch", "ball_meets_robot", "ball_near"]

BALL_SWEEPS = 4
_SOFT = 0.05  # m/s: slower impacts do not bounce


@scalar
def ball_near(ball_x: float, ball_y: float, x: float, y: float, reach: float) -> bool:
    """Whether the ball can touch a robot during the step."""
    dx, dy = x - ball_x, y - ball_y
    return dx * dx + dy * dy < reach * reach


@routine
def _hit(
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
    bounce = restitution if closing < real(-_SOFT) else real(0)
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
def _settle(ball: Floats, pitch: Floats) -> None:
    """Remove the very small vertical speed that contacts may leave on a ball on the ground."""
    real = type(ball[s.BALL_Z])
    if ball[s.BALL_Z] <= pitch[p.BALL_RADIUS]:
        ball[s.BALL_Z] = pitch[p.BALL_RADIUS]
        if ball[s.BALL_VZ] < pitch[p.LEAST_BOUNCE]:
            ball[s.BALL_VZ] = real(0)


@routine
def ball_meets_robot(
    ball: Floats,
    robots: Floats,
    i: int,
    kinds: Floats,
    k: int,
    pitch: Floats,
    ago: float,
    duration: float,
    sweep: int,
) -> float:
    """Resolve the ball against one robot, at its position `ago` seconds before the end of the step: against each part
    of its body, and against its frame if it is out.

    `duration` is the time since the ball's contacts were last resolved.

    Returns the highest closing speed; below 0 if they do not touch.
    """
    real = type(ago)
    met = real(-1)
    first, parts = int(kinds[k, p.FIRST_PART]), int(kinds[k, p.PARTS])
    frame, side = int(kinds[k, p.FIRST_FRAME]), int(robots[at.FRAME_ROW, i])
    is_out = frame > 0 and side >= s.FRAME_LEFT and side <= s.FRAME_UP
    for n in range(parts + 1 if is_out else parts):
        row = first + n if n < parts else frame + side - s.FRAME_LEFT
        met = max(met, _meets_part(ball, robots, i, kinds, k, row, pitch, ago, duration, sweep))
    return met


@scalar
def _from_side(away: float, z: float, bottom: float, top: float, taper: float) -> tuple[float, float, float]:
    """Distance of a point at the height z from a part, and the direction away from it, (level, up).

    away:  distance of the point from the outline of the part's lower side, seen from above
    taper: how much narrower the part becomes per height

    Seen from the side, the part is bounded by a straight line from its lower to its upper edge, and by two levels.
    """
    real = type(away)
    high, up = top - bottom, z - bottom
    slant = math.sqrt(real(1) + taper * taper)  # length of the side per height
    beyond = (away + taper * up) / slant
    along = (up - taper * away) / slant  # from the lower edge
    edge, rise = away, up
    if along > high * slant:
        edge, rise = away + taper * high, z - top
    if beyond > real(0) and edge > real(0) and (along < real(0) or along > high * slant):
        apart = math.sqrt(edge * edge + rise * rise)
        return apart, edge / apart, rise / apart
    if z - top > beyond:
        return z - top, real(0), real(1)
    if bottom > real(0) and bottom - z > beyond:  # a part on the ground has no lower side
        return bottom - z, real(0), real(-1)
    return beyond, real(1) / slant, taper / slant


@routine
def _meets_part(
    ball: Floats,
    robots: Floats,
    i: int,
    kinds: Floats,
    k: int,
    row: int,
    pitch: Floats,
    ago: float,
    duration: float,
    sweep: int,
) -> float:
    """Resolve the ball against one part of a robot, which is a row of `kinds`; returns as `ball_meets_robot`."""
    real = type(ago)
    x = robots[s.X, i] - ago * robots[s.VX, i]
    y = robots[s.Y, i] - ago * robots[s.VY, i]
    hx, hy = robots[s.HX, i], robots[s.HY, i]
    if ago > real(0):
        hx, hy = rotate_heading(hx, hy, -ago * robots[s.TURN, i])
    dx, dy = ball[s.BALL_X] - x, ball[s.BALL_Y] - y
    away, fx, fy = outline_distance(kinds, row, hx * dx + hy * dy, hx * dy - hy * dx)
    radius = pitch[p.BALL_RADIUS]
    late, nz = real(0), real(0)
    over = ball[s.BALL_Z] - kinds[row, p.HEIGHT]
    if kinds[row, p.BOTTOM] > real(0) or kinds[row, p.TAPER] > real(0):
        gap, level, nz = _from_side(
            away, ball[s.BALL_Z], kinds[row, p.BOTTOM], kinds[row, p.HEIGHT], kinds[row, p.TAPER]
        )
        gap -= radius
        fx, fy = level * fx, level * fy
    else:  # an upright part on the ground
        if sweep == 0 and away < radius and ball[s.BALL_Z] < kinds[row, p.HEIGHT]:
            # The ball has moved on since it touched. Go back to that moment, which has the right normal.
            vx = ball[s.BALL_VX] - robots[s.VX, i] + robots[s.TURN, i] * dy
            vy = ball[s.BALL_VY] - robots[s.VY, i] - robots[s.TURN, i] * dx
            closing = -(vx * (hx * fx - hy * fy) + vy * (hy * fx + hx * fy))
            if closing > real(_SOFT):
                late = min((radius - away) / closing, duration)
                dx, dy = dx - late * vx, dy - late * vy
                _, fx, fy = outline_distance(kinds, row, hx * dx + hy * dy, hx * dy - hy * dx)
        if away >= radius or over >= radius:
            return real(-1)
        gap = away - radius
        if over > real(0) and away > real(0):  # the upper edge
            apart = math.sqrt(away * away + over * over)
            gap = apart - radius
            fx, fy, nz = fx * away / apart, fy * away / apart, over / apart
        elif over > away:  # on top
            gap = over - radius
            fx, fy, nz = real(0), real(0), real(1)
    if gap >= real(0):
        return real(-1)
    nx, ny = hx * fx - hy * fy, hy * fx + hx * fy

    arm_x, arm_y = dx - radius * nx, dy - radius * ny
    before_x, before_y, before_z = ball[s.BALL_VX], ball[s.BALL_VY], ball[s.BALL_VZ]
    jx, jy, met = _hit(
        ball,
        pitch,
        nx,
        ny,
        nz,
        robots[s.VX, i] - robots[s.TURN, i] * arm_y,
        robots[s.VY, i] + robots[s.TURN, i] * arm_x,
        kinds[k, p.INVERSE_MASS],
        kinds[k, p.INVERSE_INERTIA],
        arm_x,
        arm_y,
        pitch[p.BALL_ROBOT] if sweep == 0 else real(0),
        pitch[p.BALL_ROBOT + 1],
    )
    if met > real(0):
        robots[s.VX, i] -= jx * kinds[k, p.INVERSE_MASS]
        robots[s.VY, i] -= jy * kinds[k, p.INVERSE_MASS]
        robots[s.TURN, i] -= (arm_x * jy - arm_y * jx) * kinds[k, p.INVERSE_INERTIA]
    if late > real(0):  # its position if it had bounced when it touched
        ball[s.BALL_X] += late * (ball[s.BALL_VX] - before_x)
        ball[s.BALL_Y] += late * (ball[s.BALL_VY] - before_y)
        ball[s.BALL_Z] += late * (ball[s.BALL_VZ] - before_z)
    elif sweep == BALL_SWEEPS - 1:
        robots[s.X, i] += gap * nx
        robots[s.Y, i] += gap * ny
    else:
        ball[s.BALL_X] -= gap * nx
        ball[s.BALL_Y] -= gap * ny
        ball[s.BALL_Z] -= gap * nz
    _settle(ball, pitch)
    return met


@routine
def _meets_plane(
    ball: Floats, pitch: Floats, nx: float, ny: float, nz: float, gap: float, restitution: float, friction: float
) -> None:
    """Resolve the ball against an immovable plane, overlapping by −gap; n points to the ball."""
    real = type(nx)
    zero = real(0)
    _hit(ball, pitch, nx, ny, nz, zero, zero, zero, zero, zero, zero, restitution, friction)
    ball[s.BALL_X] -= gap * nx
    ball[s.BALL_Y] -= gap * ny
    ball[s.BALL_Z] -= gap * nz
    _settle(ball, pitch)


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
    return touched
