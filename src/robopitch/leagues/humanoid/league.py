"""The Humanoid League, KidSize: robots with joints, moved by servos."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from robopitch.leagues.channel import Channel
from robopitch.leagues.humanoid.features import FEATURES
from robopitch.leagues.plain import PlainLeague
from robopitch.leagues.sensor_reports import REPORT_CHANNELS, ReportPublisher

if TYPE_CHECKING:
    from robopitch.leagues.channel import Publisher
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.leagues.network import Network
    from robopitch.match import Match
    from robopitch.messages import Team
    from robopitch.teams.player import Player
    from robopitch.world import World

__all__ = ["LEAGUE"]


@dataclass(frozen=True)
class Humanoid(PlainLeague):
    """The adapter of the Humanoid League."""

    @property
    def teams(self) -> Sequence[str]:
        """Those with legs, and robots that stand: the other built-in teams drive on wheels."""
        return ("demo", "still")

    def players(self, name: str, team: Team, world: World, sees: tuple[str, ...]) -> Sequence[Player]:
        """One player for a team."""
        if name != "demo":
            return super().players(name, team, world, sees)
        from robopitch.leagues.humanoid.demo import DemoPlayer

        return (DemoPlayer(team, world),)

    def publishers(self, match: Match) -> Sequence[Publisher]:
        """What the sensors of the robots report, for recordings."""
        return (ReportPublisher(match),)

    def endpoints(self, match: Match, network: Network) -> Sequence[Endpoint]:
        """The hub, and the servo buses of the robots."""
        from robopitch.leagues.humanoid.bus.devices import match_devices
        from robopitch.leagues.humanoid.bus.endpoints import bus_endpoints
        from robopitch.leagues.humanoid.hub.endpoints import hub_endpoints

        return (*hub_endpoints(match, network), *bus_endpoints(match, network, match_devices))


def _schema() -> bytes:
    from robopitch.leagues.humanoid.wire import descriptor_set

    return descriptor_set(REQUEST)


REQUEST = "robopitch_hub.Request"
CHANNELS = {"in/hub": Channel("/in/hub", "protobuf", REQUEST, _schema), **REPORT_CHANNELS}

LEAGUE = Humanoid("humanoid", channels=CHANNELS, features=FEATURES)
