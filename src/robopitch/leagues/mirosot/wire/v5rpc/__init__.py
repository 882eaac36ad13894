"""V5RPC, the protocol of FIRA SimuroSot's platform."""

from robopitch.leagues.mirosot.wire.v5rpc.codec import (
    FASTEST,
    RIM_SPEED,
    Instruction,
    decode_instruction,
    decode_placement,
    decode_team_info,
    encode_event,
    encode_get_instruction,
    encode_get_placement,
    encode_get_team_info,
)
from robopitch.leagues.mirosot.wire.v5rpc.messages import Event, Judgement, JudgementKind, StrategyField, StrategyRobot
from robopitch.leagues.mirosot.wire.v5rpc.packet import GUID_LENGTH, V5Packet, decode_packet, encode_packet
from robopitch.leagues.mirosot.wire.v5rpc.strategy import (
    CallKind,
    StrategyCall,
    decode_call,
    encode_instruction_result,
    encode_placement_result,
    encode_team_info_result,
)

__all__ = [
    "FASTEST",
    "GUID_LENGTH",
    "RIM_SPEED",
    "CallKind",
    "Event",
    "Instruction",
    "Judgement",
    "JudgementKind",
    "StrategyCall",
    "StrategyField",
    "StrategyRobot",
    "V5Packet",
    "decode_call",
    "decode_instruction",
    "decode_packet",
    "decode_placement",
    "decode_team_info",
    "encode_event",
    "encode_get_instruction",
    "encode_get_placement",
    "encode_get_team_info",
    "encode_instruction_result",
    "encode_packet",
    "encode_placement_result",
    "encode_team_info_result",
]
