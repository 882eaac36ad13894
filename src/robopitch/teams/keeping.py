"""Goalkeeping: where to stand, how to stop a shot, where to clear the ball."""

from __future__ import annotations

import math

from robopitch.control.ballistics import time_to_reach
from robopitch.control.driving import seconds_to_cover
from robopitch.teams.motion import Move
from robopitch.teams.picture import Picture, Point
from robopitch.teams.skills import Play, bearing, clear_way, speed_that_stays_in, stand

__all__ = ["clearance", "crossing", "guard", "in_own_area", "save"]

SHOT = 0.5  # m/s towards the goal: a faster ball is a shot; less on small fields
ASIDE = 0.25  # fraction of the goal's half width by which a ball may miss the goal and still count as a shot
AWAY = math.radians(70)  # scale of the angles of clearances, from the direction outwards
FAN = (0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75)  # fractions of AWAY, in order of preference


def in_own_area(picture: Picture) -> bool:
    """Whether the ball is in the own defence area."""
    gear, (x, y) = picture.gear, picture.ball
    return x < -gear.length + gear.depth and abs(y) < gear.side


def crossing(picture: Picture) -> Point | None:
    """The point where a shot will cross the own goal line; None if there is no shot."""
    gear, (x, y), (vx, vy) = picture.gear, picture.ball, picture.roll
    if vx > -SHOT * min(1.0, gear.unit) or x < -gear.length:
        return None
    if not gear.walled and picture.path[-1, 0] > -gear.length + gear.radius:
        return None
    hits = y + vy * (x + gear.length) / -vx
    return (-gear.length, hits) if abs(hits) < (1 + ASIDE) * gear.post else None


def save(picture: Picture, number: int, hits: Point) -> Move:
    """Drive into the path of a shot that would cross the goal line at *hits*."""
    gear, pose = picture.gear, picture.sight.own[number]
    if not gear.omni:
        return Move((-gear.length + 1.2 * gear.radius, hits[1]), math.pi / 2, direct=True, free=True)
    (x, y), (vx, vy) = picture.ball, picture.roll
    ux, uy = vx / picture.speed, vy / picture.speed
    # The foot of the perpendicular from the keeper to the ball's line; never behind the goal line.
    along = (pose.x - x) * ux + (pose.y - y) * uy
    along = max(0.0, min(along, (-gear.length + 0.5 * gear.radius - x) / ux))
    place = (x + along * ux, y + along * uy)
    dx, dy = place[0] - pose.x, place[1] - pose.y
    away = math.hypot(dx, dy)
    if away > 0.3 * gear.radius:
        velocity, limits = picture.sight.own_velocity.get(number, (0.0, 0.0, 0.0)), gear.easy
        nearing = (velocity[0] * dx + velocity[1] * dy) / away
        left = time_to_reach(along, picture.speed, gear.law, picture.slip)
        if seconds_to_cover(away, nearing, gear.top, limits.speed_up, limits.brake) > left:
            share = (away + gear.post) / away  # too late to stop there: drive through
            place = (pose.x + share * dx, pose.y + share * dy)
    facing = bearing(pose[:2], picture.ball)
    return Move(place, facing, direct=True, free=True, dribble=1.0 if gear.holds else 0.0)


def guard(picture: Picture, number: int, out: float) -> Move:
    """Stand in front of the goal, on the bisector of its angle seen from the ball.

    out: distance from the goal line, in half widths of the goal
    """
    gear, (x, y) = picture.gear, picture.ball
    line = -gear.length
    if not gear.omni:
        room, away = gear.post - 0.5 * gear.radius, max(x - line, gear.post)
        place = (line + 1.2 * gear.radius, max(-room, min(room, y * gear.post / away)))
        return Move(place, math.pi / 2, direct=True, free=True)
    left, right = math.dist((x, y), (line, gear.post)), math.dist((x, y), (line, -gear.post))
    middle = (
        gear.post * (right - left) / max(right + left, 1e-6)
    )  # where the bisector of the goal's angle meets the line
    away = max(math.hypot(x - line, y - middle), 1e-6)
    out = min(out * gear.post, 0.5 * away)
    place = (line + max(gear.radius, out * (x - line) / away), middle + out * (y - middle) / away)
    return stand(picture, number, place)._replace(direct=True, free=True)


def clearance(picture: Picture) -> Play:
    """Play the ball away from the own goal, in the direction with the longest clear way."""
    gear = picture.gear
    outwards = math.atan2(picture.ball[1], 0.5 * gear.length)
    width = gear.radius + 2 * gear.ball
    best, most = outwards, -1.0
    for rank, part in enumerate(FAN):
        angle = outwards + AWAY * part
        room = clear_way(picture, angle, 4 * gear.unit, width) * (1 - 0.05 * rank)
        if room > most:
            best, most = angle, room
    if gear.chip > 0:  # over nearby robots
        return Play(best, gear.chip, 0.3, gear.chip_angle)
    return Play(best, speed_that_stays_in(picture, best) if gear.kick > 0 else 0.0, 0.3)
