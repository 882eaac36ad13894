"""Commands of the RefBox to base stations, and of automatic referees to the RefBox: version 2, JSON.

    {"command": "FREEKICK", "targetTeam": "224.16.32.74"}

An empty target is both teams.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from robopitch.leagues.msl.wire.refbox.framing import frame
from robopitch.leagues.msl.wire.refbox.reading import as_text, as_whole, read_object
from robopitch.messages import Refusal

__all__ = ["SET_PIECES", "Command", "RefBoxCommand", "decode_command", "encode_command", "named_command"]


class Command(StrEnum):
    """The commands, as the RefBox of 2024 writes them."""

    START = "START"
    STOP = "STOP"
    DROP_BALL = "DROP_BALL"
    HALF_TIME = "HALF_TIME"
    END_PART = "END_PART"
    END_GAME = "END_GAME"  # ends the second half; overtime may follow
    GAMEOVER = "GAMEOVER"
    PARK = "PARK"
    FIRST_HALF = "FIRST_HALF"
    SECOND_HALF = "SECOND_HALF"
    FIRST_HALF_OVERTIME = "FIRST_HALF_OVERTIME"
    SECOND_HALF_OVERTIME = "SECOND_HALF_OVERTIME"
    RESET = "RESET"
    TESTMODE_ON = "TESTMODE_ON"
    TESTMODE_OFF = "TESTMODE_OFF"
    # of one team
    WELCOME = "WELCOME"
    KICKOFF = "KICKOFF"
    FREEKICK = "FREEKICK"
    GOALKICK = "GOALKICK"
    THROWIN = "THROWIN"
    CORNER = "CORNER"
    PENALTY = "PENALTY"
    GOAL = "GOAL"
    SUBGOAL = "SUBGOAL"
    REPAIR = "REPAIR"
    REPAIR_END = "REPAIR_END"
    YELLOW_CARD = "YELLOW_CARD"
    DOUBLE_YELLOW = "DOUBLE_YELLOW"
    RED_CARD = "RED_CARD"
    # of one robot
    SUBSTITUTION = "SUBSTITUTION"
    IS_ALIVE = "IS_ALIVE"


SET_PIECES = frozenset(
    {Command.KICKOFF, Command.FREEKICK, Command.GOALKICK, Command.THROWIN, Command.CORNER, Command.PENALTY}
)
"""The set pieces of one team."""

_OTHER_NAMES = {"GAME_OVER": Command.GAMEOVER}  # in the league's document and in the MixedTeamProtocol


@dataclass(frozen=True, slots=True)
class RefBoxCommand:
    """A command.

    target: the multicast address of a team; "teamA" or "teamB" from automatic referees; "": both teams
    robot:  its number, from 1 on; None: the command has none
    """

    command: Command
    target: str = ""
    robot: int | None = None


def named_command(name: str) -> Command | None:
    """The command of a name; None: there is none. Blanks around it do not count, as in the document's " WELCOME"."""
    name = name.strip().upper()
    if name in _OTHER_NAMES:
        return _OTHER_NAMES[name]
    return Command(name) if name in Command.__members__ else None


def decode_command(data: bytes) -> RefBoxCommand | Refusal:
    """Decode one message, without or with its NUL; a Refusal that says what is wrong with it."""
    found = read_object(data)
    if isinstance(found, Refusal):
        return found
    name, target = as_text(found.get("command")), as_text(found.get("targetTeam", ""))
    if name is None:
        return Refusal("COMMAND", '"command": a text is wanted, such as "STOP"')
    if target is None:
        return Refusal("TARGET", '"targetTeam": a text is wanted: an address, or "" for both teams')
    command = named_command(name)
    if command is None:
        return Refusal("COMMAND", f"{name!r} is not a command of the RefBox")
    robot = as_whole(found.get("robotID"))
    if robot is None and found.get("robotID") is not None:  # without a number the command means another robot
        return Refusal("ROBOT", '"robotID": a whole number is wanted, such as 3')
    return RefBoxCommand(command, target.strip(), robot)


def encode_command(said: RefBoxCommand) -> bytes:
    """Encode a command, with its NUL."""
    message: dict[str, object] = {"command": said.command.value, "targetTeam": said.target}
    if said.robot is not None:
        message["robotID"] = said.robot
    return frame(json.dumps(message).encode())
