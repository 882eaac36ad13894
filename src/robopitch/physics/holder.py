"""Dribbler and grabber: they pull the ball to the robot with a limited force."""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.kicker import ball_in_front
from robopitch.physics.scalar import Floats, routine

__all__ = ["hold_ball"]

_DRAW_TIME = 0.02  # s: time in which a ball within reach is pulled in
_FLOOR_FLIGHT = 0.01  # m: a ball that flies higher than this is out of reach


@routine
def hold_ball(
    ball: Floats, robots: Floats, i: int, kinds: Floats, k: int, pitch: Floats, ago: float, duration: float
) -> bool:
    """Pull the ball in for a time; return whether it was within reach.

    A dribbler is a turning bar. It makes the ball roll towards the robot, at most as fast over the ground as its own
    surface moves: its pull decreases to zero at that speed, so a robot that drives backwards faster loses the ball. The
    friction of the bar also holds the ball sideways. A grabber [CAMBADA-sim §4.6.2] pulls towards the robot's centre.
    """
    real = type(duration)
    zero = real(0)
    command = robots[s.HOLD, i]
    if command <= zero or kinds[k, p.HOLD_FORCE] <= zero or robots[s.RELEASE, i] > zero:
        return False
    gap, left = ball_in_front(ball, robots, i, kinds, k, pitch, ago)
    if (
        gap > kinds[k, p.HOLD_REACH]
        or gap < -pitch[p.BALL_RADIUS]
        or abs(left) > kinds[k, p.HOLD_HALF]
        or ball[s.BALL_Z] > pitch[p.BALL_RADIUS] + real(_FLOOR_FLIGHT)
    ):
        return False
    hx, hy = robots[s.HX, i], robots[s.HY, i]
    rx, ry = ball[s.BALL_X] - robots[s.X, i], ball[s.BALL_Y] - robots[s.Y, i]
    # The direction of the pull, out of the robot, and the one across it.
    ox, oy = hx, hy
    if kinds[k, p.HOLD_CENTRE] > zero:
        apart = math.sqrt(rx * rx + ry * ry)
        ox, oy = rx / apart, ry / apart
    vx = ball[s.BALL_VX] - (robots[s.VX, i] - robots[s.TURN, i] * ry)
    vy = ball[s.BALL_VY] - (robots[s.VY, i] + robots[s.TURN, i] * rx)
    force = kinds[k, p.HOLD_FORCE] * command
    if kinds[k, p.HOLD_SPEED] > zero:
        rolling_in = -(ox * ball[s.BALL_VX] + oy * ball[s.BALL_VY])
        force *= min(max(real(1) - rolling_in / (kinds[k, p.HOLD_SPEED] * command), zero), real(1))
    mass = pitch[p.BALL_MASS]
    leaving = ox * vx + oy * vy + max(gap, zero) / real(_DRAW_TIME)
    pull = min(max(leaving, zero) * mass, force * duration)
    drift = ox * vy - oy * vx
    most = force * kinds[k, p.HOLD_SIDE] * duration
    grip = min(max(drift * mass, -most), most)
    jx, jy = -pull * ox + grip * oy, -pull * oy - grip * ox
    ball[s.BALL_VX] += jx / mass
    ball[s.BALL_VY] += jy / mass
    robots[s.VX, i] -= jx * kinds[k, p.INVERSE_MASS]
    robots[s.VY, i] -= jy * kinds[k, p.INVERSE_MASS]
    robots[s.TURN, i] -= (rx * jy - ry * jx) * kinds[k, p.INVERSE_INERTIA]
    return True
