"""Messages that only recordings have: true states, and the commands of teams."""

from robopitch.protocols.recording.codec import (
    Digests,
    Truth,
    decode_digests,
    decode_orders,
    decode_truth,
    encode_orders,
    encode_truth,
)
from robopitch.protocols.recording.decisions import decode_decision, encode_decision

__all__ = [
    "Digests",
    "Truth",
    "decode_decision",
    "decode_digests",
    "decode_orders",
    "decode_truth",
    "encode_decision",
    "encode_orders",
    "encode_truth",
]
