"""V5RPC from the side of a strategy: what the platform calls, and the replies.

Calls are decoded into metres, radians and the coordinates of the match, whichever team is called.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from robopitch.leagues.mirosot.wire.v5rpc.codec import ABSENT, CENTIMETRE, RIM_SPEED, seen_from, turned
from robopitch.leagues.mirosot.wire.v5rpc.messages import Event, Judgement, JudgementKind, StrategyField, StrategyRobot
from robopitch.messages import Refusal, RobotPlace, Team
from robopitch.wire.pool import message_class, parse

__all__ = [
    "CallKind",
    "StrategyCall",
    "decode_call",
    "encode_instruction_result",
    "encode_placement_result",
    "encode_team_info_result",
]

_Call = message_class("v5rpc.RPCCall")
_TeamInfo = message_class("v5rpc.GetTeamInfoResult")
_Instruction = message_class("v5rpc.GetInstructionResult")
_Placement = message_class("v5rpc.GetPlacementResult")


class CallKind(Enum):
    """What the platform calls for."""

    TEAM_INFO = "get_team_info"
    EVENT = "on_event"
    INSTRUCTION = "get_instruction"
    PLACEMENT = "get_placement"


@dataclass(frozen=True, slots=True)
class StrategyCall:
    """A call; field, event and judgement if the kind has them."""

    kind: CallKind
    field: StrategyField | None = None
    event: Event | None = None
    judgement: Judgement | None = None


def decode_call(data: bytes, team: Team) -> StrategyCall | Refusal:
    """Decode the call of a team's strategy."""
    call = parse(_Call, data)
    if isinstance(call, Refusal):
        return call
    name = call.WhichOneof("method")
    if name is None:
        return Refusal("UNREADABLE", "a call without a method")
    kind = CallKind(name)
    try:
        if kind is CallKind.EVENT:
            return _event(call.on_event, team)
        if kind in (CallKind.INSTRUCTION, CallKind.PLACEMENT):
            return StrategyCall(kind, _field(getattr(call, name).field, team))
    except ValueError as error:
        return Refusal("UNREADABLE", f"{name}: {error}")
    return StrategyCall(kind)


def _event(message: Any, team: Team) -> StrategyCall:
    event, judgement = Event(message.type), None
    if event is Event.JUDGE_RESULT:
        result = message.arguments.judge_result
        offensive = {0: team, 1: team.other}.get(result.offensive_team)
        judgement = Judgement(JudgementKind(result.type), offensive, result.reason)
    return StrategyCall(CallKind.EVENT, event=event, judgement=judgement)


def _field(message: Any, team: Team) -> StrategyField:
    own, others = (
        tuple(_robot(robot, team) for robot in robots) for robots in (message.self_robots, message.opponent_robots)
    )
    return StrategyField(own, others, _place(message.ball.position, team), message.tick)


def _robot(message: Any, team: Team) -> StrategyRobot | None:
    position, wheel = message.position, message.wheel
    if position.x == position.y == ABSENT:
        return None
    heading = turned(team, math.radians(_finite(message.rotation)))
    left, right = _finite(wheel.left_speed), _finite(wheel.right_speed)
    return StrategyRobot(*_place(position, team), heading, RIM_SPEED * left, RIM_SPEED * right)


def _place(position: Any, team: Team) -> tuple[float, float]:
    x, y = seen_from(team, _finite(position.x), _finite(position.y))
    return CENTIMETRE * x, CENTIMETRE * y


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise ValueError(f"{number} is not a number")
    return number


def encode_team_info_result(name: str) -> bytes:
    """Encode the name of a team, with the version of the protocol."""
    result = _TeamInfo()
    result.team_info.team_name, result.team_info.version = name, 1
    return _bytes(result)


def encode_instruction_result(speeds: Sequence[tuple[float, float]]) -> bytes:
    """Encode the speeds of the left and the right rim, m/s, of all robots in the order of their ids."""
    result = _Instruction()
    for left, right in speeds:
        result.wheels.add(left_speed=left / RIM_SPEED, right_speed=right / RIM_SPEED)
    return _bytes(result)


def encode_placement_result(team: Team, places: Sequence[RobotPlace]) -> bytes:
    """Encode where a team wants its robots, in the order of their ids, in the coordinates of the match."""
    result = _Placement()
    for place in places:
        robot = result.placement.robots.add()
        x, y = seen_from(team, place.x, place.y)
        robot.position.x, robot.position.y = x / CENTIMETRE, y / CENTIMETRE
        robot.rotation = math.degrees(turned(team, place.heading))
    return _bytes(result)


def _bytes(result: Any) -> bytes:
    data: bytes = result.SerializeToString()
    return data
