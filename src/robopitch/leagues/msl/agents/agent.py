"""The program of one robot: a policy that knows only what its own sensors report and what its mates tell.

It is the same wherever it runs: in the process of a match (`agent_player.py`) or in its own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from robopitch.control.field_map import SPOT, FieldLines, FieldMap
from robopitch.control.geometry import Pose, wrapped
from robopitch.control.lens_noise import LensNoise
from robopitch.control.robot_world import RobotModel, RobotWorld
from robopitch.messages import Team
from robopitch.spec.markings import markings_of
from robopitch.teams.robot_agent import RobotAgent

if TYPE_CHECKING:
    from robopitch.spec import FieldSpec, LeagueSpec, RobotSpec
    from robopitch.teams.observation import Policy

__all__ = ["PERIOD", "SENSORS", "compass_turn", "make_agent", "motor_delay", "take_report"]

PERIOD = 0.04  # s between two frames of the vision [CAMBADA-control §4.4]
SENSORS = ("omnivision", "compass", "odometry", "barrier")  # kinds that an agent needs
LEAST_COMPASS = 0.02  # rad: a robot does not rely more on its compass
EXACT = 0.01  # m, rad: what a robot assumes of a camera without noise
MAPS = 4  # kept


def make_agent(
    league: LeagueSpec, team: Team, number: int, policy: Policy, start: Pose | None = None, delay: float | None = None
) -> RobotAgent:
    """The agent of a robot.

    start: its pose in the frame of the team; None: it looks for itself
    delay: s until a command takes effect; None: that of its motors
    """
    robot = league.team(team).robot
    delay = motor_delay(robot) if delay is None else delay
    world = RobotWorld(number, _field_map(league.field), start, _model(league, robot))
    return RobotAgent(world, policy, league, robot, delay, PERIOD)


def motor_delay(robot: RobotSpec) -> float:
    """s by which the wheels of a robot follow its commands late.

    The rest of the loop needs no prediction: a robot knows by its odometry how it has moved since a frame.
    """
    return float(robot.drive.controller.time_constant) if robot.drive.controller.kind == "servo" else 0.0


def compass_turn(robot: RobotSpec, team: Team) -> float:
    """What a robot adds to the reading of its compass: north of the field, and 180° for yellow, whose frame is rotated.

    North is what the robot is told of the field; without an offset it is the direction of blue's attack.
    """
    north = next((one.settings.get("north_offset", 0.0) for one in robot.sensors if one.kind == "compass"), 0.0)
    return float(north) + (0.0 if team is Team.BLUE else math.pi)


def take_report(world: RobotWorld, report: Any, turn: float) -> bool:
    """Give a report of a sensor to the world model; returns whether it was a frame of the vision.

    turn: `compass_turn`
    """
    kind = type(report).__name__  # the classes load the sensors and their kernels
    if kind == "OmniView":
        ball = report.ball
        world.on_picture(report.capture, report.lines, report.obstacles, None if ball is None else (ball.x, ball.y))
        return True
    if kind == "OdometryReport":
        world.on_odometry(report.capture, Pose(report.x, report.y, report.heading))
    elif kind == "CompassReport":
        world.on_compass(report.capture, wrapped(report.heading + turn))
    elif kind == "BarrierReport":
        world.on_barrier(report.ball)
    return False


def _model(league: LeagueSpec, robot: RobotSpec) -> RobotModel:
    """What a robot knows of itself and its sensors: the figures in its file, but not the errors of its calibration."""
    model, settings = RobotModel(), {mounted.kind: mounted.settings for mounted in robot.sensors}
    vision, compass = settings.get("omnivision", {}), settings.get("compass", {})
    ball = float(league.ball.radius)
    return model._replace(
        noise=LensNoise(_polynomial(vision, "range_noise"), _polynomial(vision, "bearing_noise")),
        compass_deviation=max(float(compass.get("noise", 0.0)), LEAST_COMPASS),
        radius=float(robot.outline.circumradius),
        front=robot.outline.ball_front(ball) + ball,
        ball_radius=ball,
        camera_height=float(vision.get("height", model.camera_height)),
    )


def _polynomial(settings: Mapping[str, Any], name: str) -> tuple[float, float, float]:
    """The deviation by the distance d, a d² + b d + c, from the settings of a camera; of an exact one, a small one."""
    a, b, c = (float(settings.get(f"{name}{power}", 0.0)) for power in ("_square", "_linear", ""))
    return (a, b, c) if (a, b, c) != (0.0, 0.0, 0.0) else (0.0, 0.0, EXACT)


_MAPS: dict[str, FieldMap] = {}  # by the description of the field: all robots share one


def _field_map(field: FieldSpec) -> FieldMap:
    """The lines that a robot finds on the field; a spot is a small circle."""
    key = field.model_dump_json()
    if key not in _MAPS:
        if len(_MAPS) >= MAPS:
            _MAPS.clear()
        markings = markings_of(field)
        spots = np.array([(x, y, SPOT, 0.0, math.tau) for x, y, _ in markings.spots]).reshape(-1, 5)
        arcs = np.concatenate((markings.arcs, spots))
        _MAPS[key] = FieldMap(FieldLines(markings.segments, arcs, markings.line_width))
    return _MAPS[key]
