"""Start positions: completed for all ids, and scaled to fields of another size."""

from __future__ import annotations

from robopitch.elementary import hypot
from robopitch.spec.field import FieldSpec
from robopitch.spec.league import MOST_ROBOTS, LeagueSpec, Spot
from robopitch.spec.quantity import Quantity

__all__ = ["complete", "fitted"]


def complete(league: LeagueSpec) -> LeagueSpec:
    """*league* with a spot for every robot that can be on the field at once.

    Robots beyond its formation stand along the right touch line of the own half.
    """
    spots = list(league.formation)
    radius = max(team.robot.outline.circumradius for team in (league.blue, league.yellow))
    step, y = 2.5 * radius, -league.field.width / 2 + 1.25 * radius
    bench = [round(-step * (place + 1), 6) for place in range(int(league.field.length / 2 / step))]
    free = (x for x in bench if all(hypot(spot.x - x, spot.y - y) >= step for spot in league.formation))
    source = "chosen: waits along the own touch line"
    while len(spots) < min(league.max_ids, MOST_ROBOTS):
        # With no room left they share the corner; place them before use.
        x = next(free, -league.field.length / 2)
        spots.append(Spot(x=Quantity(x, "m", source), y=Quantity(round(y, 6), "m", source)))
    return league.model_copy(update={"formation": spots})


def fitted(spots: list[Spot], drawn_on: FieldSpec, field: FieldSpec) -> list[Spot]:
    """*spots* scaled with length and width from the field they were made for to another."""
    along, across = field.length / drawn_on.length, field.width / drawn_on.width
    return [Spot(x=_scaled(spot.x, along), y=_scaled(spot.y, across), heading=spot.heading) for spot in spots]


def _scaled(value: float, factor: float) -> Quantity:
    source = value.source if isinstance(value, Quantity) else ""
    return Quantity(value * factor, "m", f"{source}; stretched with the field" if factor != 1 else source)
