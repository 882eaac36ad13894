"""Messages that only recordings have: true states, and the commands of teams."""

from robopitch.wire.recording.decisions import decode_decision, encode_decision
from robopitch.wire.recording.orders import can_encode, decode_orders, encode_orders
from robopitch.wire.recording.truth import Digests, Figure, Truth, decode_digests, decode_truth, encode_truth

__all__ = [
    "Digests",
    "Figure",
    "Truth",
    "can_encode",
    "decode_decision",
    "decode_digests",
    "decode_orders",
    "decode_truth",
    "encode_decision",
    "encode_orders",
    "encode_truth",
]
