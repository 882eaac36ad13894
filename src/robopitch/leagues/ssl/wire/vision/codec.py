"""Codec for detection frames of SSL-Vision."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from robopitch.leagues.ssl.wire.vision.detection import encode_detections
from robopitch.messages import CameraFrame, Refusal, SeenBall, SeenRobot
from robopitch.messages.camera_frame import CameraFrames
from robopitch.wire.pool import message_class, parse

__all__ = [
    "SOURCE",
    "VisionPacket",
    "decode_frame",
    "decode_packet",
    "encode_by_protobuf",
    "encode_frame",
    "encode_frames",
]

_Packet = message_class("ssl_vision.SSL_WrapperPacket")
_OTHER = 1  # SSL_Source: neither a vision system nor one of the named simulators

SOURCE = b"\x18\x01"
"""The end of every encoded frame: field 3, source, is OTHER."""


class VisionPacket(NamedTuple):
    """A packet of SSL-Vision: either part may be missing."""

    frame: CameraFrame | None  # with unix times
    geometry: Any  # SSL_GeometryData in mm, or None


def encode_frame(frame: CameraFrame, epoch: float) -> bytes:
    """A wrapper packet with one detection frame; *epoch* is the unix time at the beginning of the match."""
    return _encode(frame, epoch)


def encode_frames(frames: Iterable[CameraFrame], epoch: float) -> list[bytes]:
    """A wrapper packet for each frame; those of one table are encoded in one call."""
    if type(frames) is CameraFrames:
        packets = encode_detections(frames, epoch)
        if packets is not None:
            return packets
    return [_encode(frame, epoch) for frame in frames]


def _encode(frame: CameraFrame, epoch: float) -> bytes:
    try:
        table, index = frame.table
    except (TypeError, ValueError, OverflowError):
        return encode_by_protobuf(frame, epoch)
    packets = encode_detections(table, epoch)
    return encode_by_protobuf(frame, epoch) if packets is None else packets[index]


def encode_by_protobuf(frame: CameraFrame, epoch: float) -> bytes:
    """The same packet for a frame of any numbers; a ValueError if protobuf cannot hold one of them."""
    packet = _Packet(source=_OTHER)
    detection = packet.detection
    capture = epoch + frame.capture
    detection.frame_number = frame.number
    detection.t_capture = capture
    detection.t_sent = epoch + frame.sent
    detection.camera_id = frame.camera
    detection.t_capture_camera = capture
    for x, y, pixel_x, pixel_y, area, confidence in frame.balls:
        detection.balls.add(
            confidence=confidence, area=round(area), x=x * 1000, y=y * 1000, pixel_x=pixel_x, pixel_y=pixel_y
        )
    if frame.blue:
        _add_robots(detection.robots_blue.add, frame.blue)
    if frame.yellow:
        _add_robots(detection.robots_yellow.add, frame.yellow)
    data: bytes = packet.SerializeToString()
    return data


def _add_robots(add: Any, robots: tuple[SeenRobot, ...]) -> None:
    for number, x, y, heading, pixel_x, pixel_y, height, confidence in robots:
        robot = add()  # assignment is faster than keywords, and robots are most of a frame
        robot.confidence = confidence
        robot.robot_id = number
        robot.x = x * 1000
        robot.y = y * 1000
        robot.orientation = heading
        robot.pixel_x = pixel_x
        robot.pixel_y = pixel_y
        robot.height = height * 1000


def decode_packet(data: bytes) -> VisionPacket | Refusal:
    """Decode a packet, for clients; the inverse of `encode_frame` with epoch 0, and of `encode_geometry`."""
    packet = parse(_Packet, data)
    if isinstance(packet, Refusal):
        return packet
    frame = decode_frame(packet.detection) if packet.HasField("detection") else None
    return VisionPacket(frame, packet.geometry if packet.HasField("geometry") else None)


def decode_frame(detection: Any) -> CameraFrame:
    """A frame from an SSL_DetectionFrame, with unix times."""
    return CameraFrame(
        detection.camera_id,
        detection.frame_number,
        detection.t_capture,
        detection.t_sent,
        tuple(
            SeenBall(ball.x / 1000, ball.y / 1000, ball.pixel_x, ball.pixel_y, float(ball.area), ball.confidence)
            for ball in detection.balls
        ),
        _robots(detection.robots_blue),
        _robots(detection.robots_yellow),
    )


def _robots(robots: Any) -> tuple[SeenRobot, ...]:
    return tuple(
        SeenRobot(
            robot.robot_id,
            robot.x / 1000,
            robot.y / 1000,
            robot.orientation,
            robot.pixel_x,
            robot.pixel_y,
            robot.height / 1000,
            robot.confidence,
        )
        for robot in robots
    )
