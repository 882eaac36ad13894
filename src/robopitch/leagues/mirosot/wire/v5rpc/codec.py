"""Calls of the platform, and what strategies reply.

A strategy plays in coordinates of its own: the origin is the centre of the field, in centimetres and degrees, and its
own goal is at x > 0. So blue, whose goal is at x < 0 in a match, sees the field turned by 180°.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from robopitch.leagues.mirosot.wire.v5rpc.messages import Event, Judgement, StrategyField, StrategyRobot
from robopitch.messages import Orders, Refusal, RequestPlaces, RimSpeeds, RobotOrder, RobotPlace, Team
from robopitch.messages.text import clean
from robopitch.wire.pool import message_class, parse

__all__ = [
    "ABSENT",
    "CENTIMETRE",
    "FASTEST",
    "RIM_SPEED",
    "Instruction",
    "decode_instruction",
    "decode_placement",
    "decode_team_info",
    "encode_event",
    "encode_get_instruction",
    "encode_get_placement",
    "encode_get_team_info",
    "seen_from",
    "turned",
]

CENTIMETRE = 0.01  # m
FASTEST = 125.0  # of a wheel, in units of the platform; more is clamped
RIM_SPEED = 2 * 102.9 / 79.8 * CENTIMETRE  # m/s of a unit: where Simuro5v5's force on two wheels equals its drag
ABSENT = 1000.0  # cm: x and y of a robot that is not on the field; the protocol has no other way to say so
MOST_ROBOTS = 16  # that a reply may name
LONGEST_NAME = 64  # characters of the name of a team

_Call = message_class("v5rpc.RPCCall")
_TeamInfo = message_class("v5rpc.GetTeamInfoResult")
_Instruction = message_class("v5rpc.GetInstructionResult")
_Placement = message_class("v5rpc.GetPlacementResult")


@dataclass(frozen=True, slots=True)
class Instruction:
    """The reply to a frame: orders for the robots, and whether the strategy wants the scene to be set up again."""

    orders: Orders
    refusals: tuple[Refusal, ...] = ()
    reset: bool = False


# ---- calls ---------------------------------------------------------------------------------------------------------


def encode_get_team_info() -> bytes:
    """Encode the call for the name of a team, with the version of the protocol."""
    call = _Call()
    call.get_team_info.server_version = 1
    return _bytes(call)


def encode_event(team: Team, event: Event, judgement: Judgement | None = None) -> bytes:
    """Encode an event, for a judgement with its arguments."""
    call = _Call()
    call.on_event.type = int(event)
    call.on_event.arguments.SetInParent()
    if judgement is not None:
        result = call.on_event.arguments.judge_result
        result.SetInParent()
        result.type = int(judgement.kind)
        result.offensive_team = 2 if judgement.offensive is None else int(judgement.offensive is not team)
        result.reason = judgement.reason
    return _bytes(call)


def encode_get_instruction(team: Team, field: StrategyField) -> bytes:
    """Encode a frame for a strategy, which replies with wheel speeds."""
    call = _Call()
    _fill(call.get_instruction.field, team, field)
    return _bytes(call)


def encode_get_placement(team: Team, field: StrategyField) -> bytes:
    """Encode the question where a team wants its robots for a restart."""
    call = _Call()
    _fill(call.get_placement.field, team, field)
    return _bytes(call)


def _bytes(call: Any) -> bytes:
    data: bytes = call.SerializeToString()
    return data


def _fill(message: Any, team: Team, field: StrategyField) -> None:
    message.SetInParent()
    for robots, place in ((field.own, message.self_robots), (field.opponents, message.opponent_robots)):
        for robot in robots:
            _fill_robot(place.add(), team, robot)
    x, y = _seen(team, *field.ball)
    message.ball.position.x, message.ball.position.y = x, y
    message.tick = field.tick


def _fill_robot(message: Any, team: Team, robot: StrategyRobot | None) -> None:
    if robot is None:
        message.position.x = message.position.y = ABSENT
        return
    message.position.x, message.position.y = _seen(team, robot.x, robot.y)
    message.rotation = math.degrees(turned(team, robot.heading))
    message.wheel.left_speed, message.wheel.right_speed = robot.left / RIM_SPEED, robot.right / RIM_SPEED


def _seen(team: Team, x: float, y: float) -> tuple[float, float]:
    """Centimetres in the coordinates of a team."""
    x, y = seen_from(team, x, y)
    return x / CENTIMETRE, y / CENTIMETRE


def seen_from(team: Team, x: float, y: float) -> tuple[float, float]:
    """A place in the coordinates of a team, or back."""
    side = -1.0 if team is Team.BLUE else 1.0
    return side * x, side * y


def turned(team: Team, heading: float) -> float:
    """A heading in the coordinates of a team, or back, from −π to π."""
    return math.remainder(heading + math.pi, math.tau) if team is Team.BLUE else math.remainder(heading, math.tau)


# ---- replies -------------------------------------------------------------------------------------------------------


def decode_team_info(data: bytes) -> str | Refusal:
    """The name of a team, cleaned and not longer than LONGEST_NAME."""
    result = parse(_TeamInfo, data)
    if isinstance(result, Refusal):
        return result
    return clean(result.team_info.team_name, LONGEST_NAME)


def decode_instruction(data: bytes, team: Team, robots: int) -> Instruction | Refusal:
    """Decode the wheel speeds of a team of so many robots, clamped to ±FASTEST; a refused robot keeps its order."""
    result = parse(_Instruction, data)
    if isinstance(result, Refusal):
        return result
    orders, refusals = [], []
    if len(result.wheels) > robots:
        text = f"{team}: wheels of {len(result.wheels)} robots; a team has {robots}"
        refusals.append(Refusal("UNKNOWN_ROBOT", text))
    for number, wheel in enumerate(result.wheels[:robots]):
        speeds = wheel.left_speed, wheel.right_speed
        if not all(map(math.isfinite, speeds)):
            text = f"{team} {number}: wheel speeds {speeds}; finite numbers are wanted"
            refusals.append(Refusal("NOT_FINITE", text))
            continue
        left, right = (RIM_SPEED * min(max(speed, -FASTEST), FASTEST) for speed in speeds)
        orders.append(RobotOrder(number, RimSpeeds((left, right))))
    return Instruction(Orders(team, tuple(orders)), tuple(refusals), result.command.command == 1)


def decode_placement(data: bytes, team: Team) -> RequestPlaces | Refusal:
    """Decode where a team wants its robots. The place of the ball is not read: our referee places it."""
    result = parse(_Placement, data)
    if isinstance(result, Refusal):
        return result
    robots = result.placement.robots
    if len(robots) > MOST_ROBOTS:
        return Refusal("UNKNOWN_ROBOT", f"{team}: places of {len(robots)} robots; at most {MOST_ROBOTS} are possible")
    places = []
    for number, robot in enumerate(robots):
        numbers = robot.position.x, robot.position.y, robot.rotation
        if not all(map(math.isfinite, numbers)):
            return Refusal("NOT_FINITE", f"{team} {number} at {numbers}; finite numbers are wanted")
        x, y = seen_from(team, robot.position.x, robot.position.y)
        x, y = x * CENTIMETRE, y * CENTIMETRE
        places.append(RobotPlace(number, x, y, turned(team, math.radians(math.remainder(robot.rotation, 360.0)))))
    return RequestPlaces(team, tuple(places))
