"""Codec for tracked frames, in metres and unix seconds."""

from __future__ import annotations

from typing import Any

import numpy as np

from robopitch.leagues.ssl.wire.tracker.tracked import write_tracked
from robopitch.messages import Body, KickedBall, Refusal, Team, TrackedBall, TrackedRobot, TrackerFrame
from robopitch.wire.encoding import Bytes
from robopitch.wire.pool import message_class, parse, text

__all__ = ["TEAM_NUMBERS", "TEAM_OF", "TrackedEncoder", "decode_tracked", "encode_by_protobuf", "encode_tracked"]

_Packet = message_class("ssl_tracker.TrackerWrapperPacket")
_Frame = message_class("ssl_tracker.TrackedFrame")
TEAM_NUMBERS = {Team.YELLOW: 1, Team.BLUE: 2}
TEAM_OF = {number: team for team, number in TEAM_NUMBERS.items()}
_FLYING, _KICKED = 1, 3
# Our filter works in the plane; the truth has three dimensions. Both detect kicks.
_CAPABILITIES = {"truth": (_FLYING, _KICKED), "filter": (_KICKED,)}
_NAME = "robopitch-"


def encode_tracked(frame: TrackerFrame, epoch: float, uuid: str) -> bytes:
    """A wrapper packet; *epoch* is the unix time of the beginning of the match, *uuid* identifies this sender."""
    return TrackedEncoder(epoch, uuid).encode(frame)


class TrackedEncoder:
    """Encodes frames; keeps what is the same in many of them: names, capabilities, and the last kick.

    epoch: the unix time of the beginning of the match; uuid: identifies this sender
    """

    def __init__(self, epoch: float, uuid: str) -> None:
        self.epoch = epoch
        self._uuid = uuid
        self._source: str | None = None
        self._head = self._tail = np.zeros(0, np.uint8)
        self._kick: tuple[KickedBall | None, float] | None = None  # that of the tail, and the epoch

    def encode(self, frame: TrackerFrame) -> bytes:
        """A wrapper packet."""
        if frame.source != self._source:
            self._source, self._kick = frame.source, None
            self._head = _bytes(_Packet(uuid=self._uuid.encode(), source_name=(_NAME + frame.source).encode()))
        kick = self._kick
        if kick is None or kick[0] is not frame.kicked or kick[1] != self.epoch:
            self._kick = frame.kicked, self.epoch
            self._tail = _bytes(_rest(frame, self.epoch))
        try:
            rows, balls = frame.table
        except (TypeError, ValueError, OverflowError):
            return encode_by_protobuf(frame, self.epoch, self._uuid)
        data = write_tracked(rows, balls, frame.number, self.epoch + frame.time, self._head, self._tail)
        return encode_by_protobuf(frame, self.epoch, self._uuid) if data is None else data


def encode_by_protobuf(frame: TrackerFrame, epoch: float, uuid: str) -> bytes:
    """The same packet for a frame of any numbers; a ValueError if protobuf cannot hold one of them."""
    packet = _Packet(uuid=uuid.encode(), source_name=(_NAME + frame.source).encode())
    tracked = packet.tracked_frame
    tracked.CopyFrom(_rest(frame, epoch))
    tracked.frame_number = frame.number
    tracked.timestamp = epoch + frame.time
    for ball in frame.balls:
        seen = tracked.balls.add(visibility=ball.visibility)
        _put(seen.pos, ball.position)
        _put(seen.vel, ball.velocity)
    for body, x, y, heading, vx, vy, turn, visibility in frame.robots:
        robot = tracked.robots.add(orientation=heading, vel_angular=turn, visibility=visibility)
        robot.robot_id.id = body.id
        robot.robot_id.team = 1 if body.team is Team.YELLOW else 2
        _put(robot.pos, (x, y))
        _put(robot.vel, (vx, vy))
    data: bytes = packet.SerializeToString()
    return data


def _rest(frame: TrackerFrame, epoch: float) -> Any:
    """The fields of a TrackedFrame after its robots."""
    tracked = _Frame(capabilities=_CAPABILITIES.get(frame.source, ()))
    if frame.kicked is not None:
        _put_kick(tracked.kicked_ball, frame.kicked, epoch)
    return tracked


def _bytes(message: Any) -> Bytes:
    """The encoded fields of a message, of which required ones may be missing."""
    return np.frombuffer(message.SerializePartialToString(), np.uint8)


def _put(vector: Any, numbers: tuple[float, ...]) -> None:
    vector.x, vector.y = numbers[0], numbers[1]
    if len(numbers) == 3:
        vector.z = numbers[2]


def _put_kick(message: Any, kick: KickedBall, epoch: float) -> None:
    _put(message.pos, kick.position)
    _put(message.vel, kick.velocity)
    message.start_timestamp = epoch + kick.start
    message.stop_timestamp = epoch + kick.stop
    _put(message.stop_pos, kick.stop_position)
    if kick.robot is not None and kick.robot.team is not None:
        message.robot_id.id = kick.robot.id
        message.robot_id.team = TEAM_NUMBERS[kick.robot.team]


def decode_tracked(data: bytes) -> TrackerFrame | Refusal:
    """Decode a frame, with unix times; source is the sender's name without our prefix."""
    packet = parse(_Packet, data)
    if isinstance(packet, Refusal):
        return packet
    if not packet.HasField("tracked_frame"):
        return Refusal("EMPTY", "TrackerWrapperPacket: has no tracked_frame")
    frame = packet.tracked_frame
    return TrackerFrame(
        text(packet.source_name).removeprefix(_NAME),
        frame.frame_number,
        frame.timestamp,
        tuple(TrackedBall(_three(ball.pos), _three(ball.vel), ball.visibility) for ball in frame.balls),
        tuple(
            TrackedRobot(
                _body(robot.robot_id),
                robot.pos.x,
                robot.pos.y,
                robot.orientation,
                robot.vel.x,
                robot.vel.y,
                robot.vel_angular,
                robot.visibility,
            )
            for robot in frame.robots
        ),
        _kick(frame.kicked_ball) if frame.HasField("kicked_ball") else None,
    )


def _three(vector: Any) -> tuple[float, float, float]:
    return vector.x, vector.y, vector.z


def _body(robot: Any) -> Body:
    return Body(TEAM_OF.get(robot.team), robot.id)


def _kick(kick: Any) -> KickedBall:
    return KickedBall(
        (kick.pos.x, kick.pos.y),
        _three(kick.vel),
        kick.start_timestamp,
        kick.stop_timestamp,
        (kick.stop_pos.x, kick.stop_pos.y),
        _body(kick.robot_id) if kick.HasField("robot_id") else None,
    )
