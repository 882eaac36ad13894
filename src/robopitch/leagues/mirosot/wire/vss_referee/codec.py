"""Commands of VSSReferee to teams, and placements of teams for it.

A zero is not sent: an empty datagram is a free kick for blue.
"""

from __future__ import annotations

import math

from robopitch.leagues.mirosot.wire.vss_referee.messages import Foul, Half, RefereeCommand
from robopitch.messages import Refusal, RequestPlaces, RobotPlace, Team
from robopitch.wire.pool import message_class, parse

__all__ = ["decode_command", "decode_placement", "encode_command", "encode_placement"]

_Command = message_class("vss_referee.VSSRef_Command")
_Placement = message_class("vss_referee.VSSRef_Placement")
_COLORS: tuple[Team | None, ...] = (Team.BLUE, Team.YELLOW, None)
_QUADRANTS = 5
_LONGEST = 1e6  # s of play that a half can have
_MOST_IDS = 16


def encode_command(command: RefereeCommand) -> bytes:
    """Encode a VSSRef_Command."""
    message = _Command(
        foul=int(command.foul),
        teamcolor=_COLORS.index(command.team),
        foulQuadrant=command.quadrant,
        timestamp=command.time,
        gameHalf=int(command.half),
    )
    data: bytes = message.SerializeToString()
    return data


def decode_command(data: bytes) -> RefereeCommand | Refusal:
    """Decode a VSSRef_Command."""
    message = parse(_Command, data)
    if isinstance(message, Refusal):
        return message
    for name, most in (("foul", len(Foul)), ("teamcolor", 3), ("foulQuadrant", _QUADRANTS), ("gameHalf", len(Half))):
        value = getattr(message, name)
        if not 0 <= value < most:
            return Refusal("UNKNOWN_VALUE", f"{name} {value}: 0 to {most - 1} are known")
    if not 0 <= message.timestamp <= _LONGEST:
        return Refusal("OUT_OF_RANGE", f"timestamp {message.timestamp:g}: seconds of a half are wanted")
    return RefereeCommand(
        Foul(message.foul),
        _COLORS[message.teamcolor],
        message.foulQuadrant,
        message.timestamp,
        Half(message.gameHalf),
    )


def encode_placement(places: RequestPlaces) -> bytes:
    """Encode a VSSRef_Placement, for teams."""
    message = _Placement()
    message.world.teamColor = _COLORS.index(places.team)
    for robot in places.robots:
        message.world.robots.add(robot_id=robot.id, x=robot.x, y=robot.y, orientation=math.degrees(robot.heading))
    data: bytes = message.SerializeToString()
    return data


def decode_placement(data: bytes) -> RequestPlaces | Refusal:
    """Decode a VSSRef_Placement. Of several places of a robot the last counts."""
    message = parse(_Placement, data)
    if isinstance(message, Refusal):
        return message
    color = message.world.teamColor
    team = _COLORS[color] if 0 <= color < len(_COLORS) else None
    if team is None:
        return Refusal("TEAM", f"placement of color {color}: 0 (blue) or 1 (yellow) is wanted")
    found: dict[int, RobotPlace] = {}
    for robot in message.world.robots:
        if robot.robot_id >= _MOST_IDS:
            return Refusal("UNKNOWN_ROBOT", f"{team} {robot.robot_id}: ids are 0 to {_MOST_IDS - 1}")
        numbers = robot.x, robot.y, robot.orientation
        if not all(map(math.isfinite, numbers)):
            return Refusal("NOT_FINITE", f"{team} {robot.robot_id} at {numbers}; finite numbers are wanted")
        heading = math.radians(math.remainder(robot.orientation, 360.0))
        found[robot.robot_id] = RobotPlace(robot.robot_id, robot.x, robot.y, heading)
    return RequestPlaces(team, tuple(found.values()))
