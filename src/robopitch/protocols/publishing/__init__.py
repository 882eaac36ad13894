"""What a team says about itself and draws on the pitch: JSON in a datagram."""

from robopitch.protocols.publishing.codec import decode_said, encode_published
from robopitch.protocols.publishing.drawing import encode_drawn

__all__ = ["decode_said", "encode_drawn", "encode_published"]
