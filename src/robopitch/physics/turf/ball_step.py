"""The ball's step, given which robots are near it: free motion, contacts, dribblers, kickers."""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.ball import ball_free_motion
from robopitch.physics.happenings import note_ball_position, note_kick, note_touch
from robopitch.physics.holder import hold_ball
from robopitch.physics.kicker import kick_ball
from robopitch.physics.scalar import Floats, Ints, routine, scalar
from robopitch.physics.turf.ball_contact import BALL_SWEEPS, ball_meets_pitch
from robopitch.physics.turf.ball_robot import ball_meets_robot

__all__ = ["ball_speed", "step_ball", "top_speed"]

MOST_SUBSTEPS = 64


@scalar
def ball_speed(ball: Floats) -> float:
    """Speed of the ball in space."""
    vx, vy, vz = ball[s.BALL_VX], ball[s.BALL_VY], ball[s.BALL_VZ]
    return math.sqrt(vx * vx + vy * vy + vz * vz)


@scalar
def top_speed(vx: float, vy: float, turn: float, radius: float) -> float:
    """Upper bound of the speed of every point of a robot."""
    return abs(vx) + abs(vy) + abs(turn) * radius


@scalar
def ball_substeps(speed: float, dt: float, radius: float) -> int:
    """The number of substeps such that nothing approaches the ball by more than half its radius in one of them."""
    real = type(dt)
    return min(int(speed * dt / (real(0.5) * radius)) + 1, MOST_SUBSTEPS)


@routine
def step_ball(
    robots: Floats,
    ball: Floats,
    which: Ints,
    kinds: Floats,
    pitch: Floats,
    boxes: Floats,
    near: Ints,
    found: int,
    speed: float,
    step: int,
    dt: float,
    events: Floats,
    counts: Ints,
) -> None:
    """Advance the ball among the robots listed in `near`, by id; nothing approaches it faster than `speed`."""
    real = type(dt)
    substeps = ball_substeps(speed, dt, pitch[p.BALL_RADIUS])
    duration = dt / real(substeps)
    for n in range(substeps):
        ball_free_motion(ball, duration, pitch)
        ago = duration * real(substeps - 1 - n)
        for sweep in range(BALL_SWEEPS):
            touching = ball_meets_pitch(ball, pitch, boxes, sweep)
            for m in range(found):
                # Alternating order, so that neither of two robots at the ball has an advantage.
                i = near[m] if (step + sweep) % 2 == 0 else near[found - 1 - m]
                met = ball_meets_robot(ball, robots, i, kinds, which[i], pitch, ago, duration, sweep)
                if met >= real(0):
                    touching = True
                    note_touch(events, counts, step, robots, i, ball, met)
            if not touching:
                break
        for m in range(found):
            i = near[m] if step % 2 == 0 else near[found - 1 - m]
            hold_ball(ball, robots, i, kinds, which[i], pitch, ago, duration)
            kicked = kick_ball(ball, robots, i, kinds, which[i], pitch, ago)
            if kicked > real(0):
                note_kick(events, counts, step, robots, i, ball, kicked)
    note_ball_position(events, counts, step, ball, pitch)
