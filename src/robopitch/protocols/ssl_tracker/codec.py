"""Codec for tracked frames, in metres and unix seconds."""

from __future__ import annotations

from typing import Any

from robopitch.messages import Body, KickedBall, Refusal, Team, TrackedBall, TrackedRobot, TrackerFrame
from robopitch.protocols.pool import message_class, parse, text

__all__ = ["TEAM_NUMBERS", "TEAM_OF", "TrackedEncoder", "decode_tracked", "encode_tracked"]

_Packet = message_class("ssl_tracker.TrackerWrapperPacket")
TEAM_NUMBERS = {Team.YELLOW: 1, Team.BLUE: 2}
TEAM_OF = {number: team for team, number in TEAM_NUMBERS.items()}
_FLYING, _KICKED = 1, 3
# Our filter works in the plane; the truth has three dimensions. Both detect kicks.
_CAPABILITIES = {"truth": (_FLYING, _KICKED), "filter": (_KICKED,)}
_NAME = "robopitch-"
_FRAMES_PER_MESSAGE = 256  # protobuf frees the memory of a message only with the message, not when it is cleared


def encode_tracked(frame: TrackerFrame, epoch: float, uuid: str) -> bytes:
    """A wrapper packet; *epoch* is the unix time of the beginning of the match, *uuid* identifies this sender."""
    return TrackedEncoder(epoch, uuid).encode(frame)


class TrackedEncoder:
    """Encodes many frames in the same message: while no robot appears or disappears, only numbers are written.

    The message is replaced regularly, so that an encoder does not grow.

    epoch: the unix time of the beginning of the match; uuid: identifies this sender
    """

    def __init__(self, epoch: float, uuid: str) -> None:
        self.epoch = epoch
        self._uuid = uuid.encode()
        self._renew()

    def _renew(self) -> None:
        """Start a new message."""
        self._packet = _Packet(uuid=self._uuid)
        self._bodies: list[Body] = []
        self._slots: list[tuple[Any, Any, Any]] = []  # each robot's message, and those of its position and velocity
        self._source = ""
        self._left = _FRAMES_PER_MESSAGE

    def encode(self, frame: TrackerFrame) -> bytes:
        """A wrapper packet."""
        if not self._left:
            self._renew()
        self._left -= 1
        tracked = self._packet.tracked_frame
        if frame.source != self._source:
            self._source = frame.source
            self._packet.source_name = (_NAME + frame.source).encode()
            tracked.ClearField("capabilities")
            tracked.capabilities.extend(_CAPABILITIES.get(frame.source, ()))
        tracked.frame_number = frame.number
        tracked.timestamp = self.epoch + frame.time
        tracked.ClearField("balls")
        for ball in frame.balls:
            seen = tracked.balls.add(visibility=ball.visibility)
            _put(seen.pos, ball.position)
            _put(seen.vel, ball.velocity)
        if [robot.robot for robot in frame.robots] != self._bodies:
            self._seat(tracked, [robot.robot for robot in frame.robots])
        for (robot, place, velocity), (_, x, y, heading, vx, vy, turn, visibility) in zip(
            self._slots, frame.robots, strict=True
        ):
            place.x = x
            place.y = y
            robot.orientation = heading
            velocity.x = vx
            velocity.y = vy
            robot.vel_angular = turn
            robot.visibility = visibility
        tracked.ClearField("kicked_ball")
        if frame.kicked is not None:
            _put_kick(tracked.kicked_ball, frame.kicked, self.epoch)
        data: bytes = self._packet.SerializeToString()
        return data

    def _seat(self, tracked: Any, bodies: list[Body]) -> None:
        """A message for each robot."""
        self._bodies, self._slots = bodies, []
        tracked.ClearField("robots")
        for body in bodies:
            robot = tracked.robots.add()
            robot.robot_id.id = body.id
            robot.robot_id.team = 1 if body.team is Team.YELLOW else 2
            self._slots.append((robot, robot.pos, robot.vel))


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
