"""A ball that robots, walls or both hold in one place, and how a robot frees it; how one on two wheels plays a ball.

A robot on two wheels spins at the ball: its edge sweeps the ball out, as teams of these leagues do at the wall. Of two
robots that hold the ball between them, one drives aside and comes again: first the one in the opponents' half, so that
of two teams that do the same only one gives way.

In a corner it stops beside the ball and spins: the corners of a cube reach farther than its sides. A robot that stands
so far from the ball that only they reach it turns freely, and hits the ball along the wall behind it. One that touches
the ball with a side would wedge it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from robopitch.control.geometry import Twist, wrapped
from robopitch.teams.motion import Move
from robopitch.teams.tactics.walls import along_wall, in_corner, nearest_rival

if TYPE_CHECKING:
    from robopitch.control.paths import Area
    from robopitch.teams.game_view import GameView, Point
    from robopitch.teams.skills.kick import Play

__all__ = ["USUAL", "Params", "push", "sweep", "unjam"]


@dataclass(frozen=True, slots=True)
class Params:
    """What was tuned."""

    stalled: float = 0.7  # s after which a two-wheeled robot spins
    alone: float = 1.5  # s that it needs, without an opponent near by, to get behind the ball
    near: float = 0.97  # sums of the radii: distance of the ball at which it begins to spin, …
    far: float = 1.25  # … and stops
    room: float = 3.0  # sums of the radii between the ball and a robot that waits while an opponent sweeps
    cycle: float = 2.4  # s: spin, back off, come again
    back: float = 1.7  # s of the cycle after which a two-wheeled robot backs off
    at_it: float = 1.4  # touch distances from the ball within which a robot is at it
    blurred: float = 0.2  # m more, for robots that see for themselves: a ball that two of them lift seems farther away
    give_way: float = 1.0  # s of a duel after which a robot in the opponents' half gives way, …
    patience: float = 3.0  # … or in the own one …
    away: float = 1.0  # … and for how long, s
    wall: float = 1.5  # robot radii between ball and wall within which it is at the wall
    inwards: float = 0.8  # weight of the direction away from a wall, relative to that of the play
    aside: float = 0.35  # fraction of the top speed at which a robot gives way
    beside_wall: float = 0.15  # robot radii beyond the half diagonal of a cube: from a wall at which it can turn
    sweep_reach: float = 0.93  # sums of the radii from robot to ball at which it spins in a corner …
    sweep_within: float = 0.05  # … give or take
    sweep_stage: float = 1.3  # sums of the radii to the place from which it approaches the ball in a straight line
    sweep_near: float = 1.7  # sums of the radii within which it does so
    sweep_lost: float = 1.3  # sums of the radii beyond which a spinning robot has hit the ball
    sweep_spins: float = 0.7  # s that it spins at most
    sweep_gain: float = 7.0  # 1/s, …
    sweep_creep: float = 0.2  # … and fraction of the top speed, of the last centimetres
    sweep_aim: float = 10.0  # 1/s: gain of the turn to the ball
    sweep_facing: float = 0.35  # rad: more than so much off the ball, it only turns
    sweep_room: float = 3.0  # sums of the radii from the ball, …
    sweep_patience: float = 4.0  # … and s of a ball that stays, while an opponent is at it
    sweep_clear: float = 1.06  # robot radii from a wall at which it can spin


USUAL = Params()


def unjam(view: GameView, number: int, play: Play, free: bool, params: Params = USUAL) -> Move | None:
    """The move that frees a jammed ball; None if the ball is not jammed, or the robot is not at it."""
    if not view.situation.running:
        return None
    return _duel(view, number, free, params) if view.constants.omni else _spin(view, number, play, free, params)


def _spin(view: GameView, number: int, play: Play, free: bool, params: Params) -> Move | None:
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
    since = view.stalled - params.stalled
    if not view.others or nearest_rival(view) > 3 * size:  # unhindered, it has time to get behind the ball
        since = min(view.observation.time - there[1] - params.alone, since)
    if since < 0 or (in_corner(constants, view.ball) and not _at_ball(view, size, params)):
        return None  # in a corner, who spins only wedges the ball: it is played along the wall
    towards = _to_ball(view, number)
    if view.others and away > params.far * size > nearest_rival(view):
        # An opponent sweeps it: who presses on pins both.
        x, y = view.ball
        apart = params.room * size / (math.hypot(x, y) + 1e-9)
        return Move((x - apart * x, y - apart * y), towards, free=free)
    if since % params.cycle > params.back:
        back = -math.copysign(0.4 * constants.top, math.cos(towards - pose.heading))
        return Move(pose[:2], pose.heading, direct=True, free=free, twist=Twist(back, 0.0, 0.0))
    spins = view.memory["spins"] = away < (params.far if view.memory.get("spins") else params.near) * size
    if not spins:
        return Move(view.ball, towards, direct=True, free=free)
    x, y = view.ball[0] - pose.x, view.ball[1] - pose.y
    dx, dy = _outwards(view, play.direction, params)
    turn = math.copysign(constants.limits.turn_rate, x * dy - y * dx)
    return Move(pose[:2], pose.heading, direct=True, free=free, twist=Twist(0.0, 0.0, turn))


def _at_ball(view: GameView, size: float, params: Params) -> bool:
    """Whether an opponent is at the ball."""
    return bool(view.others) and nearest_rival(view) < params.far * size


def _to_ball(view: GameView, number: int) -> float:
    pose = view.observation.own[number]
    return math.atan2(view.ball[1] - pose.y, view.ball[0] - pose.x)


def _outwards(view: GameView, direction: float, params: Params) -> Point:
    """The direction in which the ball shall move: that of the play, and away from walls."""
    constants, (x, y) = view.constants, view.ball
    dx, dy = math.cos(direction), math.sin(direction)
    if constants.length - abs(x) < params.wall * constants.radius:
        dx -= math.copysign(params.inwards, x)
    if constants.width - abs(y) < params.wall * constants.radius:
        dy -= math.copysign(params.inwards, y)
    return dx, dy


def _duel(view: GameView, number: int, free: bool, params: Params) -> Move | None:
    """Against an opponent at the ball: drive back and aside for a while, first the robot in the opponents' half."""
    constants, pose, now = view.constants, view.observation.own[number], view.observation.time
    giving: Any = view.memory.get("gives way")
    if giving is not None and giving[0] == number and now < giving[1]:
        back, side = params.aside * constants.top, 1.0 if number % 2 else -1.0
        angle = _to_ball(view, number) + math.pi - side * math.pi / 4
        twist = Twist(back * math.cos(angle), back * math.sin(angle), 0.0)
        return Move(pose[:2], pose.heading, direct=True, free=free, twist=twist)
    reach = params.at_it * constants.touch + (params.blurred if view.doubtful else 0.0)
    duel: Any = view.memory.get("duel")
    if not view.others or math.dist(pose[:2], view.ball) > reach or nearest_rival(view) > reach:
        if duel is not None and duel[0] == number:
            view.memory["duel"] = None
        return None
    if duel is None or duel[0] != number:
        duel = view.memory["duel"] = [number, now]
    if now - duel[1] > (params.give_way if view.ball[0] > 0 else params.patience):
        view.memory["gives way"], view.memory["duel"] = [number, now + params.away], None
    return None


# ---- on two wheels ------------------------------------------------------------------------------------------------


def push(view: GameView, number: int, play: Play, free: bool, params: Params = USUAL) -> Move:
    """Drive behind the ball in an arc, then through it; a ball at a wall is pushed along the wall."""
    constants, pose = view.constants, view.observation.own[number]
    ball = view.ball_after(min(view.times[number], 0.8))
    wall = along_wall(constants, ball, play.direction)
    direction = play.direction if wall is None else wall
    ux, uy = math.cos(direction), math.sin(direction)
    x, y = pose.x - ball[0], pose.y - ball[1]
    behind, aside = -(x * ux + y * uy), y * ux - x * uy
    size = constants.radius + constants.ball
    bounds = constants.bounds.grown(-params.beside_wall * constants.radius)
    lined_up = behind > 0 and abs(aside) < 0.35 * constants.radius + 0.2 * behind
    if lined_up:
        far = 4 * size
        x, y = ball if wall is None else _within(bounds, ball)  # the wall leads the ball; the robot keeps off it
        return Move((x + far * ux, y + far * uy), direction, direct=True, free=free)
    if behind < size and abs(aside) < 1.3 * size:  # in front of it or beside it: around it, not into it
        aside = math.copysign(1.6 * size, aside)
        place = (ball[0] - 1.5 * size * ux - aside * uy, ball[1] - 1.5 * size * uy + aside * ux)
    else:
        place = (ball[0] - 2.0 * size * ux, ball[1] - 2.0 * size * uy)
    x, y = _within(bounds, place)
    if wall is None and (x, y) != place and math.dist((x, y), pose[:2]) < 0.5 * size:  # no room behind it: into it
        return Move((ball[0] + size * ux, ball[1] + size * uy), direction, direct=True, free=free)
    return Move((x, y), direction, free=free)


def _within(bounds: Area, place: Point) -> Point:
    """The nearest place inside."""
    return max(bounds.left, min(bounds.right, place[0])), max(bounds.low, min(bounds.high, place[1]))


def sweep(view: GameView, number: int, free: bool, params: Params = USUAL) -> Move | None:
    """The move of a robot that plays a ball in a corner; None: the ball is not in a corner, or rolls."""
    constants = view.constants
    if constants.omni or not in_corner(constants, view.ball) or view.speed > constants.unit:
        return None
    pose = view.observation.own[number]
    size, away = constants.radius + constants.ball, math.dist(pose[:2], view.ball)
    x, y = view.ball[0] - pose.x, view.ball[1] - pose.y
    contested = view.others and nearest_rival(view) < params.sweep_lost * size and view.stalled < params.sweep_patience
    if contested and (away > params.sweep_lost * size or view.ball[0] > 0):
        # Of two at it, the one in the opponents' half gives way.
        return Move(_aside(view, size, params), math.atan2(y, x), free=free)
    out, place = _way_out(view, size, params)
    if _spins(view, number, away, size, params):
        turn = math.copysign(constants.limits.turn_rate, x * out[1] - y * out[0])
        return Move(pose[:2], pose.heading, direct=True, free=free, twist=Twist(0.0, 0.0, turn))
    ahead_x, ahead_y = view.ball[0] - place[0], view.ball[1] - place[1]
    if away > params.sweep_near * size or x * ahead_x + y * ahead_y < 0.5 * away * params.sweep_stage * size:
        return Move(place, math.atan2(ahead_y, ahead_x), direct=away < 3 * size, free=free)
    twist = _creep(view, wrapped(math.atan2(y, x) - pose.heading), away - params.sweep_reach * size, params)
    return Move(pose[:2], pose.heading, direct=True, free=free, twist=twist)


def _spins(view: GameView, number: int, away: float, size: float, params: Params) -> bool:
    """Whether a robot spins: from where it reaches the ball until it has hit it, or has tried for long enough."""
    memory, now = view.memory, view.observation.time
    since: Any = memory.get("sweeps")  # number and since when
    if since is not None and (
        since[0] != number or away > params.sweep_lost * size or now - since[1] > params.sweep_spins
    ):
        since = memory["sweeps"] = None
    if since is None and abs(away - params.sweep_reach * size) < params.sweep_within * size:
        since = memory["sweeps"] = [number, now]
    return since is not None


def _creep(view: GameView, off: float, gap: float, params: Params) -> Twist:
    """The velocity in a straight line to the ball or away from it, forwards or backwards.

    off: rad, direction of the ball from the heading
    gap: m that are missing to the distance at which the robot spins
    """
    constants, ahead = view.constants, 1.0
    if abs(off) > math.pi / 2:
        off, ahead = wrapped(off - math.pi), -1.0
    most, fastest = params.sweep_creep * constants.top, constants.limits.turn_rate
    forward = 0.0 if abs(off) > params.sweep_facing else ahead * max(-most, min(most, params.sweep_gain * gap))
    return Twist(forward, 0.0, max(-fastest, min(fastest, params.sweep_aim * off)))


def _aside(view: GameView, size: float, params: Params) -> Point:
    """A place between the ball and the middle of the table, for a robot that would only pin the ball."""
    x, y = view.ball
    apart = params.sweep_room * size / math.hypot(x, y)
    return x - apart * x, y - apart * y


def _way_out(view: GameView, size: float, params: Params) -> tuple[Point, Point]:
    """The direction in which the ball leaves its corner, and the place from which a robot approaches it.

    It leaves the own corner along the side wall, and theirs along the goal line.
    """
    constants, (x, y) = view.constants, view.ball
    inwards = -math.copysign(1.0, y)
    out, normal = ((0.0, inwards), (-1.0, 0.0)) if x > 0 else ((1.0, 0.0), (0.0, inwards))
    # Beside the ball, seen along the wall; where it would touch the other wall, turned away from that one.
    edge_x, edge_y = (
        constants.length - params.sweep_clear * constants.radius,
        constants.width - params.sweep_clear * constants.radius,
    )
    aside = max(0.0, abs(y) - edge_y) if x > 0 else max(0.0, abs(x) - edge_x)
    angle = math.asin(min(aside / (params.sweep_reach * size), 0.9))
    c, s = math.cos(angle), math.sin(angle)
    ex, ey = c * normal[0] + s * out[0], c * normal[1] + s * out[1]
    return out, (x + params.sweep_stage * size * ex, y + params.sweep_stage * size * ey)
