"""Checks positions against the walls around a pitch."""

from __future__ import annotations

import math

from robopitch.spec import LeagueSpec

__all__ = ["nearest_within_walls", "within_walls"]

TOLERANCE = 0.001  # m: a ball that was detected at the wall may be placed there


def within_walls(league: LeagueSpec, x: float, y: float, radius: float = 0.0) -> bool:
    """Whether a disc of this radius is inside the walls, or in a goal that is a gap in them."""
    field, goal = league.field, league.field.goal
    beyond_x = abs(x) + radius - TOLERANCE - (field.length / 2 + field.margin_goal)
    beyond_y = abs(y) + radius - TOLERANCE - (field.width / 2 + field.margin_touch)
    if field.margin_goal <= 0 and 0 < beyond_x <= goal.depth:
        return bool(abs(y) + radius - TOLERANCE <= goal.width / 2)
    for wall_x, wall_y, leg, way in field.fillings:
        inside = way * (wall_y - abs(y))  # of the wall, or beside the goal
        in_corner = (wall_x - abs(x)) + inside < leg + math.sqrt(2) * radius - 2 * TOLERANCE
        if inside > 0 and in_corner:
            return False
    return bool(beyond_x <= 0 and beyond_y <= 0)


def nearest_within_walls(league: LeagueSpec, x: float, y: float, radius: float = 0.0) -> tuple[float, float]:
    """The position itself if it is inside the walls, else one near it that is; used as the target of a pull."""
    field = league.field
    if not within_walls(league, x, y, radius):
        most_x, most_y = field.length / 2 + field.margin_goal - radius, field.width / 2 + field.margin_touch - radius
        x, y = min(max(x, -most_x), most_x), min(max(y, -most_y), most_y)
    while not within_walls(league, x, y, radius):  # in a cut-off corner
        x, y = 0.98 * x, 0.98 * y
    return x, y
