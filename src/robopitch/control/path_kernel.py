"""Compiled arithmetic of `paths.py`: one robot after another, obstacles and corners in loops."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from robopitch.elementary.kernels import kernel

__all__ = ["FAR", "crosses", "meeting_place", "too_close", "write_waypoints"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Point = tuple[float, float]

RESTS = 0.2  # m/s: a slower obstacle does not approach
STEADY = 0.3  # m by which another path must be shorter to replace the last one, if it turns off at 60°
KEEP_RIGHT = 0.25  # m by which passing an oncoming robot on the left must be shorter, chosen
WIDER = 1.02  # tangents pass at this multiple of the blocking distance, so that a path stays free
SLACK = 1e-3  # m, the same for small obstacles
DETOUR = 1.2  # times the straight distance: before a longer path with one corner, two corners are tried
BRANCHES = 8  # largest number of corners for two-point paths on either side
TOUCHING = 0.999  # of the distance to a touching robot: it may be left and passed, but not pushed
FAR = 1e6  # m: no obstacle in the way

# Rows of the obstacles as one robot sees them
FROM_START_X, FROM_START_Y, FROM_GOAL_X, FROM_GOAL_Y, ROOM, BODY, AHEAD, ONCOMING = range(8)
# Rows of corners, and whether their two legs are blocked
CORNER_X, CORNER_Y, FIRST, SECOND, WHOLE = range(5)


def _length(x: float, y: float) -> float:
    return math.sqrt(x * x + y * y)


def _holds(area: Floats, x: float, y: float, grown: float) -> bool:
    return area[0] - grown < x < area[1] + grown and area[2] - grown < y < area[3] + grown


def crosses(ax: float, ay: float, bx: float, by: float, areas: Floats) -> bool:
    """Whether a leg crosses one of the rectangles, by the separating axis test."""
    ahead, up = (bx - ax) * 0.5, (by - ay) * 0.5
    middle_x, middle_y = ax + ahead, ay + up
    for area in range(areas.shape[0]):
        wide, high = (areas[area, 1] - areas[area, 0]) / 2, (areas[area, 3] - areas[area, 2]) / 2
        x, y = middle_x - (areas[area, 0] + wide), middle_y - (areas[area, 2] + high)
        if (
            abs(x) < wide + abs(ahead)
            and abs(y) < high + abs(up)
            and abs(ahead * y - up * x) < wide * abs(up) + high * abs(ahead) + 1e-12  # a point has no axis
        ):
            return True
    return False


def _broken(ax: float, ay: float, bx: float, by: float, areas: Floats, bounds: Floats) -> bool:
    """Whether a leg enters a forbidden area, or leaves the bounds."""
    return crosses(ax, ay, bx, by, areas) or not (
        bounds[0] - SLACK <= bx <= bounds[1] + SLACK and bounds[2] - SLACK <= by <= bounds[3] + SLACK
    )


def _nearest(x: float, y: float, areas: Floats, bounds: Floats) -> Point:
    """The nearest allowed point."""
    if not _holds(bounds, x, y, 0.0):
        x, y = max(bounds[0], min(bounds[1], x)), max(bounds[2], min(bounds[3], y))
    for area in range(areas.shape[0]):
        if _holds(areas[area], x, y, 0.0):
            best_x, best_y, least, inside = x, y, math.inf, False
            for side in range(4):
                exit_x, exit_y = x, y
                if side < 2:
                    exit_x = areas[area, side] + (SLACK if side == 1 else -SLACK)
                else:
                    exit_y = areas[area, side] + (SLACK if side == 3 else -SLACK)
                away, opens = _length(exit_x - x, exit_y - y), _holds(bounds, exit_x, exit_y, SLACK)
                if (opens and not inside) or (opens == inside and away < least):
                    best_x, best_y, least, inside = exit_x, exit_y, away, opens
            x, y = best_x, best_y
    return x, y


def too_close(off_x: float, off_y: float, leg_x: float, leg_y: float, room: float) -> bool:
    """Whether a straight leg passes an obstacle, relative to its start, more closely than allowed."""
    length = _length(leg_x, leg_y)
    ux, uy = (leg_x + 1e-12) / (length + 1e-12), leg_y / (length + 1e-12)  # a unit vector, also for length 0
    along, aside = off_x * ux + off_y * uy, off_y * ux - off_x * uy
    beyond = min(max(along, 0.0), length) - along
    return beyond * beyond + aside * aside < room * room


def _blocked(seen: Floats, end: int, leg_x: float, leg_y: float, off_x: float, off_y: float) -> bool:
    """Whether an obstacle is too close to a leg that begins off the start or goal, FROM_START_X or FROM_GOAL_X."""
    for i in range(seen.shape[1]):
        if too_close(seen[end, i] - off_x, seen[end + 1, i] - off_y, leg_x, leg_y, seen[ROOM, i]):
            return True
    return False


def _corner(seen: Floats, i: int, side: float, start: Point, goal: Point) -> Point:
    """The corner of a path around an obstacle, where the tangents from its ends meet; side: 1 left, −1 right."""
    wide = seen[ROOM, i] * WIDER + SLACK
    x, y, back_x, back_y = seen[FROM_START_X, i], seen[FROM_START_Y, i], seen[FROM_GOAL_X, i], seen[FROM_GOAL_Y, i]
    far, back = _length(x, y) + 1e-9, _length(back_x, back_y) + 1e-9
    sine, back_sine = min(wide / far, 1.0), min(wide / back, 1.0)
    cosine, back_cosine = math.sqrt(1.0 - sine * sine), math.sqrt(1.0 - back_sine * back_sine)
    # Left seen from the start is right seen from the goal.
    sine, back_sine = side * sine, -side * back_sine
    x, y, back_x, back_y = x / far, y / far, back_x / back, back_y / back
    ray_x, ray_y = x * cosine - y * sine, y * cosine + x * sine
    back_x, back_y = back_x * back_cosine - back_y * back_sine, back_y * back_cosine + back_x * back_sine
    cross = ray_x * back_y - ray_y * back_x + 1e-12  # parallel tangents meet far away
    dx, dy = (goal[0] - start[0]) / cross, (goal[1] - start[1]) / cross
    reach = dx * back_y - dy * back_x  # from the start to the intersection, and from the goal
    tangent = far * cosine + wide  # slightly beyond the tangent point
    if min(reach, dx * ray_y - dy * ray_x) > 0.0:
        tangent = min(reach, tangent + wide)
    return start[0] + ray_x * tangent, start[1] + ray_y * tangent


def _legs(
    corners: Floats,
    bad: Flags,
    n: int,
    corner: Point,
    left: float,
    start: Point,
    goal: Point,
    seen: Floats,
    areas: Floats,
    bounds: Floats,
    last: Point,
) -> None:
    """Write a corner with the lengths of both legs to it: the second with the cost of leaving the last path.

    left: m, the cost of passing on this side
    """
    x, y = corner
    leg_x, leg_y, back_x, back_y = x - start[0], y - start[1], x - goal[0], y - goal[1]
    first, second = _length(leg_x, leg_y), _length(back_x, back_y)
    if last[0] == last[0]:
        way_x, way_y = last[0] - start[0], last[1] - start[1]
        way = _length(way_x, way_y) + SLACK
        second += STEADY * _length(leg_x / (first + SLACK) - way_x / way, leg_y / (first + SLACK) - way_y / way)
    bad[0, n] = _blocked(seen, FROM_START_X, leg_x, leg_y, 0.0, 0.0) or _broken(*start, x, y, areas, bounds)
    bad[1, n] = _blocked(seen, FROM_GOAL_X, back_x, back_y, 0.0, 0.0) or _broken(*goal, x, y, areas, bounds)
    corners[CORNER_X, n], corners[CORNER_Y, n], corners[FIRST, n], corners[SECOND, n] = x, y, first, second
    corners[WHOLE, n] = first + second + (FAR if bad[0, n] or bad[1, n] else 0.0) + left


def _shortest(corners: Floats, bad: Flags, count: int, found: Ints) -> int:
    """The corners whose legs are free, by their lengths, in *found*; returns their number, BRANCHES at most."""
    size = 0
    for n in range(count):
        if bad[n]:
            continue
        length = corners[FIRST, n] + corners[SECOND, n]
        at = size
        while at > 0 and corners[FIRST, found[at - 1]] + corners[SECOND, found[at - 1]] > length:
            if at < BRANCHES:
                found[at] = found[at - 1]
            at -= 1
        if at < BRANCHES:
            found[at] = n
            size = min(size + 1, BRANCHES)
    return size


def _search(start: Point, goal: Point, seen: Floats, areas: Floats, bounds: Floats, last: Point) -> Point:
    """The first point of the shortest free path with one corner at any obstacle or area, or else with two."""
    for area in range(areas.shape[0]):
        if _holds(areas[area], start[0], start[1], 0.0):
            return _nearest(start[0], start[1], areas, bounds)
    obstacles = seen.shape[1]
    count = 2 * obstacles + 4 * areas.shape[0]
    if count == 0:
        return start
    corners, bad = np.empty((5, count)), np.empty((2, count), np.bool_)
    for i in range(obstacles):  # the left sides come first
        left = _corner(seen, i, 1.0, start, goal)
        _legs(corners, bad, i, left, seen[ONCOMING, i], start, goal, seen, areas, bounds, last)
        right = _corner(seen, i, -1.0, start, goal)
        _legs(corners, bad, obstacles + i, right, 0.0, start, goal, seen, areas, bounds, last)
    n = 2 * obstacles
    for area in range(areas.shape[0]):
        for across in range(2):
            for along in range(2):
                x = areas[area, across] + (2 * across - 1) * 2 * SLACK
                y = areas[area, 2 + along] + (2 * along - 1) * 2 * SLACK
                _legs(corners, bad, n, (x, y), 0.0, start, goal, seen, areas, bounds, last)
                n += 1
    best = int(corners[WHOLE].argmin())
    shortest = corners[WHOLE, best]
    if shortest < DETOUR * _length(goal[0] - start[0], goal[1] - start[1]):
        return corners[CORNER_X, best], corners[CORNER_Y, best]
    begins, finals = np.empty(BRANCHES, np.int64), np.empty(BRANCHES, np.int64)
    first, second = _shortest(corners, bad[0], count, begins), _shortest(corners, bad[1], count, finals)
    if first == 0:
        return start  # enclosed: wait
    for i in range(first):
        x, y = corners[CORNER_X, begins[i]], corners[CORNER_Y, begins[i]]
        for j in range(second):
            far_x, far_y = corners[CORNER_X, finals[j]], corners[CORNER_Y, finals[j]]
            leg_x, leg_y = far_x - x, far_y - y
            total = corners[FIRST, begins[i]] + _length(leg_x, leg_y) + corners[SECOND, finals[j]]
            if (
                total < shortest
                and not _blocked(seen, FROM_START_X, leg_x, leg_y, x - start[0], y - start[1])
                and not _broken(x, y, far_x, far_y, areas, bounds)
            ):
                shortest, best = total, begins[i]
    if shortest >= FAR:  # no path with two corners either: drive to the corner nearest to the goal
        best = begins[0]
        for i in range(first):
            if corners[SECOND, begins[i]] < corners[SECOND, best]:
                best = begins[i]
    return corners[CORNER_X, best], corners[CORNER_Y, best]


def _beside(goal: Point, start: Point, seen: Floats) -> Point:
    """A goal on which a robot stands, moved to its nearer side."""
    x, y = goal
    for _ in range(3):
        worst, least = 0, math.inf
        for i in range(seen.shape[1]):
            off_x, off_y = x - (start[0] + seen[FROM_START_X, i]), y - (start[1] + seen[FROM_START_Y, i])
            gap = _length(off_x, off_y) - (seen[BODY, i] + SLACK)
            if gap < least:
                worst, least = i, gap
        if least >= 0.0:
            break
        at_x, at_y = start[0] + seen[FROM_START_X, worst], start[1] + seen[FROM_START_Y, worst]
        away_x, away_y = x - at_x, y - at_y
        if _length(away_x, away_y) < SLACK:
            away_x, away_y = start[0] - at_x, start[1] - at_y
        share = (seen[BODY, worst] + 2 * SLACK) / max(_length(away_x, away_y), SLACK)
        x, y = at_x + away_x * share, at_y + away_y * share
    return x, y


def meeting_place(x: float, y: float, vx: float, vy: float, speed: float, horizon: float) -> tuple[float, float, bool]:
    """Where a robot at the origin could collide with an obstacle at (x, y), and whether that one approaches.

    A robot that drives straight at *speed* reaches an obstacle's centre where ‖o + w t − p‖ = speed · t, for every
    direction: only there is the obstacle in the way.
    """
    square = vx * vx + vy * vy
    # A faster obstacle could be out of reach: assume that the robot is slightly faster.
    a = max(1.1 * square, speed * speed) - square
    b, q = x * vx + y * vy, x * x + y * y
    time = min((b + math.sqrt(b * b + a * q)) / a, horizon)
    # Two robots that approach each other, to within 60°, both keep right and so pass.
    oncoming = square >= RESTS * RESTS and b < -0.5 * math.sqrt(square) * math.sqrt(q)
    return x + vx * time, y + vy * time, oncoming


def _see(
    start: Point,
    goal: Point,
    own: int,
    positions: Floats,
    velocities: Floats,
    radii: Floats,
    radius: float,
    clearance: float,
    speed: float,
    horizon: float,
    seen: Floats,
) -> bool:
    """Write where a robot could collide with each obstacle, and how much room it needs; whether one is on the goal."""
    taken = False
    for i in range(positions.shape[0]):
        x, y, vx, vy = positions[i, 0] - start[0], positions[i, 1] - start[1], velocities[i, 0], velocities[i, 1]
        seen[ONCOMING, i] = 0.0
        if i == own:
            x, y = FAR - start[0], -start[1]
        elif vx != 0.0 or vy != 0.0:
            x, y, oncoming = meeting_place(x, y, vx, vy, speed, horizon)
            seen[ONCOMING, i] = KEEP_RIGHT if oncoming else 0.0
        back_x, back_y = start[0] + x - goal[0], start[1] + y - goal[1]
        body, near, distance = radii[i] + radius, _length(x, y), _length(back_x, back_y)
        # If start or goal are close to an obstacle, the clearance is reduced; radii are not, unless bodies already
        # touch.
        room = min(max(min(near, distance) - SLACK, body), body + clearance)
        seen[FROM_START_X, i], seen[FROM_START_Y, i] = x, y
        seen[FROM_GOAL_X, i], seen[FROM_GOAL_Y, i] = back_x, back_y
        seen[ROOM, i], seen[BODY, i] = min(room, near * TOUCHING), body
        taken = taken or distance < body
    return taken


def _detour(start: Point, goal: Point, seen: Floats, areas: Floats, bounds: Floats, last: Point) -> Point:
    """The next point of the way to a goal that is not free. Mostly one robot is in it, and one corner suffices."""
    if seen.shape[1] > 0:
        corners, bad = np.empty((5, 2)), np.empty((2, 2), np.bool_)
        i = int(seen[AHEAD].argmin())
        left, right = _corner(seen, i, 1.0, start, goal), _corner(seen, i, -1.0, start, goal)
        _legs(corners, bad, 0, left, seen[ONCOMING, i], start, goal, seen, areas, bounds, last)
        _legs(corners, bad, 1, right, 0.0, start, goal, seen, areas, bounds, last)
        side = 1 if corners[WHOLE, 1] < corners[WHOLE, 0] else 0
        if corners[WHOLE, side] + seen[AHEAD, i] < FAR:
            return corners[CORNER_X, side], corners[CORNER_Y, side]
    return _search(start, goal, seen, areas, bounds, last)


@kernel
def write_waypoints(
    starts: Floats,
    goals: Floats,
    own: Ints,
    positions: Floats,
    velocities: Floats,
    radii: Floats,
    radius: float,
    clearance: float,
    areas: Floats,
    bounds: Floats,
    speed: float,
    horizon: float,
    previous: Floats,
    ways: Floats,
) -> None:
    """`paths.next_waypoints`.

    own:      ``[robot]``, −1 for a robot that is none of the obstacles
    areas:    ``[area, 4]``, in which no centre of a robot may be: left, right, low, high; bounds: of the centres
    previous: ``[robot, 2]``, NaN without a last answer
    """
    seen = np.empty((8, positions.shape[0]))
    for robot in range(starts.shape[0]):
        start = starts[robot, 0], starts[robot, 1]
        goal = _nearest(goals[robot, 0], goals[robot, 1], areas, bounds)
        if _see(start, goal, own[robot], positions, velocities, radii, radius, clearance, speed, horizon, seen):
            goal = _beside(goal, start, seen)
            for i in range(seen.shape[1]):
                seen[FROM_GOAL_X, i] = start[0] + seen[FROM_START_X, i] - goal[0]
                seen[FROM_GOAL_Y, i] = start[1] + seen[FROM_START_Y, i] - goal[1]
        blocked = crosses(start[0], start[1], goal[0], goal[1], areas)
        for i in range(seen.shape[1]):
            x, y = seen[FROM_START_X, i], seen[FROM_START_Y, i]
            seen[AHEAD, i] = FAR
            if too_close(x, y, goal[0] - start[0], goal[1] - start[1], seen[ROOM, i]):
                seen[AHEAD, i], blocked = _length(x, y), True
        if blocked:
            goal = _detour(start, goal, seen, areas, bounds, (previous[robot, 0], previous[robot, 1]))
        ways[robot, 0], ways[robot, 1] = goal
