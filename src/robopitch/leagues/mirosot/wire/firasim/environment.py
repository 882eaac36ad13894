"""Environment: the state of the field, sent by the simulator once per frame."""

from __future__ import annotations

from typing import Any

from robopitch.leagues.mirosot.wire.firasim.messages import (
    Environment,
    EnvironmentBall,
    EnvironmentField,
    EnvironmentRobot,
)
from robopitch.messages import Refusal, Team
from robopitch.wire.pool import message_class, parse

__all__ = ["decode_environment", "encode_environment"]

_Environment = message_class("firasim.Environment")


def encode_environment(state: Environment) -> bytes:
    """Encode an Environment. Zeros are omitted, as proto3 does."""
    message = _Environment(step=state.milliseconds, goals_blue=state.goals_blue, goals_yellow=state.goals_yellow)
    frame = message.frame
    if state.ball is not None:
        ball = state.ball
        frame.ball.SetInParent()
        frame.ball.x, frame.ball.y, frame.ball.z, frame.ball.vx, frame.ball.vy = ball
    for robot in state.robots:
        (frame.robots_yellow if robot.team is Team.YELLOW else frame.robots_blue).add(
            robot_id=robot.id,
            x=robot.x,
            y=robot.y,
            orientation=robot.heading,
            vx=robot.vx,
            vy=robot.vy,
            vorientation=robot.turn,
        )
    if state.field is not None:
        field = message.field
        field.width, field.length, field.goal_width, field.goal_depth = state.field[:4]
        field.center_radius, field.penalty_width, field.penalty_depth, field.penalty_point = state.field[4:]
    data: bytes = message.SerializeToString()
    return data


def decode_environment(data: bytes) -> Environment | Refusal:
    """Decode an Environment, for clients and recordings. Numbers that are not finite are passed on as they are."""
    message = parse(_Environment, data)
    if isinstance(message, Refusal):
        return message
    frame, ball, field = message.frame, message.frame.ball, message.field
    robots = [_robot(Team.BLUE, robot) for robot in frame.robots_blue]
    robots += [_robot(Team.YELLOW, robot) for robot in frame.robots_yellow]
    return Environment(
        message.step,
        EnvironmentBall(ball.x, ball.y, ball.z, ball.vx, ball.vy) if frame.HasField("ball") else None,
        tuple(robots),
        _field(field) if message.HasField("field") else None,
        message.goals_blue,
        message.goals_yellow,
    )


def _robot(team: Team, robot: Any) -> EnvironmentRobot:
    where = robot.x, robot.y, robot.orientation
    return EnvironmentRobot(team, robot.robot_id, *where, robot.vx, robot.vy, robot.vorientation)


def _field(field: Any) -> EnvironmentField:
    size = field.width, field.length, field.goal_width, field.goal_depth
    return EnvironmentField(*size, field.center_radius, field.penalty_width, field.penalty_depth, field.penalty_point)
