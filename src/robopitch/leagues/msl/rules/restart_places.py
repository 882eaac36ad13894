"""Where the ball is placed for each restart of the Middle Size League: pure geometry."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from robopitch.elementary import hypot
from robopitch.messages import Phase, Restart, Team

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec

__all__ = ["attacked_side", "exit_restart", "foul_place", "in_area", "nearest_spot", "penalty_mark", "restart_spots"]

Place = tuple[float, float]


def attacked_side(team: Team) -> float:
    """The sign of x of the goal that a team attacks: blue starts at −x."""
    return 1.0 if team is Team.BLUE else -1.0


def penalty_mark(league: LeagueSpec, side: float) -> Place:
    """The penalty mark before the goal at that side, the sign of x."""
    return side * (league.field.length / 2 - league.field.penalty_mark), 0.0


def restart_spots(league: LeagueSpec, from_axis: float) -> tuple[Place, ...]:
    """The nine restart spots: on the centre line and on the lines through the penalty marks.

    from_axis: m from the long axis to the outer ones
    """
    columns = (penalty_mark(league, -1.0)[0], 0.0, penalty_mark(league, 1.0)[0])
    return tuple((x, y) for x in columns for y in (-from_axis, 0.0, from_axis))


def nearest_spot(league: LeagueSpec, from_axis: float, x: float, y: float, side: float = 0.0) -> Place:
    """The restart spot nearest to a point; of two as near, the first one.

    side: sign of x of the half in which it must be, the centre line excluded; 0: anywhere
    """
    spots = [spot for spot in restart_spots(league, from_axis) if side == 0.0 or spot[0] * side > 0]
    return min(spots, key=lambda spot: hypot(spot[0] - x, spot[1] - y))


def in_area(depth: float, width: float, length: float, side: float, x: float, y: float) -> bool:
    """Whether a point is in the area before the goal at that side. Lines belong to the area.

    length: of the field; depth and width of the area are to the outside of its lines
    """
    return side * x >= length / 2 - depth and abs(y) <= width / 2


def foul_place(league: LeagueSpec, from_axis: float, x: float, y: float) -> Place:
    """Where a free kick or a dropped ball is played: where the ball was, inside the lines.

    In a penalty area it is the nearest restart spot.
    """
    field = league.field
    most_x, most_y = field.length / 2 - league.ball.radius, field.width / 2 - league.ball.radius
    x, y = _clamp(x, most_x), _clamp(y, most_y)
    side = math.copysign(1.0, x)
    if in_area(field.penalty_area_depth, field.penalty_area_width, field.length, side, x, y):
        return nearest_spot(league, from_axis, x, y)
    return x, y


def exit_restart(league: LeagueSpec, from_axis: float, exit_at: Place, last_touch: Team) -> Restart:
    """The restart after the ball left the field at a point, last touched by a robot of that team.

    Throw-in where it crossed the touch line; corner kick inside the arc, half its radius from both lines; goal kick
    from the nearest restart spot in the own half.
    """
    field = league.field
    x, y = exit_at
    other = last_touch.other
    if abs(x) - field.length / 2 < abs(y) - field.width / 2:  # over a touch line
        place = _clamp(x, field.length / 2), math.copysign(field.width / 2, y)
        return Restart(Phase.THROW_IN, other, place)
    side = math.copysign(1.0, x)
    if attacked_side(last_touch) == side:
        return Restart(Phase.GOAL_KICK, other, nearest_spot(league, from_axis, x, y, side))
    inside = field.corner_arc_radius / 2
    corner = side * (field.length / 2 - inside), math.copysign(field.width / 2 - inside, y)
    return Restart(Phase.CORNER_KICK, other, corner)


def _clamp(value: float, most: float) -> float:
    return math.copysign(min(abs(value), most), value)
