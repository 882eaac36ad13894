"""The kicker: a plate that gives the ball a speed, straight or chipped, and uses a charge that must build up again."""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, routine, scalar

__all__ = ["ball_in_front", "barrier_sees", "kick_ball", "recharged"]

_LET_GO = 0.3  # s: a grabber that pulled again at once would bring a slow kick back [CAMBADA-sim §5.2.5]


@scalar
def recharged(charge: float, gain: float) -> float:
    """Energy after a step's gain; full is 1."""
    real = type(charge)
    return min(charge + gain, real(1))


@scalar
def ball_in_front(
    ball: Floats, robots: Floats, i: int, kinds: Floats, k: int, pitch: Floats, ago: float
) -> tuple[float, float]:
    """Distance of the ball from its rest position at the robot's face, forward and to the left."""
    x = ball[s.BALL_X] - (robots[s.X, i] - ago * robots[s.VX, i])
    y = ball[s.BALL_Y] - (robots[s.Y, i] - ago * robots[s.VY, i])
    hx, hy = robots[s.HX, i], robots[s.HY, i]
    return hx * x + hy * y - kinds[k, p.FACE] - pitch[p.BALL_RADIUS], hx * y - hy * x


@routine
def barrier_sees(ball: Floats, robots: Floats, i: int, kinds: Floats, k: int, pitch: Floats, ago: float) -> bool:
    """Whether the ball is in the control area of a robot's barrier [CAMBADA-sim §4.5.3]: |θ| ≤ α and d′ ≤ d."""
    x = ball[s.BALL_X] - (robots[s.X, i] - ago * robots[s.VX, i])
    y = ball[s.BALL_Y] - (robots[s.Y, i] - ago * robots[s.VY, i])
    apart = math.sqrt(x * x + y * y)
    forward = robots[s.HX, i] * x + robots[s.HY, i] * y
    low = ball[s.BALL_Z] - pitch[p.BALL_RADIUS]
    return (
        apart - pitch[p.BALL_RADIUS] <= kinds[k, p.BARRIER_DISTANCE]
        and forward >= kinds[k, p.BARRIER_COSINE] * apart
        and low <= kinds[k, p.BARRIER_HEIGHT]
    )


@routine
def kick_ball(ball: Floats, robots: Floats, i: int, kinds: Floats, k: int, pitch: Floats, ago: float) -> float:
    """Kick if a kick is armed and charged and the ball is at the plate; return its speed, 0 if there was no kick.

    The speed is relative to the robot, as the plate's is. A kick uses energy of the charge and pushes the robot back.
    The plate stops the ball's spin, so that the ball starts sliding and the two-phase law applies to every kick.

    A kicker with a barrier kicks when its barrier sees the ball [CAMBADA-sim §3.3.7]: not before, and even if the ball
    is out of reach, which uses the charge for nothing [CAMBADA-sim §5.2.4].
    """
    real = type(ago)
    none = real(0)
    forward, up = robots[s.KICK_FORWARD, i], robots[s.KICK_UP, i]
    if forward <= none or kinds[k, p.KICK_MAX] <= none:
        return none
    has_barrier = kinds[k, p.BARRIER_DISTANCE] > none
    if has_barrier and not barrier_sees(ball, robots, i, kinds, k, pitch, ago):
        return none
    gap, left = ball_in_front(ball, robots, i, kinds, k, pitch, ago)
    hits = (
        ball[s.BALL_Z] <= kinds[k, p.KICK_HEIGHT]
        and gap <= kinds[k, p.KICK_REACH]
        and gap >= -pitch[p.BALL_RADIUS]
        and abs(left) <= kinds[k, p.KICK_HALF]
    )
    if not hits and not has_barrier:
        return none
    wanted = math.sqrt(forward * forward + up * up)
    most = kinds[k, p.CHIP_MAX] if up > none else kinds[k, p.KICK_MAX]
    speed = min(wanted, most)
    cost = (speed / most) * (speed / most)
    if robots[s.CHARGE, i] < cost:
        return none  # it waits until the charge suffices
    if not hits:
        robots[s.CHARGE, i] -= cost
        robots[s.KICK_FORWARD, i] = none
        robots[s.RELEASE, i] = real(_LET_GO)
        return none
    hx, hy = robots[s.HX, i], robots[s.HY, i]
    rx, ry = ball[s.BALL_X] - robots[s.X, i], ball[s.BALL_Y] - robots[s.Y, i]
    plate = hx * (robots[s.VX, i] - robots[s.TURN, i] * ry) + hy * (robots[s.VY, i] + robots[s.TURN, i] * rx)
    now = hx * ball[s.BALL_VX] + hy * ball[s.BALL_VY]
    gain = plate + speed / wanted * forward - now
    if gain <= none:
        return none
    ball[s.BALL_VX] += gain * hx
    ball[s.BALL_VY] += gain * hy
    ball[s.BALL_VZ] = max(ball[s.BALL_VZ], none) + speed / wanted * up
    ball[s.BALL_SX], ball[s.BALL_SY], ball[s.BALL_SZ] = none, none, none
    push = gain * pitch[p.BALL_MASS]
    robots[s.VX, i] -= push * hx * kinds[k, p.INVERSE_MASS]
    robots[s.VY, i] -= push * hy * kinds[k, p.INVERSE_MASS]
    robots[s.TURN, i] -= push * (rx * hy - ry * hx) * kinds[k, p.INVERSE_INERTIA]
    robots[s.CHARGE, i] -= cost
    robots[s.KICK_FORWARD, i] = none
    robots[s.RELEASE, i] = real(_LET_GO)
    return speed
