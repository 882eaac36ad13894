"""Descriptions of robots with joints, as protobuf messages."""

from robopitch.leagues.humanoid.wire.figure.codec import decode_figure, encode_figure

__all__ = ["decode_figure", "encode_figure"]
