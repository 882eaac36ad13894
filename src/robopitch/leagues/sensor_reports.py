"""Reports of the sensors of robots in recordings, for any family of leagues: a channel that is recorded and sent to
nobody.

A report is recorded if it names its sensor and has values: `sensor`, `capture`, `values` and their `units`. The packets
are JSON, which viewers of MCAP files plot as they are. Signals read from a recording have the names that the page gives
them in a match.
"""

from __future__ import annotations

import json
import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from robopitch.leagues.channel import Channel, Packet
from robopitch.messages import Refusal
from robopitch.messages.compact import Compact

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages import Output

__all__ = ["REPORT_CHANNELS", "RecordedReport", "ReportPublisher", "decode_report"]

NAME = "reports"
DIGITS = 6  # after the point: of rad, m, N and m/s², no sensor measures the seventh
MOST_VALUES = 256
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class RecordedReport:
    """What a sensor reported."""

    sensor: str  # its name, "blue 0 imu"
    capture: float  # unix time on the clock of the match, s
    values: Mapping[str, float]
    units: Mapping[str, str]  # of the values, by name


def _schema() -> bytes:
    """The schema of a packet."""
    properties = {
        "sensor": {"type": "string"},
        "time": {"type": "number"},
        "values": {"type": "object", "additionalProperties": {"type": "number"}},
        "units": {"type": "object", "additionalProperties": {"type": "string"}},
    }
    return json.dumps({"title": "robopitch.SensorReport", "type": "object", "properties": properties}).encode()


class ReportPublisher:
    """Encodes the reports of sensors."""

    rate = 0.0
    about: Mapping[str, str] = {}

    def __init__(self, match: Match) -> None:
        self._match = match
        self._encoders: dict[tuple[str, tuple[str, ...]], Callable[[bytes], bytes]] = {}  # by sensor and its values

    def packets(self, outputs: Sequence[Output], due: bool) -> Sequence[Packet]:
        """A packet for each report that names its sensor; encoded if somebody reads it."""
        return [
            Packet(NAME, self._content(output))
            for output in outputs
            if getattr(output, "sensor", "") and hasattr(output, "values")
        ]

    def _content(self, report: Any) -> Compact:
        values = report.values
        key = report.sensor, tuple(values)
        if (encode := self._encoders.get(key)) is None:
            units = {name: unit for name, unit in report.units.items() if name in values}
            encode = self._encoders[key] = partial(_encoded, *key, units)
        return Compact(encode, array("d", (self._match.epoch + report.capture, *values.values())).tobytes())


def _encoded(sensor: str, names: Sequence[str], units: Mapping[str, str], numbers: bytes) -> bytes:
    time, *values = array("d", numbers)
    rounded = {name: round(value, DIGITS) for name, value in zip(names, values, strict=True)}
    message = {"sensor": sensor, "time": time, "values": rounded, "units": units}
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def decode_report(data: bytes) -> tuple[RecordedReport | Refusal]:
    """The report in a packet."""
    try:
        plain = json.loads(data)
        sensor, time, values, units = plain["sensor"], float(plain["time"]), plain["values"], plain["units"]
        if not (isinstance(sensor, str) and 0 < len(sensor) <= LONGEST_NAME and math.isfinite(time)):
            raise ValueError("no name or no time")
        found = {str(name)[:LONGEST_NAME]: float(value) for name, value in list(values.items())[:MOST_VALUES]}
        told = {name: str(units.get(name, "?")) for name in found}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        return (Refusal("MALFORMED_REPORT", "a report of a sensor cannot be read"),)
    return (RecordedReport(sensor, time, {name: one for name, one in found.items() if math.isfinite(one)}, told),)


REPORT_CHANNELS: Mapping[str, Channel] = {
    NAME: Channel("/reports", "json", "robopitch.SensorReport", descriptor=_schema, derived=True, decode=decode_report)
}
"""For the `channels` of a family whose robots carry sensors with values."""
