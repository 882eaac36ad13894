"""Codec of the team ports: commands of a team in, feedback of its robots out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite, radians
from typing import Any

from robopitch.leagues.ssl.wire.simulation.commands import MOST_IDS, RPM, read_control
from robopitch.leagues.ssl.wire.simulation.feedback import encode_response
from robopitch.messages import (
    BodyVelocity,
    Command,
    Feedback,
    FieldVelocity,
    Kick,
    Orders,
    PowerKick,
    Refusal,
    RimSpeeds,
    RobotOrder,
    Team,
)
from robopitch.messages.text import SENTENCE
from robopitch.wire.pool import message_class, parse, text

__all__ = [
    "MOST_IDS",
    "TeamRequest",
    "decode_by_protobuf",
    "decode_team",
    "decode_team_response",
    "encode_orders",
    "encode_team",
    "put_orders",
    "read_feedback",
    "read_orders",
    "read_refusals",
]

_Control = message_class("sslsim.RobotControl")
_Response = message_class("sslsim.RobotControlResponse")  # for clients


@dataclass(frozen=True, slots=True)
class TeamRequest:
    """The request of a team; without commands if the message could not be read."""

    orders: Orders | None
    refusals: tuple[Refusal, ...] = ()


def decode_team(data: bytes, team: Team) -> TeamRequest:
    """Decode a RobotControl of that team. A refused command does not affect those of other robots."""
    table = read_control(data)
    if table is not None:
        return TeamRequest(Orders.of_table(team, table))
    return decode_by_protobuf(data, team)


def decode_by_protobuf(data: bytes, team: Team) -> TeamRequest:
    """The same for any message, with the reasons of refusals."""
    control = parse(_Control, data)
    if isinstance(control, Refusal):
        return TeamRequest(None, (control,))
    refusals: list[Refusal] = []
    orders = read_orders(control, team, refusals)
    return TeamRequest(orders, tuple(refusals))


def read_orders(control: Any, team: Team, refusals: list[Refusal]) -> Orders:
    """The commands in a RobotControl; errors are added to *refusals*."""
    orders = []
    for command in control.robot_commands:
        order = _order(command, team, refusals)
        if order is not None:
            orders.append(order)
    return Orders(team, tuple(orders))


def _order(command: Any, team: Team, refusals: list[Refusal]) -> RobotOrder | None:
    number, speed, angle, rpm = command.id, command.kick_speed, command.kick_angle, command.dribbler_speed
    # Fast check of the usual case; _why finds the reason in the others.
    if number >= MOST_IDS or not isfinite(speed + angle + rpm) or speed < 0 or rpm < 0:
        refusals.append(_why(command, team))
        return None
    move: Command | None
    try:
        message = command.move_command
        kind = message.WhichOneof("command")
        if kind == "local_velocity":
            velocity = message.local_velocity
            move = BodyVelocity(velocity.forward, velocity.left, velocity.angular)
        elif kind == "global_velocity":
            velocity = message.global_velocity
            move = FieldVelocity(velocity.x, velocity.y, velocity.angular)
        elif kind == "wheel_velocity":
            wheels = message.wheel_velocity
            # Theirs run clockwise from the front right, ours counter-clockwise from the front left.
            move = RimSpeeds((wheels.front_left, wheels.back_left, wheels.back_right, wheels.front_right))
        else:
            move = None
            if command.HasField("move_command"):  # the rest is carried out, as in ER-Force's simulator
                refusals.append(
                    Refusal("VELOCITY_TYPE", f"{team} {number}: move_command is empty; set one of its velocities")
                )
        kick = Kick(speed, radians(angle)) if speed > 0 else None
    except ValueError:  # the messages refuse numbers that are not finite and invalid kick angles
        refusals.append(_why(command, team))
        return None
    # A field that is not zero is set: HasField is slower than reading.
    dribbler = rpm * RPM if rpm or command.HasField("dribbler_speed") else None
    return RobotOrder(number, move, kick, dribbler)


def _why(command: Any, team: Team) -> Refusal:
    robot = f"{team} {command.id}"
    if command.id >= MOST_IDS:
        return Refusal("UNKNOWN_ROBOT", f"{robot}: ids are 0 to {MOST_IDS - 1}")
    for name in ("kick_speed", "kick_angle", "dribbler_speed"):
        if not isfinite(getattr(command, name)):
            return Refusal("NOT_FINITE", f"{robot}: {name} is {getattr(command, name)}; a finite number is wanted")
    if command.kick_speed < 0:
        return Refusal("KICK_SPEED", f"{robot}: kick_speed {command.kick_speed:g} m/s is below 0")
    if command.dribbler_speed < 0:
        return Refusal("DRIBBLER_SPEED", f"{robot}: dribbler_speed {command.dribbler_speed:g} rpm is below 0")
    move = command.move_command
    kind = move.WhichOneof("command")
    if kind is not None:
        for field, value in getattr(move, kind).ListFields():
            if not isfinite(value):
                return Refusal("NOT_FINITE", f"{robot}: {kind}.{field.name} is {value}; a finite number is wanted")
    return Refusal("ANGLE_VALUE", f"{robot}: kick_angle {command.kick_angle:g}° is not from 0 to under 90")


# ---- answers ---------------------------------------------------------------------------------------------------


def encode_team(refusals: Iterable[Refusal], feedback: Sequence[Feedback]) -> bytes:
    """Encode a RobotControlResponse."""
    return encode_response(refusals, feedback)


# ---- for clients -----------------------------------------------------------------------------------------------


def encode_orders(orders: Iterable[RobotOrder]) -> bytes:
    """Encode a RobotControl, for clients."""
    control = _Control()
    put_orders(control, orders)
    data: bytes = control.SerializeToString()
    return data


def put_orders(control: Any, orders: Iterable[RobotOrder]) -> None:
    """Fill a RobotControl."""
    for order in orders:
        command = control.robot_commands.add(id=order.id)
        move = order.command
        if isinstance(move, BodyVelocity):
            local = command.move_command.local_velocity
            local.forward, local.left, local.angular = move.forward, move.left, move.turn
        elif isinstance(move, FieldVelocity):
            field = command.move_command.global_velocity
            field.x, field.y, field.angular = move.x, move.y, move.turn
        elif isinstance(move, RimSpeeds):
            wheels = command.move_command.wheel_velocity
            wheels.front_left, wheels.back_left, wheels.back_right, wheels.front_right = move.speeds
        elif move is not None:
            raise ValueError(f"robot {order.id}: {type(move).__name__} is not in this protocol; use RimSpeeds")
        if isinstance(order.kick, PowerKick):
            raise ValueError(f"robot {order.id}: PowerKick is not in this protocol; use Kick(speed, angle)")
        if order.kick is not None:
            command.kick_speed, command.kick_angle = order.kick.speed, math.degrees(order.kick.angle)
        if order.dribbler is not None:
            command.dribbler_speed = order.dribbler / RPM


def decode_team_response(data: bytes) -> tuple[tuple[Feedback, ...], tuple[Refusal, ...]]:
    """Decode feedback by robot, and refusals; this protocol does not report kicks."""
    response = parse(_Response, data)
    if isinstance(response, Refusal):
        return (), (response,)
    return read_feedback(response), read_refusals(response.errors)


def read_feedback(response: Any) -> tuple[Feedback, ...]:
    """The feedback of a RobotControlResponse."""
    return tuple(Feedback(robot.id, robot.dribbler_ball_contact, False, False) for robot in response.feedback)


def read_refusals(errors: Any) -> tuple[Refusal, ...]:
    """The errors of an answer."""
    return tuple(Refusal(text(error.code), text(error.message, SENTENCE)) for error in errors)
