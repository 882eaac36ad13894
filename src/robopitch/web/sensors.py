"""The sensors of a match for the page: their settings, and what each reported last."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args

from pydantic import BaseModel

from robopitch.measure.names import signal_name
from robopitch.sensors.sensor import Sensor, View
from robopitch.server.api.sensors import sensors_of
from robopitch.web import schema
from robopitch.web.calibrated import CalibratedSensor
from robopitch.web.reports import numbers_in, report_of

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["Sensors", "calibrates", "is_on"]

FIELD = "field"  # the owner of sensors that no robot carries, in requests
MOST_SIGNALS = 500  # of values and registers of all sensors


class Sensors:
    """Keeps the last reports of each sensor. Used by the thread of the match."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._reports: dict[str, Sequence[object]] = {}
        self._values: dict[str, float] = {}  # by the name of the signal

    @property
    def seen(self) -> int | None:
        """The index of the sensor whose detections frames contain: the first one of the field that detects objects."""
        for index, sensor in enumerate(sensors_of(self._match)):
            if sensor.owner is None and sensor.view is View.DETECTIONS:
                return index
        return None

    @property
    def values(self) -> Mapping[str, float]:
        """The newest values and registers of all sensors, by the names of their signals."""
        return self._values

    def take(self, sensor: Sensor, reports: Sequence[object]) -> None:
        """Keep reports that a sensor delivered."""
        if not reports:
            return
        self._reports[sensor.name] = reports
        if sensor.view in (View.VALUES, View.REGISTERS):
            for name, value in numbers_in(reports[-1], sensor.view.value).items():
                signal = signal_name(sensor.name, name)
                if signal in self._values or len(self._values) < MOST_SIGNALS:
                    self._values[signal] = value

    def clear(self) -> None:
        """The match went back in time."""
        self._reports.clear()
        self._values.clear()

    def listed(self, owners: Sequence[str] | None = None) -> schema.Sensors:
        """All sensors, those of *owners* with their settings: "blue 3", "field"; None: of all."""
        return schema.Sensors(sensors=[self._entry(sensor, owners) for sensor in sensors_of(self._match)])

    def report(self, name: str) -> schema.Report:
        """What a sensor reported last; a ValueError if there is no such sensor."""
        for sensor in sensors_of(self._match):
            if sensor.name == name:
                return report_of(sensor.view, self._reports.get(name, ()), self._match.world.time)
        raise ValueError(f"there is no sensor {name[:40]!r}")

    @property
    def reports(self) -> Mapping[str, Sequence[object]]:
        """The last reports of each sensor, by its name."""
        return self._reports

    def _entry(self, sensor: Sensor, owners: Sequence[str] | None) -> schema.SensorEntry:
        owner = None if sensor.owner is None else str(sensor.owner)
        whole = owners is None or (owner or FIELD) in owners
        prefix = signal_name(sensor.name, "")
        return schema.SensorEntry(
            name=sensor.name,
            owner=owner,
            view=sensor.view.value,
            hears=list(sensor.hears),
            on=is_on(sensor),
            calibrates=calibrates(sensor),
            settings=list(_settings(sensor.settings)) if whole else [],
            signals=[name for name in self._values if name.startswith(prefix)] if whole else [],
        )


def is_on(sensor: Sensor) -> bool:
    """Whether a sensor reports."""
    return sensor.settings.on


def calibrates(sensor: object) -> bool:
    """Whether a sensor is a vision that can be calibrated: see `CalibratedSensor`."""
    return isinstance(sensor, CalibratedSensor) and bool(sensor.hears)


def _settings(settings: BaseModel) -> Iterator[schema.Setting]:
    for name, field in type(settings).model_fields.items():
        value, notes = getattr(settings, name), field.metadata
        unit = next((note.unit for note in (value, *notes) if hasattr(note, "unit")), "")
        least, most = _limits(notes)
        yield schema.Setting(
            name=name,
            value=_plain(value),
            unit="" if unit == "1" else unit,
            least=least,
            most=most,
            choices=[str(choice) for choice in get_args(field.annotation)] if isinstance(value, str) else [],
            doc=field.description or "",
        )


def _limits(notes: Sequence[Any]) -> tuple[float | None, float | None]:
    """The limits that the annotations of a field declare: of pydantic, or of a quantity."""
    limits = []
    for names in (("ge", "gt", "least"), ("le", "lt", "most")):
        found = [getattr(note, name) for note in notes for name in names if getattr(note, name, None) is not None]
        limits.append(float(found[0]) if found else None)
    return limits[0], limits[1]


def _plain(value: Any) -> float | bool | str | None:
    if value is None or isinstance(value, bool | str):
        return value
    return float(value) if isinstance(value, float | int) else json.dumps(value)
