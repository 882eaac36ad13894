"""Descriptions of robots with joints, as protobuf messages."""

from robopitch.protocols.figure.codec import decode_figure, encode_figure

__all__ = ["decode_figure", "encode_figure"]
