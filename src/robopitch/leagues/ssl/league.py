"""The Small Size League: its channels, publishers, endpoints and file formats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from robopitch.leagues.channel import Channel
from robopitch.leagues.plain import PlainLeague
from robopitch.leagues.program import TEAM
from robopitch.leagues.ssl.endpoints.decoding import decode_referee, decode_tracker, decode_vision
from robopitch.leagues.ssl.features import FEATURES
from robopitch.leagues.ssl.formats.log import SSL_LOG
from robopitch.leagues.ssl.referee.messages import upgrade_old_messages
from robopitch.messages import Team

if TYPE_CHECKING:
    from robopitch.leagues.channel import Publisher
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.leagues.network import Network
    from robopitch.leagues.program import Seat
    from robopitch.match import Match
    from robopitch.referee.rules import Rules
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["LEAGUE", "SmallSizeLeague"]


def _schema(name: str) -> bytes:
    from robopitch.leagues.ssl.wire import descriptor_set

    return descriptor_set(name)


def _channel(topic: str, schema: str, **more: Any) -> Channel:
    return Channel(topic, "protobuf", schema, partial(_schema, schema), **more)


def _sent(topic: str, schema: str, group: str, decode: Callable[[bytes], Sequence[Any]]) -> Channel:
    """A channel that is sent to a group, at the port of its name."""
    return _channel(topic, schema, port=topic.removeprefix("/"), group=group, derived=True, decode=decode)


CHANNELS = {
    channel.topic.removeprefix("/"): channel
    for channel in (
        _sent("/vision", "ssl_vision.SSL_WrapperPacket", "vision", decode_vision),
        _sent("/tracker", "ssl_tracker.TrackerWrapperPacket", "vision", decode_tracker),
        _sent("/referee", "ssl_referee.Referee", "referee", decode_referee),
        _channel("/in/blue", "sslsim.RobotControl"),
        _channel("/in/yellow", "sslsim.RobotControl"),
        _channel("/in/control", "sslsim.SimulatorCommand"),
        _channel("/in/grsim", "grsim.grSim_Packet"),
        _channel("/in/referee", "ssl_referee.Referee", decode=decode_referee),
        _channel("/in/lockstep", "sslsim.SimulationSyncRequest"),
        _channel("/out/blue", "sslsim.RobotControlResponse"),
        _channel("/out/yellow", "sslsim.RobotControlResponse"),
        _channel("/out/control", "sslsim.SimulatorResponse"),
        _channel("/out/grsim", "grsim.Robots_Status"),
    )
}


class SmallSizeLeague(PlainLeague):
    """The adapter of the Small Size League."""

    def rules(self, league: LeagueSpec, spec: RulesSpec, timestep: float) -> Rules:
        """Those of its divisions."""
        from robopitch.leagues.ssl.rules.rule_book import SmallSizeRules

        return SmallSizeRules(league, spec, timestep)

    def obedient(self, options: Any) -> frozenset[Team]:
        """All of them: a game controller states how many robots a team may have."""
        return frozenset(Team) - options.teams.external

    def publishers(self, match: Match) -> Sequence[Publisher]:
        """Vision and tracker as their frames come, geometry twice a second, the referee 40 times a second."""
        from robopitch.leagues.ssl.publishers import Frames, Geometry, RefereeMessages

        if not match.sensors.suite:  # nobody sees the match
            return ()
        return (Frames(match), Geometry(match), RefereeMessages(match))

    def endpoints(self, match: Match, network: Network) -> Sequence[Endpoint]:
        """Simulation protocol, grSim's protocol, lockstep, and the game controller."""
        from robopitch.leagues.ssl.endpoints.connections import endpoints

        return endpoints(network, controls=match.options.referee == "rules")


def _team(seat: Seat) -> Any:
    """Vision and referee from their groups, commands to the port of the team."""
    from robopitch.leagues.ssl.client.team_link import SslTeamLink  # type: ignore[import-not-found,unused-ignore]

    return SslTeamLink(seat.team, seat.league, seat.network)


upgrade_old_messages()
LEAGUE = SmallSizeLeague("ssl", formats=(SSL_LOG,), channels=CHANNELS, features=FEATURES, programs={TEAM: _team})
