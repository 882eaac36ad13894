"""How a robot on two wheels sweeps a ball out of a corner: it stops beside the ball and spins.

The corners of a cube reach farther than its sides. A robot that stands so far from the ball that only they reach it
turns freely, and hits the ball along the wall behind it. One that touches the ball with a side would wedge it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from robopitch.control.geometry import Twist, wrapped
from robopitch.teams.motion import Move
from robopitch.teams.walls import in_corner, nearest_rival

if TYPE_CHECKING:
    from robopitch.teams.game_view import GameView, Point

__all__ = ["sweep"]

REACH = 0.93  # sums of the radii from robot to ball at which it spins …
WITHIN = 0.05  # … give or take
STAGE = 1.3  # sums of the radii to the place from which it approaches the ball in a straight line
NEAR = 1.7  # sums of the radii within which it does so
LOST = 1.3  # sums of the radii beyond which a spinning robot has hit the ball
SPINS = 0.7  # s that it spins at most
GAIN, CREEP = 7.0, 0.2  # 1/s, and fraction of the top speed, of the last centimetres
AIM = 10.0  # 1/s: gain of the turn to the ball
FACING = 0.35  # rad: more than so much off the ball, it only turns
ROOM, PATIENCE = 3.0, 4.0  # sums of the radii from the ball, and s of a ball that stays, while an opponent is at it
CLEAR = 1.06  # robot radii from a wall at which it can spin


def sweep(view: GameView, number: int, free: bool) -> Move | None:
    """The move of a robot that plays a ball in a corner; None: the ball is not in a corner, or rolls."""
    constants = view.constants
    if constants.omni or not in_corner(constants, view.ball) or view.speed > constants.unit:
        return None
    pose = view.observation.own[number]
    size, away = constants.radius + constants.ball, math.dist(pose[:2], view.ball)
    x, y = view.ball[0] - pose.x, view.ball[1] - pose.y
    contested = view.others and nearest_rival(view) < LOST * size and view.stalled < PATIENCE
    if contested and (away > LOST * size or view.ball[0] > 0):  # of two at it, the one in the opponents' half gives way
        return Move(_aside(view, size), math.atan2(y, x), free=free)
    out, place = _way_out(view, size)
    if _spins(view, number, away, size):
        turn = math.copysign(constants.limits.turn_rate, x * out[1] - y * out[0])
        return Move(pose[:2], pose.heading, direct=True, free=free, twist=Twist(0.0, 0.0, turn))
    ahead_x, ahead_y = view.ball[0] - place[0], view.ball[1] - place[1]
    if away > NEAR * size or x * ahead_x + y * ahead_y < 0.5 * away * STAGE * size:
        return Move(place, math.atan2(ahead_y, ahead_x), direct=away < 3 * size, free=free)
    twist = _creep(view, wrapped(math.atan2(y, x) - pose.heading), away - REACH * size)
    return Move(pose[:2], pose.heading, direct=True, free=free, twist=twist)


def _spins(view: GameView, number: int, away: float, size: float) -> bool:
    """Whether a robot spins: from where it reaches the ball until it has hit it, or has tried for long enough."""
    memory, now = view.memory, view.observation.time
    since: Any = memory.get("sweeps")  # number and since when
    if since is not None and (since[0] != number or away > LOST * size or now - since[1] > SPINS):
        since = memory["sweeps"] = None
    if since is None and abs(away - REACH * size) < WITHIN * size:
        since = memory["sweeps"] = [number, now]
    return since is not None


def _creep(view: GameView, off: float, gap: float) -> Twist:
    """The velocity in a straight line to the ball or away from it, forwards or backwards.

    off: rad, direction of the ball from the heading
    gap: m that are missing to the distance at which the robot spins
    """
    constants, ahead = view.constants, 1.0
    if abs(off) > math.pi / 2:
        off, ahead = wrapped(off - math.pi), -1.0
    most, fastest = CREEP * constants.top, constants.limits.turn_rate
    forward = 0.0 if abs(off) > FACING else ahead * max(-most, min(most, GAIN * gap))
    return Twist(forward, 0.0, max(-fastest, min(fastest, AIM * off)))


def _aside(view: GameView, size: float) -> Point:
    """A place between the ball and the middle of the table, for a robot that would only pin the ball."""
    x, y = view.ball
    apart = ROOM * size / math.hypot(x, y)
    return x - apart * x, y - apart * y


def _way_out(view: GameView, size: float) -> tuple[Point, Point]:
    """The direction in which the ball leaves its corner, and the place from which a robot approaches it.

    It leaves the own corner along the side wall, and theirs along the goal line.
    """
    constants, (x, y) = view.constants, view.ball
    inwards = -math.copysign(1.0, y)
    out, normal = ((0.0, inwards), (-1.0, 0.0)) if x > 0 else ((1.0, 0.0), (0.0, inwards))
    # Beside the ball, seen along the wall; where it would touch the other wall, turned away from that one.
    edge_x, edge_y = constants.length - CLEAR * constants.radius, constants.width - CLEAR * constants.radius
    aside = max(0.0, abs(y) - edge_y) if x > 0 else max(0.0, abs(x) - edge_x)
    angle = math.asin(min(aside / (REACH * size), 0.9))
    c, s = math.cos(angle), math.sin(angle)
    ex, ey = c * normal[0] + s * out[0], c * normal[1] + s * out[1]
    return out, (x + STAGE * size * ex, y + STAGE * size * ey)
