"""Commands and replacements in FIRASim's protocol: one port for all, and travesim's ports, one for each team."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from robopitch.leagues.connection import ClockStepTo, Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.mirosot.channels import ENVIRONMENT
from robopitch.leagues.mirosot.wire.firasim import FirasimRequest, decode_packet
from robopitch.match.walls import within_walls
from robopitch.messages import Orders, PlaceBall, PlaceRobot, Refusal, RobotOrder, Team, WheelSpeeds

__all__ = ["CommandConnection", "command_endpoints"]

STILL = WheelSpeeds((0.0, 0.0))


def command_endpoints() -> tuple[Endpoint, ...]:
    """FIRASim's port, and those of travesim's adapters."""
    every = Endpoint(
        "command",
        Transport(Kind.UDP, "command"),
        partial(CommandConnection, team=None),
        lockstep=True,
        speakers=tuple(Team),
        about="UDP, FIRASim: commands and replacements",
        latest=True,
    )
    return every, *(_of_team(team) for team in (Team.YELLOW, Team.BLUE))


def _of_team(team: Team) -> Endpoint:
    name = f"travesim-{team}"
    return Endpoint(
        name,
        Transport(Kind.UDP, f"travesim_{team}"),
        partial(CommandConnection, team=team),
        speakers=(team,),
        about=f"UDP, travesim: commands of {team}",
        latest=True,
    )


class CommandConnection(Connection):
    """Takes packets; nothing is answered. In lockstep a packet with commands at FIRASim's port simulates one frame.

    team: the only one that is commanded here; None: both
    """

    def __init__(self, io: Io, team: Team | None) -> None:
        self._io, self._team = io, team
        self._channel = "in/command" if team is None else f"in/travesim-{team}"

    def on_data(self, data: bytes) -> None:
        """Offer replacements and orders to the match."""
        io = self._io
        io.record(self._channel, data)
        request = decode_packet(data, self._team)
        refusals = list(request.refusals)
        placed = []
        for place in request.places:
            refused = self._beyond(place) or io.offer(place)
            refusals += refused
            if not refused:
                placed.append(place)
        for team in {orders.team: None for orders in request.orders}:
            io.heard(team)
        for orders in (*_stops(placed), *request.orders):
            refusals += io.offer(orders)
        if refusals:
            io.refuse(refusals)
        if self._steps(request):
            io.request(ClockStepTo(ENVIRONMENT))

    def _beyond(self, place: PlaceBall | PlaceRobot) -> tuple[Refusal, ...]:
        """Why a robot cannot be placed there: beyond the walls it would leave the field as without `turnon`."""
        if isinstance(place, PlaceBall) or not place.present:
            return ()
        x, y = place.x or 0.0, place.y or 0.0
        if within_walls(self._io.match.world.league, x, y):
            return ()
        text = f"replace: {place.team} {place.id} at ({x:g}, {y:g}) would be beyond the walls"
        return (Refusal("OUT_OF_RANGE", text),)

    def _steps(self, request: FirasimRequest) -> bool:
        return request.commands and self._team is None


def _stops(places: Sequence[PlaceBall | PlaceRobot]) -> list[Orders]:
    """A robot that is replaced stands until its next command: its wheels are stopped, as in FIRASim."""
    placed = [place for place in places if isinstance(place, PlaceRobot) and place.present]
    stops = {team: [RobotOrder(place.id, STILL) for place in placed if place.team is team] for team in Team}
    return [Orders(team, tuple(orders)) for team, orders in stops.items() if orders]
