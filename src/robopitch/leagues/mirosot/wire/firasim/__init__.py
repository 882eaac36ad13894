"""FIRASim's protocol, of MiroSot and VSS."""

from robopitch.leagues.mirosot.wire.firasim.environment import decode_environment, encode_environment
from robopitch.leagues.mirosot.wire.firasim.messages import (
    Environment,
    EnvironmentBall,
    EnvironmentField,
    EnvironmentRobot,
)
from robopitch.leagues.mirosot.wire.firasim.packet import FirasimRequest, decode_packet, encode_orders, encode_places

__all__ = [
    "Environment",
    "EnvironmentBall",
    "EnvironmentField",
    "EnvironmentRobot",
    "FirasimRequest",
    "decode_environment",
    "decode_packet",
    "encode_environment",
    "encode_orders",
    "encode_places",
]
