"""Codec for true states in a recording."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Body, Refusal, Team
from robopitch.wire.pool import message_class, parse

__all__ = ["Digests", "Figure", "Truth", "decode_digests", "decode_truth", "encode_truth"]

_Truth = message_class("robopitch.TruthFrame")
_Figure = message_class("robopitch.FigureFrame")

PLACE, SPEED, ANGLE, TURN = 1e4, 1e3, 1e4, 1e3  # units in a metre, m/s, rad, rad/s
ROBOT_SCALE = np.array([[PLACE], [PLACE], [ANGLE], [SPEED], [SPEED], [TURN]])
BALL_SCALE = np.array([PLACE, PLACE, PLACE, SPEED, SPEED, SPEED])
OWNERS = (Team.BLUE, Team.YELLOW, None)  # numbers of the field `owners`; None: an obstacle
_OWNER = {owner: number for number, owner in enumerate(OWNERS)}
_YELLOW = 64  # added to the ids of yellow in frames without owners, from before format 2
_LARGEST = 2**31 - 1


class Figure(NamedTuple):
    """A robot with joints in space."""

    robot: int  # its column in the frame
    position: tuple[float, ...]  # x, y, z of its trunk
    quaternion: tuple[float, ...]  # w, x, y, z
    joints: tuple[float, ...]


class Truth(NamedTuple):
    """A frame of the true state, with a resolution of 0.1 mm."""

    tick: int
    digest: bytes
    packets: bytes
    packet_count: int
    ball: tuple[float, ...]  # x, y, z, vx, vy, vz
    bodies: tuple[Body, ...]
    robots: NDArray[np.float64]  # [x y heading vx vy turn, body]
    figures: tuple[Figure, ...] = ()  # of those with joints; recordings of older versions have none


class Digests(NamedTuple):
    """The digests in a frame of the true state."""

    tick: int
    digest: bytes  # of the state of the world
    packets: bytes  # of all packets sent so far …
    packet_count: int  # … and their number


def encode_truth(
    tick: int,
    digest: bytes,
    packets: tuple[bytes, int],
    bodies: tuple[Body, ...],
    robots: NDArray[Any],
    ball: NDArray[Any],
    figures: Sequence[Figure] = (),
) -> bytes:
    """Encode a frame. packets: digest and number of those sent so far; robots, ball, figures: as in `Truth`, one column
    per body.
    """
    x, y, heading, vx, vy, turn = _whole(robots * ROBOT_SCALE)
    frame = _Truth(
        tick=tick,
        digest=digest,
        packets=packets[0],
        packet_count=packets[1],
        ball=_whole(ball * BALL_SCALE),
        robots=[body.id for body in bodies],
        owners=[_OWNER[body.team] for body in bodies],
        x=x,
        y=y,
        heading=heading,
        vx=vx,
        vy=vy,
        turn=turn,
        figures=[
            _Figure(
                robot=robot,
                position=_whole(np.multiply(position, PLACE)),
                quaternion=_whole(np.multiply(quaternion, ANGLE)),
                joints=_whole(np.multiply(joints, ANGLE)),
            )
            for robot, position, quaternion, joints in figures
        ],
    )
    data: bytes = frame.SerializeToString()
    return data


def _whole(numbers: NDArray[Any]) -> Any:
    """Numbers as 32-bit integers, in lists."""
    return np.clip(np.rint(numbers), -_LARGEST, _LARGEST).astype(np.int64).tolist()


def decode_truth(data: bytes) -> Truth | Refusal:
    """Decode a frame of the true state."""
    frame = parse(_Truth, data)
    if isinstance(frame, Refusal):
        return frame
    columns = (frame.x, frame.y, frame.heading, frame.vx, frame.vy, frame.turn)
    count = len(frame.robots)
    if len(frame.ball) != 6 or any(len(column) != count for column in columns):
        return Refusal("UNREADABLE", "TruthFrame: columns of different lengths")
    robots = np.array(columns, np.float64).reshape(6, count) / ROBOT_SCALE
    ball = tuple((np.array(frame.ball) / BALL_SCALE).tolist())
    bodies = _bodies(list(frame.robots), list(frame.owners))
    if bodies is None:
        return Refusal("UNREADABLE", "TruthFrame: robots without owners")
    figures = tuple(_figure(one) for one in frame.figures)
    if any(one.robot >= count or len(one.position) != 3 or len(one.quaternion) != 4 for one in figures):
        return Refusal("UNREADABLE", "TruthFrame: a figure of no robot, or without its pose")
    return Truth(frame.tick, frame.digest, frame.packets, frame.packet_count, ball, bodies, robots, figures)


def _figure(message: Any) -> Figure:
    return Figure(
        message.robot,
        tuple(number / PLACE for number in message.position),
        tuple(number / ANGLE for number in message.quaternion),
        tuple(number / ANGLE for number in message.joints),
    )


def decode_digests(data: bytes) -> Digests | Refusal:
    """Decode only the digests of a frame."""
    frame = parse(_Truth, data)
    if isinstance(frame, Refusal):
        return frame
    return Digests(frame.tick, frame.digest, frame.packets, frame.packet_count)


def _bodies(ids: list[int], owners: list[int]) -> tuple[Body, ...] | None:
    if ids and not owners:  # a frame from before format 2
        return tuple(Body(Team.YELLOW if who >= _YELLOW else Team.BLUE, who % _YELLOW) for who in ids)
    if len(ids) != len(owners) or any(owner >= len(OWNERS) for owner in owners):
        return None
    return tuple(Body(OWNERS[owner], number) for owner, number in zip(owners, ids, strict=True))
