"""The ball alone: sliding, rolling, flying, bouncing. Exact for any time step, shared by all engines.

A kicked ball first slides: friction slows its centre and spins it up until the point that touches the ground rests.
Then it rolls, with a much smaller deceleration. In the air it follows a parabola. All three phases are integrated in
closed form, and the step is split where a phase ends, so that the motion does not depend on the length of the step.
"""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, routine, scalar

__all__ = ["ball_free_motion", "ground_motion", "rolling_speed", "slide_time"]

_MOST_BOUNCES = 12  # in one step; a ball that would bounce more often is at rest


@scalar
def slide_time(slip: float, inertia_factor: float, friction: float, gravity: float) -> float:
    """Seconds until a sliding ball rolls: slip / ((1 + 1/c) µ g).

    Friction slows the centre at µg and speeds the surface up at µg/c; the contact point rests when both speeds are
    equal.

    >>> round(slide_time(6.0, 0.4, 0.35, 9.81), 3)
    0.499
    """
    real = type(slip)  # a bare 1 would turn float32 into float64
    return slip / ((real(1) + real(1) / inertia_factor) * friction * gravity)


@scalar
def rolling_speed(speed: float, inertia_factor: float) -> float:
    """Speed at which a ball kicked without spin starts to roll: v / (1 + c), so 5/7 of it for a solid ball.

    >>> round(rolling_speed(7.0, 0.4), 9)
    5.0
    """
    real = type(speed)
    return speed / (real(1) + inertia_factor)


@routine
def ground_motion(
    vx: float, vy: float, sx: float, sy: float, duration: float, pitch: Floats
) -> tuple[float, float, float, float, float, float]:
    """Displacement, new velocity and new spin of a ball on the ground: (dx, dy, vx, vy, sx, sy)."""
    real = type(vx)
    half = real(0.5)
    radius = pitch[p.BALL_RADIUS]
    inertia = pitch[p.INERTIA_FACTOR]
    dx = real(0)
    dy = real(0)
    left = duration

    slip_x = vx - radius * sy
    slip_y = vy + radius * sx
    slip = math.sqrt(slip_x * slip_x + slip_y * slip_y)
    # Below this a ball rolls: the slip is the rounding error of spin × radius.
    if slip > real(1e-5):
        until_rolling = slide_time(slip, inertia, pitch[p.SLIDING], pitch[p.GRAVITY])
        time = min(until_rolling, left)
        ax = -pitch[p.SLIDING] * pitch[p.GRAVITY] * slip_x / slip
        ay = -pitch[p.SLIDING] * pitch[p.GRAVITY] * slip_y / slip
        dx = (vx + half * ax * time) * time
        dy = (vy + half * ay * time) * time
        vx += ax * time
        vy += ay * time
        sx += ay * time / (inertia * radius)
        sy -= ax * time / (inertia * radius)
        left -= time
        if until_rolling > time:
            return dx, dy, vx, vy, sx, sy

    speed = math.sqrt(vx * vx + vy * vy)
    brake = pitch[p.ROLLING] * left
    if speed <= brake or speed == real(0):  # comes to rest: v²/2a further on
        if speed > real(0):
            way = half * speed / pitch[p.ROLLING]
            dx += vx * way
            dy += vy * way
        return dx, dy, real(0), real(0), real(0), real(0)
    keep = (speed - brake) / speed
    dx += vx * left * (real(1) + keep) * half
    dy += vy * left * (real(1) + keep) * half
    vx *= keep
    vy *= keep
    return dx, dy, vx, vy, -vy / radius, vx / radius


@routine
def _bounce(ball: Floats, pitch: Floats) -> None:
    """Reverse the vertical velocity of a falling ball, and apply the friction of the impact to its slip."""
    real = type(ball[s.BALL_X])
    radius = pitch[p.BALL_RADIUS]
    inertia = pitch[p.INERTIA_FACTOR]
    fall = -ball[s.BALL_VZ]
    rebound = pitch[p.BOUNCE] * fall
    if rebound < pitch[p.LEAST_BOUNCE]:
        rebound = real(0)
    slip_x = ball[s.BALL_VX] - radius * ball[s.BALL_SY]
    slip_y = ball[s.BALL_VY] + radius * ball[s.BALL_SX]
    slip = math.sqrt(slip_x * slip_x + slip_y * slip_y)
    if slip > real(1e-6):
        most = slip / (real(1) + real(1) / inertia)
        change = min(pitch[p.SLIDING] * (fall + rebound), most)
        ax = -change * slip_x / slip
        ay = -change * slip_y / slip
        ball[s.BALL_VX] += ax
        ball[s.BALL_VY] += ay
        ball[s.BALL_SX] += ay / (inertia * radius)
        ball[s.BALL_SY] -= ax / (inertia * radius)
    ball[s.BALL_Z] = radius
    ball[s.BALL_VZ] = rebound


@routine
def ball_free_motion(ball: Floats, duration: float, pitch: Floats) -> None:
    """Advance a ball that touches nothing but the ground."""
    real = type(duration)
    half = real(0.5)
    radius = pitch[p.BALL_RADIUS]
    gravity = pitch[p.GRAVITY]
    left = duration

    if pitch[p.BALL_DRAG] > real(0):
        vx, vy, vz = ball[s.BALL_VX], ball[s.BALL_VY], ball[s.BALL_VZ]
        speed = math.sqrt(vx * vx + vy * vy + vz * vz)
        keep = real(1) / (real(1) + pitch[p.BALL_DRAG] * speed * duration / pitch[p.BALL_MASS])
        ball[s.BALL_VX] = vx * keep
        ball[s.BALL_VY] = vy * keep
        ball[s.BALL_VZ] = vz * keep

    if ball[s.BALL_Z] > radius or ball[s.BALL_VZ] != real(0):
        bounces = 0
        while left > real(0):
            if ball[s.BALL_Z] < radius:
                ball[s.BALL_Z] = radius
            height = ball[s.BALL_Z] - radius
            climb = ball[s.BALL_VZ]
            if height == real(0) and climb == real(0):
                break
            landing = (climb + math.sqrt(climb * climb + real(2) * gravity * height)) / gravity
            time = min(landing, left)
            ball[s.BALL_X] += ball[s.BALL_VX] * time
            ball[s.BALL_Y] += ball[s.BALL_VY] * time
            left -= time
            if landing > time:
                ball[s.BALL_Z] += (climb - half * gravity * time) * time
                ball[s.BALL_VZ] = climb - gravity * time
                return
            ball[s.BALL_VZ] = climb - gravity * landing
            _bounce(ball, pitch)
            bounces += 1
            if bounces == _MOST_BOUNCES:
                ball[s.BALL_VZ] = real(0)

    ball[s.BALL_Z] = radius
    dx, dy, vx, vy, sx, sy = ground_motion(
        ball[s.BALL_VX], ball[s.BALL_VY], ball[s.BALL_SX], ball[s.BALL_SY], left, pitch
    )
    ball[s.BALL_X] += dx
    ball[s.BALL_Y] += dy
    ball[s.BALL_VX] = vx
    ball[s.BALL_VY] = vy
    ball[s.BALL_SX] = sx
    ball[s.BALL_SY] = sy
    # Spin about the vertical decreases as if the surface had the deceleration of a rolling ball.
    wear = pitch[p.ROLLING] * left / (pitch[p.INERTIA_FACTOR] * radius)
    spin = ball[s.BALL_SZ]
    ball[s.BALL_SZ] = max(spin - wear, real(0)) if spin > real(0) else min(spin + wear, real(0))
