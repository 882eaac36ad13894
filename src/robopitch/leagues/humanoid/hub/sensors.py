"""The sensors of a robot as the hub tells of them: units, ranges, rates, and the numbers of their reports.

A kind of sensor that is not in `KINDS` is listed without values, and cannot be sent. Cameras are such: their images
have a field of their own reserved in the protocol.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from robopitch.leagues.humanoid.bus.boards import FEET, IMU_ID
from robopitch.leagues.humanoid.wire.hub import SensorInfo, Value
from robopitch.messages import Body, Output
from robopitch.sensors.foot import CORNERS

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.sensors.sensor import Sensor
    from robopitch.spec.figure import FigureSpec

__all__ = ["KINDS", "numbers_of", "sensor_infos", "sensors_of", "short_name"]


def sensors_of(match: Match, robot: Body) -> list[Sensor]:
    """The sensors that a robot carries, in the order of its description."""
    return [sensor for sensor in match.sensors.suite if sensor.owner == robot]


def short_name(sensor: Sensor) -> str:
    """The name of a sensor on its robot: "imu" of "blue 0 imu"."""
    return sensor.name.removeprefix(f"{sensor.owner} ")


def sensor_infos(
    match: Match,
    robot: Body,
    figure: FigureSpec | None,
    sent: set[str],
    coming: Mapping[str, Mapping[str, object]] | None = None,
) -> tuple[SensorInfo, ...]:
    """What a program is told of the sensors of a robot.

    sent:   names of those that are sent to it
    coming: settings that were offered and are not taken in yet, by the name of the sensor
    """
    assert robot.team is not None
    kinds = {one.name: one.kind for one in match.world.robot(robot.team, robot.id).spec.sensors}
    found = []
    for id, sensor in enumerate(sensors_of(match, robot), 1):
        name = short_name(sensor)
        settings = {**dict(sensor.settings), **(coming or {}).get(name, {})}
        kind = kinds.get(name, "")
        found.append(
            SensorInfo(
                id=id,
                name=name,
                kind=kind,
                on=bool(settings["on"]),
                sent=name in sent,
                rate=float(settings["rate"]),
                delay=float(settings["delay"]),
                loss=float(settings["loss"]),
                greatest_rate=1 / match.world.timestep,
                bus_id=_bus_id(kind, settings),
                values=KINDS[kind](settings, figure) if kind in KINDS else (),
                settings=tuple((name, float(value)) for name, value in settings.items() if _is_other(name, value)),
            )
        )
    return tuple(found)


def _is_other(name: str, value: object) -> bool:
    """Whether a setting is a number that has no field of its own."""
    return isinstance(value, int | float) and not isinstance(value, bool) and name not in ("rate", "delay", "loss")


def numbers_of(report: Output, names: tuple[str, ...]) -> tuple[float, ...]:
    """The numbers of a report in this order; NaN for one that it does not have."""
    values = getattr(report, "values", None)
    if values is None:
        return tuple(float(getattr(report, name, math.nan)) for name in names)
    return tuple(values.get(name, math.nan) for name in names)


def _bus_id(kind: str, settings: Mapping[str, Any]) -> int:
    """The id of the board that has the same measurements; 0: none."""
    if kind == "body_imu":
        return IMU_ID
    return FEET.get(settings["foot"], 0) if kind == "foot" else 0


# ---- the values of each kind ---------------------------------------------------------------------------------------


def _imu(settings: Mapping[str, Any], figure: FigureSpec | None) -> tuple[Value, ...]:
    most = float(settings["range"])
    return (
        *(Value(f"gyro_{axis}", "rad/s") for axis in "xyz"),
        *(Value(f"acceleration_{axis}", "m/s2", -most, most) for axis in "xyz"),
        *(Value(name, "rad", -math.pi, math.pi) for name in ("roll", "pitch")),
    )


def _foot(settings: Mapping[str, Any], figure: FigureSpec | None) -> tuple[Value, ...]:
    switches = tuple(Value(f"switch_{corner}", "", 0.0, 1.0, 1.0) for corner in CORNERS)
    if settings["cells"] == "foot-switch":
        return switches
    cells = tuple(Value(corner, "N", 0.0, None, float(settings["resolution"])) for corner in CORNERS)
    return (*switches, *cells, Value("centre_x", "m"), Value("centre_y", "m"))


def _touch(settings: Mapping[str, Any], figure: FigureSpec | None) -> tuple[Value, ...]:
    return Value("pressed", "", 0.0, 1.0, 1.0), Value("force", "N", 0.0)


def _force_torque(settings: Mapping[str, Any], figure: FigureSpec | None) -> tuple[Value, ...]:
    forces = (Value(f"force_{axis}", "N") for axis in "xyz")
    return (*forces, *(Value(f"torque_{axis}", "N m") for axis in "xyz"))


def _joints(settings: Mapping[str, Any], figure: FigureSpec | None) -> tuple[Value, ...]:
    if figure is None:
        return ()
    limits = {link.name: link.range for link in figure.links if link.range is not None}
    angles = []
    for name in figure.joints:
        least, most = map(float, limits[name]) if name in limits else (None, None)
        angles.append(Value(name, "rad", least, most, float(settings["resolution"])))
    step = float(settings["speed_resolution"])
    return (*angles, *(Value(f"{name} speed", "rad/s", None, None, step) for name in figure.joints))


KINDS: Mapping[str, Callable[[Mapping[str, Any], FigureSpec | None], tuple[Value, ...]]] = {
    "body_imu": _imu,
    "foot": _foot,
    "body_touch": _touch,
    "force_torque": _force_torque,
    "joints": _joints,
}
"""The values of a sensor by its kind, from its settings and the figure of its robot."""
