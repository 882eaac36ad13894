"""The answers for the robot designer: the fields of a robot file, the values of a file, and what a check found."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

__all__ = [
    "DrawnDevice",
    "DrawnWheel",
    "FormField",
    "FormUnit",
    "RobotCheck",
    "RobotDrawing",
    "RobotEntry",
    "RobotForm",
    "RobotProblem",
    "RobotValues",
    "SensorForm",
]


class FormUnit(TypedDict):
    """A unit in which a number can be given."""

    name: str
    factor: float  # what one of it is in the SI unit


class FormField(TypedDict):
    """A key of a robot file, as the form asks for it."""

    key: str
    kind: Literal["number", "text", "choice", "switch", "table", "variants", "list", "row", "settings"]
    doc: str
    unit: str  # SI; empty for a pure number
    units: list[FormUnit]
    range: str  # in the SI unit
    least: float | None  # of a number, or of the entries of a list
    most: float | None
    choices: list[str]  # of a choice, or the kinds of variants
    required: bool
    optional: bool  # the whole part may be absent
    default: float | bool | str | None
    fields: list[FormField]  # of a table or row; of variants, one table for each kind; of a list, its entry
    alternatives: list[list[str]]  # sets of keys, one of which is given


class RobotEntry(TypedDict):
    """A robot that a new one can start from."""

    name: str
    title: str
    own: bool  # it belongs to the league of the match


class RobotForm(TypedDict):
    """The answer to `robot_form`."""

    fields: list[FormField]
    robots: list[RobotEntry]


class SensorForm(TypedDict):
    """The answer to `sensor_form`: the settings of a kind of sensor."""

    fields: list[FormField]


class RobotValues(TypedDict):
    """The answer to `open_robot`: the tables of a robot file; every number is {value, unit, source}."""

    values: dict[str, Any]


class RobotProblem(TypedDict):
    """What is wrong with a robot."""

    path: str  # dotted; empty if it is about the whole
    text: str


class DrawnWheel(TypedDict):
    """A wheel in the drawing, in the robot's frame."""

    x: float
    y: float
    direction: float
    radius: float
    roller: bool
    steered: float  # rad to either side


class DrawnDevice(TypedDict):
    """A kicker or holder in the drawing: across the front, and how far before it the ball is reached."""

    width: float
    reach: float


class RobotDrawing(TypedDict):
    """A robot from above, as far as its values are valid; m, x forward and y left."""

    outline: list[tuple[float, float]]
    wheels: list[DrawnWheel]
    front: float  # the near side of a ball that rests at the front
    ball: float  # its radius; 0 if the league is not known
    kicker: DrawnDevice | None
    holder: DrawnDevice | None


class RobotCheck(TypedDict):
    """The answer to `check_robot`: the file, and what is wrong with it."""

    toml: str
    problems: list[RobotProblem]
    drawing: RobotDrawing
