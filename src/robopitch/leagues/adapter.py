"""How a family of leagues plugs in: the interface of `LEAGUE` in leagues/<family>/league.py.

The core, the server, the recorder and the page know these interfaces and no league by name. A family lives in this
package, in a folder of the user, or in an installed package with an entry point "robopitch.leagues".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.leagues.feature import Feature
    from robopitch.leagues.file_format import FileFormat
    from robopitch.leagues.network import Network
    from robopitch.leagues.program import Program
    from robopitch.match import Match
    from robopitch.messages import Output, Team
    from robopitch.referee.referee import Referee
    from robopitch.sensors.sensor import Sensor, SensorKind
    from robopitch.teams.player import Player
    from robopitch.world import World

__all__ = ["Channel", "League", "Packet", "Publisher"]


class Packet(NamedTuple):
    """Bytes for a channel. *content* may be a function that encodes them: what nobody reads is never encoded."""

    channel: str  # a key of `League.channels`
    content: bytes | Callable[[], bytes]
    counts: bool = True  # in the rate that the status states; False for descriptions between the frames

    @property
    def data(self) -> bytes:
        """The bytes themselves."""
        return self.content if isinstance(self.content, bytes) else self.content()


@dataclass(frozen=True)
class Channel:
    """A stream of packets of one kind: recorded, replayed and shown under its topic.

    topic:   its name in recordings, "/vision"
    encoding, schema: of the packets, as MCAP states them: "protobuf", "json" or "" for bytes, and the message's name
    descriptor: the schema itself, for MCAP
    port:    name of the port in network.toml to which packets are sent; "": packets of endpoints
    group:   name of the group in network.toml to which packets are sent
    derived: packets are computed from the match alone, and a repeated simulation reproduces them
    decode:  from a packet to neutral messages: frames, game states, refusals; None: nobody reads it
    """

    topic: str
    encoding: str = ""
    schema: str = ""
    descriptor: Callable[[], bytes] | None = None
    port: str = ""
    group: str = ""
    derived: bool = False
    decode: Callable[[bytes], Sequence[Any]] | None = None


class Publisher(Protocol):
    """Encodes outputs of a match, or the match itself at a rate. The same outputs give the same bytes.

    It has no state that a repeated simulation would not reproduce: its period is counted from tick 0.

    rate:  Hz at which `packets` is called; 0: whenever there are outputs
    about: what it sends and how often, by channel, for the start-up text of a server
    """

    @property
    def rate(self) -> float:
        """Hz."""
        ...

    @property
    def about(self) -> Mapping[str, str]:
        """Texts by channel."""
        ...

    def packets(self, outputs: Sequence[Output], due: bool) -> Sequence[Packet]:
        """The packets of these outputs, which are of one sensor and instant; *due*: its period has elapsed."""
        ...


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
