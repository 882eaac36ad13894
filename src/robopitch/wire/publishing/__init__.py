"""Signals and drawings that a team publishes: one JSON object per datagram."""

from robopitch.wire.publishing.codec import decode_said, encode_published
from robopitch.wire.publishing.drawing import encode_drawn

__all__ = ["decode_said", "encode_drawn", "encode_published"]
