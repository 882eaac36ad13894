"""SSL-Vision: detections and geometry."""

from robopitch.leagues.ssl.wire.vision.codec import VisionPacket, decode_packet, encode_frame, encode_frames
from robopitch.leagues.ssl.wire.vision.geometry import decode_geometry, encode_geometry, geometry_packets

__all__ = [
    "VisionPacket",
    "decode_geometry",
    "decode_packet",
    "encode_frame",
    "encode_frames",
    "encode_geometry",
    "geometry_packets",
]
