"""Requests about panels that the league and the server offer, and the bus of a robot."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Le

from robopitch.server.api import Ask, Owner, request
from robopitch.server.api.ask import Id, TeamName, Text, Whole
from robopitch.web import schema
from robopitch.web.bus_log import bus_log
from robopitch.web.page_caller import PageCaller


class GetView(Ask):
    """The table of a panel that the league or the server offers, and the whole value of one of its rows.

    Only for pages with the key: it tells what robots of both teams tell each other, and which processes run here.
    """

    ask: Literal["view"] = "view"
    name: Text
    row: Text | None = None


@request(GetView, needs=Owner, runs="match")
def get_view(caller: PageCaller, ask: GetView) -> schema.ViewTable:
    return caller.bridge.panels.read(ask.name, ask.row)


class GetBusLog(Ask):
    """The packets after a number on the servo bus of a robot; the bus is listened to while somebody asks.

    Only for pages with the key: it tells what the program of a team does.
    """

    ask: Literal["bus_log"] = "bus_log"
    team: TeamName
    id: Id
    after: Annotated[Whole, Ge(0), Le(2**53)] = 0


@request(GetBusLog, needs=Owner, runs="match")
def get_bus_log(caller: PageCaller, ask: GetBusLog) -> schema.BusLog:
    return bus_log(caller.server, f"{ask.team} {ask.id}", ask.after)
