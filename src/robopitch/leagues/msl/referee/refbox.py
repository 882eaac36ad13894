"""The referee of the match as a RefBox: base stations connect to it, and automatic referees may lead the game.

Blue is team A, cyan in version 1 of the protocol. What the referee rules goes to all base stations at once; what they
send is their world state, of which the latest is kept for the status.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.msl.referee.autoref_port import AutorefConnection
from robopitch.leagues.msl.referee.refbox_commands import TeamCommand, commands_between, present_commands
from robopitch.leagues.msl.wire.refbox import (
    Command,
    NulFraming,
    RefBoxCommand,
    WorldState,
    decode_world_state,
    encode_character,
    encode_command,
)
from robopitch.messages import Decision, Event, GameState, Input, Refusal, Ruling, Team, Whistle, Whistled

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["BaseStationConnection", "CharacterConnection", "RefBox", "refbox_endpoints", "team_ip"]

NO_TEAM = "224.16.32.0"  # the address of a team that is not connected
CHECKED = 1.0  # Hz at which the game is compared with what was said: everything else is told at once


def team_ip(host: str) -> str | None:
    """The multicast address of the team to which a machine belongs: 224.16.32.N of 172.16.N.x; None: of no team.

    The machine of the RefBox itself has a row of its own in its table of teams.

    >>> team_ip("172.16.74.3"), team_ip("127.0.0.1"), team_ip("192.168.1.7")
    ('224.16.32.74', '224.16.32.127', None)
    """
    parts = host.split(".")
    if len(parts) != 4 or not all(part.isascii() and part.isdecimal() and len(part) <= 3 for part in parts):
        return None
    if parts[:3] == ["127", "0", "0"]:
        return "224.16.32.127"
    return f"224.16.32.{int(parts[2])}" if parts[:2] == ["172", "16"] and int(parts[2]) < 256 else None


class Station(Protocol):
    """A base station, of either version of the protocol."""

    def tell(self, said: TeamCommand) -> None:
        """A command was given."""
        ...


class RefBox:
    """The places of the two teams, and what was said to them. An observer of the match while somebody is connected."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._stations: dict[Team, tuple[Station, str, str]] = {}  # with its team's address, and its own
        self._world_states: dict[Team, tuple[WorldState, float]] = {}  # with the simulated time at which each came
        self._game = match.game  # as it was told

    # ---- base stations -----------------------------------------------------------------------------------------

    def join(self, station: Station, peer: tuple[str, int]) -> Team | Refusal:
        """Give a base station the place of its team, or say why it gets none.

        The first one gets blue, unless blue plays in this process.
        """
        address = team_ip(peer[0])
        if address is None:
            text = f"{peer[0]} belongs to no team: those are at 172.16.N.x, or on this machine"
            return Refusal("NO_PLACE", text)
        playing = self._match.teams.external or frozenset(Team)
        free = [team for team in Team if team in playing and team not in self._stations]
        if not free:
            return Refusal("NO_PLACE", "all places for base stations are taken")
        if any(address == taken for _, taken, _ in self._stations.values()):
            address += ":1"
        if not self._stations:
            self._game = self._match.game
            self._match.observe(self, CHECKED)
        self._stations[free[0]] = station, address, "{}:{}".format(*peer)
        self._tell(TeamCommand(Command.WELCOME, free[0]))
        self.tell_present(station)
        return free[0]

    def leave(self, team: Team) -> None:
        """A base station has left."""
        self._stations.pop(team, None)
        self._world_states.pop(team, None)
        if not self._stations:
            self._match.forget(self)

    def address_of(self, team: Team | None) -> str:
        """The target of a command."""
        if team is None:
            return ""
        return self._stations[team][1] if team in self._stations else NO_TEAM

    def keep(self, team: Team, state: WorldState) -> None:
        """Keep the latest world state of a team."""
        self._world_states[team] = state, self._match.world.time

    def tell_present(self, station: Station) -> None:
        """Tell a base station how the game stands. A RefBox does not: whoever comes late waits for its next command."""
        self._game = self._match.game
        for said in present_commands(self._game):
            station.tell(said)

    def announce(self, said: TeamCommand) -> None:
        """Tell base stations a command that changes nothing in the match."""
        self._tell(said)

    def _tell(self, said: TeamCommand) -> None:
        for station, _, _ in list(self._stations.values()):
            station.tell(said)

    def _follow(self, game: GameState) -> None:
        before, self._game = self._game, game
        for said in commands_between(before, game):
            self._tell(said)

    def status(self) -> dict[str, Any]:
        """Who is connected, and the latest world state of each, as plain data."""
        return {
            team.value: {
                "text": f"{peer} as {address}; {self._text(team)}",
                "address": address,
                "peer": peer,
                "world_state": self._described(team),
            }
            for team, (_, address, peer) in sorted(self._stations.items())
        }

    def _text(self, team: Team) -> str:
        if team not in self._world_states:
            return "no world state so far"
        state, came = self._world_states[team]
        seen = f"{len(state.robots)} robots, {len(state.balls)} balls, {len(state.obstacles)} obstacles"
        return f"{state.team} ({state.intention}) sees {seen}, {self._match.world.time - came:.1f} s ago"

    def _described(self, team: Team) -> dict[str, Any] | None:
        if team not in self._world_states:
            return None
        state, came = self._world_states[team]
        return {
            "team": state.team,
            "intention": state.intention,
            "age": round(self._match.world.time - came + (state.age_ms or 0) / 1000, 3),
            "robots": [
                {
                    "id": robot.id,
                    "pose": robot.pose,
                    "intention": robot.intention,
                    "battery": robot.battery,
                    "ball_engaged": robot.ball_engaged,
                }
                for robot in state.robots
            ],
            "balls": [ball.position for ball in state.balls],
            "obstacles": len(state.obstacles),
            "problems": list(state.problems),
        }

    # ---- an observer of the match ------------------------------------------------------------------------------

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Tell what the referee has ruled."""
        for given in inputs:
            if isinstance(given, Ruling):
                self._follow(given.game)

    def on_sample(self, match: Match) -> None:
        """Catch up with a game that did not change by a ruling: it was restored."""
        self._follow(match.game)

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Tell that a team exchanges a robot: the ruling, a HALT in the next stoppage, does not name it."""
        if isinstance(input, Whistled) and input.whistle is Whistle.SUBSTITUTION:
            shirt = None if input.robot is None else input.robot + 1
            self._tell(TeamCommand(Command.SUBSTITUTION, input.team, shirt))

    def on_decision(self, decision: Decision) -> None:
        """Nothing."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Nothing: the referee judges them."""


class _Place:
    """A connection's place in the RefBox; one that gets none is told RESET and disconnected."""

    def __init__(self, io: Io, refbox: RefBox, station: Station) -> None:
        self._refbox = refbox
        joined = refbox.join(station, io.peer)
        self.team = joined if isinstance(joined, Team) else None
        if isinstance(joined, Refusal):
            io.refuse([joined])
            station.tell(TeamCommand(Command.RESET))
            io.close(joined.message)

    def leave(self) -> None:
        """The base station has left."""
        if self.team is not None:
            self._refbox.leave(self.team)
            self.team = None


class BaseStationConnection(Connection):
    """A base station that speaks JSON (TCP 28097)."""

    def __init__(self, io: Io, refbox: RefBox) -> None:
        self._io, self._refbox = io, refbox
        self._place = _Place(io, refbox, self)

    def tell(self, said: TeamCommand) -> None:
        """Send a command."""
        data = encode_command(RefBoxCommand(said.command, self._refbox.address_of(said.team), said.robot))
        self._io.record("out/refbox", data)
        self._io.send(data)

    def on_data(self, data: bytes) -> None:
        """Keep the world state. One with mistakes is kept too: they are only counted, as the RefBox logs them."""
        team = self._place.team
        if team is None:
            return
        self._io.record("in/refbox", data)
        state = decode_world_state(data)
        if isinstance(state, Refusal):
            self._io.refuse([state])
            return
        if state.problems:
            self._io.refuse([Refusal("WORLD_STATE", "; ".join(state.problems))])
        self._refbox.keep(team, state)

    def on_rewind(self) -> None:
        """Tell how the game stands now."""
        if self._place.team is not None:
            self._refbox.tell_present(self)

    def on_close(self) -> None:
        """Its place is free."""
        self._place.leave()


class CharacterConnection(Connection):
    """A base station of the years to 2019, which hears single characters and says nothing."""

    def __init__(self, io: Io, refbox: RefBox) -> None:
        self._io, self._refbox = io, refbox
        self._place = _Place(io, refbox, self)

    def tell(self, said: TeamCommand) -> None:
        """Send a command, if there is a character for it."""
        cyan = None if said.team is None else said.team is Team.BLUE
        data = encode_character(said.command, cyan)
        if data:
            self._io.record("out/refbox-v1", data)
            self._io.send(data)

    def on_data(self, data: bytes) -> None:
        """Nothing is expected."""
        self._io.refuse([Refusal("UNEXPECTED", "base stations of version 1 send nothing")])

    def on_rewind(self) -> None:
        """Tell how the game stands now."""
        if self._place.team is not None:
            self._refbox.tell_present(self)

    def on_close(self) -> None:
        """Its place is free."""
        self._place.leave()


def refbox_endpoints(match: Match) -> tuple[Endpoint, ...]:
    """The ports of a RefBox."""
    refbox = RefBox(match)
    return (
        Endpoint(
            "refbox",
            Transport(Kind.TCP, "refbox", framing=NulFraming),
            partial(BaseStationConnection, refbox=refbox),
            about="TCP, RefBox for base stations (JSON)",
            report=refbox.status,
        ),
        Endpoint(
            "refbox-v1",
            Transport(Kind.TCP, "refbox_v1"),
            partial(CharacterConnection, refbox=refbox),
            about="TCP, RefBox for base stations of the years to 2019 (characters)",
        ),
        Endpoint(
            "autoref",
            Transport(Kind.TCP, "autoref", framing=NulFraming),
            partial(AutorefConnection, refbox=refbox),
            about="TCP, RefBox for automatic referees",
        ),
    )
