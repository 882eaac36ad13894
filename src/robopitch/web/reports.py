"""Reads reports of sensors by the view that the sensor declares, whatever the sensor is.

| view       | what a report has                                                                                       |
|------------|---------------------------------------------------------------------------------------------------------|
| detections | `balls` (x, y, or position) and `blue`, `yellow` (id, x, y, heading) or `robots` (robot, x, y, heading) |
| points     | `points`: rows of x, y and perhaps z, in the frame of the sensor's owner, or of the field               |
| image      | `image`: bytes of an array ``[height, width]`` or ``[height, width, 3]``                                |
| values     | `values`: numbers by name; without it, all numbers of the report                                        |
| registers  | `registers`: whole numbers by name; without it, all whole numbers of the report                         |

The time of a report is its `capture` or its `time`. A report with values of several units states them in `units`, by
name.
"""

from __future__ import annotations

import base64
import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from robopitch.messages import Body, Team
from robopitch.sensors.sensor import View
from robopitch.web import schema

__all__ = ["Detections", "detections_in", "numbers_in", "report_of", "time_of"]

MOST_ROWS = 2000  # detections, points or values of one answer
LARGEST_IMAGE = 1 << 20  # bytes; of a larger one, every second, third … pixel is shown
_ABOUT = ("camera", "number", "capture", "sent", "time")  # fields that describe the report itself


class Detections(NamedTuple):
    """Objects that a sensor reports."""

    robots: list[tuple[Body, float, float, float]]  # x, y, heading
    balls: list[tuple[float, float, float]]  # x, y, confidence


def time_of(report: object, otherwise: float = 0.0) -> float:
    """When the sensor took it, s."""
    for name in ("capture", "time"):
        found = getattr(report, name, None)
        if isinstance(found, float | int) and math.isfinite(found):
            return float(found)
    return otherwise


def detections_in(report: object) -> Detections:
    """The objects of a report with the view "detections"."""
    robots = []
    for team in Team:
        for seen in getattr(report, team.value, ()):
            robots.append((Body(team, seen.id), *_pose(seen)))
    for seen in getattr(report, "robots", ()):
        robots.append((seen.robot, *_pose(seen)))
    balls = []
    for seen in getattr(report, "balls", ()):
        x, y = (seen.x, seen.y) if hasattr(seen, "x") else seen.position[:2]
        balls.append((float(x), float(y), float(getattr(seen, "confidence", getattr(seen, "visibility", 1.0)))))
    return Detections(robots, balls)


def numbers_in(report: object, name: str) -> dict[str, float]:
    """The `values` or `registers` of a report, or else its own numbers."""
    found = getattr(report, name, None)
    values = found if isinstance(found, Mapping) else dict(_fields(report))
    kinds = (int, np.integer) if name == View.REGISTERS else (int, float, np.integer, np.floating)
    return {
        str(key): float(value)
        for key, value in list(values.items())[:MOST_ROWS]
        if isinstance(value, kinds) and not isinstance(value, bool) and math.isfinite(value)
    }


def report_of(view: View, reports: Sequence[object], now: float) -> schema.Report:
    """The last reports of a sensor, as the page shows them."""
    answer = schema.Report(view=view.value, age=None, objects=[], points=[], image=None, numbers=[])
    if not reports:
        return answer
    answer["age"] = round(max(now - time_of(reports[-1], now), 0.0), 4)
    if view is View.DETECTIONS:
        answer["objects"] = _objects(reports)[:MOST_ROWS]
    elif view is View.POINTS:
        answer["points"] = _points(getattr(reports[-1], "points", ()))
    elif view is View.IMAGE:
        answer["image"] = _image(getattr(reports[-1], "image", None))
    else:
        found = numbers_in(reports[-1], view.value)
        units = getattr(reports[-1], "units", {})
        answer["numbers"] = [
            schema.Number(name=name, value=value, unit=str(units.get(name, ""))) for name, value in found.items()
        ]
    return answer


def _objects(reports: Sequence[object]) -> list[schema.Object]:
    found = []
    for report in reports:
        seen = detections_in(report)
        for body, x, y, heading in seen.robots:
            found.append(schema.Object(name=str(body), x=_short(x), y=_short(y), heading=_short(heading)))
        for x, y, _ in seen.balls:
            found.append(schema.Object(name="ball", x=_short(x), y=_short(y), heading=None))
    return found


def _points(points: Any) -> list[list[float]]:
    rows = np.asarray(points, float)
    if rows.ndim != 2 or rows.shape[1] not in (2, 3):
        return []
    found: list[list[float]] = rows[:MOST_ROWS][np.isfinite(rows[:MOST_ROWS]).all(axis=1)].round(4).tolist()
    return found


def _image(image: Any) -> schema.Picture | None:
    pixels = np.asarray(image)
    grey = pixels.ndim == 2
    if pixels.dtype != np.uint8 or not (grey or pixels.ndim == 3 == pixels.shape[2]):
        return None
    step = max(math.ceil(math.sqrt(pixels.nbytes / LARGEST_IMAGE)), 1)
    pixels = pixels[::step, ::step]
    data = base64.b64encode(pixels.tobytes()).decode("ascii")
    return schema.Picture(width=pixels.shape[1], height=pixels.shape[0], colours=1 if grey else 3, data=data)


def _fields(report: object) -> Iterator[tuple[str, Any]]:
    if dataclasses.is_dataclass(report):
        for field in dataclasses.fields(report):
            if field.name not in _ABOUT:
                yield field.name, getattr(report, field.name)
    elif isinstance(report, tuple) and hasattr(report, "_asdict"):
        yield from ((name, value) for name, value in report._asdict().items() if name not in _ABOUT)


def _pose(seen: Any) -> tuple[float, float, float]:
    return float(seen.x), float(seen.y), float(seen.heading)


def _short(value: float) -> float:
    return round(value, 4)
