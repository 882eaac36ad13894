"""Decisions that a team takes together without a leader: each robot computes them from the same shared records.

[CAMBADA-control §6.1.2] chooses the robot that goes for the ball by the time it needs; §7.2 proposes more than one
defender at the ball, and passes in open play. As records arrive late, two robots may decide differently for a moment:
whoever already says that it goes keeps the ball until another one is clearly sooner.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from robopitch.control.interception import LEAD
from robopitch.control.shared_record import SharedRecord

__all__ = ["AnnouncedPass", "announced_pass", "cover_place", "first_of_team", "is_coming", "second_of_team"]

Point = tuple[float, float]

STUCK = 1.5  # s by which a stuck robot is later: what it needs to get free [CAMBADA-control §7.2], chosen
BEATEN = 0.3  # s by which an opponent has to be sooner than the first robot until a second one joins it, chosen
APART = 0.9  # m between the ball and a robot that covers, chosen: a diameter and room for the first one
SLOW = 0.3  # m/s: a slower ball is no pass any more
TOWARDS = math.radians(35)  # a pass rolls towards its receiver within this angle
LATE = 0.6  # s after its expected arrival until which a pass is awaited


class AnnouncedPass(NamedTuple):
    """A pass that a robot says it will play, or has just played."""

    passer: int
    receiver: int
    target: Point
    until: float  # s, when it should be there at the latest


def first_of_team(records: Mapping[int, SharedRecord], now: float, lead: float = LEAD) -> int | None:
    """The robot that goes for the ball: the one that is there first, by what each of them says.

    A robot that has the ball keeps it. One that says it goes is replaced only by one that is sooner by *lead*; if two
    say so, the sooner one goes on, and of two equal ones the lower number.
    """
    if not records:
        return None
    holders = [number for number, record in records.items() if record.has_ball]
    if holders:
        return min(holders)
    times = {number: _arrival(record, now) for number, record in records.items()}
    best = min(times, key=lambda number: (times[number], number))
    if not math.isfinite(times[best]):
        return None
    going = [number for number, record in records.items() if record.intention.kind in ("ball", "pass", "shot")]
    if going:
        present = min(going, key=lambda number: (times[number], number))
        if times[present] <= times[best] + lead:
            return present
    return best


def second_of_team(
    records: Mapping[int, SharedRecord], first: int | None, now: float, opponent_time: float, ball: Point
) -> int | None:
    """The robot that helps the first one to win the ball; None if it needs no help [CAMBADA-control §7.2].

    It does if it is stuck at the ball, or if an opponent is sooner there, in the own half (x < 0). The helper is the
    next one at the ball; it goes to `cover_place`.

    opponent_time: s until an opponent can be at the ball
    """
    if first is None or first not in records:
        return None
    one = records[first]
    beaten = ball[0] < 0 and not one.has_ball and opponent_time + BEATEN < max(one.ball_time - (now - one.time), 0.0)
    if not (one.stuck or beaten):
        return None
    others = {number: _arrival(record, now) for number, record in records.items() if number != first}
    helper = min(others, key=lambda number: (others[number], number), default=None)
    return helper if helper is not None and math.isfinite(others[helper]) else None


def cover_place(ball: Point, goal: Point, first: Point, apart: float = APART) -> Point:
    """Where a second defender stands: between ball and own goal, and beside the first robot if that stands there.

    >>> cover_place((0.0, 0.0), (-9.0, 0.0), (2.0, 0.0), 1.0)
    (-1.0, 0.0)
    """
    x, y = goal[0] - ball[0], goal[1] - ball[1]
    away = max(math.hypot(x, y), 1e-9)
    ux, uy = x / away, y / away
    place = ball[0] + apart * ux, ball[1] + apart * uy
    along = (first[0] - ball[0]) * ux + (first[1] - ball[1]) * uy
    aside = (first[1] - ball[1]) * ux - (first[0] - ball[0]) * uy
    if along > 0 and abs(aside) < apart / 2:  # the first one already stands there: the second closes its other side
        side = -math.copysign(apart, aside) if aside else apart
        place = ball[0] + apart * ux / 2 - side * uy, ball[1] + apart * uy / 2 + side * ux
    return place


def announced_pass(records: Mapping[int, SharedRecord], now: float, ball: Point) -> AnnouncedPass | None:
    """The pass that a mate plays, from the newest record that announces one and whose receiver is there."""
    newest: SharedRecord | None = None
    for record in records.values():
        what = record.intention
        known = what.kind == "pass" and what.target is not None and what.receiver in records
        if known and what.receiver != record.number and (newest is None or record.time > newest.time):
            newest = record
    if newest is None or newest.intention.target is None or newest.intention.receiver is None:
        return None
    what = newest.intention
    rolling = math.dist(ball, newest.intention.target) / max(what.speed, 1.0)
    return AnnouncedPass(newest.number, newest.intention.receiver, newest.intention.target, now + rolling + LATE)


def is_coming(ball: Point, velocity: Point, receiver: Point) -> bool:
    """Whether a ball rolls towards a robot, as a pass does.

    >>> is_coming((0.0, 0.0), (2.0, 0.1), (3.0, 0.0)), is_coming((0.0, 0.0), (0.1, 0.0), (3.0, 0.0))
    (True, False)
    """
    speed, x, y = math.hypot(*velocity), receiver[0] - ball[0], receiver[1] - ball[1]
    if speed < SLOW:
        return False
    return velocity[0] * x + velocity[1] * y >= math.cos(TOWARDS) * speed * math.hypot(x, y)


def _arrival(record: SharedRecord, now: float) -> float:
    """Seconds from now until a robot is at the ball, by its own record."""
    if record.has_ball:
        return 0.0
    return max(record.ball_time - (now - record.time), 0.0) + STUCK * record.stuck
