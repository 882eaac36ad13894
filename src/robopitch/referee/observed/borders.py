"""Whether and where the ball has left the field, and whether that is a goal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from robopitch.referee.observed.seen import Border

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec

__all__ = ["Borders", "Crossing", "beyond_walls", "crossing", "outside"]

Point3 = tuple[float, float, float]


class Borders(NamedTuple):
    """Where the centre of the ball is when its last point leaves the lines, and the opening of the goals. Metres."""

    goal_line: float
    touch_line: float
    post: float  # y of a goal's inside
    bar: float  # height of a goal

    @classmethod
    def of(cls, league: LeagueSpec, line_edge: float = 0.0) -> Borders:
        """Those of a league.

        line_edge: m by which the painted lines, which belong to the field, reach beyond its length and width: half
                   their width where a field is measured between the middles of its lines
        """
        field, radius = league.field, float(league.ball.radius)
        return cls(
            goal_line=float(field.length) / 2 + line_edge + radius,
            touch_line=float(field.width) / 2 + line_edge + radius,
            post=float(field.goal.width) / 2,
            bar=float(field.goal.height),
        )


class Crossing(NamedTuple):
    """Where the centre of the ball is when its last point has left the lines."""

    border: Border
    x: float
    y: float
    z: float
    in_goal: bool


def outside(borders: Borders, x: float, y: float) -> bool:
    """Whether the whole ball has left the field, also through the air. A ball that covers a bit of a line has not.

    >>> outside(Borders(4.5, 3.0, 0.5, 0.16), 4.5, 0.0), outside(Borders(4.5, 3.0, 0.5, 0.16), 4.501, 0.0)
    (False, True)
    """
    return abs(x) > borders.goal_line or abs(y) > borders.touch_line


def crossing(borders: Borders, before: Point3, after: Point3) -> Crossing | None:
    """Where a ball on a straight way from one place to the next leaves the field; None if it does not.

    A ball that was already outside does not leave it.
    """
    if outside(borders, before[0], before[1]) or not outside(borders, after[0], after[1]):
        return None
    on_goal_line = _share(before[0], after[0], borders.goal_line)
    on_touch_line = _share(before[1], after[1], borders.touch_line)
    share = min(on_goal_line, on_touch_line)
    x, y, z = (start + share * (end - start) for start, end in zip(before, after, strict=True))
    if on_touch_line < on_goal_line:
        return Crossing(Border.TOUCH_LINE, x, y, z, False)
    return Crossing(Border.GOAL_LINE, x, y, z, abs(y) < borders.post and z < borders.bar)


def nearest_crossing(borders: Borders, place: Point3) -> Crossing:
    """The point of the border next to a ball outside, of which nobody saw where it left the field."""
    x, y, z = place
    past_goal_line, past_touch_line = abs(x) - borders.goal_line, abs(y) - borders.touch_line
    at_x = min(max(x, -borders.goal_line), borders.goal_line)
    at_y = min(max(y, -borders.touch_line), borders.touch_line)
    border = Border.GOAL_LINE if past_goal_line >= past_touch_line else Border.TOUCH_LINE
    in_goal = border is Border.GOAL_LINE and abs(y) < borders.post and z < borders.bar
    return Crossing(border, at_x, at_y, z, in_goal)


def beyond_walls(league: LeagueSpec, x: float, y: float) -> bool:
    """Whether the whole ball is beyond the place of the outer wall."""
    field, radius = league.field, float(league.ball.radius)
    return (
        abs(x) > field.length / 2 + field.margin_goal + radius or abs(y) > field.width / 2 + field.margin_touch + radius
    )


def _share(before: float, after: float, border: float) -> float:
    """The share of the way after which a coordinate passes ±border; above 1 if it does not."""
    if abs(after) <= border:
        return 2.0
    line = border if after > 0 else -border
    return (line - before) / (after - before)
