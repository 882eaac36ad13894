"""Encoder of the answers to a team: errors, and the feedback of its robots.

The feedback of the robots is mostly the same as before: each encoding is made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from robopitch.messages import Feedback, Refusal
from robopitch.wire.pool import message_class

__all__ = ["encode_response"]

_Response = message_class("sslsim.RobotControlResponse")


def encode_response(refusals: Iterable[Refusal], feedback: Sequence[Feedback]) -> bytes:
    """A RobotControlResponse."""
    robots = _robots(tuple(feedback))
    return _errors(refusals) + robots if refusals else robots


@lru_cache(maxsize=256)
def _robots(feedback: tuple[Feedback, ...]) -> bytes:
    """The fields of the robots, which seldom change."""
    response = _Response()
    for robot in feedback:
        response.feedback.add(id=robot.id, dribbler_ball_contact=robot.contact)
    data: bytes = response.SerializeToString()
    return data


def _errors(refusals: Iterable[Refusal]) -> bytes:
    """The field of the errors, which comes first."""
    response = _Response()
    for refusal in refusals:
        response.errors.add(code=refusal.code.encode(), message=refusal.message.encode())
    data: bytes = response.SerializeToString()
    return data
