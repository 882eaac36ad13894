"""The tracker protocol: where everything is and how it moves."""

from robopitch.protocols.ssl_tracker.codec import decode_tracked, encode_tracked

__all__ = ["decode_tracked", "encode_tracked"]
