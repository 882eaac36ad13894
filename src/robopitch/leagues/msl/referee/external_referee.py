"""A RefBox outside leads the match: its feed of scores is heard, and its commands to base stations.

The feed needs nothing but the RefBox's default settings, which send it to this machine. A team that plays in this
process has no base station: the server connects to the RefBox in its place.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.msl.referee.followed_game import FollowedGame
from robopitch.leagues.msl.wire.refbox import Command, GameEvent, NulFraming, TeamsState, decode_command, decode_feed
from robopitch.messages import GameState, HearReferee, Refusal, Team

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["BaseStationClient", "ScoreConnection", "external_endpoints"]


def external_endpoints(match: Match) -> tuple[Endpoint, ...]:
    """What hears a RefBox."""
    followed = FollowedGame(match)
    feed = Endpoint(
        "scores",
        Transport(Kind.UDP, "scores"),
        partial(ScoreConnection, followed=followed),
        speakers=(None,),
        about="UDP, feed of an external RefBox",
    )
    built_in = [team for team in Team if team not in match.teams.external]
    if not built_in:
        return (feed,)
    client = Endpoint(
        "refbox",
        Transport(Kind.TCP_CLIENT, "refbox", "refbox", framing=NulFraming),
        partial(BaseStationClient, followed=followed, team=built_in[0]),
        about=f"TCP, an external RefBox, as the base station of {built_in[0]}",
    )
    return feed, client


class _Teller:
    """Offers the state of a game when it has changed."""

    def __init__(self, io: Io, followed: FollowedGame) -> None:
        self._io, self._followed = io, followed
        self._told: GameState | None = None

    def tell(self) -> None:
        if self._followed.game is not self._told:
            self._told = self._followed.game
            self._io.refuse(self._io.offer(HearReferee(self._told)))

    def forget(self) -> None:
        self._told = None


class ScoreConnection(Connection):
    """The feed of scores (UDP 12345): the state of the game, and the commands as events."""

    def __init__(self, io: Io, followed: FollowedGame) -> None:
        self._io, self._followed = io, followed
        self._teller = _Teller(io, followed)

    def on_data(self, data: bytes) -> None:
        """Follow the game."""
        found = decode_feed(data)
        if isinstance(found, Refusal):
            self._io.refuse([found])
            return
        self._io.heard()
        self._io.record("in/scores", data)
        if isinstance(found, TeamsState):
            self._followed.on_teams(found)
        else:
            self._hear(found)
        self._teller.tell()

    def _hear(self, event: GameEvent) -> None:
        team = self._followed.team_called(event.team)
        if event.team and team is None:
            self._io.refuse([Refusal("TEAM", f"{event.team!r} is neither of the two teams of the feed")])
        else:
            self._followed.on_command(event.command, team, counts=False, robot=event.robot)

    def on_rewind(self) -> None:
        """The match does not know any more what the RefBox said."""
        self._teller.forget()


class BaseStationClient(Connection):
    """A base station's side of the dialogue (TCP 28097).

    The first WELCOME names the address of the team that it stands for; other addresses are those of the other one.
    """

    def __init__(self, io: Io, followed: FollowedGame, team: Team) -> None:
        self._io, self._followed, self._team = io, followed, team
        self._address: str | None = None
        self._teller = _Teller(io, followed)

    def on_data(self, data: bytes) -> None:
        """Follow a command."""
        said = decode_command(data)
        if isinstance(said, Refusal):
            self._io.refuse([said])
            return
        if said.command is Command.WELCOME:
            self._address = said.target if self._address is None else self._address
            return
        team = None
        if said.target:
            team = self._team if said.target == self._address else self._team.other
        self._followed.on_command(said.command, team, counts=True, robot=said.robot)
        self._teller.tell()

    def on_rewind(self) -> None:
        """The match does not know any more what the RefBox said."""
        self._teller.forget()
