"""Motion: computes the velocity commands that bring robots to their places [MI20 §2.4.4].

Paths around obstacles are planned in every tenth frame; in between a robot follows its last path. Robots that move
directly, as those at the ball do, get a new velocity in every frame, all others in every second one. Robots slow down
before collisions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from robopitch.control.driving import steer_to_pose
from robopitch.control.geometry import Pose, Twist
from robopitch.control.paths import Area, Obstacles, next_waypoints
from robopitch.control.stuck import HOLD, SHARE, escape
from robopitch.messages import BodyVelocity, Command, FieldVelocity, Kick
from robopitch.teams.game_view import Floats, GameView, Point
from robopitch.teams.motion_kernel import (
    BUMP,
    CAREFUL,
    COLUMNS,
    GOES,
    HEADING,
    NO_WAY,
    SPEED,
    YIELD,
    X,
    Y,
    find_hindered,
    follow,
    go,
    slow_down,
)
from robopitch.teams.observation import Action

__all__ = ["Move", "drive"]

TURNS = 10  # frames between two plannings of all paths; for two-wheeled robots a third of that
APART = 0.5  # robot radii: clearance of planned paths
SWERVED = 5.0  # robot radii: if a goal moves by more, its path is planned again at once
LEAK = 2  # cycles subtracted from the count for each cycle in which the robot was not hindered
LEAST, LEAST_ON_TWO = 0.05, 0.2  # fractions of the top speed: a robot commanded to move slower is not stuck
LEAVE, LEAVE_ALONG = 0.4, 0.3  # fractions of the top speed: out of a goal, and along its back wall at the posts
LEAVE_TURN, LEAVE_OFF = 10.0, 1.2  # 1/s; rad of heading error up to which a robot drives out
STANDS = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, math.inf, 0.0, 0.0, 0.0, *NO_WAY)  # the row of a robot without a move


class Move(NamedTuple):
    """The target of a robot, and what it does with the ball."""

    place: Point
    heading: float
    speed: float = math.inf  # m/s, at most
    moving: Point = (0.0, 0.0)  # m/s, velocity of the place itself: that of a rolling ball
    direct: bool = False  # straight to the place, ignoring obstacles
    free: bool = False  # may be in the defence areas
    kick: Kick | None = None
    dribble: float = 0.0
    twist: Twist | None = None  # in the frame of the field, driven instead of going to a place
    ring: float = 0.0  # m: least distance from the ball; 0: no limit


def drive(
    view: GameView, moves: Mapping[int, Move], around_ball: float = 0.0, near_ball: int | None = None
) -> dict[int, Action]:
    """The actions that carry out these moves; robots without a move stand still.

    around_ball: m of clearance between planned paths and the ball's surface
    near_ball:   the robot for which this clearance does not hold
    """
    constants, memory, numbers = view.constants, view.memory, view.numbers
    view.moves = moves
    if not numbers:
        return {}
    size = max(numbers) + 1
    said: list[Any] = memory.get("said", [])
    if len(said) < size:
        said += [[0.0, 0.0, 0.0] for _ in range(size - len(said))]
        memory["said"] = said
    last = np.array(list(chain.from_iterable([said[number] for number in numbers]))).reshape(-1, 3)
    table = _table(view, moves)
    to = _followed(view, moves, table, around_ball, near_ball)
    wants = np.empty((len(numbers), 3))
    if constants.omni:
        kept, careful = view.parity != view.frame % 2, CAREFUL * constants.limits.brake
        ball = (*view.ball, *view.roll)
        go(table, to, view.poses, last, view.twists, kept, constants.easy, view.period, careful, ball, wants)
    else:
        wants[:] = _steered(view, moves, table, to, last)
    _free_the_stuck(view, wants, last)
    if constants.omni:
        slow_down(view.poses, *view.everybody, constants.radius, constants.limits.brake, wants)
        orders = wants.tolist()
    else:
        _leave_goals(view, wants)
        orders = _slower_on_two(view, wants.tolist())
    actions = {}
    for number, (x, y, turn) in zip(numbers, orders, strict=True):
        said[number] = [x, y, turn]
        move = moves.get(number)
        command: Command = FieldVelocity(x, y, turn) if constants.omni else BodyVelocity(x, 0.0, turn)
        actions[number] = Action(command) if move is None else Action(command, move.kick, move.dribble)
    return actions


def _table(view: GameView, moves: Mapping[int, Move]) -> Floats:
    """The moves as rows of numbers, with the planned paths: `motion_kernel.py` has the columns."""
    ways: dict[str, Any] = view.memory.setdefault("ways", {})  # by number: next waypoint and goal, x and y each
    cells: list[float] = []
    for number, key in zip(view.numbers, view.keys, strict=True):
        move = moves.get(number)
        if move is None:
            cells += STANDS
            continue
        place, heading, speed, moving, direct, free, _, _, twist, ring = move
        if twist is not None:
            cells += (0.0, 0.0, 0.0, *twist, *STANDS[6:])
            continue
        if direct:
            ways.pop(key, None)
        cells += (1.0, free, direct, *place, heading, speed, *moving, ring)
        cells += ways.get(key, NO_WAY)
    return np.array(cells).reshape(-1, COLUMNS)


def _steered(view: GameView, moves: Mapping[int, Move], table: Floats, to: Floats, said: Floats) -> list[Twist]:
    """Velocities that bring robots on two wheels to their points."""
    constants, wants = view.constants, []
    rows = zip(view.numbers, table.tolist(), to.tolist(), said.tolist(), strict=True)
    for number, row, (x, y), (forward, _, turn) in rows:
        if row[GOES] == 0.0:
            wants.append(Twist(row[X], row[Y], row[HEADING]))
            continue
        limits = constants.easy
        if row[SPEED] < limits.speed:
            limits = limits._replace(speed=row[SPEED])
        here, target = Pose(*view.observation.own[number]), Pose(x, y, row[HEADING])
        last, there = Twist(forward, 0.0, turn), 0.3 * constants.radius
        wants.append(steer_to_pose(here, last, target, limits, view.period, there=there))
    return wants


# ---- paths --------------------------------------------------------------------------------------------------------


def _followed(
    view: GameView, moves: Mapping[int, Move], table: Floats, around_ball: float, near_ball: int | None
) -> Floats:
    """The point ``[robot, 2]`` to drive straight to now, at the distance of the remaining path."""
    constants = view.constants
    closed = _closed(view)
    wide = _grown(closed, 1.1 * (1 + APART) * constants.radius)
    again = view.frame % (TURNS if constants.omni else TURNS // 3) == 0
    to, plan = np.empty((len(table), 2)), np.empty(len(table), np.bool_)
    far = SWERVED * constants.radius
    if follow(table, view.poses, wide, constants.length, far, again, to, plan):
        _plan(view, moves, table, closed, plan.nonzero()[0].tolist(), around_ball, near_ball)
        follow(table, view.poses, wide, constants.length, math.inf, False, to, plan)
    return to


def _plan(
    view: GameView,
    moves: Mapping[int, Move],
    table: Floats,
    closed: tuple[Area, ...],
    robots: list[int],
    around_ball: float,
    near_ball: int | None,
) -> None:
    """Plan the paths of robots, by their rows."""
    ways: dict[str, Any] = view.memory["ways"]
    groups: dict[tuple[bool, bool], list[int]] = {}
    for index in robots:
        number = view.numbers[index]
        groups.setdefault((_free(view, moves, number, closed), number == near_ball), []).append(index)
    for free, near in ((False, False), (True, False), (False, True), (True, True)):
        chosen = groups.get((free, near))
        if chosen:
            goals = np.ascontiguousarray(table[chosen, X : Y + 1])
            points = _planned(view, chosen, goals, ways, free, 0.0 if near else around_ball)
            for index, (x, y), (gx, gy) in zip(chosen, points.tolist(), goals.tolist(), strict=True):
                straight = abs(x - gx) + abs(y - gy) < 1e-9
                way = ways[view.keys[index]] = [gx, gy, gx, gy] if straight else [x, y, gx, gy]
                table[index, -len(way) :] = way


def _free(view: GameView, moves: Mapping[int, Move], number: int, closed: tuple[Area, ...]) -> bool:
    """Whether a path may lead through closed areas: also from inside one, so that the goal's walls do not stop it."""
    x, y, _ = view.observation.own[number]
    return moves[number].free or any(area.holds(x, y) for area in closed)


def _closed(view: GameView) -> tuple[Area, ...]:
    """The areas that are closed for field players now."""
    constants = view.constants
    if not constants.closed:
        small = constants.few[0]
        return () if small is None else (small,)
    return constants.closed if view.situation.running else constants.distant


@lru_cache(maxsize=64)
def _grown(areas: tuple[Area, ...], by: float) -> Floats:
    """Areas with a border, ``[area, 4]``; they are the same in every frame."""
    return np.array([area.grown(by) for area in areas]).reshape(-1, 4)


def _planned(
    view: GameView, chosen: list[int], goals: Floats, ways: Mapping[str, Any], free: bool, around_ball: float
) -> Floats:
    constants = view.constants
    places, velocities = view.everybody
    radii = np.full(len(places) + 1, constants.radius)
    radii[-1] = constants.ball + around_ball
    rolls = view.roll if view.speed < 1.0 else (0.0, 0.0)
    obstacles = Obstacles(np.concatenate((places, [view.ball])), np.concatenate((velocities, [rolls])), radii)
    last = [ways.get(str(view.numbers[index])) for index in chosen]
    previous = np.array([way[:2] if way is not None else goal for way, goal in zip(last, goals.tolist(), strict=True)])
    return next_waypoints(
        view.place[chosen],
        goals,
        obstacles,
        constants.radius,
        own=np.array(chosen),
        clearance=APART * constants.radius,
        areas=() if free else _closed(view),
        bounds=constants.bounds,
        speed=0.6 * constants.top,
        horizon=0.8,
        previous=previous,
    )


def _free_the_stuck(view: GameView, wants: Floats, said: Floats) -> None:
    """Replace the velocities of robots that were commanded to move and are stuck [CAMBADA-control §5.2].

    said: ``[robot, 3]``, the last command
    """
    constants, observation = view.constants, view.observation
    stuck: dict[str, Any] = view.memory.setdefault("stuck", {})  # by number: cycles, since when, direction, side
    least = (LEAST if constants.omni else LEAST_ON_TWO) * constants.top
    # On two wheels, also one that only turns: two cubes may lock each other.
    lever, slow_ones = 0.0 if constants.omni else constants.radius, np.empty(len(said), np.bool_)
    hindered = find_hindered(said, view.twists, least, SHARE, lever, slow_ones)
    if not hindered and not any(known[0] or known[1] >= 0 for known in stuck.values()):
        return
    for index, slow in enumerate(slow_ones.tolist()):
        key = view.keys[index]
        known = stuck.get(key, (0, -1.0, 0.0, 1))
        slow = slow and view.numbers[index] in observation.own_velocity
        cycles, since = known[0] + 1 if slow else max(known[0] - LEAK, 0), known[1]
        if cycles * view.period >= HOLD:
            x, y, _ = said[index].tolist()
            cycles, since, known = 0, observation.time, (0, 0.0, math.atan2(y, x), -known[3])
        if since >= 0:
            way = escape(known[2], observation.time - since, known[3], 0.4 * constants.top)
            if way is None:
                since = -1.0
            elif constants.omni:
                wants[index, :2] = way
            else:  # a two-wheeled robot reverses
                wants[index] = (-0.4 * constants.top * math.cos(known[2]), 0.0, 0.0)
        if cycles or since >= 0 or key in stuck:
            stuck[key] = [cycles, since, known[2], known[3]]


def _leave_goals(view: GameView, wants: Floats) -> None:
    """Replace the velocities of two-wheeled robots in a goal, where there is no room for other manoeuvres.

    They drive along the back wall to the middle of the goal while turning, then straight out, forwards or backwards.
    """
    constants = view.constants
    if not constants.walled:
        return
    for index, number in enumerate(view.numbers):
        x, y, heading = view.observation.own[number]
        if abs(x) < constants.length or abs(y) > constants.post:
            continue
        off = math.remainder(heading, math.pi)  # from the line that leads out; front and back are equivalent
        turn = max(-constants.limits.turn_rate, min(constants.limits.turn_rate, -LEAVE_TURN * off))
        if abs(off) < LEAVE_OFF:
            forward = -math.copysign(LEAVE * constants.top * math.cos(off), x * math.cos(heading))
        else:
            forward = -LEAVE_ALONG * constants.top * y / constants.post * math.copysign(1.0, math.sin(heading))
        wants[index] = (forward, 0.0, turn)


# ---- collision avoidance ------------------------------------------------------------------------------------------


def _slower_on_two(view: GameView, wants: list[list[float]]) -> list[list[float]]:
    """`slow_down` for robots on two wheels: they have one speed, and few of them are fast enough to be looked at."""
    constants, own, slow = view.constants, view.observation.own, 0.99 * YIELD
    if all(abs(want[0]) <= slow for want in wants):
        return wants
    headings = np.array([own[number][2] for number in view.numbers])
    cosines, sines = np.cos(headings).tolist(), np.sin(headings).tolist()
    everybody = [(pose.x, pose.y) for robots in (own, view.observation.opponents) for pose in robots.values()]
    moving = view.velocity.tolist() + view.rival_velocity.tolist()
    braking, apart = 2.0 * CAREFUL * constants.limits.brake, 2.0 * constants.radius
    slower = list(wants)
    for index, (forward, _, turn) in enumerate(wants):
        if abs(forward) <= slow:  # it need not be slower, whoever is before it
            continue
        vx, vy = forward * cosines[index], forward * sines[index]
        px, py = everybody[index]
        most = 0.0
        for other, (x, y) in enumerate(everybody):
            if other == index:
                continue
            x, y = x - px, y - py
            distance = max(math.sqrt(x * x + y * y), 1e-9)  # a mate's record may name any position, also the own one
            x, y = x / distance, y / distance
            ours = vx * x + vy * y
            if ours <= YIELD:
                continue
            closing = ours - (moving[other][0] * x + moving[other][1] * y)
            allowed = BUMP + math.sqrt(braking * max(distance - apart, 0.0))
            most = max(most, min(closing - allowed, ours - YIELD))
        if most > 0.0:
            slower[index] = [forward - math.copysign(min(abs(forward), most), forward), 0.0, turn]
    return slower
