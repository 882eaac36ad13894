"""Motion: computes the velocity commands that bring robots to their places [MI20 §2.4.4].

Paths around obstacles are planned in every tenth frame; in between a robot follows its last path. Robots that move
directly, as those at the ball do, get a new velocity in every frame, all others in every second one. Robots slow down
before collisions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from robopitch.control.driving import go_to_pose, steer_to_pose
from robopitch.control.geometry import Pose, Twist
from robopitch.control.paths import Area, Obstacles, next_waypoints
from robopitch.control.stuck import HOLD, SHARE, escape
from robopitch.messages import BodyVelocity, Command, FieldVelocity, Kick
from robopitch.teams.game_view import Floats, GameView, Point
from robopitch.teams.observation import Action

__all__ = ["Move", "drive"]

TURNS = 10  # frames between two plannings of all paths; for two-wheeled robots a third of that
SOFT = 0.05  # s: time constant at the end of a path, because wheels lag and precision does not matter there
APART = 0.5  # robot radii: clearance of planned paths
SWERVED = 5.0  # robot radii: if a goal moves by more, its path is planned again at once
BUMP = 0.5  # m/s at which robots may touch: a third of what counts as a crash
YIELD = 0.6  # m/s: a robot need not be slower than this because another one approaches fast
CONTACT, PUSH = 0.02, 0.3  # m between robots that touch, and m/s at which a robot may drive against an opponent
CAREFUL = 0.45  # fraction of the full deceleration that is planned with near others
ASTRAY = 0.7  # m/s between commanded and true velocity: beyond it the true one is used, because the robot was hit
LEAK = 2  # cycles subtracted from the count for each cycle in which the robot was not hindered
LEAST, LEAST_ON_TWO = 0.05, 0.2  # fractions of the top speed: a robot commanded to move slower is not stuck
LEAVE, LEAVE_ALONG = 0.4, 0.3  # fractions of the top speed: out of a goal, and along its back wall at the posts
LEAVE_TURN, LEAVE_OFF = 10.0, 1.2  # 1/s; rad of heading error up to which a robot drives out
BANK = 0.8  # fraction of the acceleration that may be used to keep a straight line while turning


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
    constants, memory, observation = view.constants, view.memory, view.observation
    numbers, view.moves = view.numbers, moves
    if not numbers:
        return {}
    size = max(numbers) + 1
    said: list[Any] = memory.get("said", [])
    if len(said) < size:
        said += [[0.0, 0.0, 0.0] for _ in range(size - len(said))]
        memory["said"] = said
    ways, beat = _ways(view, moves, around_ball, near_ball), view.frame % 2
    wants: list[Twist] = []
    for number in numbers:
        move = moves.get(number)
        if move is None:
            wants.append(Twist(0.0, 0.0, 0.0))
            continue
        if move.twist is not None:
            wants.append(move.twist)
            continue
        pose, last = observation.own[number], said[number]
        period = view.period
        if constants.omni and not move.direct:
            if number % 2 != beat:
                wants.append(Twist(*last))
                continue
            period = 2 * view.period
        (x, y), heading = ways[number], move.heading
        limits = constants.easy
        if move.speed < limits.speed:
            limits = limits._replace(speed=move.speed)
        here, target = Pose(*pose), Pose(x, y, heading)
        if constants.omni:
            true = observation.own_velocity.get(number, (0.0, 0.0, 0.0))
            if abs(true[0] - last[0]) + abs(true[1] - last[1]) > ASTRAY:
                last = true
            moving = Twist(move.moving[0], move.moving[1], 0.0)
            want = go_to_pose(
                here, Twist(last[0], last[1], last[2]), target, limits, period, softness=SOFT, moving=moving
            )
            if move.ring > 0:
                want = _outside(view, here, want, move.ring)
            fast = math.hypot(want.x, want.y)
            most = BANK * limits.speed_up / fast if fast > 0.5 else math.inf
            if abs(want.turn) > most:
                want = Twist(want.x, want.y, math.copysign(most, want.turn))
            wants.append(want)
        else:
            wants.append(
                steer_to_pose(here, Twist(last[0], 0.0, last[2]), target, limits, period, there=0.3 * constants.radius)
            )
    _free_the_stuck(view, wants, said)
    _leave_goals(view, wants)
    slower = _slower(view, wants)
    actions = {}
    for number, want in zip(numbers, slower, strict=True):
        said[number] = [want.x, want.y, want.turn]
        move = moves.get(number)
        command: Command = FieldVelocity(*want) if constants.omni else BodyVelocity(want.x, 0.0, want.turn)
        actions[number] = Action(command, move.kick, move.dribble) if move is not None else Action(command)
    return actions


# ---- paths --------------------------------------------------------------------------------------------------------


def _ways(view: GameView, moves: Mapping[int, Move], around_ball: float, near_ball: int | None) -> dict[int, Point]:
    """The point to drive straight to now, for each robot that moves; at the distance of its remaining path."""
    constants, memory, observation = view.constants, view.memory, view.observation
    ways: dict[str, Any] = memory.setdefault("ways", {})  # by number: next waypoint and goal, x and y each
    closed = _closed(view)
    wide = _grown(closed, 1.1 * (1 + APART) * constants.radius)
    turn, far = view.frame % (TURNS if constants.omni else TURNS // 3), SWERVED * constants.radius
    found: dict[int, Point] = {}
    plan: list[int] = []
    for index, number in enumerate(view.numbers):
        move = moves.get(number)
        if move is None or move.twist is not None:
            continue
        place = found[number] = move.place if move.free else _allowed(constants.length, wide, move.place)
        if move.direct:
            ways.pop(str(number), None)
            continue
        known = ways.get(str(number))
        if turn == 0 or known is None or math.dist(known[2:], place) > far:
            plan.append(index)
        elif known[:2] != known[2:]:
            found[number] = _ahead(observation.own[number][:2], (known[0], known[1]), place)
    groups: dict[tuple[bool, bool], list[int]] = {}
    for index in plan:
        number = view.numbers[index]
        groups.setdefault((_free(view, moves, number, closed), number == near_ball), []).append(index)
    for free, near in ((False, False), (True, False), (False, True), (True, True)):
        chosen = groups.get((free, near))
        if chosen:
            goals = np.array([found[view.numbers[index]] for index in chosen])
            points = _planned(view, chosen, goals, ways, free, 0.0 if near else around_ball)
            for index, (x, y), (gx, gy) in zip(chosen, points.tolist(), goals.tolist(), strict=True):
                number = view.numbers[index]
                straight = abs(x - gx) + abs(y - gy) < 1e-9
                ways[str(number)] = [gx, gy, gx, gy] if straight else [x, y, gx, gy]
                if not straight:
                    found[number] = _ahead(observation.own[number][:2], (x, y), (gx, gy))
    return found


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
def _grown(areas: tuple[Area, ...], by: float) -> tuple[Area, ...]:
    """Areas with a border; they are the same in every frame."""
    return tuple(area.grown(by) for area in areas)


def _allowed(length: float, areas: Sequence[Area], place: Point) -> Point:
    """The place, or the nearest one outside of defence areas with room around them; *length*: x of the goal line."""
    for area in areas:
        x, y = place
        if area.holds(x, y):
            front = area.right if area.right < length else area.left
            exits = ((front, y), (x, area.low), (x, area.high))
            return min(exits, key=lambda exit: math.dist(exit, place))
    return place


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


def _ahead(here: Point, corner: Point, goal: Point) -> Point:
    """A point towards the corner, at the distance of the goal by way of it, so that the robot does not stop there."""
    dx, dy = corner[0] - here[0], corner[1] - here[1]
    first = math.hypot(dx, dy)
    if first < 1e-6:
        return goal
    share = (first + math.dist(corner, goal)) / first
    return here[0] + share * dx, here[1] + share * dy


def _free_the_stuck(view: GameView, wants: list[Twist], said: list[Any]) -> None:
    """Replace the velocities of robots that were commanded to move and are stuck [CAMBADA-control §5.2]."""
    constants, observation = view.constants, view.observation
    stuck: dict[str, Any] = view.memory.setdefault("stuck", {})  # by number: cycles, since when, direction, side
    least = (LEAST if constants.omni else LEAST_ON_TWO) * constants.top
    for index, number in enumerate(view.numbers):
        x, y, turn = said[number]
        key = str(number)
        # On two wheels, also one that only turns: two cubes may lock each other.
        wanted = math.hypot(x, y) if constants.omni else abs(x) + constants.radius * abs(turn)
        known = stuck.get(key)
        if known is None:
            if wanted < least:
                continue
            known = [0, -1.0, 0.0, 1]
        vx, vy, turns = observation.own_velocity.get(number, (x, y, turn))
        moves = math.hypot(vx, vy) if constants.omni else math.hypot(vx, vy) + constants.radius * abs(turns)
        hindered = wanted >= least and wanted - moves > SHARE * wanted
        cycles = known[0] + 1 if hindered else max(known[0] - LEAK, 0)
        since = known[1]
        if cycles * view.period >= HOLD:
            cycles, since, known = 0, observation.time, [0, 0.0, math.atan2(y, x), -known[3]]
        if since >= 0:
            way = escape(known[2], observation.time - since, known[3], 0.4 * constants.top)
            if way is None:
                since = -1.0
            elif constants.omni:
                wants[index] = Twist(way[0], way[1], wants[index].turn)
            else:  # a two-wheeled robot reverses
                wants[index] = Twist(-0.4 * constants.top * math.cos(known[2]), 0.0, 0.0)
        if cycles or since >= 0 or key in stuck:
            stuck[key] = [cycles, since, known[2], known[3]]


def _leave_goals(view: GameView, wants: list[Twist]) -> None:
    """Replace the velocities of two-wheeled robots in a goal, where there is no room for other manoeuvres.

    They drive along the back wall to the middle of the goal while turning, then straight out, forwards or backwards.
    """
    constants = view.constants
    if constants.omni or not constants.walled:
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
        wants[index] = Twist(forward, 0.0, turn)


# ---- collision avoidance ------------------------------------------------------------------------------------------


def _outside(view: GameView, here: Pose, want: Twist, ring: float) -> Twist:
    """The same velocity, limited towards the ball so that the robot can stop at the ring around it."""
    x, y = here.x - view.ball[0], here.y - view.ball[1]
    away = math.hypot(x, y) + 1e-9
    x, y, room = x / away, y / away, away - ring
    leaving = (want.x - view.roll[0]) * x + (want.y - view.roll[1]) * y
    least = -math.sqrt(2 * CAREFUL * view.constants.limits.brake * room) if room > 0 else -room / SOFT
    if leaving >= least:
        return want
    return Twist(want.x + (least - leaving) * x, want.y + (least - leaving) * y, want.turn)


def _slower(view: GameView, wants: list[Twist]) -> list[Twist]:
    """The same velocities, slower towards other robots that are too near to brake in time."""
    constants = view.constants
    if not constants.omni:
        return _slower_on_two(view, wants)
    count = len(wants)
    everybody, moving = view.everybody
    speeds = np.array([want[:2] for want in wants])
    x = everybody[:, 0] - view.place[:, :1]
    y = everybody[:, 1] - view.place[:, 1:]
    distance = np.maximum(np.sqrt(x * x + y * y), 1e-9)  # a mate's record may name any position, also the own one
    distance[np.arange(count), np.arange(count)] = 1e6
    x /= distance
    y /= distance
    ours = speeds[:, :1] * x + speeds[:, 1:] * y
    closing = ours - (moving[:, 0] * x + moving[:, 1] * y)
    room = np.maximum(distance - 2.0 * constants.radius, 0.0)
    allowed = BUMP + np.sqrt((2.0 * CAREFUL * constants.limits.brake) * room)
    excess = np.minimum(closing - allowed, ours - YIELD)
    near = room[:, count:] < CONTACT  # do not push opponents away
    np.maximum(excess[:, count:], np.where(near, ours[:, count:] - PUSH, -1.0), out=excess[:, count:])
    worst = excess.argmax(axis=1)
    rows = np.arange(count)
    most = excess[rows, worst]
    if (most <= 0.0).all():
        return wants
    slower = list(wants)
    for index in (most > 0.0).nonzero()[0].tolist():
        other, by, want = int(worst[index]), float(most[index]), wants[index]
        ux, uy = float(x[index, other]), float(y[index, other])
        slower[index] = Twist(want.x - by * ux, want.y - by * uy, want.turn)
    return slower


def _slower_on_two(view: GameView, wants: list[Twist]) -> list[Twist]:
    """`_slower` for robots on two wheels: they have one speed, and few of them are fast enough to be looked at."""
    constants, own, slow = view.constants, view.observation.own, 0.99 * YIELD
    if all(abs(want.x) <= slow for want in wants):
        return wants
    headings = np.array([own[number][2] for number in view.numbers])
    cosines, sines = np.cos(headings).tolist(), np.sin(headings).tolist()
    everybody = [(pose.x, pose.y) for robots in (own, view.observation.opponents) for pose in robots.values()]
    moving = view.velocity.tolist() + view.rival_velocity.tolist()
    braking, apart = 2.0 * CAREFUL * constants.limits.brake, 2.0 * constants.radius
    slower = list(wants)
    for index, want in enumerate(wants):
        if abs(want.x) <= slow:  # it need not be slower, whoever is before it
            continue
        vx, vy = want.x * cosines[index], want.x * sines[index]
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
            slower[index] = Twist(want.x - math.copysign(min(abs(want.x), most), want.x), 0.0, want.turn)
    return slower
