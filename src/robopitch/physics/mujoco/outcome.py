"""The result of a step: new positions and velocities, and events.

A body without contact has moved by the shared laws. A body with a contact has moved by them until the contact, and then
at the velocity that MuJoCo computed.
"""

from __future__ import annotations

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.drive import rotate_heading
from robopitch.physics.happenings import note_ball_position, note_collision, note_kick, note_touch
from robopitch.physics.holder import hold_ball
from robopitch.physics.kicker import kick_ball
from robopitch.physics.mujoco import bodies as of
from robopitch.physics.mujoco import meetings as m
from robopitch.physics.scalar import Floats, Ints, routine

__all__ = ["take_out"]


@routine
def take_out(
    robots: Floats,
    ball: Floats,
    present: Ints,
    which: Ints,
    kinds: Floats,
    pitch: Floats,
    dt: float,
    bodies: Floats,
    free_ball: Floats,
    qvel: Floats,
    meetings: Floats,
    met: int,
    forces: Floats,
    step: int,
    events: Floats,
    counts: Ints,
) -> None:
    """Copy MuJoCo's result to the state, and apply dribblers and kickers."""
    count = present.shape[0]
    _find_meetings(bodies, meetings, met, forces)
    for b in range(count):
        i = present[b]
        first = bodies[b, of.MEETS]
        share, rest = first / dt, dt - first
        vx, vy, turn = qvel[3 * b], qvel[3 * b + 1], qvel[3 * b + 2]
        robots[s.X, i] += share * bodies[b, of.WAY_X] + rest * vx
        robots[s.Y, i] += share * bodies[b, of.WAY_Y] + rest * vy
        angle = share * bodies[b, of.WAY_Z] + rest * turn
        robots[s.HX, i], robots[s.HY, i] = rotate_heading(robots[s.HX, i], robots[s.HY, i], angle)
        robots[s.VX, i], robots[s.VY, i], robots[s.TURN, i] = vx, vy, turn
    rest = _take_ball(ball, count, pitch, dt, bodies, free_ball, qvel)
    if met > 0:
        _note_meetings(robots, ball, present, bodies, meetings, met, forces, step, events, counts)
    _play_ball(robots, ball, present, which, kinds, pitch, dt, rest, step, events, counts)
    if rest > 0:
        for n in range(3):
            ball[s.BALL_X + n] += rest * ball[s.BALL_VX + n]
        ball[s.BALL_Z] = max(ball[s.BALL_Z], pitch[p.BALL_RADIUS])
    note_ball_position(events, counts, step, ball, pitch)


@routine
def _find_meetings(bodies: Floats, meetings: Floats, met: int, forces: Floats) -> None:
    """Time of the first contact of each body, from the contacts with a force."""
    ball = bodies.shape[0] - 1
    for c in range(met):
        row = int(meetings[c, m.ROW])
        if row < 0 or forces[row] <= 0:
            continue
        a, b = int(meetings[c, m.FIRST]), int(meetings[c, m.SECOND])
        for body in (a, b):
            if body >= 0:
                bodies[body, of.MEETS] = min(bodies[body, of.MEETS], meetings[c, m.TIME])
        other = b if a == ball else a
        if (a == ball or b == ball) and other >= 0:
            bodies[other, of.SPEED] = max(bodies[other, of.SPEED], meetings[c, m.CLOSING])


@routine
def _take_ball(
    ball: Floats, b: int, pitch: Floats, dt: float, bodies: Floats, free_ball: Floats, qvel: Floats
) -> float:
    """Move the ball to its contact, with its new velocity; return the rest of the step."""
    first = bodies[b, of.MEETS]
    if first >= dt:
        # Without contact: MuJoCo's result differs only by rounding, and a ball at rest must stay at rest.
        for n in range(s.IN_GOAL):
            ball[n] = free_ball[n]
        return 0.0
    grounded = ball[s.BALL_Z] <= pitch[p.BALL_RADIUS] and free_ball[s.BALL_VZ] == 0
    for n in range(3):
        ball[s.BALL_X + n] += first / dt * bodies[b, of.WAY_X + n]
        ball[s.BALL_VX + n] = qvel[3 * b + n]
        ball[s.BALL_SX + n] = qvel[3 * b + 3 + n]
    # Friction at a robot's front may lift a ball or press it down; unless it takes off, the ground keeps it down.
    if grounded and ball[s.BALL_VZ] < pitch[p.LEAST_BOUNCE]:
        ball[s.BALL_VZ] = 0.0
    return dt - first


@routine
def _play_ball(
    robots: Floats,
    ball: Floats,
    present: Ints,
    which: Ints,
    kinds: Floats,
    pitch: Floats,
    dt: float,
    rest: float,
    step: int,
    events: Floats,
    counts: Ints,
) -> None:
    """Dribblers and kickers, at the time of a contact if there was one: the ball may be out of reach at the end of the
    step.
    """
    count = present.shape[0]
    for n in range(count):
        # Alternating order, so that neither of two robots at the ball has an advantage.
        i = present[n if step % 2 == 0 else count - 1 - n]
        if robots[s.HOLD, i] > 0 or robots[s.KICK_FORWARD, i] > 0:
            hold_ball(ball, robots, i, kinds, which[i], pitch, rest, dt)
            kicked = kick_ball(ball, robots, i, kinds, which[i], pitch, rest)
            if kicked > 0:
                note_kick(events, counts, step, robots, i, ball, kicked)


@routine
def _note_meetings(
    robots: Floats,
    ball: Floats,
    present: Ints,
    bodies: Floats,
    meetings: Floats,
    met: int,
    forces: Floats,
    step: int,
    events: Floats,
    counts: Ints,
) -> None:
    """Report touches of the ball and collisions of robots."""
    count = present.shape[0]
    for b in range(count):
        if bodies[b, of.SPEED] >= 0:
            note_touch(events, counts, step, robots, present[b], ball, bodies[b, of.SPEED])
    c = 0
    while c < met:
        a, b = int(meetings[c, m.FIRST]), int(meetings[c, m.SECOND])
        touching, speed = False, 0.0
        while c < met and meetings[c, m.FIRST] == a and meetings[c, m.SECOND] == b:
            row = int(meetings[c, m.ROW])
            if row >= 0 and forces[row] > 0:
                touching = True
                speed = max(speed, meetings[c, m.CLOSING])
            c += 1
        if touching and 0 <= a < count and 0 <= b < count:
            counts[1] += 1
            if present[a] > present[b]:
                a, b = b, a
            note_collision(
                events,
                counts,
                step,
                robots,
                present[a],
                present[b],
                speed,
                bodies[a, of.VX],
                bodies[a, of.VY],
                bodies[b, of.VX],
                bodies[b, of.VY],
            )
