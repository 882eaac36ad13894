"""Specs of leagues, fields, balls, robots and sensors, from TOML files; every number has a unit and a source.

    league = load_league("ssl-div-a", overrides={"ball.mass": "45 g"})
    league.ball.mass                # 0.045, a float in SI
    league.ball.mass.source         # where that number comes from

An invalid file raises one `SpecError` with a line for each problem.
"""

from robopitch.spec.ball import BallSpec
from robopitch.spec.base import Spec
from robopitch.spec.body import BodyPart, BodySpec
from robopitch.spec.catalogue import default_league, league_folder, league_names, realism_names, robot_names
from robopitch.spec.contact import ContactSpec, Surface
from robopitch.spec.describe import Parameter, parameters, schema
from robopitch.spec.drive import DriveSpec, LimitSpec
from robopitch.spec.errors import SpecError
from robopitch.spec.field import FieldSpec, GoalSpec
from robopitch.spec.figure import FigureSpec
from robopitch.spec.kicker import DevicesSpec, HolderSpec, KickerSpec
from robopitch.spec.league import LeagueSpec, Spot, TeamSpec
from robopitch.spec.loading import (
    change_league,
    change_realism,
    change_robot,
    load_league,
    load_realism,
    load_robot,
    parse_robot,
)
from robopitch.spec.motor import ControllerSpec, MotorSpec
from robopitch.spec.mounted import MountedSensor
from robopitch.spec.outline import Box, Disc, DiscWithFlatFront, DiscWithMouth, Outline, Polygon
from robopitch.spec.overrides import parse_override
from robopitch.spec.quantity import Count, Physical, Quantity, Whole, assumed
from robopitch.spec.realism import RealismSpec
from robopitch.spec.robot import RobotSpec
from robopitch.spec.rules import RulesSpec
from robopitch.spec.sensors import SensorsSpec, VisionSpec
from robopitch.spec.wheel import SteeringSpec, WheelSpec

__all__ = [
    "BallSpec",
    "BodyPart",
    "BodySpec",
    "Box",
    "ContactSpec",
    "ControllerSpec",
    "Count",
    "DevicesSpec",
    "Disc",
    "DiscWithFlatFront",
    "DiscWithMouth",
    "DriveSpec",
    "FieldSpec",
    "FigureSpec",
    "GoalSpec",
    "HolderSpec",
    "KickerSpec",
    "LeagueSpec",
    "LimitSpec",
    "MotorSpec",
    "MountedSensor",
    "Outline",
    "Parameter",
    "Physical",
    "Polygon",
    "Quantity",
    "RealismSpec",
    "RobotSpec",
    "RulesSpec",
    "SensorsSpec",
    "Spec",
    "SpecError",
    "Spot",
    "SteeringSpec",
    "Surface",
    "TeamSpec",
    "VisionSpec",
    "WheelSpec",
    "Whole",
    "assumed",
    "change_league",
    "change_realism",
    "change_robot",
    "default_league",
    "league_folder",
    "league_names",
    "load_league",
    "load_realism",
    "load_robot",
    "parameters",
    "parse_override",
    "parse_robot",
    "realism_names",
    "robot_names",
    "schema",
]
