"""Stand in the way: at a place, before the own goal, or in the path of a shot."""

from __future__ import annotations

import math
from dataclasses import dataclass

from robopitch.control.ballistics import time_to_reach
from robopitch.control.driving import seconds_to_cover
from robopitch.control.geometry import bearing
from robopitch.teams.game_view import GameView, Point
from robopitch.teams.motion import Move

__all__ = ["USUAL", "Params", "guard", "lobbed", "save", "stand"]


@dataclass(frozen=True, slots=True)
class Params:
    """What was tuned."""

    on_line: float = 0.5  # robot radii from the goal line at which a keeper awaits a lob


USUAL = Params()


def stand(view: GameView, number: int, place: Point, speed: float = math.inf) -> Move:
    """Stand at a place, facing the ball."""
    pose = view.observation.own[number]
    return Move(place, bearing((pose.x, pose.y), view.ball), speed)


def guard(view: GameView, number: int, out: float) -> Move:
    """Stand in front of the goal, on the bisector of its angle seen from the ball.

    out: distance from the goal line, in half widths of the goal
    """
    constants, (x, y) = view.constants, view.ball
    line = -constants.length
    if not constants.omni:
        room, away = constants.post - 0.5 * constants.radius, max(x - line, constants.post)
        place = (line + 1.2 * constants.radius, max(-room, min(room, y * constants.post / away)))
        return Move(place, math.pi / 2, direct=True, free=True)
    left, right = math.dist((x, y), (line, constants.post)), math.dist((x, y), (line, -constants.post))
    middle = (
        constants.post * (right - left) / max(right + left, 1e-6)
    )  # where the bisector of the goal's angle meets the line
    away = max(math.hypot(x - line, y - middle), 1e-6)
    out = 0.0 if lobbed(view) else min(out * constants.post, 0.5 * away)
    place = (line + max(constants.radius, out * (x - line) / away), middle + out * (y - middle) / away)
    return stand(view, number, place)._replace(direct=True, free=True)


def save(view: GameView, number: int, hits: Point, params: Params = USUAL) -> Move:
    """Drive into the path of a shot that would cross the goal line at *hits*."""
    constants, pose = view.constants, view.observation.own[number]
    if not constants.omni:
        return Move((-constants.length + 1.2 * constants.radius, hits[1]), math.pi / 2, direct=True, free=True)
    if lobbed(view):
        return stand(view, number, (-constants.length + params.on_line * constants.radius, hits[1]))._replace(
            direct=True, free=True
        )
    (x, y), (vx, vy) = view.ball, view.roll
    ux, uy = vx / view.speed, vy / view.speed
    # The foot of the perpendicular from the keeper to the ball's line; never behind the goal line.
    along = (pose.x - x) * ux + (pose.y - y) * uy
    along = max(0.0, min(along, (-constants.length + 0.5 * constants.radius - x) / ux))
    place = (x + along * ux, y + along * uy)
    dx, dy = place[0] - pose.x, place[1] - pose.y
    away = math.hypot(dx, dy)
    if away > 0.3 * constants.radius:
        velocity, limits = view.observation.own_velocity.get(number, (0.0, 0.0, 0.0)), constants.easy
        nearing = (velocity[0] * dx + velocity[1] * dy) / away
        left = time_to_reach(along, view.speed, constants.law, view.slip)
        if seconds_to_cover(away, nearing, constants.top, limits.speed_up, limits.brake) > left:
            share = (away + constants.post) / away  # too late to stop there: drive through
            place = (pose.x + share * dx, pose.y + share * dy)
    facing = bearing(pose[:2], view.ball)
    return Move(place, facing, direct=True, free=True, dribble=1.0 if constants.holds else 0.0)


def lobbed(view: GameView) -> bool:
    """Whether the ball flies where it can fall behind a keeper that stands before its line."""
    return view.flies and view.constants.lob > 0
