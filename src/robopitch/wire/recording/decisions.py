"""Codec for decisions of built-in teams in a recording: multiples of the grid step to which decisions are rounded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from robopitch.messages import (
    BodyVelocity,
    Command,
    Decision,
    FieldVelocity,
    Kick,
    PowerKick,
    Refusal,
    RimSpeeds,
    RobotDecision,
    Team,
    WheelSpeeds,
)
from robopitch.messages.plain import from_plain, to_plain
from robopitch.teams.grid import STEP
from robopitch.wire.pool import message_class, parse

__all__ = ["decode_decision", "encode_decision"]

_Decision = message_class("robopitch.TeamDecision")
_KINDS = (BodyVelocity, FieldVelocity, WheelSpeeds, RimSpeeds)  # commands of other kinds are written in plain form
_PER_UNIT = 1 / STEP  # a power of two: the conversion is exact


def encode_decision(decision: Decision) -> bytes:
    """Encode a decision without loss."""
    if not all(isinstance(robot.command, _KINDS) for robot in decision.robots):
        plain = json.dumps(to_plain(decision))
        return bytes(
            _Decision(tick=decision.tick, yellow=decision.team is Team.YELLOW, plain=plain).SerializeToString()
        )
    numbers: list[float] = []
    counts: list[int] = []
    kinds: list[int] = []
    message = _Decision(tick=decision.tick, yellow=decision.team is Team.YELLOW)
    for index, (_, command, kick, dribble) in enumerate(decision.robots):
        if isinstance(command, BodyVelocity):
            kinds.append(1)
            numbers += (command.forward, command.left, command.turn)
        elif isinstance(command, FieldVelocity):
            kinds.append(2)
            numbers += (command.x, command.y, command.turn)
        elif isinstance(command, WheelSpeeds | RimSpeeds):
            kinds.append(3 if isinstance(command, WheelSpeeds) else 4)
            numbers += command.speeds
            counts.append(len(command.speeds))
        if isinstance(kick, Kick):
            message.kicks.extend((index, int(kick.speed * _PER_UNIT), int(kick.angle * _PER_UNIT)))
        elif kick is not None:
            message.power_kicks.extend((index, kick.code))
        if dribble:
            message.dribbles.extend((index, int(dribble * _PER_UNIT)))
    message.ids.extend([robot.id for robot in decision.robots])
    message.kinds.extend(kinds)
    message.counts.extend(counts)
    message.numbers.extend([int(number * _PER_UNIT) for number in numbers])
    data: bytes = message.SerializeToString()
    return data


def decode_decision(data: bytes) -> Decision | Refusal:
    """Decode a decision, or return a refusal."""
    message = parse(_Decision, data)
    if isinstance(message, Refusal):
        return message
    try:
        return _decision(message)
    except (ValueError, IndexError, OverflowError, RecursionError) as error:
        return Refusal("UNREADABLE", f"TeamDecision: {error}")


def _decision(message: Any) -> Decision:
    if message.plain:
        found = from_plain(json.loads(message.plain))
        if not isinstance(found, Decision):
            raise ValueError("its plain form is no decision")
        return found
    ids = list(message.ids)
    numbers = [number * STEP for number in message.numbers]
    counts = list(message.counts)
    commands: list[Command] = []
    for kind in message.kinds:
        count = 3 if kind in (1, 2) else counts.pop(0) if kind in (3, 4) and counts else 0
        own, numbers = tuple(numbers[:count]), numbers[count:]
        if kind in (1, 2) and len(own) == 3:
            commands.append(BodyVelocity(*own) if kind == 1 else FieldVelocity(*own))
        elif kind in (3, 4) and len(own) == count:
            commands.append(WheelSpeeds(own) if kind == 3 else RimSpeeds(own))
        else:
            raise ValueError(f"a command of kind {kind} lacks its numbers, or there is no such kind")
    if len(commands) != len(ids) or numbers or counts:
        raise ValueError("lists of different lengths")
    kicks: list[Kick | PowerKick | None] = [None] * len(ids)
    dribbles = [0.0] * len(ids)
    for index, speed, angle in _groups(message.kicks, 3):
        kicks[index] = Kick(speed * STEP, angle * STEP)
    for index, code in _groups(message.power_kicks, 2):
        kicks[index] = PowerKick(code)
    for index, power in _groups(message.dribbles, 2):
        dribbles[index] = power * STEP
    robots = tuple(map(RobotDecision, ids, commands, kicks, dribbles))
    return Decision(message.tick, Team.YELLOW if message.yellow else Team.BLUE, robots)


def _groups(numbers: Any, size: int) -> Iterator[tuple[int, ...]]:
    if len(numbers) % size:
        raise ValueError("lists of different lengths")
    return zip(*[iter(numbers)] * size, strict=True)
