"""Version 1 of the RefBox (2009 to 2019): every command is one ASCII character.

Of the commands of one team, the upper-case character is for cyan and the lower-case one for magenta.
"""

from __future__ import annotations

from typing import NamedTuple

from robopitch.leagues.msl.wire.refbox.commands import Command

__all__ = ["Said", "decode_characters", "encode_character"]

_BOTH = {
    "S": Command.STOP,
    "s": Command.START,
    "N": Command.DROP_BALL,
    "h": Command.HALF_TIME,
    "e": Command.END_GAME,
    "z": Command.GAMEOVER,
    "L": Command.PARK,
    "1": Command.FIRST_HALF,
    "2": Command.SECOND_HALF,
    "3": Command.FIRST_HALF_OVERTIME,
    "4": Command.SECOND_HALF_OVERTIME,
    "W": Command.WELCOME,
    "Z": Command.RESET,
    "U": Command.TESTMODE_ON,
    "u": Command.TESTMODE_OFF,
}
_OF_TEAM = {
    "K": Command.KICKOFF,
    "F": Command.FREEKICK,
    "G": Command.GOALKICK,
    "T": Command.THROWIN,
    "C": Command.CORNER,
    "P": Command.PENALTY,
    "A": Command.GOAL,
    "D": Command.SUBGOAL,
    "O": Command.REPAIR,
    "Y": Command.YELLOW_CARD,
    "B": Command.DOUBLE_YELLOW,
    "R": Command.RED_CARD,
}
_CHARACTERS = {command: character for character, command in (_BOTH | _OF_TEAM).items()}


class Said(NamedTuple):
    """A command; cyan: of which team it is, None: of both."""

    command: Command
    cyan: bool | None = None


def encode_character(command: Command, cyan: bool | None = None) -> bytes:
    """The character of a command; b"" if version 1 has none.

    >>> encode_character(Command.THROWIN, cyan=False)
    b't'
    """
    character = _CHARACTERS.get(command, "")
    if character in _OF_TEAM:
        return b"" if cyan is None else (character if cyan else character.lower()).encode()
    return character.encode()


def decode_characters(data: bytes) -> tuple[list[Said], int]:
    """The commands in some bytes, and how many of the bytes are none. Several commands may come at once."""
    found: list[Said] = []
    unknown = 0
    for character in data.decode("latin-1"):
        if character in _BOTH:
            found.append(Said(_BOTH[character]))
        elif character.upper() in _OF_TEAM:
            found.append(Said(_OF_TEAM[character.upper()], character.isupper()))
        elif character not in "\r\n\0 ":
            unknown += 1
    return found, unknown
