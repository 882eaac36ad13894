"""Contacts of the ball with a robot: each part of its body, upright or a cone, and its frame."""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.drive import rotate_heading
from robopitch.physics.outline import outline_distance
from robopitch.physics.scalar import Floats, routine, scalar
from robopitch.physics.turf.ball_contact import BALL_SWEEPS, SOFT, hit_surface, settle

__all__ = ["ball_meets_robot"]


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
            if closing > real(SOFT):
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
    jx, jy, met = hit_surface(
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
    settle(ball, pitch)
    return met


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
