"""Codec for CI mode: a test bench that steps the game controller by its own timestamps."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from robopitch.leagues.ssl.wire.game_controller.codec import TEAMS
from robopitch.messages import Refusal, Team, Whistle, Whistled
from robopitch.wire.pool import message_class, parse

__all__ = ["CiInput", "Goals", "PlacementPosition", "decode_ci_input", "encode_ci_output"]

MOST_INPUTS = 64  # changes in one message; a bench makes one at a time
_CiInput = message_class("ssl_game_controller.CiInput")
_CiOutput = message_class("ssl_game_controller.CiOutput")
_COMMANDS = {
    1: Whistle.HALT,
    2: Whistle.STOP,
    3: Whistle.START,  # NORMAL_START
    4: Whistle.START,  # FORCE_START
    5: Whistle.FREE_KICK,
    7: Whistle.KICK_OFF,
    8: Whistle.PENALTY,
    9: Whistle.TIMEOUT,
    10: Whistle.PLACEMENT,
}
_WITHOUT_TEAM = (Whistle.HALT, Whistle.STOP, Whistle.START)
_CARDS = {"add_yellow_card": "yellow", "add_red_card": "red"}
_EVENTS = ("add_game_event", "add_passive_game_event", "add_proposal")


class Goals(NamedTuple):
    """A team has so many goals from now on."""

    team: Team
    goals: int


class PlacementPosition(NamedTuple):
    """Where the ball is placed for the commands that follow, m."""

    x: float
    y: float


Change = Whistled | Goals | PlacementPosition


@dataclass(frozen=True, slots=True)
class CiInput:
    """A step of a test bench.

    timestamp: ns; None: time does not go on
    changes:   of the game, in their order
    """

    timestamp: int | None = None
    changes: tuple[Change, ...] = ()
    refusals: tuple[Refusal, ...] = ()


def decode_ci_input(data: bytes) -> CiInput:
    """Decode a CiInput. Tracker packet and geometry are not read: the match has its own world."""
    message = parse(_CiInput, data)
    if isinstance(message, Refusal):
        return CiInput(refusals=(message,))
    timestamp = message.timestamp if message.HasField("timestamp") else None
    found: list[Change | Refusal] = []
    if len(message.api_inputs) > MOST_INPUTS:
        text = f"{len(message.api_inputs)} api_inputs; up to {MOST_INPUTS} are possible: none is carried out"
        found.append(Refusal("API_INPUT", text))
    else:
        for given in message.api_inputs:
            found += _of_input(given)
    changes = tuple(change for change in found if not isinstance(change, Refusal))
    return CiInput(timestamp, changes, tuple(why for why in found if isinstance(why, Refusal)))


def encode_ci_output(referee: bytes) -> bytes:
    """A CiOutput with a Referee message."""
    data: bytes = _CiOutput(referee_msg=referee).SerializeToString()
    return data


def _of_input(given: Any) -> Iterator[Change | Refusal]:
    if given.HasField("change"):
        yield from _of_change(given.change)
    if given.reset_match:
        yield Refusal("API_INPUT", "reset_match: the match goes on; start another server for another match")
    for name in ("config_delta", "continue_action"):
        if given.HasField(name):
            yield Refusal("API_INPUT", f"{name} is not known here: the referee continues by itself")


def _of_change(change: Any) -> Iterator[Change | Refusal]:
    name = change.WhichOneof("change")
    if name == "new_command":
        yield _command(change.new_command.command)
    elif name == "set_ball_placement_pos":
        place = change.set_ball_placement_pos.pos
        if math.isfinite(place.x) and math.isfinite(place.y):
            yield PlacementPosition(place.x, place.y)
        else:
            yield Refusal("NOT_FINITE", f"set_ball_placement_pos: ({place.x}, {place.y}); metres are wanted")
    elif name in _CARDS:
        team = TEAMS.get(getattr(change, name).for_team)
        yield _no_team(name) if team is None else Whistled(Whistle.CARD, team, card=_CARDS[name])
    elif name == "update_team_state":
        yield from _of_team(change.update_team_state)
    elif name == "revert":
        yield Whistled(Whistle.UNDO)
    elif name in _EVENTS:
        yield Refusal("API_INPUT", f"{name}: the referee of the match judges by itself")
    else:
        yield Refusal("API_INPUT", "an empty change" if name is None else f"{name} is not known here")


def _command(command: Any) -> Change | Refusal:
    whistle = _COMMANDS.get(command.type)
    if whistle is None:
        return Refusal("COMMAND", f"new_command: type {command.type} is unknown")
    if whistle in _WITHOUT_TEAM:
        return Whistled(whistle)
    team = TEAMS.get(command.for_team)
    return _no_team("new_command") if team is None else Whistled(whistle, team)


def _of_team(update: Any) -> Iterator[Change | Refusal]:
    team = TEAMS.get(update.for_team)
    if team is None:
        yield _no_team("update_team_state")
        return
    if update.HasField("goals"):
        yield Goals(team, update.goals.value)
    if update.HasField("goalkeeper"):
        yield Whistled(Whistle.KEEPER, team, update.goalkeeper.value)
    if update.requests_bot_substitution.value:
        yield Whistled(Whistle.SUBSTITUTION, team)
    if update.requests_timeout.value:
        yield Whistled(Whistle.TIMEOUT, team)


def _no_team(name: str) -> Refusal:
    return Refusal("TEAM", f"{name}: for which team? 1 is yellow, 2 is blue")
