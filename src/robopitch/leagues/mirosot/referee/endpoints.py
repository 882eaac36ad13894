"""The ports of VSSReferee: its commands, which lead the match, and the placements of teams for our referee."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.mirosot.referee.wire_game import command_of, game_of
from robopitch.leagues.mirosot.wire.vss_referee import RefereeCommand, decode_command, decode_placement, encode_command
from robopitch.messages import GameState, HearReferee, Refusal
from robopitch.spec.rules import rules_of

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.spec.rules import RulesSpec

__all__ = ["PlacementConnection", "RefereeConnection", "referee_endpoints"]


def referee_endpoints(match: Match) -> tuple[Endpoint, ...]:
    """What hears an external referee; and placements of teams, if the match is played by our rules."""
    rules = rules_of(match.world.league, match.options.year)
    heard = Endpoint(
        "referee",
        Transport(Kind.MULTICAST, "referee", "referee"),
        partial(RefereeConnection, rules=rules),
        speakers=(None,),
        senders=1,
        about="VSSReferee",
    )
    if match.options.referee != "rules":
        return (heard,)
    placements = Endpoint(
        "placement",
        Transport(Kind.MULTICAST, "placement", "referee"),
        PlacementConnection,
        senders=2,  # one program of each team
        about="VSSReferee: placements of teams",
    )
    return heard, placements


class RefereeConnection(Connection):
    """Commands of an external referee (224.5.23.2:10003). What our own referee says is ignored."""

    def __init__(self, io: Io, rules: RulesSpec) -> None:
        self._io, self._rules = io, rules
        self._last: RefereeCommand | None = None
        self._game: GameState | None = None

    def on_data(self, data: bytes) -> None:
        """Offer the state of the game to the match, if the command is a new one."""
        io, match = self._io, self._io.match
        command = decode_command(data)
        if isinstance(command, Refusal):
            io.refuse([command])
            return
        if self._is_ours(data):
            io.ignore()
            return
        io.heard()
        io.record("in/referee", data)
        if command == self._last:
            return
        before = match.game if self._game is None else self._game
        self._last = command
        self._game = game_of(command, before, match.world.time, match.world.league, self._rules)
        io.refuse(io.offer(HearReferee(self._game)))

    def _is_ours(self, data: bytes) -> bool:
        """Whether our own referee says the same: where the system cannot filter senders, its messages come back."""
        match = self._io.match
        return match.options.built_in and not match.game.external and data == encode_command(command_of(match.game))

    def on_rewind(self) -> None:
        """The match does not know any more what the referee said."""
        self._last = self._game = None


class PlacementConnection(Connection):
    """Where teams want their robots for the pending restart (224.5.23.2:10004)."""

    def __init__(self, io: Io) -> None:
        self._io = io

    def on_data(self, data: bytes) -> None:
        """Offer the places to the referee of the match."""
        io = self._io
        io.record("in/placement", data)
        places = decode_placement(data)
        if isinstance(places, Refusal):
            io.refuse([places])
            return
        io.heard(places.team)
        io.refuse(io.offer(places))
