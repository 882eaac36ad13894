"""One lane per robot: the algorithm of a GPU, run on a CPU.

On a GPU each robot has a lane; all lanes run at once and wait for each other at barriers. Here the lanes between two
barriers run one after the other, *in an order that the caller chooses*. If the order made a difference, a GPU would
give a different result each time. It does not: for every order the result is that of `loops.py`, bit for bit, as the
tests check.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from robopitch.elementary.caching import cached
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.drive_loops import drive_kind, move
from robopitch.physics.frame import has_frames, load_frames, move_frames, store_frames
from robopitch.physics.scalar import Floats, Ints, physics_digest, routine
from robopitch.physics.turf.ball_contact import ball_near
from robopitch.physics.turf.ball_step import ball_speed, step_ball, top_speed
from robopitch.physics.turf.contact import pair_contact, robots_near, wall_contact, wall_near
from robopitch.physics.turf.loops import SWEEPS

__all__ = ["advance_by_lanes"]


@routine
def opponent(a: int, turn: int, count: int) -> int:
    """The opponent of lane `a` in a round of the tournament; -1 for a bye."""
    rounds = count - 1 + count % 2
    if a == rounds:  # the last of an even number plays the one that would play itself
        return turn // 2 if turn % 2 == 0 else (turn + rounds) // 2
    b = (turn - a) % rounds
    if b != a:
        return b
    return rounds if count % 2 == 0 else -1


@routine
def _meet_robots(
    robots: Floats, which: Ints, kinds: Floats, pitch: Floats, box_kinds: Ints, order: Ints, near: Ints, walls: Ints
) -> None:
    """Each lane finds its close robots; then the rounds, with a barrier after each."""
    real = type(robots[0, 0])
    count = which.shape[0]
    inner_x = min(pitch[p.WALL_X], pitch[p.GOAL_NEAR])
    for lane in range(count):
        a = order[lane]
        radius = kinds[which[a], p.RADIUS]
        for b in range(count):
            near[a, b] = 0
            if b > a and robots_near(
                robots[s.X, a], robots[s.Y, a], radius, robots[s.X, b], robots[s.Y, b], kinds[which[b], p.RADIUS]
            ):
                near[a, b] = 1
        walls[a] = 0
        if robots[s.PRESENT, a] > real(0) and wall_near(
            robots[s.X, a], robots[s.Y, a], radius, inner_x, pitch[p.WALL_Y], pitch[p.CORNER]
        ):
            walls[a] = 1
    for _ in range(SWEEPS):
        touching = False
        for turn in range(count - 1 + count % 2):
            for lane in range(count):
                a = order[lane]
                b = opponent(a, turn, count)
                if b > a and near[a, b] == 1:
                    met = pair_contact(robots, a, b, kinds, which[a], which[b], pitch)
                    touching = touching or met >= real(0)
        for lane in range(count):
            i = order[lane]
            if walls[i] == 1 and wall_contact(robots, i, kinds, which[i], box_kinds, pitch):
                touching = True
        if not touching:
            break


@routine
def _meet_ball(
    robots: Floats,
    ball: Floats,
    which: Ints,
    kinds: Floats,
    pitch: Floats,
    boxes: Floats,
    order: Ints,
    close: Ints,
    step: int,
    dt: float,
    events: Floats,
    counts: Ints,
) -> None:
    """Lanes vote whether they are close to the ball; those that are handle it one after the other, by id."""
    real = type(dt)
    count = which.shape[0]
    radius = pitch[p.BALL_RADIUS]
    speed = ball_speed(ball)
    fastest = real(0)
    for lane in range(count):
        i = order[lane]
        zone = at.zone_of(kinds, which[i])
        quick = top_speed(robots[s.VX, i], robots[s.VY, i], robots[s.TURN, i], zone)
        reach = zone + (speed + quick) * dt + radius
        close[i] = 0
        if ball_near(ball[s.BALL_X], ball[s.BALL_Y], robots[s.X, i], robots[s.Y, i], reach):
            close[i] = 1
            fastest = max(fastest, quick)
    found = 0
    for i in range(count):  # result of the vote: the close lanes, by id
        if close[i] == 1:
            close[found] = i
            found += 1
    step_ball(robots, ball, which, kinds, pitch, boxes, close, found, speed + fastest, step, dt, events, counts)


def _advance_by_lanes(digest: int) -> Any:
    """Make the entry point; see `loops.py` for the digest."""

    @cached(error_model="numpy")
    def advance_by_lanes(
        state: Floats,
        fields: int,
        tick: int,
        steps: int,
        order: Ints,
        which: Ints,
        kinds: Floats,
        wheels: Floats,
        pitch: Floats,
        boxes: Floats,
        box_kinds: Ints,
        dt: float,
    ) -> int:
        """Advance one world in place, with its lanes in this order."""
        count = which.shape[0]
        robots = np.empty((at.ROWS, at.STRIDE), state.dtype)
        work = robots.reshape(robots.size)
        near = np.empty((count, count), np.int64)
        flags = np.empty(count, np.int64)
        events = np.empty((0, s.EVENT_FIELDS))
        counts = np.zeros(2, np.int64)
        packed = state[: fields * count].reshape((fields, count))
        ball = state[fields * count : fields * count + s.BALL_FIELDS]
        at.load(robots, packed, which, kinds, wheels.shape[1])
        frames = has_frames(fields, wheels.shape[1])
        if frames:
            load_frames(robots, packed)
        for step in range(tick, tick + steps):
            for lane in range(count):
                i = order[lane]
                drive_kind(work, i, i + 1, kinds, wheels, which[i], dt)
                move(work, i, i + 1, dt)
            if frames:
                move_frames(robots, which, kinds, dt)
            _meet_robots(robots, which, kinds, pitch, box_kinds, order, near, flags)
            _meet_ball(robots, ball, which, kinds, pitch, boxes, order, flags, step, dt, events, counts)
        at.store(packed, robots, which, kinds, wheels.shape[1])
        if frames:
            store_frames(packed, robots)
        return digest

    return advance_by_lanes


advance_by_lanes = _advance_by_lanes(physics_digest())
