"""grSim's packets: commands and replacements in, status of robots out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from robopitch.messages import (
    BodyVelocity,
    Command,
    Feedback,
    Input,
    Kick,
    Orders,
    PlaceBall,
    PlaceRobot,
    PowerKick,
    Refusal,
    RobotOrder,
    Team,
    WheelSpeeds,
)
from robopitch.wire.pool import message_class, parse

__all__ = ["GrsimRequest", "decode_packet", "decode_status", "encode_orders", "encode_places", "encode_status"]

_Packet = message_class("grsim.grSim_Packet")
_Status = message_class("grsim.Robots_Status")
_MOST_IDS = 16


@dataclass(frozen=True, slots=True)
class GrsimRequest:
    """The content of a packet."""

    orders: Orders | None = None
    inputs: tuple[Input, ...] = ()  # replacements
    refusals: tuple[Refusal, ...] = ()


def decode_packet(data: bytes) -> GrsimRequest:
    """Decode a grSim_Packet. A refused part does not affect the others."""
    packet = parse(_Packet, data)
    if isinstance(packet, Refusal):
        return GrsimRequest(refusals=(packet,))
    refusals: list[Refusal] = []
    orders = _orders(packet.commands, refusals) if packet.HasField("commands") else None
    inputs: list[Input] = []
    if packet.HasField("replacement"):
        replacement = packet.replacement
        if replacement.HasField("ball"):
            inputs += _ball(replacement.ball, refusals)
        for robot in replacement.robots:
            inputs += _place(robot, refusals)
    return GrsimRequest(orders, tuple(inputs), tuple(refusals))


def _orders(commands: Any, refusals: list[Refusal]) -> Orders:
    team = Team.YELLOW if commands.isteamyellow else Team.BLUE
    orders = []
    for command in commands.robot_commands:
        number = command.id
        if number >= _MOST_IDS:
            refusals.append(_unknown(team, number))
            continue
        move: Command
        try:
            if command.wheelsspeed:
                # At 60°, 135°, 225° and 300° counter-clockwise from the front, in grSim as here.
                move = WheelSpeeds((command.wheel1, command.wheel2, command.wheel3, command.wheel4))
            else:
                move = BodyVelocity(command.veltangent, command.velnormal, command.velangular)
            kick = _kick(command.kickspeedx, command.kickspeedz)
        except ValueError as wrong:
            code = "NOT_FINITE" if "finite" in str(wrong) else "KICK_SPEED"
            refusals.append(Refusal(code, f"{team} {number}: {wrong}"))
            continue
        orders.append(RobotOrder(number, move, kick, math.inf if command.spinner else 0.0))
    return Orders(team, tuple(orders))


def _kick(forward: float, up: float) -> Kick | None:
    """The kick with these components; None if both are 0."""
    if forward == 0 and up == 0:
        return None
    if forward < 0 or up < 0 or (forward == 0 and up > 0):
        raise ValueError(f"kickspeedx {forward:g} and kickspeedz {up:g} m/s point backwards, down or straight up")
    return Kick(math.hypot(forward, up), math.atan2(up, forward))


def _ball(ball: Any, refusals: list[Refusal]) -> list[PlaceBall]:
    """Unset fields leave the ball unchanged."""
    numbers = {field.name: value for field, value in ball.ListFields()}
    if not all(map(math.isfinite, numbers.values())):
        refusals.append(Refusal("NOT_FINITE", f"replacement: ball at {numbers}; finite numbers are wanted"))
        return []
    return [PlaceBall(numbers.get("x"), numbers.get("y"), vx=numbers.get("vx"), vy=numbers.get("vy"))]


def _place(robot: Any, refusals: list[Refusal]) -> list[PlaceRobot]:
    team = Team.YELLOW if robot.yellowteam else Team.BLUE
    if robot.id >= _MOST_IDS:
        refusals.append(_unknown(team, robot.id))
        return []
    if not (math.isfinite(robot.x) and math.isfinite(robot.y) and math.isfinite(robot.dir)):
        refusals.append(
            Refusal(
                "NOT_FINITE",
                f"replacement: {team} {robot.id} at {robot.x}, {robot.y}, {robot.dir}°; finite numbers are wanted",
            )
        )
        return []
    present = robot.turnon if robot.HasField("turnon") else True  # as in grSim
    return [PlaceRobot(team, robot.id, robot.x, robot.y, math.radians(robot.dir), present=present)]


def _unknown(team: Team, number: int) -> Refusal:
    return Refusal("UNKNOWN_ROBOT", f"{team} {number}: ids are 0 to {_MOST_IDS - 1}")


def encode_status(feedback: Sequence[Feedback]) -> bytes:
    """Encode a Robots_Status."""
    status = _Status()
    for robot in feedback:
        status.robots_status.add(
            robot_id=robot.id,
            infrared=robot.contact,
            flat_kick=robot.kicked_straight,
            chip_kick=robot.kicked_chip,
        )
    data: bytes = status.SerializeToString()
    return data


# ---- for clients -----------------------------------------------------------------------------------------------


def encode_orders(team: Team, orders: Iterable[RobotOrder], time: float = 0.0) -> bytes:
    """Encode a grSim_Packet with commands; a robot without a command stands."""
    packet = _Packet()
    packet.commands.timestamp, packet.commands.isteamyellow = time, team is Team.YELLOW
    for order in orders:
        move, kick = order.command or BodyVelocity(0.0), order.kick
        if isinstance(kick, PowerKick):
            raise ValueError(f"robot {order.id}: PowerKick is not in this protocol; use Kick(speed, angle)")
        command = packet.commands.robot_commands.add(
            id=order.id,
            kickspeedx=kick.speed * math.cos(kick.angle) if kick else 0.0,
            kickspeedz=kick.speed * math.sin(kick.angle) if kick else 0.0,
            veltangent=0,
            velnormal=0,
            velangular=0,
            spinner=bool(order.dribbler),
            wheelsspeed=isinstance(move, WheelSpeeds),
        )
        if isinstance(move, BodyVelocity):
            command.veltangent, command.velnormal, command.velangular = move.forward, move.left, move.turn
        elif isinstance(move, WheelSpeeds):
            command.wheel1, command.wheel2, command.wheel3, command.wheel4 = move.speeds
        else:
            raise ValueError(f"robot {order.id}: {type(move).__name__} is not in this protocol; use BodyVelocity")
    data: bytes = packet.SerializeToString()
    return data


def encode_places(places: Iterable[PlaceBall | PlaceRobot]) -> bytes:
    """Encode a grSim_Packet with replacements."""
    packet = _Packet()
    for place in places:
        if isinstance(place, PlaceBall):
            for name in ("x", "y", "vx", "vy"):
                if getattr(place, name) is not None:
                    setattr(packet.replacement.ball, name, getattr(place, name))
        else:
            robot = packet.replacement.robots.add(
                x=place.x or 0.0,
                y=place.y or 0.0,
                dir=math.degrees(place.heading or 0.0),
                id=place.id,
                yellowteam=place.team is Team.YELLOW,
            )
            if place.present is not None:
                robot.turnon = place.present
    data: bytes = packet.SerializeToString()
    return data


def decode_status(data: bytes) -> tuple[Feedback, ...] | Refusal:
    """Decode a status packet, for clients."""
    status = parse(_Status, data)
    if isinstance(status, Refusal):
        return status
    return tuple(
        Feedback(robot.robot_id, robot.infrared, robot.flat_kick, robot.chip_kick) for robot in status.robots_status
    )
