"""What the RefBox sends to score boards and audience clients: datagrams of JSON, every 50 ms, each with a NUL.

A "teams" message is the state of the game, an "event" message a command that was given. Team A is the left one on the
RefBox, cyan in its first version.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from robopitch.leagues.msl.wire.refbox.commands import Command, named_command
from robopitch.leagues.msl.wire.refbox.framing import frame
from robopitch.leagues.msl.wire.refbox.reading import as_text, as_whole, read_object
from robopitch.messages import Refusal

__all__ = ["ROBOTS", "FedTeam", "FeedStage", "GameEvent", "TeamsState", "decode_feed", "encode_event", "encode_teams"]

ROBOTS = 5  # of a team, on the RefBox
LONGEST_SHORT, LONGEST_LONG = 8, 24  # characters of the two names
MOST_GOALS = 1000


class FeedStage(IntEnum):
    """The states of a game on the RefBox, by its numbers."""

    PRE_GAME = 0
    FIRST_HALF_STOP = 1
    FIRST_HALF = 2
    HALF_TIME = 3
    SECOND_HALF_STOP = 4
    SECOND_HALF = 5
    PRE_OVERTIME = 6
    FIRST_OVERTIME_STOP = 7
    FIRST_OVERTIME = 8
    OVERTIME_HALF_TIME = 9
    SECOND_OVERTIME_STOP = 10
    SECOND_OVERTIME = 11
    PENALTIES_STOP = 12
    PENALTIES = 13
    END_GAME = 14

    @property
    def runs(self) -> bool:
        """Whether the game is on."""
        return self in _RUNNING


_RUNNING = frozenset(
    {
        FeedStage.FIRST_HALF,
        FeedStage.SECOND_HALF,
        FeedStage.FIRST_OVERTIME,
        FeedStage.SECOND_OVERTIME,
        FeedStage.PENALTIES,
    }
)


@dataclass(frozen=True, slots=True)
class FedTeam:
    """A team in the state of a game.

    colour: six hexadecimal digits
    robots: play, repair, yellow, doubleyellow or red, of five robots
    waits:  s for which each is still out
    """

    name: str
    long_name: str
    score: int
    colour: str = ""
    robots: tuple[str, ...] = ("play",) * ROBOTS
    waits: tuple[int, ...] = (0,) * ROBOTS


@dataclass(frozen=True, slots=True)
class TeamsState:
    """The state of a game; times are texts, minutes and seconds."""

    stage: FeedStage
    team_a: FedTeam
    team_b: FedTeam
    stage_name: str = ""
    game_time: str = ""  # since the period began
    run_time: str = ""  # of it, while the ball was in play
    version: str = ""


@dataclass(frozen=True, slots=True)
class GameEvent:
    """A command that was given.

    team:  the name of the team, "": both
    robot: its number, from 1 on
    """

    command: Command
    text: str = ""
    team: str = ""
    robot: int | None = None


def decode_feed(data: bytes) -> TeamsState | GameEvent | Refusal:
    """Decode a datagram; a Refusal that says what is wrong with it."""
    found = read_object(data)
    if isinstance(found, Refusal):
        return found
    kind = found.get("type")
    if kind == "teams":
        return _teams(found)
    if kind == "event":
        return _event(found)
    return Refusal("TYPE", '"type": "teams" or "event" is wanted')


def _teams(found: dict[str, Any]) -> TeamsState | Refusal:
    number = as_whole(found.get("gameState"))
    if number is None or not 0 <= number < len(FeedStage):
        return Refusal("GAME_STATE", f'"gameState": a number from 0 to {len(FeedStage) - 1} is wanted')
    teams = [_team(found.get(key), key) for key in ("teamA", "teamB")]
    for team in teams:
        if isinstance(team, Refusal):
            return team
    a, b = (team for team in teams if isinstance(team, FedTeam))
    texts = [as_text(found.get(key)) or "" for key in ("gameStateString", "gameTime", "gameRunTime", "version")]
    return TeamsState(FeedStage(number), a, b, *texts)


def _team(found: Any, key: str) -> FedTeam | Refusal:
    if not isinstance(found, dict):
        return Refusal("TEAM", f'"{key}": an object is wanted')
    said = found.get("score")  # a text in this protocol
    text = str(said) if isinstance(said, str | int) and not isinstance(said, bool) else ""
    if not (text.isascii() and text.isdecimal() and len(text) < 5 and int(text) <= MOST_GOALS):
        return Refusal("SCORE", f'"{key}"."score": a number of goals is wanted')
    names = [as_text(found.get(name)) or "" for name in ("shortName", "longName")]
    states, waits = found.get("robotState"), found.get("robotWaitTime")
    return FedTeam(
        names[0],
        names[1],
        int(text),
        as_text(found.get("color")) or "",
        tuple(as_text(one) or "" for one in states[:ROBOTS]) if isinstance(states, list) else (),
        tuple(as_whole(one) or 0 for one in waits[:ROBOTS]) if isinstance(waits, list) else (),
    )


def _event(found: dict[str, Any]) -> GameEvent | Refusal:
    name = as_text(found.get("eventCode"))
    command = None if name is None else named_command(name)
    if command is None:
        return Refusal("COMMAND", f'"eventCode": {name!r} is not a command of the RefBox')
    text, team = as_text(found.get("eventDesc")) or "", as_text(found.get("team")) or ""
    return GameEvent(command, text, team, as_whole(found.get("robotID")))


def encode_teams(state: TeamsState) -> bytes:
    """Encode the state of a game, with its NUL. World states of base stations are left out."""
    message = {
        "type": "teams",
        "version": state.version,
        "gameState": int(state.stage),
        "gameStateString": state.stage_name,
        "gameTime": state.game_time,
        "gameRunTime": state.run_time,
        "teamA": _plain(state.team_a),
        "teamB": _plain(state.team_b),
    }
    return frame(json.dumps(message).encode())


def _plain(team: FedTeam) -> dict[str, Any]:
    return {
        "color": team.colour,
        "shortName": team.name[:LONGEST_SHORT],
        "longName": team.long_name[:LONGEST_LONG],
        "score": str(team.score),
        "robotState": list(team.robots),
        "robotWaitTime": list(team.waits),
        "worldState": {},
    }


def encode_event(event: GameEvent) -> bytes:
    """Encode an event, with its NUL."""
    message: dict[str, object] = {
        "type": "event",
        "eventCode": event.command.value,
        "eventDesc": event.text,
        "team": event.team,
    }
    if event.robot is not None:
        message["robotID"] = event.robot
    return frame(json.dumps(message).encode())
