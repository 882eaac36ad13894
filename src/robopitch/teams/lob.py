"""Lobs into a goal that is high enough for a ball to fall behind its keeper."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from robopitch.control.ballistics import chip_speed

if TYPE_CHECKING:
    from robopitch.teams.constants import Constants
    from robopitch.teams.game_view import GameView, Point

__all__ = ["Lob", "height_under_bar", "lob_at_goal"]

UNDER = 2.0  # ball radii between the bar and the centre of a lobbed ball
ASIDE = (0.0, 0.45, -0.45)  # targets, in half widths of the goal from its middle
NEAR_GOAL = 3.0  # robot radii from the goal line within which an opponent may still reach the ball


class Lob(NamedTuple):
    """A lob that crosses the goal line below the bar."""

    target: Point  # on the goal line
    speed: float  # m/s of the kick
    room: float  # m between the ball's path at the goal and the nearest opponent


def height_under_bar(goal_height: float, robot_height: float, ball_radius: float) -> float:
    """Height of a ball's centre at the goal line that passes over a keeper and below the bar, m; 0: there is none."""
    height = goal_height - UNDER * ball_radius
    return height if height > robot_height else 0.0


def lob_at_goal(view: GameView, start: Point) -> Lob | None:
    """The lob over all opponents in the way whose target is farthest from them; None if there is none."""
    constants = view.constants
    if constants.lob <= 0 or start[0] <= 0:  # rules forbid lobs from the own half
        return None
    found = None
    for part in ASIDE:
        target = (constants.length, part * constants.post)
        speed = _speed(constants, math.dist(start, target))
        if speed is None or not _clears(view, start, target):
            continue
        near = [
            math.hypot(x - target[0], y - target[1])
            for x, y in view.rivals.tolist()
            if x > constants.length - NEAR_GOAL * constants.radius
        ]
        room = min(near, default=2 * constants.post)
        if found is None or room > found.room:
            found = Lob(target, speed, room)
    return found


def _landing(constants: Constants, away: float) -> float:
    """Where a ball would land that crosses the goal line at the height `lob`, m; inf: it is too near."""
    slope = math.tan(constants.chip_angle)
    rise = away * slope - constants.lob
    return away * away * slope / rise if rise > 0 else math.inf


def _speed(constants: Constants, away: float) -> float | None:
    landing = _landing(constants, away)
    if not math.isfinite(landing):
        return None
    speed = chip_speed(landing, constants.chip_angle)
    return speed if speed <= constants.chip else None


def _clears(view: GameView, start: Point, target: Point) -> bool:
    """Whether the ball is above every opponent that it passes: it rises and falls, so two points of each suffice."""
    constants = view.constants
    away = math.dist(start, target)
    ux, uy, slope = (target[0] - start[0]) / away, (target[1] - start[1]) / away, math.tan(constants.chip_angle)
    landing, wide = _landing(constants, away), constants.radius + constants.ball
    for x, y in view.rivals.tolist():
        along, aside = (x - start[0]) * ux + (y - start[1]) * uy, (y - start[1]) * ux - (x - start[0]) * uy
        if abs(aside) >= wide or along <= 0 or along - wide >= away:
            continue
        chord = math.sqrt(wide * wide - aside * aside)
        for edge in (max(along - chord, 0.0), min(along + chord, away)):
            if edge * slope * (1 - edge / landing) < constants.height + constants.ball:
                return False
    return True
