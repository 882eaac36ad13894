"""Where free play lays the ball: on the field, outside the defence areas, and where no robot stands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from robopitch.elementary import hypot

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.world import World

__all__ = ["free_place", "in_defence_area", "legal_place"]

INSIDE = 0.05  # of the field's width: the distance from the lines at which a ball is laid
STEPS = 50  # places between the wanted one and the centre that are tried


def in_defence_area(league: LeagueSpec, x: float, y: float, clearance: float = 0.0) -> bool:
    """Whether a point is in one of the defence areas, or nearer to it than the clearance, m."""
    field = league.field
    depth, side = float(field.penalty_area_depth), float(field.penalty_area_width) / 2
    return depth > 0 and abs(x) > field.length / 2 - depth - clearance and abs(y) < side + clearance


def legal_place(league: LeagueSpec, x: float, y: float) -> tuple[float, float]:
    """The point, or one near it that is inside the lines and outside the defence areas.

    A robot and the ball fit between that point and a defence area, so that field players can play the ball.
    """
    field = league.field
    most_x, most_y = field.length / 2 - INSIDE * field.width, field.width / 2 - INSIDE * field.width
    x, y = math.copysign(min(abs(x), most_x), x), math.copysign(min(abs(y), most_y), y)
    room = _room(league)
    if not in_defence_area(league, x, y, room):
        return x, y
    front = math.copysign(field.length / 2 - field.penalty_area_depth - room, x)
    beside = math.copysign(field.penalty_area_width / 2 + room, y)
    if abs(beside) < most_y and abs(beside - y) < abs(front - x):
        return x, beside
    return front, y


def free_place(world: World, x: float, y: float) -> tuple[float, float]:
    """The legal place for a point, or the first one on the way from there to the centre where no robot stands."""
    league = world.league
    x, y = legal_place(league, x, y)
    taken = [(robot.pose, robot.spec.outline.circumradius + 2 * league.ball.radius) for robot in world.robots()]
    for step in range(STEPS + 1):
        share = 1 - step / STEPS
        at_x, at_y = x * share, y * share
        if in_defence_area(league, at_x, at_y, 0.9 * _room(league)):  # 0.9: the border itself is legal
            continue
        if all(hypot(pose.x - at_x, pose.y - at_y) > need for pose, need in taken):
            return at_x, at_y
    return x, y


def _room(league: LeagueSpec) -> float:
    radius = max(float(team.robot.outline.circumradius) for team in (league.blue, league.yellow))
    return 2 * (radius + float(league.ball.radius))
