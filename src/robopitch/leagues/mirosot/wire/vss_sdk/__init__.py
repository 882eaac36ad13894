"""VSS-SDK's protocol."""

from robopitch.leagues.mirosot.wire.vss_sdk.codec import decode_commands, decode_control, encode_state

__all__ = ["decode_commands", "decode_control", "encode_state"]
