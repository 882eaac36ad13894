"""Codec for the dialogues of the game controller."""

from __future__ import annotations

from typing import Any, NamedTuple

from robopitch.messages import Refusal, Team
from robopitch.wire.pool import message_class, parse, text

__all__ = ["Registration", "decode_autoref", "decode_registration", "decode_remote", "decode_team", "encode_reply"]

OK, REJECTED = 1, 2
UNVERIFIED = 2
TEAMS = {1: Team.YELLOW, 2: Team.BLUE}
_REMOTE_REQUESTS = {1: "ping", 2: "challenge_flag", 3: "stop_timeout", 4: "fail_placement"}
_ToClient = message_class("ssl_game_controller.ToClient")


class Registration(NamedTuple):
    """Who a client says it is."""

    name: str
    team: Team | None


Request = tuple[str, Any]  # what is asked for, and its value


def encode_reply(token: str, reason: str | None = None) -> bytes:
    """A reply: OK, or REJECTED with a reason."""
    message = _ToClient()
    reply = message.controller_reply
    reply.status_code = OK if reason is None else REJECTED
    if reason is not None:
        reply.reason = reason.encode()
    reply.next_token = token.encode()
    reply.verification = UNVERIFIED
    data: bytes = message.SerializeToString()
    return data


def decode_registration(data: bytes, kind: str) -> Registration | Refusal:
    """The first message of a client; kind: "Team", "RemoteControl" or "AutoRef"."""
    message = parse(message_class(f"ssl_game_controller.{kind}Registration"), data)
    if isinstance(message, Refusal):
        return message
    if kind == "AutoRef":
        return Registration(text(message.identifier), None)
    team = TEAMS.get(message.team) if message.HasField("team") else None
    if kind == "RemoteControl" and team is None:
        return Refusal("TEAM", f"team {message.team} is unknown: 1 is yellow, 2 is blue")
    return Registration(text(message.team_name) if kind == "Team" else str(team), team)


def decode_team(data: bytes) -> Request | Refusal:
    """A request of a team."""
    message = parse(message_class("ssl_game_controller.TeamToController"), data)
    return message if isinstance(message, Refusal) else _asked(message, "request")


def decode_remote(data: bytes) -> Request | Refusal:
    """A request of a remote control."""
    message = parse(message_class("ssl_game_controller.RemoteControlToController"), data)
    if isinstance(message, Refusal):
        return message
    found = _asked(message, "change")
    if found[0] != "request":
        return found
    named = _REMOTE_REQUESTS.get(found[1])
    return Refusal("REQUEST", f"request {found[1]} is unknown") if named is None else (named, True)


def decode_autoref(data: bytes) -> Request | Refusal:
    """A message of an automatic referee: its game event, or nothing."""
    message = parse(message_class("ssl_game_controller.AutoRefToController"), data)
    if isinstance(message, Refusal):
        return message
    return ("game_event", message.game_event.type) if message.HasField("game_event") else ("ping", True)


def _asked(message: Any, group: str) -> Request:
    name = message.WhichOneof(group)
    return ("ping", True) if name is None else (name, getattr(message, name))
