"""SSL-Vision: detections and geometry."""

from robopitch.protocols.ssl_vision.codec import VisionPacket, decode_packet, encode_frame, encode_frames
from robopitch.protocols.ssl_vision.geometry import decode_geometry, encode_geometry, geometry_packets

__all__ = [
    "VisionPacket",
    "decode_geometry",
    "decode_packet",
    "encode_frame",
    "encode_frames",
    "encode_geometry",
    "geometry_packets",
]
