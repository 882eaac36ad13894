"""The port of our RefBox for automatic referees (TCP 28098): they lead the game as a person does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.msl.referee.refbox_commands import TeamCommand, plays_on
from robopitch.leagues.msl.referee.repair_places import back_from_repair, off_for_repair
from robopitch.leagues.msl.wire.refbox import Command, decode_command
from robopitch.messages import Input, Refusal, Team, Whistle, Whistled

if TYPE_CHECKING:
    from robopitch.leagues.msl.referee.refbox import RefBox

__all__ = ["AutorefConnection"]

TEAMS = {"teamA": Team.BLUE, "teamB": Team.YELLOW}
_WHISTLES: dict[Command, Callable[[Team | None, int | None], Whistled]] = {
    Command.STOP: lambda team, robot: Whistled(Whistle.STOP),
    Command.START: lambda team, robot: Whistled(Whistle.START),
    Command.DROP_BALL: lambda team, robot: Whistled(Whistle.DROPPED_BALL),
    Command.KICKOFF: lambda team, robot: Whistled(Whistle.KICK_OFF, team),
    Command.FREEKICK: lambda team, robot: Whistled(Whistle.FREE_KICK, team),
    Command.GOALKICK: lambda team, robot: Whistled(Whistle.GOAL_KICK, team),
    Command.THROWIN: lambda team, robot: Whistled(Whistle.THROW_IN, team),
    Command.CORNER: lambda team, robot: Whistled(Whistle.CORNER_KICK, team),
    Command.PENALTY: lambda team, robot: Whistled(Whistle.PENALTY, team),
    Command.GOAL: lambda team, robot: Whistled(Whistle.SCORE, team, count=1),
    Command.SUBGOAL: lambda team, robot: Whistled(Whistle.SCORE, team, count=-1),
    Command.YELLOW_CARD: lambda team, robot: Whistled(Whistle.CARD, team, robot, card="yellow"),
    Command.DOUBLE_YELLOW: lambda team, robot: Whistled(Whistle.CARD, team, robot, card="yellow"),
    Command.RED_CARD: lambda team, robot: Whistled(Whistle.CARD, team, robot, card="red"),
    Command.SUBSTITUTION: lambda team, robot: Whistled(Whistle.SUBSTITUTION, team, robot),
    Command.END_PART: lambda team, robot: Whistled(Whistle.END_PERIOD),
    Command.HALF_TIME: lambda team, robot: Whistled(Whistle.END_PERIOD),
    Command.END_GAME: lambda team, robot: Whistled(Whistle.END_PERIOD),
}
_REPAIRS = {Command.REPAIR: off_for_repair, Command.REPAIR_END: back_from_repair}
_FOR_STATIONS = frozenset(
    {Command.IS_ALIVE, Command.TESTMODE_ON, Command.TESTMODE_OFF}
)  # the match has no use for them
_WHY_NOT = {
    Command.WELCOME: "it is for base stations that connect",
    Command.RESET: "a new match is a new start of the server",
    Command.GAMEOVER: "it follows the end of the last half; END_GAME or END_PART ends a half",
}
_WHY_NOT |= dict.fromkeys(
    (Command.FIRST_HALF, Command.SECOND_HALF, Command.FIRST_HALF_OVERTIME, Command.SECOND_HALF_OVERTIME),
    "a half begins with START",
)


class AutorefConnection(Connection):
    """An automatic referee (TCP 28098): the referee of the match obeys its commands as those of a person.

    refbox: tells base stations what is meant for them only; None: there are none
    """

    def __init__(self, io: Io, refbox: RefBox | None = None) -> None:
        self._io, self._refbox = io, refbox

    def on_data(self, data: bytes) -> None:
        """Carry out a command; the protocol has no answers, so what is refused is only counted."""
        self._io.record("in/autoref", data)
        said = decode_command(data)
        if isinstance(said, Refusal):
            self._io.refuse([said])
        elif said.target and said.target not in TEAMS:
            self._io.refuse([Refusal("TARGET", f'{said.target!r}: "teamA", "teamB" or "" for both is wanted')])
        else:
            self._io.refuse(self._carry_out(said.command, TEAMS.get(said.target), said.robot))

    def _carry_out(self, command: Command, team: Team | None, shirt: int | None) -> Sequence[Refusal]:
        id = None if shirt is None else shirt - 1  # the shirt numbers of the league begin with 1
        if command in _WHISTLES:
            return self._offer(_WHISTLES[command](team, id))
        if command in _REPAIRS:
            if team is None:
                return [Refusal("TARGET", f'{command}: for which team? "teamA" or "teamB" is wanted')]
            return self._offer(_REPAIRS[command](self._io.match, team, id))
        if command in _FOR_STATIONS:
            self._announce(TeamCommand(command, team, shirt))
            return ()
        if command is Command.PARK:
            return self._park()
        why = _WHY_NOT.get(command, "")
        return [Refusal("COMMAND", f"the referee of the match does not take {command} from outside: {why}")]

    def _park(self) -> Sequence[Refusal]:
        """Nobody moves any more, and base stations may bring their robots off the field."""
        if plays_on(self._io.match.game):
            return [Refusal("COMMAND", "PARK: play goes on; STOP is wanted before")]
        refused = self._offer(Whistled(Whistle.HALT))
        if not refused:
            self._announce(TeamCommand(Command.PARK))
        return refused

    def _offer(self, given: Input | Refusal) -> Sequence[Refusal]:
        return [given] if isinstance(given, Refusal) else self._io.offer(given)

    def _announce(self, said: TeamCommand) -> None:
        if self._refbox is not None:
            self._refbox.announce(said)
