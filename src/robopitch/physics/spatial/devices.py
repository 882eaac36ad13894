"""Kicker, dribbler and grabber: what they do to the ball, as forces for MuJoCo.

A kick is an impulse on the ball's centre, with its reaction on the robot at the same place: a strong kick tilts a light
robot. It leaves the spin of the ball as it is. It changes velocities between two steps of MuJoCo: as a force in one
step, the friction of the ground would resist it with all that MuJoCo's solver exchanges for separation, and a ball that
lies there would fly off at a quarter of its speed upwards. Dribbler and grabber pull the ball with their
force towards the robot while it is in reach, and brake it sideways with their friction.
"""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.drive import clamp
from robopitch.physics.kicker import ball_in_front, barrier_sees
from robopitch.physics.scalar import Floats, Ints, routine
from robopitch.physics.spatial import index as of

__all__ = ["ACT_NUMBERS", "KICK", "KICK_SPEED", "apply_forces", "play_ball"]

# Columns of `acts`, a row for each robot
KICK_X, KICK_Y, KICK_Z, KICK_SPEED = 0, 1, 2, 3  # N s on the ball; m/s
KICK = slice(KICK_X, KICK_Z + 1)
PULL_X, PULL_Y = 4, 5  # N on the ball
ACT_NUMBERS = 6

_LET_GO = 0.3  # s: for which a holder stays released after a kick [CAMBADA-sim §5.2.5]
_FLOOR_FLIGHT = 0.01  # m: a ball that flies higher than this is out of a holder's reach


@routine
def play_ball(
    robots: Floats, ball: Floats, which: Ints, kinds: Floats, pitch: Floats, dt: float, step: int, acts: Floats
) -> None:
    """Decide which robots kick and hold in this step, and how strongly."""
    count = which.shape[0]
    for n in range(count):
        # Alternating order, so that neither of two robots at the ball has an advantage.
        i = n if step % 2 == 0 else count - 1 - n
        for m in range(ACT_NUMBERS):
            acts[i, m] = 0.0
        if robots[s.PRESENT, i] > 0.0:
            if robots[s.HOLD, i] > 0.0:
                _hold(robots, ball, i, kinds, which[i], pitch, dt, acts)
            if robots[s.KICK_FORWARD, i] > 0.0:
                _kick(robots, ball, i, kinds, which[i], pitch, acts)


@routine
def _hold(robots: Floats, ball: Floats, i: int, kinds: Floats, k: int, pitch: Floats, dt: float, acts: Floats) -> None:
    command = robots[s.HOLD, i]
    if kinds[k, p.HOLD_FORCE] <= 0.0 or robots[s.RELEASE, i] > 0.0:
        return
    radius = pitch[p.BALL_RADIUS]
    gap, left = ball_in_front(ball, robots, i, kinds, k, pitch, 0.0)
    if (
        gap > kinds[k, p.HOLD_REACH]
        or gap < -radius
        or abs(left) > kinds[k, p.HOLD_HALF]
        or ball[s.BALL_Z] > radius + _FLOOR_FLIGHT
    ):
        return
    ox, oy = robots[s.HX, i], robots[s.HY, i]
    if kinds[k, p.HOLD_CENTRE] > 0.0:
        ox, oy = ball[s.BALL_X] - robots[s.X, i], ball[s.BALL_Y] - robots[s.Y, i]
        away = math.sqrt(ox * ox + oy * oy)
        ox, oy = ox / away, oy / away
    force = kinds[k, p.HOLD_FORCE] * command
    if kinds[k, p.HOLD_SPEED] > 0.0:
        # A bar cannot make the ball roll in faster than its own surface moves.
        rolling_in = -(ox * ball[s.BALL_VX] + oy * ball[s.BALL_VY])
        force *= min(max(1.0 - rolling_in / (kinds[k, p.HOLD_SPEED] * command), 0.0), 1.0)
    # Its friction stops the ball from moving sideways along the robot, within a step if it is strong enough.
    rx, ry = ball[s.BALL_X] - robots[s.X, i], ball[s.BALL_Y] - robots[s.Y, i]
    vx = ball[s.BALL_VX] - (robots[s.VX, i] - robots[s.TURN, i] * ry)
    vy = ball[s.BALL_VY] - (robots[s.VY, i] + robots[s.TURN, i] * rx)
    grip = clamp((ox * vy - oy * vx) * pitch[p.BALL_MASS] / dt, force * kinds[k, p.HOLD_SIDE])
    acts[i, PULL_X], acts[i, PULL_Y] = -force * ox + grip * oy, -force * oy - grip * ox


@routine
def _kick(robots: Floats, ball: Floats, i: int, kinds: Floats, k: int, pitch: Floats, acts: Floats) -> None:
    """Kick if the ball is at the plate, or in sight of the barrier, and the charge suffices."""
    if kinds[k, p.KICK_MAX] <= 0.0:
        return
    has_barrier = kinds[k, p.BARRIER_DISTANCE] > 0.0
    if has_barrier and not barrier_sees(ball, robots, i, kinds, k, pitch, 0.0):
        return
    gap, left = ball_in_front(ball, robots, i, kinds, k, pitch, 0.0)
    hits = (
        ball[s.BALL_Z] <= kinds[k, p.KICK_HEIGHT]
        and gap <= kinds[k, p.KICK_REACH]
        and gap >= -pitch[p.BALL_RADIUS]
        and abs(left) <= kinds[k, p.KICK_HALF]
    )
    if not hits and not has_barrier:
        return
    forward, up = robots[s.KICK_FORWARD, i], robots[s.KICK_UP, i]
    wanted = math.sqrt(forward * forward + up * up)
    most = kinds[k, p.CHIP_MAX] if up > 0.0 else kinds[k, p.KICK_MAX]
    speed = min(wanted, most)
    cost = (speed / most) * (speed / most)
    if robots[s.CHARGE, i] < cost:
        return
    hx, hy = robots[s.HX, i], robots[s.HY, i]
    rx, ry = ball[s.BALL_X] - robots[s.X, i], ball[s.BALL_Y] - robots[s.Y, i]
    plate = hx * (robots[s.VX, i] - robots[s.TURN, i] * ry) + hy * (robots[s.VY, i] + robots[s.TURN, i] * rx)
    gain = plate + speed / wanted * forward - (hx * ball[s.BALL_VX] + hy * ball[s.BALL_VY])
    if hits:
        if gain <= 0.0:
            return
        mass, rise = pitch[p.BALL_MASS], max(ball[s.BALL_VZ], 0.0) + speed / wanted * up - ball[s.BALL_VZ]
        acts[i, KICK_X], acts[i, KICK_Y] = mass * gain * hx, mass * gain * hy
        acts[i, KICK_Z] = mass * rise if up > 0.0 else 0.0
        acts[i, KICK_SPEED] = speed
    robots[s.CHARGE, i] -= cost
    robots[s.KICK_FORWARD, i] = 0.0
    robots[s.RELEASE, i] = _LET_GO


@routine
def apply_forces(acts: Floats, bodies: Ints, xipos: Floats, xfrc: Floats) -> None:
    """Set MuJoCo's external forces for one of its steps."""
    last = acts.shape[0]
    ball = bodies[last, of.BODY]
    for n in range(6):
        xfrc[ball, n] = 0.0
    for i in range(last):
        body = bodies[i, of.BODY]
        fx, fy, fz = (
            acts[i, PULL_X],
            acts[i, PULL_Y],
            0.0,
        )  # zeros keep their signs: fingerprints of recordings count them
        xfrc[ball, 0] += fx
        xfrc[ball, 1] += fy
        # The reaction acts at the ball's centre.
        rx, ry, rz = xipos[ball, 0] - xipos[body, 0], xipos[ball, 1] - xipos[body, 1], xipos[ball, 2] - xipos[body, 2]
        xfrc[body, 0], xfrc[body, 1], xfrc[body, 2] = -fx, -fy, -fz
        xfrc[body, 3], xfrc[body, 4] = -(ry * fz - rz * fy), -(rz * fx - rx * fz)
        xfrc[body, 5] = -(rx * fy - ry * fx)
