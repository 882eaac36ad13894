"""Where free play places the ball: on the field, outside the defence areas, and clear of robots."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from robopitch.elementary import hypot

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.world import World

__all__ = ["free_place", "in_defence_area", "legal_place"]

INSIDE = 0.05  # distance from the lines at which a ball is placed, as a fraction of the field's width
STEPS = 50  # number of places tried between the wanted one and the centre


def in_defence_area(league: LeagueSpec, x: float, y: float, clearance: float = 0.0) -> bool:
    """Whether a point is in a defence area, or nearer to one than the clearance, m."""
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
    """The legal place for a point, or the first one between there and the centre that is clear of robots."""
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
