"""The adapter of this league: which sensors, referee, teams, channels and endpoints it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from robopitch.leagues.channel import Channel, Packet
from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.plain import PlainLeague
from robopitch.messages import Body, Output, Refusal, Team
from robopitch.teams.player import Player

from .features import FEATURES
from .protocol import RANGE_SCHEMA, decode_command, decode_range, encode_error, encode_range
from .rules import TableReferee
from .sensor import Range, RangeFinder
from .team import Seeker

if TYPE_CHECKING:
    from robopitch.leagues.network import Network
    from robopitch.match import Match
    from robopitch.world import World

CHANNELS = {
    "ranges": Channel(
        "/ranges", "json", "table.Range", lambda: RANGE_SCHEMA, port="ranges", group="ranges", derived=True,
        decode=lambda data: [decode_range(data)],
    ),
    "in/blue": Channel("/in/blue", "json", "table.Command", lambda: b'{"type": "object"}'),
    "in/yellow": Channel("/in/yellow", "json", "table.Command", lambda: b'{"type": "object"}'),
}  # fmt: skip


class Ranges:
    """Sends every report of a range finder to the group, as soon as it is delivered."""

    rate = 0.0
    about: Mapping[str, str] = {"ranges": "JSON, 50 Hz for each robot"}

    def __init__(self, match: Match) -> None:
        self._match = match

    def packets(self, outputs: Sequence[Output], due: bool) -> Sequence[Packet]:
        """One packet per report."""
        epoch = self._match.epoch
        return [Packet("ranges", encode_range(report, epoch)) for report in outputs if isinstance(report, Range)]


class TeamPort(Connection):
    """The port of a team: commands in, errors out. It touches no socket."""

    def __init__(self, team: Team, io: Io) -> None:
        self._team, self._io = team, io

    def on_data(self, data: bytes) -> None:
        """A datagram with the command of one robot."""
        self._io.record(f"in/{self._team}", data)
        orders = decode_command(data, self._team)
        refusals = (orders,) if isinstance(orders, Refusal) else self._io.offer(orders)
        if refusals:
            self._io.refuse(refusals)
            self._io.send(encode_error(refusals[0]))
        else:
            self._io.heard(self._team)

    def apology(self, refusal: Refusal) -> bytes:
        """The answer to data whose handling failed."""
        return encode_error(refusal)


class TableLeague(PlainLeague):
    """The adapter."""

    def referee(self, world: World, options: Any) -> TableReferee:
        """The referee of this league."""
        return TableReferee()

    @property
    def teams(self) -> Sequence[str]:
        """The built-in teams, and one that plays by range finders."""
        return [*super().teams, "seekers"]

    def players(self, name: str, team: Team, world: World, sees: tuple[str, ...]) -> Sequence[Player]:
        """A player for each robot, or one for the team."""
        if name == "seekers":
            return [Seeker(Body(team, number)) for number in range(world.league.max_ids)]
        return super().players(name, team, world, sees)

    def publishers(self, match: Match) -> Sequence[Ranges]:
        """What a server sends to groups."""
        return [Ranges(match)]

    def endpoints(self, match: Match, network: Network) -> Sequence[Endpoint]:
        """A UDP port for each team."""
        return [_port(team) for team in Team]


def _port(team: Team) -> Endpoint:
    about = f"commands of {team}"
    return Endpoint(team.value, Transport(Kind.UDP, team.value), partial(TeamPort, team), speakers=(team,), about=about)


LEAGUE = TableLeague("table", channels=CHANNELS, sensor_kinds={"range": RangeFinder}, features=FEATURES)
