"""States for programs of VSS-SDK, and their commands and placements.

The origin is a corner of a field of 150 cm × 130 cm with goals of 10 cm: x runs from 0 to 170, y from 0 to 130.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from robopitch.leagues.mirosot.wire.firasim import Environment
from robopitch.messages import PlaceBall, PlaceRobot, Refusal, Team
from robopitch.wire.pool import message_class, parse

__all__ = ["decode_commands", "decode_control", "encode_state"]

CENTIMETRE = 0.01  # m
ABSENT = -1000.0  # cm: x and y of a robot that is not on the field; the protocol has no other way to say so
MOST_ROBOTS = 16

_State = message_class("vss_sdk.Global_State")
_Commands = message_class("vss_sdk.Global_Commands")
_Control = message_class("vss_sdk.User_Control")


def encode_state(state: Environment) -> bytes:
    """Encode a state with its ball and robots by id; one that is not on the field, before others, is far outside."""
    message = _State()
    middle = _middle(state)
    if state.ball is not None:
        ball = state.ball
        _fill(message.balls.add(), middle, ball.x, ball.y, 0.0, (ball.vx, ball.vy, 0.0))
    for team, bodies in ((Team.YELLOW, message.robots_yellow), (Team.BLUE, message.robots_blue)):
        robots = {robot.id: robot for robot in state.robots if robot.team is team}
        for number in range(max(robots, default=-1) + 1):
            body, robot = bodies.add(), robots.get(number)
            if robot is None:
                body.pose.x = body.pose.y = ABSENT
            else:
                _fill(body, middle, robot.x, robot.y, robot.heading, (robot.vx, robot.vy, robot.turn))
    data: bytes = message.SerializeToString()
    return data


def _middle(state: Environment) -> tuple[float, float]:
    """The centre of the field, m from the corner; without sizes, that of VSS."""
    field = state.field
    if field is None:
        return 0.85, 0.65
    return field.length / 2 + field.goal_depth, field.width / 2


def _fill(
    body: Any, middle: tuple[float, float], x: float, y: float, heading: float, velocity: tuple[float, float, float]
) -> None:
    vx, vy, turn = velocity
    body.pose.x, body.pose.y = (x + middle[0]) / CENTIMETRE, (y + middle[1]) / CENTIMETRE
    body.pose.yaw = math.degrees(heading)
    body.v_pose.x, body.v_pose.y, body.v_pose.yaw = vx / CENTIMETRE, vy / CENTIMETRE, math.degrees(turn)


def decode_commands(data: bytes) -> Sequence[tuple[float, float]] | Refusal:
    """The speeds of the wheels' rims of each robot by id, left and right, m/s."""
    message = parse(_Commands, data)
    if isinstance(message, Refusal):
        return message
    commands = message.robot_commands
    if len(commands) > MOST_ROBOTS:
        return Refusal("UNKNOWN_ROBOT", f"commands for {len(commands)} robots; at most {MOST_ROBOTS} are possible")
    speeds = [(one.left_vel * CENTIMETRE, one.right_vel * CENTIMETRE) for one in commands]
    for number, pair in enumerate(speeds):
        if not all(map(math.isfinite, pair)):
            return Refusal("NOT_FINITE", f"robot {number}: wheel speeds {pair}; finite numbers are wanted")
    return speeds


def decode_control(data: bytes, middle: tuple[float, float]) -> Sequence[PlaceBall | PlaceRobot] | Refusal:
    """Where ball and robots are to be placed; a pause is not carried out.

    middle: the centre of the field, m from the corner
    """
    message = parse(_Control, data)
    if isinstance(message, Refusal):
        return message
    places: list[PlaceBall | PlaceRobot] = []
    try:
        if message.HasField("new_ball_pose"):
            x, y, _ = _place(message.new_ball_pose, middle)
            places.append(PlaceBall(x, y))
        for team, poses in ((Team.BLUE, message.new_robots_blue_pose), (Team.YELLOW, message.new_robots_yellow_pose)):
            for number, pose in enumerate(poses[:MOST_ROBOTS]):
                places.append(PlaceRobot(team, number, *_place(pose, middle), present=True))
    except ValueError as error:
        return Refusal("NOT_FINITE", str(error))
    return places


def _place(pose: Any, middle: tuple[float, float]) -> tuple[float, float, float]:
    numbers = pose.x, pose.y, pose.yaw
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"a place at {numbers}; finite numbers are wanted")
    x, y = pose.x * CENTIMETRE - middle[0], pose.y * CENTIMETRE - middle[1]
    return x, y, math.radians(math.remainder(pose.yaw, 360.0))
