"""Regions of the field: rectangles, circles, and areas by name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robopitch.spec import FieldSpec

__all__ = ["NAMES", "Region", "region"]

NAMES = (
    "field",
    "blue half",
    "yellow half",
    "blue goal",
    "yellow goal",
    "blue penalty area",
    "yellow penalty area",
    "blue goal area",
    "yellow goal area",
    "centre circle",
)
"""Areas by name. A goal lies behind its line, between the posts; some leagues call the penalty area defence area."""

Range = tuple[float, float]


@dataclass(frozen=True)
class Region:
    """A rectangle, a circle, or a name that the field of the scenario gives a place."""

    name: str = ""
    x: Range = (-math.inf, math.inf)
    y: Range = (-math.inf, math.inf)
    centre: tuple[float, float] = (0.0, 0.0)
    radius: float | None = None

    def on(self, field: FieldSpec) -> Region:
        """The same region with numbers instead of a name; a ValueError if the field has no such area."""
        return _named(self.name, field) if self.name and self.radius is None and self.x[0] == -math.inf else self

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        if self.radius is not None:
            return math.hypot(x - self.centre[0], y - self.centre[1]) <= self.radius
        return self.x[0] <= x <= self.x[1] and self.y[0] <= y <= self.y[1]

    def __str__(self) -> str:
        if self.name:
            return self.name
        if self.radius is not None:
            return f"{self.radius:g} m around ({self.centre[0]:g}, {self.centre[1]:g})"
        parts = [
            f"{axis} {low:g} to {high:g}" for axis, (low, high) in (("x", self.x), ("y", self.y)) if low > -math.inf
        ]
        return ", ".join(parts)


def region(
    where: str | Sequence[float] | Region | None = None,
    x: Sequence[float] | None = None,
    y: Sequence[float] | None = None,
    centre: Sequence[float] | None = None,
    radius: float | None = None,
) -> Region:
    """A region from a name, from [x0, y0, x1, y1], from ranges of x and y, or from a centre and a radius."""
    if isinstance(where, Region):
        return where
    if isinstance(where, str):
        if where not in NAMES:
            raise ValueError(f"no region is called {where!r}; there are {', '.join(NAMES)}")
        return Region(where)
    if where is not None:
        if len(where) != 4:
            raise ValueError(f"a region of {len(where)} numbers; four are wanted: [x0, y0, x1, y1]")
        x0, y0, x1, y1 = map(float, where)
        x, y = (x0, x1), (y0, y1)
    if (centre is None) != (radius is None):
        raise ValueError("a circle has a centre and a radius")
    if centre is not None and radius is not None:
        if len(centre) != 2 or not radius > 0:
            raise ValueError("a circle has a centre of two numbers and a radius above 0")
        return Region(centre=(float(centre[0]), float(centre[1])), radius=float(radius))
    if x is None and y is None:
        raise ValueError('a region is wanted: a name such as "yellow goal", x=[0, 1], y=[0, 1], or centre and radius')
    ranges = [(-math.inf, math.inf) if given is None else _range(given) for given in (x, y)]
    return Region(x=ranges[0], y=ranges[1])


def _range(given: Sequence[float]) -> Range:
    if len(given) != 2:
        raise ValueError(f"a range of {len(given)} numbers; two are wanted: from, to")
    low, high = sorted(map(float, given))
    return low, high


def _named(name: str, field: FieldSpec) -> Region:
    """Blue defends the goal at −x."""
    if name == "field":
        return Region(name, (-field.length / 2, field.length / 2), (-field.width / 2, field.width / 2))
    if name == "centre circle":
        return Region(name, centre=(0.0, 0.0), radius=_there(name, field.centre_circle_radius))
    side, _, area = name.partition(" ")
    end = field.length / 2
    if area == "half":
        x, width = (0.0, end), field.width
    elif area == "goal":
        x, width = (end, end + field.goal.depth), field.goal.width
    elif area == "penalty area":
        x, width = (end - _there(name, field.penalty_area_depth), end), field.penalty_area_width
    else:
        x, width = (end - _there(name, field.goal_area_depth), end), field.goal_area_width
    across = (-width / 2, width / 2)
    return Region(name, x if side == "yellow" else (-x[1], -x[0]), across)


def _there(name: str, size: float) -> float:
    if not size:
        raise ValueError(f"this field has no {name}")
    return size
