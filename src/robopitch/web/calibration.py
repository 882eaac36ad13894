"""Calibration of a vision on the page: its state, and the settings that a click or a dragged point changes [MI20 §2.5].

A vision that can be calibrated is a sensor that hears a camera and has what `CalibratedSensor` has.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from robopitch.control.vision.calibration import FieldFit, cube_from_samples, samples_at
from robopitch.control.vision.colours import ColourCube, overlaps
from robopitch.control.vision.snapshot import UNIDENTIFIED
from robopitch.messages import Team
from robopitch.server.api.sensors import sensors_of
from robopitch.web import schema
from robopitch.web.reports import time_of
from robopitch.web.sensors import calibrates

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.web.calibrated import CalibratedSensor

__all__ = ["calibration_of", "change_of"]

EMPTY = (255, 0, 255, 0, 255, 0)  # a cube without pixels
AHEAD = 0.06  # m from the middle of a robot to the point of its arrow

Reports = Mapping[str, Sequence[object]]


def calibration_of(match: Match, reports: Reports, name: str) -> schema.Calibration:
    """The calibration of a vision, and what it found last; a ValueError if there is no such vision."""
    sensor, world = _vision(match, name), match.world
    points, cubes = sensor.points(world), sensor.cubes
    fit, problem = None, ""
    try:
        fit = sensor.fit(world)
    except ValueError as error:
        problem = str(error)
    camera = sensor.hears[0]
    image = _last(reports, camera)
    errors = [None] * len(points) if fit is None else np.hypot(*fit.errors.T).tolist()
    return schema.Calibration(
        camera=camera,
        width=int(getattr(image, "width", 0)),
        height=int(getattr(image, "height", 0)),
        points=[
            schema.FieldPoint(
                name=point,
                x=round(x, 4),
                y=round(y, 4),
                column=round(column, 2),
                row=round(row, 2),
                error=None if error is None else round(error, 3),
            )
            for (point, ((x, y), (column, row))), error in zip(points.items(), errors, strict=True)
        ],
        residual=None if fit is None else round(fit.residual, 3),
        problem=problem,
        colours=[
            schema.ColourEntry(
                name=colour, cube=list(cube), shown=_shown(cube), changed=colour in sensor.settings.cubes
            )
            for colour, cube in cubes.items()
        ],
        overlaps=[list(pair) for pair in overlaps(cubes)],
        found=_found(_last(reports, name), fit),
        age=None if image is None else round(max(world.time - time_of(image), 0.0), 4),
    )


def change_of(
    match: Match,
    reports: Reports,
    name: str,
    colour: str | None,
    point: str | None,
    at: tuple[float, float] | None,
    clear: bool,
) -> dict[str, Any]:
    """The settings that put a click or a dragged point into effect; a ValueError if it makes no sense.

    at:    column and row, px; None: the usual point or colour …
    clear: … or no colour
    """
    sensor = _vision(match, name)
    if point is not None:
        known: Mapping[str, Any] = sensor.points(match.world)
        _check("field point", point, known)
        changed = {key: value for key, value in sensor.settings.points.items() if key != point}
        if at is not None:
            changed[point] = at
        return {"points": changed}
    if colour is None:
        raise ValueError("calibrate: a colour or a field point is wanted")
    _check("colour", colour, sensor.cubes)
    cubes = {key: value for key, value in sensor.settings.cubes.items() if key != colour}
    if at is not None:
        image: Any = _last(reports, sensor.hears[0])
        if image is None:
            raise ValueError(f"{sensor.hears[0]} has delivered no image yet: it is off, or the match stands still")
        before = sensor.cubes[colour]
        is_empty = any(least > most for least, most in before.intervals)
        samples = samples_at(image.packed, *at)
        cubes[colour] = list(cube_from_samples(samples, None if is_empty else before))
    elif clear:
        cubes[colour] = list(EMPTY)
    return {"cubes": cubes}


def _vision(match: Match, name: str) -> CalibratedSensor:
    for sensor in sensors_of(match):
        if sensor.name == name and calibrates(sensor):
            return cast("CalibratedSensor", sensor)
    raise ValueError(f"there is no vision {name[:40]!r} that can be calibrated")


def _check(kind: str, name: str, known: Mapping[str, Any]) -> None:
    if name not in known:
        raise ValueError(f"there is no {kind} {name[:40]!r}; there are {', '.join(known)}")


def _last(reports: Reports, name: str) -> object | None:
    found = reports.get(name, ())
    return found[-1] if found else None


def _shown(cube: ColourCube) -> str:
    """The colour in the middle of a cube, for people."""
    (a, b), (c, d), (e, f) = cube.intervals
    luma, u, v = 1.164 * ((a + b) / 2 - 16), (c + d) / 2 - 128, (e + f) / 2 - 128
    parts = (luma + 1.596 * v, luma - 0.392 * u - 0.813 * v, luma + 2.017 * u)
    return "#" + "".join(f"{min(max(round(part), 0), 255):02x}" for part in parts)


def _found(report: Any, fit: FieldFit | None) -> list[schema.Found]:
    if report is None:
        return []
    found = [
        schema.Found(name="ball", column=ball.pixel_x, row=ball.pixel_y, ahead=[], certainty=ball.confidence)
        for ball in report.balls
    ]
    for team in Team:
        for robot in getattr(report, team.value):
            name = f"{team.value} {'?' if robot.id == UNIDENTIFIED else robot.id}"
            middle, ahead = [robot.pixel_x, robot.pixel_y], []
            if fit is not None:
                x, y = AHEAD * math.cos(robot.heading), AHEAD * math.sin(robot.heading)
                places = [(robot.x, robot.y, robot.height), (robot.x + x, robot.y + y, robot.height)]
                middle, ahead = fit.projection.pixels(places).round(2).tolist()
            column, row = middle
            found.append(schema.Found(name=name, column=column, row=row, ahead=ahead, certainty=robot.confidence))
    return found
