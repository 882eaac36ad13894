"""Times of the contacts within a step.

Contacts are found while bodies are still apart. If the ball will hit something, it is first moved there, with the
robots around it: position and normal of the contact are then those of the impact, and a ball that only passes a corner
is not treated as one that hits it.
"""

from __future__ import annotations

from robopitch.physics.mujoco import bodies as of
from robopitch.physics.mujoco.bodies import pair_velocity
from robopitch.physics.scalar import Floats, Ints, routine

__all__ = ["CLOSE", "MEETING_NUMBERS", "SOFT", "find_meetings", "move_on"]

# Data of each contact until its force is known
FIRST, SECOND = 0, 1  # bodies; −1 is immovable
ROW = 2  # of the solver; −1 if it has no row
TIME = 3  # s into the step: time of the contact; the whole step if there is none
CLOSING = 4  # m/s: closing speed
MEETING_NUMBERS = 5

SOFT = 0.05  # m/s: slower impacts do not bounce
CLOSE = 0.02  # of the ball's radius: within it, position and normal are accurate enough


@routine
def find_meetings(
    bodies: Floats,
    count: int,
    geoms: Ints,
    frames: Floats,
    points: Floats,
    gaps: Floats,
    rows: Ints,
    geom_body: Ints,
    radius: float,
    dt: float,
    meetings: Floats,
) -> float:
    """Write the contacts; return the time by which the ball must be moved first, or 0."""
    ball = bodies.shape[0] - 1
    ahead = dt
    impact = False
    for c in range(count):
        # MuJoCo numbers bodies from 1; immovable ones come after the ball.
        a, b = geom_body[geoms[c, 0]] - 1, geom_body[geoms[c, 1]] - 1
        a, b = (a if a <= ball else -1), (b if b <= ball else -1)
        meetings[c, FIRST], meetings[c, SECOND], meetings[c, ROW] = a, b, rows[c]
        meetings[c, TIME], meetings[c, CLOSING] = dt, 0.0
        if rows[c] < 0:
            continue
        of_ball = a == ball or b == ball
        start = bodies[ball, of.START] if of_ball else 0.0
        gap = gaps[c]
        vx, vy, vz = pair_velocity(bodies, a, b, points[c, 0], points[c, 1], points[c, 2])
        closing = -(vx * frames[c, 0] + vy * frames[c, 1] + vz * frames[c, 2])
        if gap >= closing * (dt - start):
            continue
        time = gap / closing if gap > 0 else 0.0
        meetings[c, TIME], meetings[c, CLOSING] = start + time, max(closing, 0.0)
        if of_ball and closing > SOFT:
            if gap > CLOSE * radius:
                ahead = min(ahead, time)
            else:
                impact = True
    return 0.0 if impact or ahead >= dt else ahead


@routine
def move_on(bodies: Floats, meetings: Floats, count: int, time: float, dt: float, qpos: Floats) -> None:
    """Move the ball and the robots around it along their paths to the contact, to detect contacts there."""
    ball = bodies.shape[0] - 1
    start = bodies[ball, of.START] + time
    for c in range(count):
        a, b = int(meetings[c, FIRST]), int(meetings[c, SECOND])
        other = b if a == ball else a
        if (a == ball or b == ball) and other >= 0:
            _move_body(bodies, other, start, dt, qpos)
    _move_body(bodies, ball, start, dt, qpos)


@routine
def _move_body(bodies: Floats, b: int, start: float, dt: float, qpos: Floats) -> None:
    share = (start - bodies[b, of.START]) / dt
    x, y, z = share * bodies[b, of.WAY_X], share * bodies[b, of.WAY_Y], share * bodies[b, of.WAY_Z]
    qpos[3 * b] += x
    qpos[3 * b + 1] += y
    qpos[3 * b + 2] += z
    bodies[b, of.AT_X] += x
    bodies[b, of.AT_Y] += y
    if b == bodies.shape[0] - 1:
        bodies[b, of.AT_Z] += z
    bodies[b, of.START] = start
