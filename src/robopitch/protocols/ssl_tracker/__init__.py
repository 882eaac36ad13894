"""The tracker protocol: where everything is and how it moves."""

from robopitch.protocols.ssl_tracker.codec import TrackedEncoder, decode_tracked, encode_tracked

__all__ = ["TrackedEncoder", "decode_tracked", "encode_tracked"]
