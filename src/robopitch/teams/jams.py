"""Jams: a ball that stays in one place because robots, walls or both hold it there, and how a robot frees it.

A robot on two wheels spins at the ball: its edge sweeps the ball out, as teams of these leagues do at the wall. A robot
with a kicker kicks the ball wherever it faces. Against an opponent at the ball, one of the two robots drives aside and
comes again: first the one in the opponents' half, so that of two teams that do the same only one gives way.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from robopitch.control.geometry import Twist, wrapped
from robopitch.teams.motion import Move

if TYPE_CHECKING:
    from robopitch.teams.game_view import GameView, Point
    from robopitch.teams.skills import Play

__all__ = ["unjam"]

STALLED = 0.7  # s after which a two-wheeled robot spins …
PUSHED = 1.0  # … and one with a kicker kicks in any direction
AT_IT = 1.4  # touch distances from the ball within which a robot is at it
CYCLE = 2.4  # s: spin, back off, come again
BACK = 1.7  # s of the cycle after which a two-wheeled robot backs off
GIVE_WAY = 1.8, 0.8  # s after which the robot in the opponents' half gives way, and for how long
PATIENCE = 3.6  # s after which the other one gives way too
WALL = 1.5  # robot radii between ball and wall within which it is at the wall
INWARDS = 0.8  # weight of the direction away from a wall, relative to that of the play
ASIDE = 0.35  # fraction of the top speed at which a robot gives way


def unjam(view: GameView, number: int, play: Play, free: bool) -> Move | None:
    """The move that frees a jammed ball; None if the ball is not jammed, or the robot is not at it."""
    constants, pose = view.constants, view.observation.own[number]
    limit = PUSHED if constants.omni else STALLED
    if view.stalled < limit or not view.situation.running:
        return None
    away = math.dist(pose[:2], view.ball)
    if constants.omni:
        return _press(view, number, play, free) if away < AT_IT * constants.touch else None
    size = constants.radius + constants.ball
    if away > 3 * size:
        return None
    cycle = (view.stalled - limit) % CYCLE
    if cycle > BACK:
        back = -math.copysign(0.4 * constants.top, math.cos(wrapped(_to_ball(view, number) - pose.heading)))
        return Move(pose[:2], pose.heading, direct=True, free=free, twist=Twist(back, 0.0, 0.0))
    if away > 1.3 * size:
        return Move(view.ball, _to_ball(view, number), direct=True, free=free)
    x, y = view.ball[0] - pose.x, view.ball[1] - pose.y
    dx, dy = _outwards(view, play.direction)
    turn = math.copysign(constants.limits.turn_rate, x * dy - y * dx)
    return Move(pose[:2], pose.heading, direct=True, free=free, twist=Twist(0.0, 0.0, turn))


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


def _press(view: GameView, number: int, play: Play, free: bool) -> Move | None:
    """With a kicker: kick the ball in any direction but that of the own goal; give way to an opponent."""
    constants, pose = view.constants, view.observation.own[number]
    near = float(np.sqrt(((view.rivals - view.ball) ** 2).sum(axis=1)).min()) if view.others else math.inf
    if near < AT_IT * constants.touch:
        start = GIVE_WAY[0] if view.ball[0] > 0 else PATIENCE
        if 0 <= view.stalled - start < GIVE_WAY[1]:
            back, side = ASIDE * constants.top, 1.0 if number % 2 else -1.0
            angle = pose.heading + math.pi - side * math.pi / 4
            twist = Twist(back * math.cos(angle), back * math.sin(angle), 0.0)
            return Move(pose[:2], pose.heading, direct=True, free=free, twist=twist)
    return None
