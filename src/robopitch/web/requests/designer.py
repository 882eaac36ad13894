"""Requests of the robot designer."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import MaxLen
from pydantic import StrictStr

from robopitch.server.api import Ask, Watch, request
from robopitch.server.api.ask import Text
from robopitch.server.api.parameters import LONGEST_FILE
from robopitch.web import designer, schema
from robopitch.web.visit import Work


class GetRobotForm(Ask):
    """The fields of a robot file, and the robots that a new one can start from."""

    ask: Literal["robot_form"] = "robot_form"


@request(GetRobotForm, needs=Watch, runs="worker")
def get_robot_form(work: Work, ask: GetRobotForm) -> schema.RobotForm:
    return designer.robot_form(work.workshop)


class GetSensorForm(Ask):
    """The settings of a kind of sensor that a robot can carry."""

    ask: Literal["sensor_form"] = "sensor_form"
    kind: Text


@request(GetSensorForm, needs=Watch, runs="worker")
def get_sensor_form(work: Work, ask: GetSensorForm) -> schema.SensorForm:
    return designer.sensor_form(ask.kind, work.workshop)


class OpenRobot(Ask):
    """The values of a robot: one that is known by its name, or that in the text of a file; neither: an empty one."""

    ask: Literal["open_robot"] = "open_robot"
    name: Text = ""
    text: Annotated[StrictStr, MaxLen(LONGEST_FILE)] = ""
    file: Text = ""  # the name of the file, for messages


@request(OpenRobot, needs=Watch, runs="worker")
def open_robot(work: Work, ask: OpenRobot) -> schema.RobotValues:
    return designer.opened(ask.name, ask.text, ask.file, work.workshop)


class CheckRobot(Ask):
    """The file of a robot with these values, and what is wrong with it."""

    ask: Literal["check_robot"] = "check_robot"
    values: dict[str, Any]


@request(CheckRobot, needs=Watch, runs="worker")
def check_robot(work: Work, ask: CheckRobot) -> schema.RobotCheck:
    return designer.checked(ask.values, work.workshop)
