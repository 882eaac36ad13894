"""Goalkeeping: whether there is a shot, and where to clear the ball; `skills/block.py` stops it."""

from __future__ import annotations

import math

from robopitch.control.ballistics import chip_speed
from robopitch.teams.game_view import GameView, Point
from robopitch.teams.motion import Move
from robopitch.teams.skills.block import save
from robopitch.teams.skills.kick import Play, clear_way, speed_that_stays_in

__all__ = ["clearance", "crossing", "in_own_area", "saved_alone"]

SHOT = 0.5  # m/s towards the goal: a faster ball is a shot; less on small fields
ASIDE = 0.25  # fraction of the goal's half width by which a ball may miss the goal and still count as a shot
AWAY = math.radians(70)  # scale of the angles of clearances, from the direction outwards
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


def saved_alone(view: GameView) -> dict[int, Move] | None:
    """The moves of a team of one robot while there is a shot at its goal; None: it plays as a field player."""
    hits = crossing(view) if len(view.numbers) == 1 else None
    return None if hits is None else {view.numbers[0]: save(view, view.numbers[0], hits)}


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
