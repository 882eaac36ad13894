"""VSSReferee's protocol."""

from robopitch.leagues.mirosot.wire.vss_referee.codec import (
    decode_command,
    decode_placement,
    encode_command,
    encode_placement,
)
from robopitch.leagues.mirosot.wire.vss_referee.messages import Foul, Half, RefereeCommand

__all__ = [
    "Foul",
    "Half",
    "RefereeCommand",
    "decode_command",
    "decode_placement",
    "encode_command",
    "encode_placement",
]
