"""Compiled arithmetic of motion, over all robots of a team at once: the rows of a table are its robots."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from robopitch.control.driving import go_to_pose
from robopitch.control.geometry import Pose, Twist
from robopitch.control.limiting import Limits
from robopitch.elementary.kernels import kernel

__all__ = [
    "COLUMNS",
    "GOES",
    "HEADING",
    "NO_WAY",
    "SPEED",
    "X",
    "Y",
    "find_hindered",
    "follow",
    "go",
    "slow_down",
]

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Point = tuple[float, float]

# Columns of the table. A robot that does not go to a place drives with the velocity in X, Y and HEADING.
GOES, FREE, DIRECT, X, Y, HEADING, SPEED, MOVING_X, MOVING_Y, RING, WAY_X, WAY_Y, GX, GY = range(14)
COLUMNS = 14
NO_WAY = (math.nan, math.nan, math.nan, math.nan)  # WAY_X to GY: no path is planned

SOFT = 0.05  # s: time constant at the end of a path, because wheels lag and precision does not matter there
BUMP = 0.5  # m/s at which robots may touch: a third of what counts as a crash
YIELD = 0.6  # m/s: a robot need not be slower than this because another one approaches fast
CONTACT, PUSH = 0.02, 0.3  # m between robots that touch, and m/s at which a robot may drive against an opponent
CAREFUL = 0.45  # fraction of the full deceleration that is planned with near others
ASTRAY = 0.7  # m/s between commanded and true velocity: beyond it the true one is used, because the robot was hit
BANK = 0.8  # fraction of the acceleration that may be used to keep a straight line while turning


def _allowed(x: float, y: float, areas: Floats, length: float) -> Point:
    """The place, or the nearest one outside of closed areas."""
    for area in range(areas.shape[0]):
        left, right, low, high = areas[area, 0], areas[area, 1], areas[area, 2], areas[area, 3]
        if left < x < right and low < y < high:
            front = right if right < length else left
            ahead, under, over = abs(front - x), abs(low - y), abs(high - y)
            if ahead <= under and ahead <= over:
                return front, y
            return x, low if under <= over else high
    return x, y


def _outside(
    x: float, y: float, vx: float, vy: float, ring: float, ball: tuple[float, float, float, float], brake: float
) -> Point:
    """The same velocity, limited towards the ball so that the robot can stop at the ring around it."""
    x, y = x - ball[0], y - ball[1]
    away = _length(x, y) + 1e-9
    x, y, room = x / away, y / away, away - ring
    leaving = (vx - ball[2]) * x + (vy - ball[3]) * y
    least = -math.sqrt(2 * brake * room) if room > 0 else -room / SOFT
    if leaving >= least:
        return vx, vy
    return vx + (least - leaving) * x, vy + (least - leaving) * y


def _length(x: float, y: float) -> float:
    return math.sqrt(x * x + y * y)


@kernel
def follow(
    table: Floats, poses: Floats, areas: Floats, length: float, far: float, again: bool, to: Floats, plan: Flags
) -> bool:
    """Where each robot drives straight to now, *to*: on its path, or its place; and whether a path is to be planned.

    The places of robots that are not free are moved out of closed areas.

    areas:  ``[area, 4]``, closed ones with room around them: left, right, low, high
    length: x of the goal line
    far:    m, by which a place has moved if its path is planned again at once
    again:  all paths are planned
    plan:   robots whose paths are to be planned
    """
    found = False
    for i in range(table.shape[0]):
        plan[i] = False
        if table[i, GOES] == 0.0:
            continue
        if table[i, FREE] == 0.0:
            table[i, X], table[i, Y] = _allowed(table[i, X], table[i, Y], areas, length)
        x, y = table[i, X], table[i, Y]
        to[i, 0], to[i, 1] = x, y
        if table[i, DIRECT] != 0.0:
            continue
        way_x, way_y, goal_x, goal_y = table[i, WAY_X], table[i, WAY_Y], table[i, GX], table[i, GY]
        if again or way_x != way_x or _length(goal_x - x, goal_y - y) > far:
            plan[i] = found = True
        elif way_x != goal_x or way_y != goal_y:
            # A point towards the corner, at the distance of the goal by way of it: it does not stop at the corner.
            dx, dy = way_x - poses[i, 0], way_y - poses[i, 1]
            first = _length(dx, dy)
            if first >= 1e-6:
                share = (first + _length(way_x - x, way_y - y)) / first
                to[i, 0], to[i, 1] = poses[i, 0] + share * dx, poses[i, 1] + share * dy
    return found


@kernel
def go(
    table: Floats,
    to: Floats,
    poses: Floats,
    said: Floats,
    velocity: Floats,
    kept: Flags,
    limits: Limits,
    period: float,
    careful: float,
    ball: tuple[float, float, float, float],
    wants: Floats,
) -> None:
    """Velocities that bring omnidirectional robots to their points.

    said: ``[robot, 3]``, the last command; kept: robots that keep it, if they do not drive directly
    careful: m/s² at which a robot brakes before the ring around the ball
    ball: position and velocity
    """
    for i in range(table.shape[0]):
        if table[i, GOES] == 0.0:
            wants[i, 0], wants[i, 1], wants[i, 2] = table[i, X], table[i, Y], table[i, HEADING]
            continue
        cycle = period
        last = Twist(said[i, 0], said[i, 1], said[i, 2])
        if table[i, DIRECT] == 0.0:
            cycle = 2 * period
            if kept[i]:
                wants[i, 0], wants[i, 1], wants[i, 2] = last.x, last.y, last.turn
                continue
        speed, turn_rate, speed_up, brake, turn_speed_up, turn_brake = limits
        here = Limits(min(speed, table[i, SPEED]), turn_rate, speed_up, brake, turn_speed_up, turn_brake)
        pose, target = Pose(poses[i, 0], poses[i, 1], poses[i, 2]), Pose(to[i, 0], to[i, 1], table[i, HEADING])
        if abs(velocity[i, 0] - last.x) + abs(velocity[i, 1] - last.y) > ASTRAY:
            last = Twist(velocity[i, 0], velocity[i, 1], velocity[i, 2])
        moving = Twist(table[i, MOVING_X], table[i, MOVING_Y], 0.0)
        want = go_to_pose(pose, last, target, here, cycle, SOFT, moving)
        x, y, turn = want.x, want.y, want.turn
        if table[i, RING] > 0.0:
            x, y = _outside(pose.x, pose.y, x, y, table[i, RING], ball, careful)
        fast = _length(x, y)
        most = BANK * speed_up / fast if fast > 0.5 else math.inf
        wants[i, 0], wants[i, 1], wants[i, 2] = x, y, math.copysign(most, turn) if abs(turn) > most else turn


@kernel
def find_hindered(said: Floats, twists: Floats, least: float, share: float, lever: float, hindered: Flags) -> bool:
    """The robots that move by *share* less than they were told to, and whether there is one.

    said, twists: ``[robot, 3]``, the last command and the velocity
    least:        m/s, of a command that counts
    lever:        m, at which a turn counts as motion; with one, a command drives along the first axis only
    """
    found = False
    for i in range(said.shape[0]):
        wanted, moves = _length(said[i, 0], said[i, 1]), _length(twists[i, 0], twists[i, 1])
        if lever > 0.0:
            wanted, moves = abs(said[i, 0]) + lever * abs(said[i, 2]), moves + lever * abs(twists[i, 2])
        hindered[i] = wanted >= least and wanted - moves > share * wanted
        found = found or hindered[i]
    return found


@kernel
def slow_down(poses: Floats, everybody: Floats, moving: Floats, radius: float, brake: float, wants: Floats) -> None:
    """Makes velocities slower towards other robots that are too near to brake in time.

    everybody, moving: positions and velocities, own robots first
    """
    count = wants.shape[0]
    for i in range(count):
        most, by_x, by_y = 0.0, 0.0, 0.0
        for other in range(everybody.shape[0]):
            if other == i:
                continue
            x, y = everybody[other, 0] - poses[i, 0], everybody[other, 1] - poses[i, 1]
            distance = max(math.sqrt(x * x + y * y), 1e-9)  # a mate's record may name any position, also the own one
            x, y = x / distance, y / distance
            ours = wants[i, 0] * x + wants[i, 1] * y
            room = max(distance - 2.0 * radius, 0.0)
            closing = ours - (moving[other, 0] * x + moving[other, 1] * y)
            excess = min(closing - (BUMP + math.sqrt((2.0 * CAREFUL * brake) * room)), ours - YIELD)
            if other >= count and room < CONTACT:  # do not push opponents away
                excess = max(excess, ours - PUSH)
            if excess > most:
                most, by_x, by_y = excess, x, y
        if most > 0.0:
            wants[i, 0], wants[i, 1] = wants[i, 0] - most * by_x, wants[i, 1] - most * by_y
