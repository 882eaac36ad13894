"""Where the walls around a pitch are, for whoever puts things down."""

from __future__ import annotations

import math

from robopitch.spec import LeagueSpec

__all__ = ["nearest_within_walls", "within_walls"]

TOLERANCE = 0.001  # m: a ball that was seen at the wall may be put back there


def within_walls(league: LeagueSpec, x: float, y: float, radius: float = 0.0) -> bool:
    """Whether a thing of this radius at this place is inside the walls, or in a goal that is a hole in them."""
    field, goal = league.field, league.field.goal
    beyond_x = abs(x) + radius - TOLERANCE - (field.length / 2 + field.margin_goal)
    beyond_y = abs(y) + radius - TOLERANCE - (field.width / 2 + field.margin_touch)
    if goal.kind == "recess" and 0 < beyond_x <= goal.depth:
        return bool(abs(y) + radius - TOLERANCE <= goal.width / 2)
    in_corner = field.corner > 0 and beyond_x + beyond_y + field.corner > (2 - math.sqrt(2)) * radius
    return bool(beyond_x <= 0 and beyond_y <= 0 and not in_corner)


def nearest_within_walls(league: LeagueSpec, x: float, y: float, radius: float = 0.0) -> tuple[float, float]:
    """The place itself if it is inside the walls, else one near by that is: where a hand that pulls gets to."""
    field = league.field
    if not within_walls(league, x, y, radius):
        most_x, most_y = field.length / 2 + field.margin_goal - radius, field.width / 2 + field.margin_touch - radius
        x, y = min(max(x, -most_x), most_x), min(max(y, -most_y), most_y)
    while not within_walls(league, x, y, radius):  # in a corner that is cut off
        x, y = 0.98 * x, 0.98 * y
    return x, y
