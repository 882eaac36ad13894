"""FIRA's strategy service, by which its referee asks teams in gRPC."""

from robopitch.leagues.mirosot.wire.fira_strategy.codec import (
    Wheels,
    decode_ball,
    decode_command,
    decode_robots,
    decode_team_name,
    encode_environment,
    encode_team_info,
    metric_units,
    platform_units,
)
from robopitch.leagues.mirosot.wire.fira_strategy.messages import FoulInfo, FoulType, Method, PhaseType, Side, Units

__all__ = [
    "FoulInfo",
    "FoulType",
    "Method",
    "PhaseType",
    "Side",
    "Units",
    "Wheels",
    "decode_ball",
    "decode_command",
    "decode_robots",
    "decode_team_name",
    "encode_environment",
    "encode_team_info",
    "metric_units",
    "platform_units",
]
