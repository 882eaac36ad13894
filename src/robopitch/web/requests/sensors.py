"""Requests about what sensors report, and the calibration of a vision."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import MaxLen

from robopitch.server.api import Ask, Control, Watch, request
from robopitch.server.api.ask import Number, Text, Yes
from robopitch.server.api.sensors import ChangeSensor, change_sensor
from robopitch.web import schema
from robopitch.web.calibration import calibration_of, change_of
from robopitch.web.page_caller import PageCaller

MOST_OWNERS = 128


class GetSensors(Ask):
    """All sensors, with the settings of those that the page shows."""

    ask: Literal["sensors"] = "sensors"
    owners: Annotated[list[Text], MaxLen(MOST_OWNERS)] | None = None  # robots, "blue 3", or "field"; None: all


@request(GetSensors, needs=Watch, runs="match")
def get_sensors(caller: PageCaller, ask: GetSensors) -> schema.Sensors:
    return caller.bridge.sensors.listed(ask.owners)


class GetReport(Ask):
    """What a sensor reported last."""

    ask: Literal["report"] = "report"
    name: Text


@request(GetReport, needs=Watch, runs="match")
def get_report(caller: PageCaller, ask: GetReport) -> schema.Report:
    return caller.bridge.sensors.report(ask.name)


class GetCalibration(Ask):
    """The calibration of a vision, and what it found last."""

    ask: Literal["calibration"] = "calibration"
    name: Text


@request(GetCalibration, needs=Watch, runs="match")
def get_calibration(caller: PageCaller, ask: GetCalibration) -> schema.Calibration:
    return calibration_of(caller.match, caller.bridge.sensors.reports, ask.name)


class Calibrate(Ask):
    """Calibrate a vision: a sample of a colour, or a field point, at a place in the picture; without a place, the usual
    colour or point, or with *clear* no colour, until the next sample.
    """

    ask: Literal["calibrate"] = "calibrate"
    name: Text
    colour: Text | None = None
    point: Text | None = None
    at: tuple[Number, Number] | None = None  # column and row, px
    clear: Yes = False


@request(Calibrate, needs=Control, runs="match", costs=0)
def calibrate(caller: PageCaller, ask: Calibrate) -> None:
    reports = caller.bridge.sensors.reports
    change = change_of(caller.match, reports, ask.name, ask.colour, ask.point, ask.at, ask.clear)
    change_sensor(caller, ChangeSensor(name=ask.name, set=change))
