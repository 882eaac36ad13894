"""Goalkeeping: where to stand, how to stop a shot, where to clear the ball."""

from __future__ import annotations

import math

from robopitch.control.ballistics import chip_speed, time_to_reach
from robopitch.control.driving import seconds_to_cover
from robopitch.teams.game_view import GameView, Point
from robopitch.teams.motion import Move
from robopitch.teams.skills import Play, bearing, clear_way, speed_that_stays_in, stand

__all__ = ["clearance", "crossing", "guard", "in_own_area", "lobbed", "save", "saved_alone"]

SHOT = 0.5  # m/s towards the goal: a faster ball is a shot; less on small fields
ASIDE = 0.25  # fraction of the goal's half width by which a ball may miss the goal and still count as a shot
AWAY = math.radians(70)  # scale of the angles of clearances, from the direction outwards
ON_LINE = 0.5  # robot radii from the goal line at which a keeper awaits a lob
LANDS = 2.5  # units: distance at which a ball comes down that a robot clears which sees for itself
FAN = (0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75)  # fractions of AWAY, in order of preference


def in_own_area(view: GameView) -> bool:
    """Whether the ball is in the own defence area."""
    constants, (x, y) = view.constants, view.ball
    return x < -constants.length + constants.depth and abs(y) < constants.side


def crossing(view: GameView) -> Point | None:
    """The point where a shot will cross the own goal line; None if there is no shot."""
    constants, (x, y), (vx, vy) = view.constants, view.ball, view.roll
    if vx > -SHOT * min(1.0, constants.unit) or x < -constants.length:
        return None
    if not constants.walled and view.path[-1, 0] > -constants.length + constants.radius:
        return None
    hits = y + vy * (x + constants.length) / -vx
    return (-constants.length, hits) if abs(hits) < (1 + ASIDE) * constants.post else None


def lobbed(view: GameView) -> bool:
    """Whether the ball flies where it can fall behind a keeper that stands before its line."""
    return view.flies and view.constants.lob > 0


def save(view: GameView, number: int, hits: Point) -> Move:
    """Drive into the path of a shot that would cross the goal line at *hits*."""
    constants, pose = view.constants, view.observation.own[number]
    if not constants.omni:
        return Move((-constants.length + 1.2 * constants.radius, hits[1]), math.pi / 2, direct=True, free=True)
    if lobbed(view):
        return stand(view, number, (-constants.length + ON_LINE * constants.radius, hits[1]))._replace(
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


def saved_alone(view: GameView) -> dict[int, Move] | None:
    """The moves of a team of one robot while there is a shot at its goal; None: it plays as a field player."""
    hits = crossing(view) if len(view.numbers) == 1 else None
    return None if hits is None else {view.numbers[0]: save(view, view.numbers[0], hits)}


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


def clearance(view: GameView) -> Play:
    """Play the ball away from the own goal, in the direction with the longest clear way."""
    constants = view.constants
    outwards = math.atan2(view.ball[1], 0.5 * constants.length)
    width = constants.radius + 2 * constants.ball
    best, most = outwards, -1.0
    for rank, part in enumerate(FAN):
        angle = outwards + AWAY * part
        room = clear_way(view, angle, 4 * constants.unit, width) * (1 - 0.05 * rank)
        if room > most:
            best, most = angle, room
    if constants.chip > 0:  # over nearby robots
        speed = constants.chip
        if view.doubtful:  # the direction may be off by a lot: it should come down inside
            speed = min(speed, chip_speed(LANDS * constants.unit, constants.chip_angle, constants.law.gravity))
        return Play(best, speed, 0.3, constants.chip_angle)
    return Play(best, speed_that_stays_in(view, best) if constants.kick > 0 else 0.0, 0.3)
