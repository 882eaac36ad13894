"""Free places for robots that the simulator puts on the field before a restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from robopitch.elementary import hypot
from robopitch.spec import LeagueSpec

__all__ = ["GAP", "FreePlaces", "Legal", "largest_radius"]

GAP = 0.01  # m that stays free between robots
RINGS = 60  # squares of places around a wanted one

Legal = Callable[[float, float], bool]
"""Whether a robot may stand at a point."""


def largest_radius(league: LeagueSpec) -> float:
    """Of the circles around the robots of both teams."""
    return max(float(team.robot.outline.circumradius) for team in (league.blue, league.yellow))


class FreePlaces:
    """What is taken on the field, and where the next robot finds room.

    ball:  where the ball is going to lie
    reach: m by which robots may stand outside the lines
    """

    def __init__(self, league: LeagueSpec, ball: tuple[float, float], reach: float = 0.0) -> None:
        self.league, self.radius = league, largest_radius(league)
        self._x, self._y = league.field.length / 2 + reach, league.field.width / 2 + reach
        self._taken = [(*ball, self.radius + float(league.ball.radius) + 0.001)]  # x, y, least distance of a centre

    def put(self, x: float, y: float, legal: Legal) -> tuple[float, float]:
        """The nearest free legal place to a wanted one, taken from now on; the wanted one if there is none."""
        place = next((spot for spot in self._around(x, y) if self.is_free(*spot) and legal(*spot)), (x, y))
        self.keep(*place)
        return place

    def keep(self, x: float, y: float) -> None:
        """A robot stands here."""
        self._taken.append((x, y, 2 * self.radius + GAP))

    def is_free(self, x: float, y: float) -> bool:
        """Whether a robot fits there: beside walls, the triangles in the corners, the ball and other robots."""
        in_x, in_y = self._x - self.radius - abs(x), self._y - self.radius - abs(y)
        if in_x < 0 or in_y < 0 or in_x + in_y < self.league.field.corner:
            return False
        return all(hypot(x - at_x, y - at_y) >= need for at_x, at_y, need in self._taken)

    def _around(self, x: float, y: float) -> Iterator[tuple[float, float]]:
        step = self.radius / 2
        return ((x + i * step, y + j * step) for i, j in _offsets())


@lru_cache(maxsize=1)
def _offsets() -> tuple[tuple[int, int], ...]:
    """Places of a square grid around one, the nearest ones first."""
    span = range(-RINGS, RINGS + 1)
    return tuple(sorted(((i, j) for i in span for j in span), key=lambda at: (at[0] * at[0] + at[1] * at[1], at)))
