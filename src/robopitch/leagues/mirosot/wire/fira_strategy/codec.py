"""Questions of the referee, and what strategies answer.

A team sees its own goal at x < 0. That is how the field lies for blue; yellow sees it turned by 180°, the ball too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from robopitch.leagues.mirosot.wire.fira_strategy.messages import FoulInfo, Units
from robopitch.leagues.mirosot.wire.v5rpc.codec import FASTEST, RIM_SPEED
from robopitch.leagues.mirosot.wire.v5rpc.messages import StrategyField, StrategyRobot
from robopitch.messages import Refusal, RobotPlace, Team
from robopitch.messages.text import clean
from robopitch.wire.pool import message_class, parse

__all__ = [
    "Wheels",
    "decode_ball",
    "decode_command",
    "decode_robots",
    "decode_team_name",
    "encode_environment",
    "encode_team_info",
    "metric_units",
    "platform_units",
]

MOST_ROBOTS = 16  # that an answer may name
LONGEST_NAME = 64  # characters of the name of a team
FARTHEST = 100.0  # m: no table is larger

_TeamInfo = message_class("fira_message.ref_to_cli.TeamInfo")
_TeamName = message_class("fira_message.ref_to_cli.TeamName")
_Environment = message_class("fira_message.ref_to_cli.Environment")
_Command = message_class("fira_message.ref_to_cli.Command")
_Robots = message_class("fira_message.ref_to_cli.Robots")
_Ball = message_class("fira_message.Ball")


class Wheels(NamedTuple):
    """The answer to a frame: m/s of the left and the right rim by robot, and what was wrong with others."""

    speeds: Mapping[int, tuple[float, float]]
    refusals: tuple[Refusal, ...] = ()


def metric_units(wheel_radius: float) -> Units:
    """Metres, radians, and wheels in rad/s as in FIRASim's commands."""
    return Units(1.0, 1.0, wheel_radius)


def platform_units() -> Units:
    """Centimetres, degrees, and wheels from −125 to 125, as in V5RPC."""
    return Units(0.01, math.pi / 180, RIM_SPEED)


# ---- questions -----------------------------------------------------------------------------------------------------


def encode_team_info(team: Team) -> bytes:
    """Encode the colour of a team."""
    data: bytes = _TeamInfo(color=int(team is Team.BLUE)).SerializeToString()
    return data


def encode_environment(team: Team, field: StrategyField, foul: FoulInfo, units: Units) -> bytes:
    """Encode a frame for a team; robots that are not on the field are left out."""
    message = _Environment()
    frame = message.frame
    x, y = _turned(team, *field.ball)
    frame.ball.x, frame.ball.y = x / units.length, y / units.length
    frame.ball.SetInParent()
    own, others = (
        (frame.robots_blue, frame.robots_yellow) if team is Team.BLUE else (frame.robots_yellow, frame.robots_blue)
    )
    for robots, place in ((field.own, own), (field.opponents, others)):
        for number, robot in enumerate(robots):
            if robot is not None:
                _fill(place.add(), team, number, robot, units)
    message.foulInfo.phase, message.foulInfo.type, message.foulInfo.actor = map(int, foul)
    message.foulInfo.SetInParent()
    data: bytes = message.SerializeToString()
    return data


def _fill(message: Any, team: Team, number: int, robot: StrategyRobot, units: Units) -> None:
    x, y = _turned(team, robot.x, robot.y)
    message.robot_id = number
    message.x, message.y = x / units.length, y / units.length
    message.orientation = _heading(team, robot.heading) / units.angle


def _turned(team: Team, x: float, y: float) -> tuple[float, float]:
    """A place in the coordinates of a team, or back."""
    return (x, y) if team is Team.BLUE else (-x, -y)


def _heading(team: Team, heading: float) -> float:
    """A heading in the coordinates of a team, or back, from −π to π."""
    return math.remainder(heading if team is Team.BLUE else heading + math.pi, math.tau)


# ---- answers -------------------------------------------------------------------------------------------------------


def decode_team_name(data: bytes) -> str | Refusal:
    """The name of a team, without control characters and not longer than LONGEST_NAME."""
    answer = parse(_TeamName, data)
    if isinstance(answer, Refusal):
        return answer
    return clean(answer.name, LONGEST_NAME)


def decode_command(data: bytes, team: Team, robots: int, units: Units) -> Wheels | Refusal:
    """Decode the wheel speeds of a team of so many robots; a robot that is refused, or not named, keeps its speeds."""
    answer = parse(_Command, data)
    if isinstance(answer, Refusal):
        return answer
    if len(answer.wheels) > MOST_ROBOTS:
        return Refusal("UNKNOWN_ROBOT", f"{team}: wheels of {len(answer.wheels)} robots; a team has {robots}")
    speeds: dict[int, tuple[float, float]] = {}
    refusals = []
    fastest = FASTEST * RIM_SPEED  # the most that V5RPC can say
    for wheel in answer.wheels:
        number, both = wheel.robot_id, (wheel.left, wheel.right)
        if not 0 <= number < robots:
            refusals.append(_stranger(team, number, robots))
        elif not all(map(math.isfinite, both)):
            text = f"{team} {number}: wheel speeds {both}; finite numbers are wanted"
            refusals.append(Refusal("NOT_FINITE", text))
        else:
            left, right = (min(max(units.wheel * speed, -fastest), fastest) for speed in both)
            speeds[number] = left, right
    return Wheels(speeds, tuple(refusals))


def decode_ball(data: bytes, team: Team, units: Units) -> tuple[float, float] | Refusal:
    """Decode where a team wants the ball, m, in the coordinates of the match."""
    answer = parse(_Ball, data)
    if isinstance(answer, Refusal):
        return answer
    x, y = units.length * answer.x, units.length * answer.y
    if not (abs(x) < FARTHEST and abs(y) < FARTHEST):
        return Refusal("NOT_FINITE", f"{team}: the ball at {x}, {y}; a place on the table is wanted")
    return _turned(team, x, y)


def decode_robots(data: bytes, team: Team, robots: int, units: Units) -> tuple[RobotPlace, ...] | Refusal:
    """Decode where a team of so many robots wants them, in the coordinates of the match, in the order of their ids."""
    answer = parse(_Robots, data)
    if isinstance(answer, Refusal):
        return answer
    if len(answer.robots) > MOST_ROBOTS:
        return Refusal("UNKNOWN_ROBOT", f"{team}: places of {len(answer.robots)} robots; a team has {robots}")
    places: dict[int, RobotPlace] = {}
    for robot in answer.robots:
        number = robot.robot_id
        if number >= robots:
            return _stranger(team, number, robots)
        x, y, heading = units.length * robot.x, units.length * robot.y, units.angle * robot.orientation
        if not (abs(x) < FARTHEST and abs(y) < FARTHEST and math.isfinite(heading)):
            text = f"{team} {number} at {x}, {y}, {heading}; a place on the table is wanted"
            return Refusal("NOT_FINITE", text)
        places[number] = RobotPlace(number, *_turned(team, x, y), _heading(team, heading))
    return tuple(places[number] for number in sorted(places))


def _stranger(team: Team, number: int, robots: int) -> Refusal:
    return Refusal("UNKNOWN_ROBOT", f"{team}: there is no robot {number}; ids are 0 to {robots - 1}")
