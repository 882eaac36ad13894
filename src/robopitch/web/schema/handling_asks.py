"""Requests about single robots with joints: their bus, the hook, and a hand that pulls them."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le

from robopitch.web.schema.ask import Ask, Control, Id, Number, TeamName, Whole, Yes
from robopitch.web.schema.wanted import Expected

__all__ = ["GetBusLog", "Hang", "Pull"]

Point3 = Annotated[tuple[Number, Number, Number], Expected("a place of three numbers in m")]


class GetBusLog(Ask):
    """The packets after a number on the servo bus of a robot; the bus is listened to while somebody asks.

    Only for pages with the key: it tells what the program of a team does.
    """

    ask: Literal["bus_log"] = "bus_log"
    private: ClassVar[bool] = True
    team: TeamName
    id: Id
    after: Annotated[Whole, Ge(0), Le(2**53)] = 0


class Hang(Control):
    """Hang a robot with joints on a hook, or let it down."""

    ask: Literal["hang"] = "hang"
    team: TeamName
    id: Id
    on: Yes


class Pull(Control):
    """Pull a robot with joints by the body that is nearest to the grip; without a place: let it go."""

    ask: Literal["pull"] = "pull"
    team: TeamName
    id: Id
    to: Point3 | None = None
    grip: Point3 | None = None
