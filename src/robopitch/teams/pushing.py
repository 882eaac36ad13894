"""How a robot on two wheels, without a kicker, plays the ball: it gets behind it, and drives through it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from robopitch.teams.motion import Move
from robopitch.teams.walls import along_wall

if TYPE_CHECKING:
    from robopitch.control.paths import Area
    from robopitch.teams.game_view import GameView, Point
    from robopitch.teams.skills import Play

__all__ = ["push"]

BESIDE_WALL = 0.15  # robot radii beyond the half diagonal of a cube: its distance from a wall at which it can turn


def push(view: GameView, number: int, play: Play, free: bool) -> Move:
    """Drive behind the ball in an arc, then through it; a ball at a wall is pushed along the wall."""
    constants, pose = view.constants, view.observation.own[number]
    ball = view.ball_after(min(view.times[number], 0.8))
    wall = along_wall(constants, ball, play.direction)
    direction = play.direction if wall is None else wall
    ux, uy = math.cos(direction), math.sin(direction)
    x, y = pose.x - ball[0], pose.y - ball[1]
    behind, aside = -(x * ux + y * uy), y * ux - x * uy
    size = constants.radius + constants.ball
    bounds = constants.bounds.grown(-BESIDE_WALL * constants.radius)
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
