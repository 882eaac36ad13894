"""The CPU driver: loops over robots, pairs and worlds around the functions that advance one of each.

`lanes.py` does the same with one lane per robot. Both visit pairs in the same rounds and the ball's contacts in the
same order, and so give the same bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from robopitch.elementary.caching import cached
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics import workspace as at
from robopitch.physics.drive_loops import drive_all, move
from robopitch.physics.frame import has_frames, load_frames, move_frames, store_frames
from robopitch.physics.happenings import note_collision
from robopitch.physics.params import Params
from robopitch.physics.scalar import Floats, Ints, physics_digest, routine
from robopitch.physics.tipping import find_tipping, remember_tipping
from robopitch.physics.turf.ball_contact import ball_near
from robopitch.physics.turf.ball_step import ball_speed, step_ball, top_speed
from robopitch.physics.turf.contact import pair_contact, pairing_round, robots_near, wall_contact, wall_near

__all__ = ["advance", "pack"]

SWEEPS = 4  # over the contacts between robots


@routine
def find_pairs(work: Floats, count: int, pairs: Ints) -> int:
    """List the pairs of robots that are close, in the order of their rounds; return their number."""
    found = 0
    whole = at.padded(count)
    for a in range(count - 1):
        j = np.uintp(a)
        x, y, r = work[at.X + j], work[at.Y + j], work[at.RADIUS + j]
        near = 0
        for n in range(a // at.VECTOR * at.VECTOR, whole):
            i = np.uintp(n)
            near += 1 if robots_near(x, y, r, work[at.X + i], work[at.Y + i], work[at.RADIUS + i]) else 0
        if near <= 1:  # itself
            continue
        for b in range(a + 1, count):
            i = np.uintp(b)
            if robots_near(x, y, r, work[at.X + i], work[at.Y + i], work[at.RADIUS + i]):
                turn = pairing_round(a, b, count)
                to = found
                while to > 0 and pairs[to - 1, 0] > turn:
                    pairs[to, 0], pairs[to, 1], pairs[to, 2] = pairs[to - 1, 0], pairs[to - 1, 1], pairs[to - 1, 2]
                    to -= 1
                pairs[to, 0], pairs[to, 1], pairs[to, 2] = turn, a, b
                found += 1
    return found


@routine
def find_at_walls(work: Floats, count: int, pitch: Floats, walls: Ints) -> int:
    """List the robots that are close to a wall or a goal; return their number."""
    wall_x, wall_y, corner = pitch[p.WALL_X], pitch[p.WALL_Y], pitch[p.CORNER]
    inner_x = min(wall_x, pitch[p.GOAL_NEAR])
    near = 0
    for n in range(at.padded(count)):
        i = np.uintp(n)
        near += 1 if wall_near(work[at.X + i], work[at.Y + i], work[at.RADIUS + i], inner_x, wall_y, corner) else 0
    found = 0
    if near > at.padded(count) - count:  # more than the empty lanes, which are far away
        for n in range(count):
            i = np.uintp(n)
            close = wall_near(work[at.X + i], work[at.Y + i], work[at.RADIUS + i], inner_x, wall_y, corner)
            if close and work[at.PRESENT + i] > 0:
                walls[found] = n
                found += 1
    return found


@routine
def meet_robots(
    robots: Floats,
    work: Floats,
    which: Ints,
    kinds: Floats,
    pitch: Floats,
    box_kinds: Ints,
    pairs: Ints,
    walls: Ints,
    step: int,
    events: Floats,
    counts: Ints,
) -> None:
    """Resolve contacts of robots with robots, walls and goals."""
    real = type(robots[0, 0])
    count = which.shape[0]
    found = find_pairs(work, count, pairs)
    at_wall = find_at_walls(work, count, pitch, walls)
    for sweep in range(SWEEPS):
        touching = False
        for n in range(found):
            a, b = pairs[n, 1], pairs[n, 2]
            avx, avy, bvx, bvy = robots[s.VX, a], robots[s.VY, a], robots[s.VX, b], robots[s.VY, b]
            met = pair_contact(robots, a, b, kinds, which[a], which[b], pitch)
            if met >= real(0):
                touching = True
                if sweep == 0:
                    counts[1] += 1
                    note_collision(events, counts, step, robots, a, b, met, avx, avy, bvx, bvy)
        for n in range(at_wall):
            i = walls[n]
            if wall_contact(robots, i, kinds, which[i], box_kinds, pitch):
                touching = True
        if not touching:
            break


@routine
def meet_ball(
    robots: Floats,
    work: Floats,
    ball: Floats,
    which: Ints,
    kinds: Floats,
    pitch: Floats,
    boxes: Floats,
    near: Ints,
    step: int,
    dt: float,
    events: Floats,
    counts: Ints,
) -> None:
    """Find the robots that are close to the ball, and advance the ball."""
    real = type(dt)
    radius = pitch[p.BALL_RADIUS]
    speed = ball_speed(ball)
    ball_x, ball_y = ball[s.BALL_X], ball[s.BALL_Y]
    found = 0
    fastest = real(0)
    count = which.shape[0]
    close = 0
    for n in range(at.padded(count)):
        i = np.uintp(n)
        quick = top_speed(work[at.VX + i], work[at.VY + i], work[at.TURN + i], work[at.ZONE + i])
        reach = work[at.ZONE + i] + (speed + quick) * dt + radius
        close += 1 if ball_near(ball_x, ball_y, work[at.X + i], work[at.Y + i], reach) else 0
    if close > 0:
        for n in range(count):
            i = np.uintp(n)
            quick = top_speed(work[at.VX + i], work[at.VY + i], work[at.TURN + i], work[at.ZONE + i])
            reach = work[at.ZONE + i] + (speed + quick) * dt + radius
            if ball_near(ball_x, ball_y, work[at.X + i], work[at.Y + i], reach):
                near[found] = n
                found += 1
                fastest = max(fastest, quick)
    step_ball(robots, ball, which, kinds, pitch, boxes, near, found, speed + fastest, step, dt, events, counts)


def pack(params: Params, which: Ints, fields: int) -> tuple[Floats, Ints]:
    """All parameters in two arrays: passing an array to a kernel takes time, and a step takes a microsecond."""
    parts = (params.kinds, params.wheels, params.pitch, params.boxes)
    sizes = [len(which), fields, *params.wheels.shape[:2], len(params.kinds), len(params.boxes)]
    return np.concatenate([part.ravel() for part in parts]), np.array([*sizes, *which, *params.box_kinds], np.int64)


def _advance(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which is part of the key of Numba's disk cache."""

    @cached(error_model="numpy", nogil=True)
    def advance(
        states: Floats, ticks: Ints, steps: int, numbers: Floats, table: Ints, dt: float, events: Floats, counts: Ints
    ) -> int:
        count, fields, wheel_kinds, wheel_count, kind_count, box_count = table[:6]
        which, box_kinds = table[6 : 6 + count], table[6 + count :]
        a = kind_count * p.KIND_NUMBERS
        b = a + wheel_kinds * wheel_count * p.WHEEL_NUMBERS
        c = b + p.PITCH_NUMBERS
        kinds = numbers[:a].reshape((kind_count, p.KIND_NUMBERS))
        wheels = numbers[a:b].reshape((wheel_kinds, wheel_count, p.WHEEL_NUMBERS))
        pitch = numbers[b:c]
        boxes = numbers[c:].reshape((box_count, p.BOX_NUMBERS))

        robots = np.empty((at.ROWS, at.STRIDE), states.dtype)
        work = robots.reshape(robots.size)
        pairs = np.empty((count * count // 2 + 1, 3), np.int64)
        near = np.empty(count + 1, np.int64)
        for w in range(states.shape[0]):
            packed = states[w, : fields * count].reshape((fields, count))
            ball = states[w, fields * count : fields * count + s.BALL_FIELDS]
            at.load(robots, packed, which, kinds, wheel_count)
            frames = has_frames(fields, wheel_count)
            if frames:
                load_frames(robots, packed)
            tips = remember_tipping(robots, which, kinds, wheels, dt)
            for _ in range(steps):
                step = ticks[w]
                drive_all(work, which, kinds, wheels, dt)
                if tips:
                    find_tipping(robots, which, kinds, wheels, dt, step, events[w], counts[w])
                if frames:
                    move_frames(robots, which, kinds, dt)
                move(work, 0, at.padded(count), dt)
                meet_robots(robots, work, which, kinds, pitch, box_kinds, pairs, near, step, events[w], counts[w])
                meet_ball(robots, work, ball, which, kinds, pitch, boxes, near, step, dt, events[w], counts[w])
                ticks[w] += 1
            at.store(packed, robots, which, kinds, wheel_count)
            if frames:
                store_frames(packed, robots)
        return digest

    return advance


advance = _advance(physics_digest())
