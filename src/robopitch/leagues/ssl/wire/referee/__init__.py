"""The referee of the Small Size League."""

from robopitch.leagues.ssl.wire.referee.codec import decode_referee, encode_game, encode_referee, encode_time
from robopitch.leagues.ssl.wire.referee.game_event import EVENT_TYPES, GameEvent
from robopitch.leagues.ssl.wire.referee.messages import RefereeCommand, RefereeState, Stage, TeamInfo

__all__ = [
    "EVENT_TYPES",
    "GameEvent",
    "RefereeCommand",
    "RefereeState",
    "Stage",
    "TeamInfo",
    "decode_referee",
    "encode_game",
    "encode_referee",
    "encode_time",
]
