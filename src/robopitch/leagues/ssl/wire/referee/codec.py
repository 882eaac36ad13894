"""Codec for referee messages, from the game controller or from the built-in referee."""

from __future__ import annotations

import math
from typing import Any

from robopitch.leagues.ssl.wire.referee.game_event import put_event
from robopitch.leagues.ssl.wire.referee.messages import RefereeCommand, RefereeState, Stage, TeamInfo
from robopitch.messages import Refusal, Team
from robopitch.messages.text import SENTENCE
from robopitch.wire.pool import message_class, parse, text

__all__ = ["decode_referee", "encode_game", "encode_referee", "encode_time"]

_Referee = message_class("ssl_referee.Referee")
_STAGES = {int(stage): stage for stage in Stage}
_COMMANDS = {int(command): command for command in RefereeCommand}


def encode_referee(state: RefereeState) -> bytes:
    """Encode a Referee message, in µs and mm."""
    return encode_time(state.time) + encode_game(state)


def encode_time(time: float) -> bytes:
    """The first field of a Referee message, its time of sending."""
    data: bytes = _Referee(packet_timestamp=_micro(time)).SerializePartialToString()
    return data


def encode_game(state: RefereeState) -> bytes:
    """All fields but the time, which are the same in many messages."""
    message = _Referee(
        stage=int(state.stage),
        command=int(state.command),
        command_counter=state.command_counter,
        command_timestamp=_micro(state.command_time),
    )
    _put_team(message.yellow, state.teams[Team.YELLOW])
    _put_team(message.blue, state.teams[Team.BLUE])
    if state.stage_time_left is not None:
        message.stage_time_left = _micro(state.stage_time_left)
    if state.designated_position is not None:
        message.designated_position.x = 1000 * state.designated_position[0]
        message.designated_position.y = 1000 * state.designated_position[1]
    if state.blue_on_positive_half is not None:
        message.blue_team_on_positive_half = state.blue_on_positive_half
    if state.next_command is not None:
        message.next_command = int(state.next_command)
    if state.action_time_remaining is not None:
        message.current_action_time_remaining = _micro(state.action_time_remaining)
    for event in state.game_events:
        put_event(message.game_events.add(), event)
    if state.source:
        message.source_identifier = state.source.encode()
    if state.status:
        message.status_message = state.status.encode()
    data: bytes = message.SerializePartialToString()
    return data


def _put_team(message: Any, team: TeamInfo) -> None:
    message.name = team.name.encode()
    message.score = team.score
    message.red_cards = team.red_cards
    message.yellow_card_times.extend(_micro(time) for time in team.yellow_card_times)
    message.yellow_cards = team.yellow_cards
    message.timeouts = team.timeouts
    message.timeout_time = _micro(team.timeout_time)
    message.goalkeeper = team.goalkeeper
    if team.max_allowed_bots is not None:
        message.max_allowed_bots = team.max_allowed_bots
    for name in ("foul_counter", "ball_placement_failures", "can_place_ball", "bot_substitutions_left"):
        value = getattr(team, name)
        if value is not None:
            setattr(message, name, value)


def _micro(seconds: float) -> int:
    return round(seconds * 1e6)


def decode_referee(data: bytes) -> RefereeState | Refusal:
    """Decode a Referee message, or return a refusal."""
    message = parse(_Referee, data)
    if isinstance(message, Refusal):
        return message
    stage, command = _STAGES.get(message.stage), _COMMANDS.get(message.command)
    if stage is None:
        return Refusal("STAGE", f"Referee: stage {message.stage} is unknown; they are 0 to {max(_STAGES)}")
    if command is None:
        return Refusal("COMMAND", f"Referee: command {message.command} is unknown; they are 0 to {max(_COMMANDS)}")
    following: RefereeCommand | None = None
    if message.HasField("next_command"):
        following = _COMMANDS.get(message.next_command)
        if following is None:
            return Refusal("COMMAND", f"Referee: next_command {message.next_command} is unknown")
    position: tuple[float, float] | None = None
    if message.HasField("designated_position"):
        position = message.designated_position.x / 1000, message.designated_position.y / 1000
        if not all(map(math.isfinite, position)):
            return Refusal("NOT_FINITE", f"Referee: designated_position is {position}; millimetres are wanted")
    return RefereeState(
        message.packet_timestamp / 1e6,
        stage,
        command,
        message.command_counter,
        message.command_timestamp / 1e6,
        {Team.BLUE: _team(message.blue), Team.YELLOW: _team(message.yellow)},
        position,
        message.stage_time_left / 1e6 if message.HasField("stage_time_left") else None,
        message.blue_team_on_positive_half if message.HasField("blue_team_on_positive_half") else None,
        following,
        text(message.source_identifier),
        text(message.status_message, SENTENCE),
    )


def _team(team: Any) -> TeamInfo:
    return TeamInfo(
        text(team.name),
        team.score,
        team.red_cards,
        team.yellow_cards,
        tuple(time / 1e6 for time in team.yellow_card_times),
        team.timeouts,
        team.timeout_time / 1e6,
        team.goalkeeper,
        team.max_allowed_bots if team.HasField("max_allowed_bots") else None,
    )
