"""grSim's own protocol."""

from robopitch.protocols.grsim.codec import GrsimRequest, decode_packet, encode_status

__all__ = ["GrsimRequest", "decode_packet", "encode_status"]
