"""Paths around robots and forbidden areas, along tangents: no potential fields, hence no local minima between two of
them.

A leg is straight. If the leg to the goal is blocked, the next waypoint is the intersection of the tangents from start
and goal to an obstacle; of all obstacles and sides the one with the shortest free path. If there is none, two such
points are tried. The path is computed in every frame and so follows moving obstacles: the reactive motion of
[MI20 §2.4.4].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.control.obstacles import Area, Obstacles, as_complex, crosses, meeting_places, too_close

__all__ = ["Area", "Obstacles", "next_waypoint", "next_waypoints"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Bools = NDArray[np.bool_]
Point = tuple[float, float]

CLEARANCE = 0.05  # m between bodies, chosen: about the deviation of a robot from its path
SPEED = 2.0  # m/s on a path, chosen: CAMBADA's is 2.2 m/s
HORIZON = 1.5  # s for which an obstacle is expected to keep its velocity, chosen
STEADY = 0.3  # m by which another path must be shorter to replace the last one, if it turns off at 60°
KEEP_RIGHT = 0.25  # m by which passing an oncoming robot on the left must be shorter, chosen
WIDER = 1.02  # tangents pass at this multiple of the blocking distance, so that a path stays free
SLACK = 1e-3  # m, the same for small obstacles
DETOUR = 1.2  # times the straight distance: before a longer path with one corner, two corners are tried
BRANCHES = 8  # largest number of corners for two-point paths on either side
TOUCHING = 0.999  # of the distance to a touching robot: it may be left and passed, but not pushed
FAR = 1e6  # m: no obstacle in the way
_EVERYWHERE = Area(-FAR, FAR, -FAR, FAR)
_SIDES = np.array([[[1j], [-1j]], [[-1j], [1j]]])


def next_waypoint(
    start: Point,
    goal: Point,
    obstacles: Obstacles,
    radius: float,
    *,
    clearance: float = CLEARANCE,
    areas: Sequence[Area] = (),
    bounds: Area | None = None,
    speed: float = SPEED,
    horizon: float = HORIZON,
    previous: Point | None = None,
) -> Point:
    """The next waypoint of a robot on its way to a goal: the goal itself if nothing is in between.

    radius:    m, of the robot
    clearance: m kept from obstacles; less if start or goal are too close to one
    areas:     rectangles that no part of the robot may enter
    bounds:    allowed area of its centre
    speed:     m/s at which it drives: a moving obstacle is avoided where robot and obstacle could meet
    previous:  the last waypoint, which is kept unless another path is clearly shorter

    >>> nobody = Obstacles(np.empty((0, 2)), np.empty((0, 2)), np.empty(0))
    >>> next_waypoint((0.0, 0.0), (2.0, 1.0), nobody, 0.25)
    (2.0, 1.0)
    """
    ways = next_waypoints(
        np.array([start]),
        np.array([goal]),
        obstacles,
        radius,
        clearance=clearance,
        areas=areas,
        bounds=bounds,
        speed=speed,
        horizon=horizon,
        previous=None if previous is None else np.array([previous]),
    )
    return float(ways[0, 0]), float(ways[0, 1])


def next_waypoints(
    starts: Floats,
    goals: Floats,
    obstacles: Obstacles,
    radius: float,
    *,
    own: NDArray[np.int64] | None = None,
    clearance: float = CLEARANCE,
    areas: Sequence[Area] = (),
    bounds: Area | None = None,
    speed: float = SPEED,
    horizon: float = HORIZON,
    previous: Floats | None = None,
) -> Floats:
    """`next_waypoint` for several robots at once, ``[robot, 2]``; only robots with a blocked path take more time.

    own:      ``[robot]``, index of the robot itself among the obstacles
    previous: ``[robot, 2]``, the last answer
    """
    start, goal = as_complex(starts), as_complex(goals)
    rules = _Rules([area.grown(radius) for area in areas], bounds)
    if areas or bounds is not None:
        goal = np.array([rules.nearest(point) for point in goal.tolist()])
    where, oncoming = meeting_places(start, obstacles, speed, horizon)
    if own is not None:
        where[np.arange(len(start)), own] = FAR
    body = obstacles.radii + radius
    from_start, from_goal = where - start[:, None], where - goal[:, None]
    near, distance = np.abs(from_start), np.abs(from_goal)
    # If start or goal are close to an obstacle, the clearance is reduced; radii are not, unless bodies already touch.
    room = np.minimum(near, distance)
    room -= SLACK
    np.maximum(room, body, out=room)
    np.minimum(room, body + clearance, out=room)
    np.minimum(room, near * TOUCHING, out=room)
    taken = distance < body
    if taken.any():
        for robot in np.flatnonzero(taken.any(axis=1)).tolist():
            goal[robot] = _beside(complex(goal[robot]), complex(start[robot]), where[robot], body + SLACK)
            from_goal[robot] = where[robot] - goal[robot]
    blocking = too_close(from_start, goal - start, room)
    blocked: Bools = np.logical_or.reduce(blocking, axis=1)
    if areas:
        blocked |= crosses(start, goal, rules.closed)
    ways = goal.copy()
    stuck = np.flatnonzero(blocked)
    if len(stuck) > 0:
        last = None if previous is None else as_complex(previous)[stuck]
        ends = np.array((start[stuck], goal[stuck]))  # [end, robot]
        off = np.array((from_start[stuck], from_goal[stuck]))  # [end, robot, obstacle]
        ahead = np.where(blocking[stuck], near[stuck], FAR)
        left: Floats = np.zeros(ahead.shape) if oncoming is None else oncoming[stuck] * np.float64(KEEP_RIGHT)
        ways[stuck] = _detours(ends, off, room[stuck], ahead, left, rules, last)
    return ways.view(np.float64).reshape(-1, 2)


# ---- forbidden areas ---------------------------------------------------------------------------------------------


class _Rules(NamedTuple):
    """Areas in which a robot's centre must not be."""

    closed: list[Area]
    bounds: Area | None

    def nearest(self, point: complex) -> complex:
        """The nearest allowed point."""
        x, y = point.real, point.imag
        bounds = self.bounds or _EVERYWHERE
        if not bounds.holds(x, y):
            x, y = max(bounds.left, min(bounds.right, x)), max(bounds.low, min(bounds.high, y))
        for area in self.closed:
            if area.holds(x, y):
                out = area.grown(SLACK)
                exits = [complex(out.left, y), complex(out.right, y), complex(x, out.low), complex(x, out.high)]
                open_exits = [exit for exit in exits if bounds.grown(SLACK).holds(exit.real, exit.imag)]
                place = min(open_exits or exits, key=lambda exit: abs(exit - point))
                x, y = place.real, place.imag
        return complex(x, y)

    def broken(self, begin: Complexes, end: Complexes) -> Bools:
        """Which legs enter a forbidden area."""
        bad = crosses(begin, end, self.closed)
        if self.bounds is not None:
            left, right, low, high = self.bounds.grown(SLACK)
            bad |= (end.real < left) | (end.real > right) | (end.imag < low) | (end.imag > high)
        return bad


def _beside(goal: complex, start: complex, where: Complexes, body: Floats) -> complex:
    """A goal on which a robot stands, moved to its nearer side."""
    for _ in range(3):
        off = goal - where
        gap = np.abs(off) - body
        worst = int(gap.argmin())
        if gap[worst] >= 0:
            break
        away = complex(off[worst])
        if abs(away) < SLACK:
            away = start - complex(where[worst])
        goal = complex(where[worst]) + away / max(abs(away), SLACK) * (float(body[worst]) + SLACK)
    return goal


# ---- detours ----------------------------------------------------------------------------------------


class _Legs(NamedTuple):
    """From start and goal to each corner."""

    bad: Bools  # [end, corner, …]: blocked
    lengths: Floats  # [end, corner, …], m; the second with the cost of leaving the last path
    whole: Floats  # [corner, …], m; beyond FAR if one of both is blocked


def _legs(
    ends: Complexes, corners: Complexes, off: Complexes, room: Floats, rules: _Rules, last: Complexes | None
) -> _Legs:
    legs = corners - ends
    bad: Bools = np.logical_or.reduce(too_close(off, legs, room), axis=-1)
    if rules.closed or rules.bounds is not None:
        bad |= rules.broken(ends, corners)
    lengths = np.abs(legs)
    if last is not None:
        way = last - ends[0]
        way /= np.abs(way) + SLACK
        lengths[1] += STEADY * np.abs(legs[0] / (lengths[0] + SLACK) - way)
    whole = lengths[0] + lengths[1]
    whole += (bad[0] | bad[1]) * FAR
    return _Legs(bad, lengths, whole)


def _detours(
    ends: Complexes,
    off: Complexes,
    room: Floats,
    ahead: Floats,
    oncoming: Floats,
    rules: _Rules,
    last: Complexes | None,
) -> Complexes:
    """The next points ``[robot]`` of detours.

    ends: start and goal, ``[end, robot]``; off: obstacles relative to them, ``[end, robot, obstacle]``
    ahead: ``[robot, obstacle]``, distances to those on the straight path, FAR to all others
    oncoming: ``[robot, obstacle]``, m, cost of passing on the left
    """
    robots = np.arange(ends.shape[1])
    wide = room * WIDER + SLACK
    points, crowded = ends[0].copy(), robots
    if ahead.shape[1] > 0:
        # Mostly one robot is in the way, and passing it on one side suffices.
        first = ahead.argmin(axis=1)
        corners = _corners(ends, off[:, robots, first], wide[robots, first])
        legs = _legs(ends[:, None], corners, off[:, None], room, rules, last)
        legs.whole[0] += oncoming[robots, first]
        side = legs.whole.argmin(axis=0)
        points = corners[side, robots]
        crowded = (legs.whole[side, robots] + ahead[robots, first] >= FAR).nonzero()[0]
    for robot in crowded.tolist():
        row = slice(robot, robot + 1)
        before = None if last is None else last[row]
        points[robot] = _search(ends[:, row], off[:, robot], room[robot], wide[robot], oncoming[robot], rules, before)
    return points


def _search(
    ends: Complexes,
    off: Complexes,
    room: Floats,
    wide: Floats,
    oncoming: Floats,
    rules: _Rules,
    last: Complexes | None,
) -> complex:
    """The first point of the shortest free path with one corner at any obstacle or area, or else with two."""
    start = complex(ends[0, 0])
    for area in rules.closed:
        if area.holds(start.real, start.imag):
            return rules.nearest(start)
    corners = _corners(ends, off, wide).ravel()
    if rules.closed:
        outer = [area.grown(2 * SLACK) for area in rules.closed]
        at = [complex(x, y) for area in outer for x in (area.left, area.right) for y in (area.low, area.high)]
        corners = np.concatenate((corners, np.array(at)))
    if len(corners) == 0:
        return start
    legs = _legs(ends, corners, off[:, None], room, rules, last)
    legs.whole[: len(oncoming)] += oncoming  # the left sides come first
    best = int(legs.whole.argmin())
    shortest, point = float(legs.whole[best]), complex(corners[best])
    if shortest < DETOUR * abs(complex(ends[1, 0]) - start):
        return point
    begins, finals = (~legs.bad[0]).nonzero()[0], (~legs.bad[1]).nonzero()[0]
    if len(begins) == 0:
        return start  # enclosed: wait
    begins = begins[legs.lengths[:, begins].sum(axis=0).argsort()[:BRANCHES]]
    finals = finals[legs.lengths[:, finals].sum(axis=0).argsort()[:BRANCHES]]
    if len(finals) > 0:
        near, far = corners[begins][:, None], corners[finals]
        between = far - near  # [first corner, second corner]
        bad: Bools = np.logical_or.reduce(too_close((off[0] - (near - start))[:, None], between, room), axis=-1)
        bad |= rules.broken(near, far)
        total = legs.lengths[0, begins][:, None] + np.abs(between) + legs.lengths[1, finals]
        total += bad * FAR
        best = int(total.argmin())
        if total.flat[best] < shortest:
            shortest, point = float(total.flat[best]), complex(corners[begins[best // len(finals)]])
    if shortest < FAR:
        return point
    # No path with two corners either: drive to the corner nearest to the goal.
    return complex(corners[begins[legs.lengths[1, begins].argmin()]])


def _corners(ends: Complexes, off: Complexes, wide: Floats) -> Complexes:
    """Corners of a path around an obstacle, ``[side, …]``, left and right: intersections of the tangents from its
    ends.
    """
    far = np.abs(off) + 1e-9
    sine = np.minimum(wide / far, 1.0)
    cosine = np.sqrt(1.0 - sine * sine)
    # Left seen from the start is right seen from the goal. [side, end, …]
    rays = off / far * (cosine + _SIDES * sine)
    ray, back = rays[:, 0], rays[:, 1]
    cross = (ray.conj() * back).imag
    cross += 1e-12  # parallel tangents meet far away
    base = (ends[1] - ends[0]).conj() / cross
    reach = (base * back).imag  # from the start to the intersection, and from the goal
    ahead = np.minimum(reach, (base * ray).imag) > 0.0
    tangent = far[0] * cosine[0] + wide  # slightly beyond the tangent point
    np.minimum(reach, tangent + wide, out=reach)
    np.copyto(reach, tangent, where=~ahead)
    ray *= reach
    ray += ends[0]
    return ray
