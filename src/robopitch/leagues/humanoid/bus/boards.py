"""Boards on the bus of a robot that pass on what its sensors in the match deliver: late and noisy as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.humanoid.bus.imu import TrunkMotion
from robopitch.messages import Body, Output
from robopitch.sensors.body_imu import BodyImu, BodyImuReport
from robopitch.sensors.foot import Foot, FootReport
from robopitch.sensors.inspected import inspected
from robopitch.wire.dynamixel import Device, FootDevice, FootReading, ImuDevice, ImuReading

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.sensors.sensor import Sensor

__all__ = ["IMU_ID", "LEFT_FOOT_ID", "RIGHT_FOOT_ID", "SensorReadings", "match_boards"]

IMU_ID = 200  # chosen: that of the board with the IMU of a DARwIn-OP
LEFT_FOOT_ID, RIGHT_FOOT_ID = 112, 111  # chosen: those of the pressure sensors of a DARwIn-OP
FEET = {"left_foot": LEFT_FOOT_ID, "right_foot": RIGHT_FOOT_ID}
MILLIMETRE = 0.0001  # m: unit of the registers of a foot, a tenth of one


class SensorReadings:
    """The newest report of each sensor of a robot, as readings of boards."""

    def __init__(self, match: Match, robot: Body) -> None:
        self._match, self._robot = match, robot
        self._imu: BodyImuReport | None = None
        self._feet: dict[str, FootReport] = {}
        self._frames: dict[str, int] = {}  # by sensor
        match.sensors.listeners.append(self.on_reports)

    def on_reports(self, sensor: Sensor, reports: Sequence[Output]) -> None:
        """A sensor of the match has delivered something."""
        if sensor.owner != self._robot:
            return
        for report in reports:
            if isinstance(report, BodyImuReport):
                self._imu = report
                self._frames["imu"] = self._frames.get("imu", 0) + 1
            elif isinstance(report, FootReport):
                self._feet[report.foot] = report
                self._frames[report.foot] = self._frames.get(report.foot, 0) + 1

    def imu(self) -> ImuReading:
        """The newest measurement of the IMU; a robot at rest before the first one."""
        if self._imu is None:
            return ImuReading()
        one = self._imu
        age = max(0.0, self._match.world.time - one.capture)
        return ImuReading(one.gyro, one.acceleration, one.roll, one.pitch, self._frames["imu"], age)

    def foot(self, name: str) -> FootReading:
        """The newest measurement of a foot; no load before the first one."""
        one = self._feet.get(name)
        if one is None:
            return FootReading()
        age = max(0.0, self._match.world.time - one.capture)
        closed = sum(1 << bit for bit, on in enumerate(one.switches) if on)
        if not one.cells:
            return FootReading(frame=self._frames[name], age=age, switches=closed)
        a, b, c, d = one.cells
        return FootReading((a, b, c, d), self._frames[name], age)


def match_boards(match: Match, robot: Body, taken: set[int], protocol: int) -> dict[int, Device]:
    """The boards of a robot, by id, except those whose ids are taken.

    An IMU and feet that the robot carries as sensors of the match; without such an IMU, if its description has a place
    for one, one that measures the trunk without noise. They are devices of this server: their settings are not saved
    with the match.
    """
    assert robot.team is not None
    world = match.world
    sensors = [sensor for sensor in match.sensors.suite if sensor.owner == robot]
    readings = SensorReadings(match, robot)
    found: dict[int, Device] = {}
    figure = world.robot(robot.team, robot.id).spec.figure
    if any(isinstance(sensor, BodyImu) for sensor in sensors):
        found[IMU_ID] = ImuDevice(readings.imu, protocol, id=IMU_ID)
    elif figure is not None and any(site.kind == "imu" for site in figure.sites):
        found[IMU_ID] = ImuDevice(TrunkMotion(match, robot).measure, protocol, id=IMU_ID)
    for sensor in sensors:
        if isinstance(sensor, Foot) and sensor.settings.foot in FEET:
            found[FEET[sensor.settings.foot]] = _foot_board(match, robot, readings, sensor.settings.foot, protocol)
    return {id: device for id, device in found.items() if id not in taken}


def _foot_board(match: Match, robot: Body, readings: SensorReadings, foot: str, protocol: int) -> FootDevice:
    """The board of a foot, which knows how far its cells are apart."""
    board = FootDevice(lambda: readings.foot(foot), protocol, id=FEET[foot])
    inside = inspected(match.world, match.world.bodies.index(robot), f"{foot}_front_left")
    if inside is not None:
        column = match.world.bodies.index(robot)
        if inside.has(column, f"{foot}_back_right"):
            x, y, _ = inside.place_on_body(column, f"{foot}_front_left")
            back, right, _ = inside.place_on_body(column, f"{foot}_back_right")
            board["half_length"] = round((x - back) / 2 / MILLIMETRE)
            board["half_width"] = round((y - right) / 2 / MILLIMETRE)
    return board
