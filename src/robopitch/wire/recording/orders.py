"""Codec for the commands of teams in a recording."""

from __future__ import annotations

import math
from array import array
from functools import lru_cache
from typing import Any

import numpy as np

from robopitch.messages import (
    BodyVelocity,
    Command,
    FieldVelocity,
    Kick,
    Orders,
    PowerKick,
    Refusal,
    RimSpeeds,
    RobotOrder,
    Team,
    WheelSpeeds,
)
from robopitch.messages.orders import BODY_MOVE, FIELD_MOVE, NO_MOVE, ORDER_NUMBERS
from robopitch.wire.encoding import varint
from robopitch.wire.pool import message_class, parse

__all__ = ["can_encode", "decode_orders", "encode_orders"]

_Orders = message_class("robopitch.TeamOrders")
_OrderList = message_class("robopitch.Orders")

_KINDS: dict[type, int] = {type(None): 0, BodyVelocity: 1, FieldVelocity: 2, WheelSpeeds: 3, RimSpeeds: 4}


def can_encode(orders: Orders) -> bool:
    """Whether all commands are of the kinds that this codec knows; others are recorded as plain inputs."""
    return orders.table is not None or all(type(order.command) in _KINDS for order in orders.orders)


def encode_orders(tick: int, source: str, sequence: int, orders: Orders) -> bytes:
    """Encode commands without loss. Those of a decoder's table are not taken apart."""
    if orders.table is not None:
        table: bytes = orders.table.astype("<f8", copy=False).tobytes()
        parts = b"\x08", varint(tick), _source(source), varint(sequence), _before_table(orders.team, len(table)), table
        return b"".join(parts)
    message = _Orders(tick=tick, source=source, sequence=sequence)
    message.orders.yellow = orders.team is Team.YELLOW
    _add_lists(message.orders, orders)
    data: bytes = message.SerializeToString()
    return data


@lru_cache(maxsize=64)
def _source(source: str) -> bytes:
    """The field of the source, and the tag of the next."""
    data: bytes = _Orders(source=source).SerializeToString()
    return data + b"\x18"


@lru_cache(maxsize=64)
def _before_table(team: Team, length: int) -> bytes:
    """What comes before the bytes of a table, which are the end of a message."""
    message = _Orders()
    message.orders.yellow = team is Team.YELLOW
    message.orders.table = bytes(length)
    data: bytes = message.SerializeToString()
    return data[: len(data) - length]


def _add_lists(fields: Any, orders: Orders) -> None:
    numbers: list[float] = []
    counts: list[int] = []
    kinds: list[int] = []
    kicks: list[float] = []
    powers: list[int] = []
    dribblers: list[float] = []
    for index, (_, command, kick, dribbler) in enumerate(orders.orders):
        kinds.append(_KINDS[type(command)])
        if isinstance(command, BodyVelocity):
            numbers += (command.forward, command.left, command.turn)
        elif isinstance(command, FieldVelocity):
            numbers += (command.x, command.y, command.turn)
        elif isinstance(command, WheelSpeeds | RimSpeeds):
            numbers += command.speeds
            counts.append(len(command.speeds))
        if isinstance(kick, Kick):
            kicks += (index, kick.speed, kick.angle)
        elif kick is not None:
            powers += (index, kick.code)
        dribblers.append(math.nan if dribbler is None else dribbler)
    fields.ids.extend([order.id for order in orders.orders])
    fields.kinds.extend(kinds)
    fields.counts.extend(counts)
    if _short(numbers):
        fields.numbers.extend(numbers)
    else:
        fields.exact_numbers.extend(numbers)
    fields.kicks.extend(kicks)
    fields.power_kicks.extend(powers)
    fields.dribblers.extend(dribblers)


def _short(numbers: list[float]) -> bool:
    """Whether 32 bits hold these numbers exactly."""
    try:
        return array("f", numbers).tolist() == numbers
    except OverflowError:
        return False


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


@lru_cache(maxsize=256)
def _orders(data: bytes) -> Orders:
    message = _OrderList.FromString(data)
    team = Team.YELLOW if message.yellow else Team.BLUE
    if message.table:
        table = np.frombuffer(message.table, "<f8").reshape(-1, ORDER_NUMBERS)
        known = np.isin(table[:, 1], (NO_MOVE, BODY_MOVE, FIELD_MOVE)).all()
        if not (known and (table[:, 0] == np.rint(table[:, 0])).all()):
            raise ValueError("a table of orders with broken ids or kinds")
        return Orders.of_table(team, table)
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
    kicks: list[Kick | PowerKick | None] = [None] * len(ids)
    for k in range(0, len(message.kicks), 3):
        kicks[int(message.kicks[k])] = Kick(*message.kicks[k + 1 : k + 3])
    for k in range(0, len(message.power_kicks), 2):
        kicks[message.power_kicks[k]] = PowerKick(message.power_kicks[k + 1])
    orders = tuple(map(RobotOrder, ids, commands, kicks, dribblers))
    return Orders(team, orders)
