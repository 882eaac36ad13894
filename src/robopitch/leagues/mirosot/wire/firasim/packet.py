"""Packet: commands and replacements, sent to the simulator by teams and by a referee."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from robopitch.messages import Orders, PlaceBall, PlaceRobot, Refusal, RobotOrder, Team, WheelSpeeds
from robopitch.wire.pool import message_class, parse

__all__ = ["FirasimRequest", "decode_packet", "encode_orders", "encode_places"]

_Packet = message_class("firasim.Packet")
_MOST_IDS = 16
NO_SPIN = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class FirasimRequest:
    """The content of a packet.

    commands: it has the part for commands, even if that is empty: in lockstep, a frame is simulated
    """

    orders: tuple[Orders, ...] = ()  # one for each team that is commanded
    places: tuple[PlaceBall | PlaceRobot, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    commands: bool = False


def decode_packet(data: bytes, team: Team | None = None) -> FirasimRequest:
    """Decode a Packet. A refused part does not affect the others.

    team: the only one that may be commanded, at a port of one team; None: both
    """
    packet = parse(_Packet, data)
    if isinstance(packet, Refusal):
        return FirasimRequest(refusals=(packet,))
    refusals: list[Refusal] = []
    orders = _orders(packet.cmd.robot_commands, team, refusals)
    places: list[PlaceBall | PlaceRobot] = []
    if packet.replace.HasField("ball"):
        places += _ball(packet.replace.ball, refusals)
    for robot in packet.replace.robots:
        places += _robot(robot, refusals)
    return FirasimRequest(orders, tuple(places), tuple(refusals), packet.HasField("cmd"))


def _orders(commands: Iterable[Any], only: Team | None, refusals: list[Refusal]) -> tuple[Orders, ...]:
    found: dict[Team, list[RobotOrder]] = {each: [] for each in Team}
    for command in commands:
        team, number = _team(command.yellowteam), command.id
        if number >= _MOST_IDS:
            refusals.append(_unknown(team, number))
        elif only not in (None, team):
            refusals.append(Refusal("TEAM", f"{team} {number}: this port is for {only}"))
        else:
            try:
                wheels = WheelSpeeds((command.wheel_left, command.wheel_right))
            except ValueError as wrong:
                refusals.append(Refusal("NOT_FINITE", f"{team} {number}: {wrong}"))
                continue
            found[team].append(RobotOrder(number, wheels))
    return tuple(Orders(team, tuple(orders)) for team, orders in found.items() if orders)


def _ball(ball: Any, refusals: list[Refusal]) -> list[PlaceBall]:
    """On the ground and without spin; fields that are not sent are 0."""
    numbers = ball.x, ball.y, ball.vx, ball.vy
    if not all(map(math.isfinite, numbers)):
        refusals.append(Refusal("NOT_FINITE", f"replace: ball at {numbers}; finite numbers are wanted"))
        return []
    return [PlaceBall(ball.x, ball.y, 0.0, ball.vx, ball.vy, 0.0, spin=NO_SPIN)]


def _robot(robot: Any, refusals: list[Refusal]) -> list[PlaceRobot]:
    """At rest. The orientation is in degrees; without `turnon` the robot leaves the field."""
    team, where = _team(robot.yellowteam), robot.position
    if where.robot_id >= _MOST_IDS:
        refusals.append(_unknown(team, where.robot_id))
        return []
    numbers = where.x, where.y, where.orientation
    if not all(map(math.isfinite, numbers)):
        text = f"replace: {team} {where.robot_id} at {numbers}; finite numbers are wanted"
        refusals.append(Refusal("NOT_FINITE", text))
        return []
    heading = math.radians(where.orientation)
    return [PlaceRobot(team, where.robot_id, where.x, where.y, heading, present=robot.turnon)]


def _team(yellow: bool) -> Team:
    return Team.YELLOW if yellow else Team.BLUE


def _unknown(team: Team, number: int) -> Refusal:
    return Refusal("UNKNOWN_ROBOT", f"{team} {number}: ids are 0 to {_MOST_IDS - 1}")


# ---- for clients -----------------------------------------------------------------------------------------------


def encode_orders(team: Team, orders: Iterable[RobotOrder]) -> bytes:
    """Encode a Packet with commands."""
    packet = _Packet()
    packet.cmd.SetInParent()
    for order in orders:
        if not isinstance(order.command, WheelSpeeds) or len(order.command.speeds) != 2:
            raise ValueError(f"robot {order.id}: this protocol has the speeds of two wheels; use WheelSpeeds")
        left, right = order.command.speeds
        packet.cmd.robot_commands.add(id=order.id, yellowteam=team is Team.YELLOW, wheel_left=left, wheel_right=right)
    data: bytes = packet.SerializeToString()
    return data


def encode_places(places: Iterable[PlaceBall | PlaceRobot]) -> bytes:
    """Encode a Packet with replacements; what is not given is 0, and a robot is on the field."""
    packet = _Packet()
    packet.replace.SetInParent()
    for place in places:
        if isinstance(place, PlaceBall):
            ball = packet.replace.ball
            ball.SetInParent()
            ball.x, ball.y, ball.vx, ball.vy = (number or 0.0 for number in (place.x, place.y, place.vx, place.vy))
        else:
            robot = packet.replace.robots.add(yellowteam=place.team is Team.YELLOW, turnon=place.present is not False)
            robot.position.robot_id = place.id
            robot.position.x, robot.position.y = place.x or 0.0, place.y or 0.0
            robot.position.orientation = math.degrees(place.heading or 0.0)
    data: bytes = packet.SerializeToString()
    return data
