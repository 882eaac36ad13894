"""The dialogues of the game controller with teams, remote controls, automatic referees and test benches."""

from robopitch.leagues.ssl.wire.game_controller.autoref import (
    GoalFacts,
    Reply,
    decode_reply,
    encode_event,
    encode_registration,
)
from robopitch.leagues.ssl.wire.game_controller.ci import (
    CiInput,
    Goals,
    PlacementPosition,
    decode_ci_input,
    encode_ci_output,
)
from robopitch.leagues.ssl.wire.game_controller.codec import (
    Registration,
    decode_autoref,
    decode_registration,
    decode_remote,
    decode_team,
    encode_reply,
)

__all__ = [
    "CiInput",
    "GoalFacts",
    "Goals",
    "PlacementPosition",
    "Registration",
    "Reply",
    "decode_autoref",
    "decode_ci_input",
    "decode_registration",
    "decode_remote",
    "decode_reply",
    "decode_team",
    "encode_ci_output",
    "encode_event",
    "encode_registration",
    "encode_reply",
]
