"""Codec for true states and commands in a recording."""

from __future__ import annotations

import math
from array import array
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import (
    Body,
    BodyVelocity,
    Command,
    FieldVelocity,
    Kick,
    Orders,
    Refusal,
    RimSpeeds,
    RobotOrder,
    Team,
    WheelSpeeds,
)
from robopitch.protocols.pool import message_class, parse

__all__ = [
    "Digests",
    "Truth",
    "decode_digests",
    "decode_orders",
    "decode_truth",
    "encode_orders",
    "encode_truth",
]

_Truth = message_class("robopitch.TruthFrame")
_Orders = message_class("robopitch.TeamOrders")
_OrderList = message_class("robopitch.Orders")

PLACE, SPEED, ANGLE, TURN = 1e4, 1e3, 1e4, 1e3  # units in a metre, m/s, rad, rad/s
ROBOT_SCALE = np.array([[PLACE], [PLACE], [ANGLE], [SPEED], [SPEED], [TURN]])
BALL_SCALE = np.array([PLACE, PLACE, PLACE, SPEED, SPEED, SPEED])
_YELLOW = 64
_LARGEST = 2**31 - 1
_KINDS: dict[type, int] = {BodyVelocity: 1, FieldVelocity: 2, WheelSpeeds: 3, RimSpeeds: 4}


class Truth(NamedTuple):
    """A frame of the true state, with a resolution of 0.1 mm."""

    tick: int
    digest: bytes
    packets: bytes
    packet_count: int
    ball: tuple[float, ...]  # x, y, z, vx, vy, vz
    bodies: tuple[Body, ...]
    robots: NDArray[np.float64]  # [x y heading vx vy turn, body]


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
) -> bytes:
    """Encode a frame. packets: digest and number of those sent so far; robots, ball: as in `Truth`, one column per
    body.
    """
    x, y, heading, vx, vy, turn = _whole(robots * ROBOT_SCALE)
    frame = _Truth(
        tick=tick,
        digest=digest,
        packets=packets[0],
        packet_count=packets[1],
        ball=_whole(ball * BALL_SCALE),
        robots=[body.id + (_YELLOW if body.team is Team.YELLOW else 0) for body in bodies],
        x=x,
        y=y,
        heading=heading,
        vx=vx,
        vy=vy,
        turn=turn,
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
    bodies = tuple(Body(Team.YELLOW if who >= _YELLOW else Team.BLUE, who % _YELLOW) for who in frame.robots)
    return Truth(frame.tick, frame.digest, frame.packets, frame.packet_count, ball, bodies, robots)


def decode_digests(data: bytes) -> Digests | Refusal:
    """Decode only the digests of a frame."""
    frame = parse(_Truth, data)
    if isinstance(frame, Refusal):
        return frame
    return Digests(frame.tick, frame.digest, frame.packets, frame.packet_count)


def encode_orders(tick: int, source: str, sequence: int, orders: Orders) -> bytes:
    """Encode commands without loss."""
    numbers: list[float] = []
    counts: list[int] = []
    kinds: list[int] = []
    kicks: list[float] = []
    dribblers: list[float] = []
    for index, (_, command, kick, dribbler) in enumerate(orders.orders):
        kinds.append(0 if command is None else _KINDS[type(command)])
        if isinstance(command, BodyVelocity):
            numbers += (command.forward, command.left, command.turn)
        elif isinstance(command, FieldVelocity):
            numbers += (command.x, command.y, command.turn)
        elif command is not None:
            numbers += command.speeds
            counts.append(len(command.speeds))
        if kick is not None:
            kicks += (index, kick.speed, kick.angle)
        dribblers.append(math.nan if dribbler is None else dribbler)
    message = _Orders(tick=tick, source=source, sequence=sequence)
    told = message.orders
    told.yellow = orders.team is Team.YELLOW
    told.ids.extend([order.id for order in orders.orders])
    told.kinds.extend(kinds)
    told.counts.extend(counts)
    if _short(numbers):
        told.numbers.extend(numbers)
    else:
        told.exact_numbers.extend(numbers)
    told.kicks.extend(kicks)
    told.dribblers.extend(dribblers)
    data: bytes = message.SerializeToString()
    return data


def decode_orders(data: bytes) -> tuple[int, str, int, Orders] | Refusal:
    """Decode tick, source, sequence and commands."""
    message = parse(_Orders, data)
    if isinstance(message, Refusal):
        return message
    try:
        # Teams often repeat a message: it is decoded once.
        return message.tick, message.source, message.sequence, _orders(message.orders.SerializeToString())
    except (ValueError, StopIteration, IndexError, OverflowError) as error:
        return Refusal("UNREADABLE", f"TeamOrders: {error or 'numbers are missing'}")


def _short(numbers: list[float]) -> bool:
    """Whether 32 bits hold these numbers exactly."""
    try:
        return array("f", numbers).tolist() == numbers
    except OverflowError:
        return False


@lru_cache(maxsize=256)
def _orders(data: bytes) -> Orders:
    message = _OrderList.FromString(data)
    numbers, counts = list(message.numbers or message.exact_numbers), iter(message.counts)
    commands: list[Command | None] = []
    at = 0
    for kind in message.kinds:
        if kind == 1:
            commands.append(BodyVelocity(numbers[at], numbers[at + 1], numbers[at + 2]))
            at += 3
        elif kind == 0:
            commands.append(None)
        elif kind == 2:
            commands.append(FieldVelocity(numbers[at], numbers[at + 1], numbers[at + 2]))
            at += 3
        elif kind in (3, 4):
            count = next(counts)
            speeds = tuple(numbers[at : at + count])
            at += count
            commands.append(WheelSpeeds(speeds) if kind == 3 else RimSpeeds(speeds))
        else:
            raise ValueError(f"{kind} is no kind of command")
    ids, dribblers = list(message.ids), [None if bar != bar else bar for bar in message.dribblers]  # NaN: unchanged
    if not (len(ids) == len(commands) == len(dribblers) and at == len(numbers)):
        raise ValueError("lists of different lengths")
    kicks: list[Kick | None] = [None] * len(ids)
    for k in range(0, len(message.kicks), 3):
        kicks[int(message.kicks[k])] = Kick(*message.kicks[k + 1 : k + 3])
    orders = tuple(map(RobotOrder, ids, commands, kicks, dribblers))
    return Orders(Team.YELLOW if message.yellow else Team.BLUE, orders)
