"""The answers to requests of pages: JSON objects, `{"answer": 7, …}`, or `{"answer": 7, "error": "why not"}`."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

__all__ = [
    "BusLine",
    "BusLog",
    "Number",
    "Object",
    "Picture",
    "Report",
    "Row",
    "SavedScene",
    "SceneEntry",
    "Scenes",
    "SensorEntry",
    "Sensors",
    "Setting",
    "Signals",
    "Table",
    "Trace",
    "Traces",
    "ViewColumn",
    "ViewRow",
    "ViewTable",
]


class Trace(TypedDict):
    """Samples of one signal or expression."""

    name: str
    unit: str
    times: list[float]
    values: list[float | None]
    error: str


class Traces(TypedDict):
    """The answer to `trace`."""

    traces: list[Trace]


class Signals(TypedDict):
    """The answer to `signals`: names that can be plotted, and functions."""

    names: list[str]
    functions: dict[str, str]


class Row(TypedDict):
    """A robot or the ball: commanded, true, seen."""

    name: str
    commanded: list[float] | None  # forward, left, turn
    true: list[float]  # x, y, heading, vx, vy, turn
    seen: list[float] | None  # x, y, heading, age
    charge: float | None
    holds: float


class Table(TypedDict):
    """The answer to `table`."""

    time: float
    rows: list[Row]


class SceneEntry(TypedDict):
    """A saved scene."""

    name: str
    title: str
    league: str


class Scenes(TypedDict):
    """The answer to `scenes`."""

    folder: str  # empty for spectators
    scenes: list[SceneEntry]


# ---- sensors -------------------------------------------------------------------------------------------------------

View = Literal["detections", "points", "image", "values", "registers"]


class Setting(TypedDict):
    """A setting of a sensor."""

    name: str
    value: float | bool | str | None
    unit: str
    least: float | None
    most: float | None
    choices: list[str]
    doc: str


class SensorEntry(TypedDict):
    """A sensor of the match."""

    name: str
    owner: str | None  # the robot that carries it, "blue 3"; None: it belongs to the field
    view: View
    hears: list[str]
    on: bool
    calibrates: bool  # it is a vision that can be calibrated
    settings: list[Setting]  # empty, as signals, if its owner was not asked for
    signals: list[str]  # of its values, for plots


class Sensors(TypedDict):
    """The answer to `sensors`."""

    sensors: list[SensorEntry]


class Object(TypedDict):
    """A detected robot or ball."""

    name: str
    x: float
    y: float
    heading: float | None


class Picture(TypedDict):
    """An image: rows from top to bottom, bytes of grey or of red, green and blue."""

    width: int
    height: int
    colours: int  # 1: grey, 3
    data: str  # base64


class Number(TypedDict):
    """A named value or register; values of different units are plotted apart."""

    name: str
    value: float
    unit: str  # empty: not stated


class Report(TypedDict):
    """The answer to `report`: what a sensor reported last. Only what its view has is filled in."""

    view: View
    age: float | None  # s; None: it has reported nothing yet
    objects: list[Object]
    points: list[list[float]]  # x, y and perhaps z, in the frame of the sensor's owner, or of the field
    image: Picture | None
    numbers: list[Number]


# ---- panels of the league ------------------------------------------------------------------------------------------


class ViewColumn(TypedDict):
    """A column of a table."""

    title: str
    unit: str
    digits: int  # of its numbers, after the point
    about: str


class ViewRow(TypedDict):
    """A row of a table."""

    key: str
    group: str  # "blue 3"; rows of a group follow each other
    cells: list[float | bool | str | None]
    tone: Literal["", "warn", "faint"]


class ViewTable(TypedDict):
    """The answer to `view`: a table that the league or the server offers."""

    note: str
    columns: list[ViewColumn]
    rows: list[ViewRow]
    details: bool  # rows have a whole value, which can be asked for
    detail: str | None  # that of the row that was asked for


class BusLine(TypedDict):
    """A packet on a servo bus, in words."""

    number: int  # counts the packets that were heard
    time: float  # s
    to_device: bool  # otherwise it is an answer
    id: int | None  # of the device; None: it cannot be read
    instruction: str
    text: str  # registers and their values
    error: str


class BusLog(TypedDict):
    """The answer to `bus_log`."""

    robots: list[str]  # that have a bus
    lines: list[BusLine]


class SavedScene(TypedDict):
    """The answer to `save_scene`."""

    file: str
