"""Our referee leads a game through a RefBox outside, as an automatic referee at its port (TCP 28098).

The RefBox tells the teams and keeps the score. It reads one command at a time: two that arrive together are one and a
lost one. So they are sent one by one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.msl.referee.refbox_commands import TeamCommand, commands_between, present_commands
from robopitch.leagues.msl.wire.refbox import Command, NulFraming, RefBoxCommand, encode_command
from robopitch.messages import Decision, Event, GameState, Input, Refusal, Ruling, Team

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["AutorefClient", "autoref_endpoint"]

RATE = 10.0  # Hz of commands at most
MOST_WAITING = 100  # commands; older ones are dropped
TARGETS = {None: "", Team.BLUE: "teamA", Team.YELLOW: "teamB"}
# The RefBox finds out which half begins and which card is the second, and has one button for the end of any part.
# People at the RefBox repair and park robots.
_SAID_AS = {Command.HALF_TIME: Command.END_PART, Command.END_GAME: Command.END_PART}
_SAID_AS |= {Command.DOUBLE_YELLOW: Command.YELLOW_CARD}
_UNSAID = frozenset(
    {
        Command.FIRST_HALF,
        Command.SECOND_HALF,
        Command.FIRST_HALF_OVERTIME,
        Command.SECOND_HALF_OVERTIME,
        Command.GAMEOVER,
        Command.PARK,
        Command.REPAIR,
        Command.REPAIR_END,
    }
)


def autoref_endpoint(match: Match) -> Endpoint:
    """Our side of the dialogue; a ValueError if the match has no referee of its own."""
    if not match.options.built_in:
        raise ValueError("an automatic referee leads the match at the RefBox: it wants --referee rules, or free")
    transport = Transport(Kind.TCP, "autoref", framing=NulFraming)
    return Endpoint("autoref-client", transport, AutorefClient, about="automatic referee")


class AutorefClient(Connection):
    """One connection to a RefBox. An observer of the match."""

    def __init__(self, io: Io) -> None:
        self._io = io
        self._game = io.match.game  # as it was told
        self._waiting = deque(present_commands(self._game), MOST_WAITING)
        io.match.observe(self, RATE)

    def _follow(self, game: GameState) -> None:
        before, self._game = self._game, game
        self._waiting += commands_between(before, game)

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """Queue the commands for what the referee has ruled."""
        for given in inputs:
            if isinstance(given, Ruling):
                self._follow(given.game)

    def on_sample(self, match: Match) -> None:
        """Send one command."""
        self._follow(match.game)
        while self._waiting:
            said = self._waiting.popleft()
            if said.command not in _UNSAID:
                self._send(said)
                return

    def _send(self, said: TeamCommand) -> None:
        command = _SAID_AS.get(said.command, said.command)
        self._io.send(encode_command(RefBoxCommand(command, TARGETS[said.team])))

    def on_data(self, data: bytes) -> None:
        """Nothing is expected."""
        self._io.refuse([Refusal("UNEXPECTED", "the RefBox says nothing at its port for automatic referees")])

    def on_rewind(self) -> None:
        """Tell how the game stands now."""
        self._game = self._io.match.game
        self._waiting.clear()
        self._waiting += present_commands(self._game)

    def on_close(self) -> None:
        """Nobody listens any more."""
        self._io.match.forget(self)

    # ---- what an observer is told besides ------------------------------------------------------------------------

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """Nothing."""

    def on_decision(self, decision: Decision) -> None:
        """Nothing."""

    def on_events(self, events: Sequence[Event]) -> None:
        """Nothing: the referee judges them."""
