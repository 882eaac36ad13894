"""The RefBox of the Middle Size League: its commands, world states of base stations, and its feed of scores."""

from robopitch.leagues.msl.wire.refbox.characters import Said, decode_characters, encode_character
from robopitch.leagues.msl.wire.refbox.commands import (
    SET_PIECES,
    Command,
    RefBoxCommand,
    decode_command,
    encode_command,
)
from robopitch.leagues.msl.wire.refbox.framing import LONGEST, OVERLONG, NulFraming
from robopitch.leagues.msl.wire.refbox.score_feed import (
    FedTeam,
    FeedStage,
    GameEvent,
    TeamsState,
    decode_feed,
    encode_event,
    encode_teams,
)
from robopitch.leagues.msl.wire.refbox.world_state import (
    ReportedBall,
    ReportedObstacle,
    ReportedRobot,
    WorldState,
    decode_world_state,
    encode_world_state,
)

__all__ = [
    "LONGEST",
    "OVERLONG",
    "SET_PIECES",
    "Command",
    "FedTeam",
    "FeedStage",
    "GameEvent",
    "NulFraming",
    "RefBoxCommand",
    "ReportedBall",
    "ReportedObstacle",
    "ReportedRobot",
    "Said",
    "TeamsState",
    "WorldState",
    "decode_characters",
    "decode_command",
    "decode_feed",
    "decode_world_state",
    "encode_character",
    "encode_command",
    "encode_event",
    "encode_teams",
    "encode_world_state",
]
