"""How a family of leagues plugs in: the interface of `LEAGUE` in leagues/<family>/league.py.

The core, the server, the recorder and the page know these interfaces and no league by name. A family lives in this
package, in a folder of the user, or in an installed package with an entry point "robopitch.leagues".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from robopitch.leagues.channel import Channel, Publisher
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.leagues.feature import Feature
    from robopitch.leagues.file_format import FileFormat
    from robopitch.leagues.network import Network
    from robopitch.leagues.program import Program
    from robopitch.match import Match
    from robopitch.messages import Team
    from robopitch.referee.referee import Referee
    from robopitch.sensors.sensor import Sensor, SensorKind
    from robopitch.teams.player import Player
    from robopitch.world import World

__all__ = ["League"]


class League(Protocol):
    """A family of leagues: which sensors, referee, teams, protocols and file formats it has."""

    @property
    def family(self) -> str:
        """Its name, as `family` in league.toml."""
        ...

    @property
    def channels(self) -> Mapping[str, Channel]:
        """The streams of packets, by name."""
        ...

    @property
    def formats(self) -> Sequence[FileFormat]:
        """The file formats that only this family has."""
        ...

    @property
    def sensor_kinds(self) -> Mapping[str, SensorKind]:
        """Functions that make the sensors that robots carry, by the `kind` in the file of a robot."""
        ...

    def sensors(self, world: World, options: Any) -> Sequence[Sensor]:
        """The sensors of the field; those that robots carry are added to them."""
        ...

    def referee(self, world: World, options: Any) -> Referee:
        """The referee of a match."""
        ...

    @property
    def teams(self) -> Sequence[str]:
        """The names of the teams that can play in the process of a match."""
        ...

    def players(self, name: str, team: Team, world: World, sees: tuple[str, ...]) -> Sequence[Player]:
        """The players of one of these teams: one for the team, or one for each robot.

        sees: names of the sensors that the match has chosen for its teams, `TRUTH`, or `ONBOARD`
        """
        ...

    def publishers(self, match: Match) -> Sequence[Publisher]:
        """What a server of this league sends to groups."""
        ...

    def endpoints(self, match: Match, network: Network) -> Sequence[Endpoint]:
        """The sockets on which a server of this league receives."""
        ...

    @property
    def features(self) -> Sequence[Feature]:
        """What a user can ask for beside the game."""
        ...

    @property
    def programs(self) -> Mapping[str, Program]:
        """Programs outside the process of a match, by name: those of `robopitch team` and `robopitch agent`."""
        ...
