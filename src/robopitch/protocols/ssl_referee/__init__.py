"""The referee of the Small Size League."""

from robopitch.protocols.ssl_referee.codec import decode_referee, encode_referee

__all__ = ["decode_referee", "encode_referee"]
