"""Codec for the side of an automatic referee: it registers, sends game events, and reads the replies."""

from __future__ import annotations

from typing import NamedTuple

from robopitch.leagues.ssl.wire.game_controller.codec import REJECTED
from robopitch.leagues.ssl.wire.referee.game_event import GameEvent, put_event
from robopitch.messages import Refusal
from robopitch.messages.text import SENTENCE
from robopitch.wire.pool import message_class, parse, text

__all__ = ["GoalFacts", "Reply", "decode_reply", "encode_event", "encode_registration"]

_Registration = message_class("ssl_game_controller.AutoRefRegistration")
_Message = message_class("ssl_game_controller.AutoRefToController")
_ToClient = message_class("ssl_game_controller.ToClient")


class GoalFacts(NamedTuple):
    """What the game controller wants to know about a possible goal, to decide whether it counts.

    height:     of the ball since the last touch of the team, m; None: it does not matter, as at penalties
    robots:     of the team on the field
    last_touch: of the team, s unix; None: it has not touched the ball
    """

    height: float | None
    robots: int
    last_touch: float | None


class Reply(NamedTuple):
    """An answer of the game controller; `reason` says why it is not accepted."""

    accepted: bool
    reason: str = ""


def encode_registration(name: str) -> bytes:
    """The first message of an automatic referee, without a signature."""
    data: bytes = _Registration(identifier=name.encode()).SerializeToString()
    return data


def encode_event(event: GameEvent, goal: GoalFacts | None = None) -> bytes:
    """A game event; with *goal* for a possible goal."""
    message = _Message()
    put_event(message.game_event, event)
    if goal is not None:
        body = getattr(message.game_event, event.kind)
        body.num_robots_by_team = goal.robots
        if goal.height is not None:
            body.max_ball_height = goal.height
        if goal.last_touch is not None:
            body.last_touch_by_team = round(goal.last_touch * 1e6)
    data: bytes = message.SerializeToString()
    return data


def decode_reply(data: bytes) -> Reply | Refusal:
    """The reply of a game controller."""
    message = parse(_ToClient, data)
    if isinstance(message, Refusal):
        return message
    reply = message.controller_reply
    return Reply(reply.status_code != REJECTED, text(reply.reason, SENTENCE))
