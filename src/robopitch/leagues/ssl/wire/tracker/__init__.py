"""The tracker protocol: positions and velocities of ball and robots."""

from robopitch.leagues.ssl.wire.tracker.codec import TrackedEncoder, decode_tracked, encode_tracked

__all__ = ["TrackedEncoder", "decode_tracked", "encode_tracked"]
