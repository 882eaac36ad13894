"""Jams: a ball that stays in one place because robots, walls or both hold it there, and how a robot frees it.

A robot on two wheels spins at the ball: its edge sweeps the ball out, as teams of these leagues do at the wall. Of two
robots that hold the ball between them, one drives aside and comes again: first the one in the opponents' half, so that
of two teams that do the same only one gives way.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from robopitch.control.geometry import Twist
from robopitch.teams.motion import Move
from robopitch.teams.walls import in_corner, nearest_rival

if TYPE_CHECKING:
    from robopitch.teams.game_view import GameView, Point
    from robopitch.teams.skills import Play

__all__ = ["unjam"]

STALLED = 0.7  # s after which a two-wheeled robot spins
ALONE = 1.5  # s that it needs, without an opponent near by, to get behind the ball
NEAR, FAR = 0.97, 1.25  # sums of the radii: distance of the ball at which it begins to spin, and stops
ROOM = 3.0  # sums of the radii between the ball and a robot that waits while an opponent sweeps
CYCLE = 2.4  # s: spin, back off, come again
BACK = 1.7  # s of the cycle after which a two-wheeled robot backs off
AT_IT = 1.4  # touch distances from the ball within which a robot is at it
BLURRED = 0.2  # m more, for robots that see for themselves: a ball that two of them lift seems farther away
GIVE_WAY, PATIENCE = 1.0, 3.0  # s of a duel after which a robot in the opponents' half, or in the own one, gives way …
AWAY = 1.0  # … and for how long, s
WALL = 1.5  # robot radii between ball and wall within which it is at the wall
INWARDS = 0.8  # weight of the direction away from a wall, relative to that of the play
ASIDE = 0.35  # fraction of the top speed at which a robot gives way


def unjam(view: GameView, number: int, play: Play, free: bool) -> Move | None:
    """The move that frees a jammed ball; None if the ball is not jammed, or the robot is not at it."""
    if not view.situation.running:
        return None
    return _duel(view, number, free) if view.constants.omni else _spin(view, number, play, free)


def _spin(view: GameView, number: int, play: Play, free: bool) -> Move | None:
    """On two wheels: drive to the ball, spin at it, back off, and come again."""
    constants, pose = view.constants, view.observation.own[number]
    size, away = constants.radius + constants.ball, math.dist(pose[:2], view.ball)
    there: Any = view.memory.get("near the ball")  # number and since when
    if away > 3 * size or view.stalled <= 0:
        if there is not None and there[0] == number:
            view.memory["near the ball"] = None
        return None
    if there is None or there[0] != number:
        there = view.memory["near the ball"] = [number, view.observation.time]
    since = view.stalled - STALLED
    if not view.others or nearest_rival(view) > 3 * size:  # unhindered, it has time to get behind the ball
        since = min(view.observation.time - there[1] - ALONE, since)
    if since < 0 or (in_corner(constants, view.ball) and not _at_ball(view, size)):
        return None  # in a corner, who spins only wedges the ball: it is played along the wall
    towards = _to_ball(view, number)
    if view.others and away > FAR * size > nearest_rival(view):  # an opponent sweeps it: who presses on pins both
        x, y = view.ball
        apart = ROOM * size / (math.hypot(x, y) + 1e-9)
        return Move((x - apart * x, y - apart * y), towards, free=free)
    if since % CYCLE > BACK:
        back = -math.copysign(0.4 * constants.top, math.cos(towards - pose.heading))
        return Move(pose[:2], pose.heading, direct=True, free=free, twist=Twist(back, 0.0, 0.0))
    spins = view.memory["spins"] = away < (FAR if view.memory.get("spins") else NEAR) * size
    if not spins:
        return Move(view.ball, towards, direct=True, free=free)
    x, y = view.ball[0] - pose.x, view.ball[1] - pose.y
    dx, dy = _outwards(view, play.direction)
    turn = math.copysign(constants.limits.turn_rate, x * dy - y * dx)
    return Move(pose[:2], pose.heading, direct=True, free=free, twist=Twist(0.0, 0.0, turn))


def _at_ball(view: GameView, size: float) -> bool:
    """Whether an opponent is at the ball."""
    return bool(view.others) and nearest_rival(view) < FAR * size


def _to_ball(view: GameView, number: int) -> float:
    pose = view.observation.own[number]
    return math.atan2(view.ball[1] - pose.y, view.ball[0] - pose.x)


def _outwards(view: GameView, direction: float) -> Point:
    """The direction in which the ball shall move: that of the play, and away from walls."""
    constants, (x, y) = view.constants, view.ball
    dx, dy = math.cos(direction), math.sin(direction)
    if constants.length - abs(x) < WALL * constants.radius:
        dx -= math.copysign(INWARDS, x)
    if constants.width - abs(y) < WALL * constants.radius:
        dy -= math.copysign(INWARDS, y)
    return dx, dy


def _duel(view: GameView, number: int, free: bool) -> Move | None:
    """Against an opponent at the ball: drive back and aside for a while, first the robot in the opponents' half."""
    constants, pose, now = view.constants, view.observation.own[number], view.observation.time
    giving: Any = view.memory.get("gives way")
    if giving is not None and giving[0] == number and now < giving[1]:
        back, side = ASIDE * constants.top, 1.0 if number % 2 else -1.0
        angle = _to_ball(view, number) + math.pi - side * math.pi / 4
        twist = Twist(back * math.cos(angle), back * math.sin(angle), 0.0)
        return Move(pose[:2], pose.heading, direct=True, free=free, twist=twist)
    reach = AT_IT * constants.touch + (BLURRED if view.doubtful else 0.0)
    duel: Any = view.memory.get("duel")
    if not view.others or math.dist(pose[:2], view.ball) > reach or nearest_rival(view) > reach:
        if duel is not None and duel[0] == number:
            view.memory["duel"] = None
        return None
    if duel is None or duel[0] != number:
        duel = view.memory["duel"] = [number, now]
    if now - duel[1] > (GIVE_WAY if view.ball[0] > 0 else PATIENCE):
        view.memory["gives way"], view.memory["duel"] = [number, now + AWAY], None
    return None
