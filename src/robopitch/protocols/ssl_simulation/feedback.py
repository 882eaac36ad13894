"""Encoder of the answers to a team: errors, and the feedback of its robots.

The feedback of a robot has few different encodings, which are made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from robopitch.messages import Feedback, Refusal
from robopitch.protocols.pool import message_class

__all__ = ["encode_response"]

_Response = message_class("sslsim.RobotControlResponse")


def encode_response(refusals: Iterable[Refusal], feedback: Sequence[Feedback]) -> bytes:
    """A RobotControlResponse."""
    robots = b"".join([_robot(robot[0], robot[1]) for robot in feedback])
    return _errors(refusals) + robots if refusals else robots


@lru_cache(maxsize=1024)
def _robot(number: int, contact: bool) -> bytes:
    """The field of one robot."""
    response = _Response()
    response.feedback.add(id=number, dribbler_ball_contact=contact)
    data: bytes = response.SerializeToString()
    return data


def _errors(refusals: Iterable[Refusal]) -> bytes:
    """The field of the errors, which comes first."""
    response = _Response()
    for refusal in refusals:
        response.errors.add(code=refusal.code.encode(), message=refusal.message.encode())
    data: bytes = response.SerializeToString()
    return data
