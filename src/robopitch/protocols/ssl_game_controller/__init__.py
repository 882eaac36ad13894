"""The dialogues of the game controller with teams, remote controls and automatic referees."""

from robopitch.protocols.ssl_game_controller.codec import (
    Registration,
    decode_autoref,
    decode_registration,
    decode_remote,
    decode_team,
    encode_reply,
)

__all__ = ["Registration", "decode_autoref", "decode_registration", "decode_remote", "decode_team", "encode_reply"]
