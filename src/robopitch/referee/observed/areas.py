"""Areas of the field: rectangles along its axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from robopitch.messages import Team

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec

__all__ = ["Area", "goal_area", "half", "own_side", "penalty_area"]


class Area(NamedTuple):
    """A rectangle, m."""

    low_x: float
    low_y: float
    high_x: float
    high_y: float

    def contains(self, x: float, y: float) -> bool:
        """Whether a point is in it or on its border.

        >>> Area(0.0, 0.0, 1.0, 2.0).contains(1.0, 2.0), Area(0.0, 0.0, 1.0, 2.0).contains(1.1, 1.0)
        (True, False)
        """
        return self.low_x <= x <= self.high_x and self.low_y <= y <= self.high_y

    def grown(self, by: float) -> Area:
        """The rectangle with each side moved outwards, or inwards for a negative number.

        >>> Area(0.0, 0.0, 1.0, 2.0).grown(0.5)
        Area(low_x=-0.5, low_y=-0.5, high_x=1.5, high_y=2.5)
        """
        return Area(self.low_x - by, self.low_y - by, self.high_x + by, self.high_y + by)


def own_side(team: Team) -> float:
    """The sign of x of a team's own goal: blue defends −x."""
    return -1.0 if team is Team.BLUE else 1.0


def penalty_area(league: LeagueSpec, team: Team) -> Area | None:
    """The penalty or defence area in front of a team's own goal; None if the field has none."""
    field = league.field
    return _at_goal(league, team, float(field.penalty_area_depth), float(field.penalty_area_width))


def goal_area(league: LeagueSpec, team: Team) -> Area | None:
    """The smaller area inside it; None if the field has none."""
    field = league.field
    return _at_goal(league, team, float(field.goal_area_depth), float(field.goal_area_width))


def half(league: LeagueSpec, team: Team) -> Area:
    """A team's own half."""
    x, y = float(league.field.length) / 2, float(league.field.width) / 2
    return Area(-x, -y, 0.0, y) if own_side(team) < 0 else Area(0.0, -y, x, y)


def _at_goal(league: LeagueSpec, team: Team, depth: float, width: float) -> Area | None:
    if depth <= 0:
        return None
    line = float(league.field.length) / 2
    if own_side(team) < 0:
        return Area(-line, -width / 2, depth - line, width / 2)
    return Area(line - depth, -width / 2, line, width / 2)
