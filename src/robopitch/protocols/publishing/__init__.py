"""What a team says about itself, to be recorded and plotted."""

from robopitch.protocols.publishing.codec import decode_published, encode_published

__all__ = ["decode_published", "encode_published"]
