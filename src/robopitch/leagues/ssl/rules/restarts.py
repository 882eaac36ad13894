"""Where the ball is placed for the restarts of the Small Size League: the arithmetic of its game controller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.messages import Team

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec

__all__ = ["Restarts"]

TO_LINES = 0.2  # m from the lines: rules, ball placement
TO_AREAS = 1.0  # m from the defence areas: rules, free kick
GOAL_KICK = 1.0  # m from the goal line: rules, goal kick


class Restarts:
    """The places of a field; signs of 0 are positive."""

    def __init__(self, league: LeagueSpec) -> None:
        field = league.field
        self.x, self.y = float(field.length) / 2, float(field.width) / 2
        depth, half = float(field.penalty_area_depth), float(field.penalty_area_width) / 2
        self.area_x, self.area_y = self.x - depth - TO_AREAS, half + TO_AREAS
        # A field so narrow that there is no room beside the defence area: the kick is taken in front of it.
        self.goal_kick_x = self.x - (GOAL_KICK if self.y - half >= TO_AREAS + TO_LINES else TO_LINES + depth)

    def legal(self, x: float, y: float) -> tuple[float, float]:
        """The point, or the nearest one away from lines and defence areas."""
        x, y = self._inside(x, y)
        if abs(x) > self.area_x and abs(y) < self.area_y:
            if abs(x) - self.area_x < self.area_y - abs(y):
                x = _signed(self.area_x, x)
            else:
                y = _signed(self.area_y, y)
        return self._inside(x, y)

    def throw_in(self, x: float, y: float) -> tuple[float, float]:
        """After the ball left over a touch line."""
        return self.legal(x, y)[0], _signed(self.y - TO_LINES, y)

    def goal_kick(self, x: float, y: float) -> tuple[float, float]:
        """After an attacker shot over a goal line: beside the nearer corner."""
        return _signed(self.goal_kick_x, x), _signed(self.y - TO_LINES, y)

    def corner_kick(self, x: float, y: float) -> tuple[float, float]:
        """After a defender played the ball over the own goal line: in the nearer corner."""
        return _signed(self.x - TO_LINES, x), _signed(self.y - TO_LINES, y)

    def own_corner(self, team: Team, y: float) -> tuple[float, float]:
        """A corner at the goal line of a team."""
        return self.corner_kick(-1.0 if team is Team.BLUE else 1.0, y)

    def _inside(self, x: float, y: float) -> tuple[float, float]:
        most_x, most_y = self.x - TO_LINES, self.y - TO_LINES
        return min(max(x, -most_x), most_x), min(max(y, -most_y), most_y)


def _signed(size: float, sign: float) -> float:
    return size if sign >= 0 else -size
