"""grSim's own protocol."""

from robopitch.leagues.ssl.wire.grsim.codec import GrsimRequest, decode_packet, encode_status

__all__ = ["GrsimRequest", "decode_packet", "encode_status"]
