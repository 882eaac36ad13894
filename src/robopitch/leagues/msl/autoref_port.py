"""The port of our RefBox for automatic referees (TCP 28098): they lead the game as a person does."""

from __future__ import annotations

from collections.abc import Callable

from robopitch.leagues.endpoint import Connection, Io
from robopitch.messages import Refusal, Team, Whistle, Whistled
from robopitch.protocols.refbox import Command, decode_command

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
    Command.RED_CARD: lambda team, robot: Whistled(Whistle.CARD, team, robot, card="red"),
}


class AutorefConnection(Connection):
    """An automatic referee (TCP 28098): the referee of the match obeys its commands as those of a person."""

    def __init__(self, io: Io) -> None:
        self._io = io

    def on_data(self, data: bytes) -> None:
        """Carry out a command; the protocol has no answers, so what is refused is only counted."""
        self._io.record("in/autoref", data)
        said = decode_command(data)
        if isinstance(said, Refusal):
            self._io.refuse([said])
        elif said.command not in _WHISTLES:
            self._io.refuse([Refusal("COMMAND", f"the referee of the match does not take {said.command} from outside")])
        elif said.target and said.target not in TEAMS:
            self._io.refuse([Refusal("TARGET", f'{said.target!r}: "teamA", "teamB" or "" for both is wanted')])
        else:
            robot = None if said.robot is None else said.robot - 1  # the shirt numbers of the league begin with 1
            self._io.refuse(self._io.offer(_WHISTLES[said.command](TEAMS.get(said.target), robot)))
