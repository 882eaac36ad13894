"""Ball placement by a robot: fetch the ball, push or pull it to its place, leave it there."""

from __future__ import annotations

import math
from typing import Any

from robopitch.control.geometry import Twist
from robopitch.teams.game_view import GameView, Point
from robopitch.teams.motion import Move
from robopitch.teams.skills import Play, bearing, get_ball, has_ball

__all__ = ["carry"]

LAID, LIES = 0.05, 0.1  # m from its place within which a ball is released, and stays so; rules want 0.15
PACE, PULL = 1.0, 0.7  # m/s at which a ball is carried there, and pulled
FETCH = 2.5  # m/s at which it is fetched: the speed limit of a stop does not hold for the placing robot
RELEASE = 0.4  # s between the release of the ball and the retreat: the ball comes to rest
RETREAT = 0.5  # m/s


def carry(view: GameView, number: int, place: Point, away: float, scale: float) -> Move:
    """Carry the ball to its place, then move away from it.

    away:  m from the ball to the robot's centre that it retreats
    scale: of tolerances and speeds, on a small field
    """
    constants, pose = view.constants, view.observation.own[number]
    left = math.dist(view.ball, place)
    laid: Any = view.memory.get("laid")
    if left < (LAID if laid is None else LIES) * scale + constants.ball * 0.5:
        if laid is None:
            laid = view.memory["laid"] = view.observation.time
        x, y = pose.x - view.ball[0], pose.y - view.ball[1]
        gap = math.hypot(x, y) + 1e-9
        back = (view.ball[0] + away * x / gap, view.ball[1] + away * y / gap)
        rests = view.observation.time - laid > RELEASE or gap > constants.touch + 0.5 * constants.radius
        return Move(back if rests else pose[:2], bearing(pose[:2], view.ball), RETREAT, direct=True, free=True)
    view.memory["laid"] = None
    facing, held = _grip(view, place), has_ball(view, number)
    if facing is None or not held:
        push = Play(bearing(view.ball, place), 0.0, 0.0, pace=min(PACE, 0.15 + left))
        move = get_ball(view, number, push if facing is None else Play(facing, 0.0, 0.0, pace=0.2), free=True)
        # Near the ball it drives straight: planned paths keep away from the ball.
        direct = move.direct or math.dist(pose[:2], view.ball) < away + constants.radius
        return move._replace(direct=direct, speed=math.inf if held else FETCH * scale)
    # Pull: the dribbler holds the ball while the robot drives backwards.
    pace, way = min(PULL, 0.15 + left), bearing(view.ball, place)
    twist = Twist(pace * math.cos(way), pace * math.sin(way), 0.0)
    return Move(pose[:2], pose.heading, direct=True, free=True, dribble=1.0, twist=twist)


def _grip(view: GameView, place: Point) -> float | None:
    """The heading with which a ball at an outer wall is taken, to be pulled away; None: there is room behind it."""
    constants, (x, y) = view.constants, view.ball
    if not constants.holds or constants.walled:
        return None
    ux, uy = math.cos(bearing(view.ball, place)), math.sin(bearing(view.ball, place))
    behind = constants.touch + 1.5 * constants.radius
    bounds = constants.bounds
    pulling = bool(view.memory.get("pulls"))
    room = (1.5 if pulling else 1.0) * behind
    fits = bounds.left < x - room * ux < bounds.right and bounds.low < y - room * uy < bounds.high
    view.memory["pulls"] = not fits
    if fits:
        return None
    # Towards the wall, steeply enough that the robot fits beside it.
    dx, dy = -ux, -uy
    near = 2.0 * constants.radius
    if constants.outer[1] - abs(y) < near:
        dy = math.copysign(max(abs(dy), abs(dx)), y)
    if constants.outer[0] - abs(x) < near:
        dx = math.copysign(max(abs(dx), abs(dy)), x)
    return math.atan2(dy, dx)
