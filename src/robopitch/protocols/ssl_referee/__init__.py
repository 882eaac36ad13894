"""The referee of the Small Size League."""

from robopitch.protocols.ssl_referee.codec import decode_referee, encode_game, encode_referee, encode_time
from robopitch.protocols.ssl_referee.messages import RefereeCommand, RefereeState, Stage, TeamInfo

__all__ = [
    "RefereeCommand",
    "RefereeState",
    "Stage",
    "TeamInfo",
    "decode_referee",
    "encode_game",
    "encode_referee",
    "encode_time",
]
