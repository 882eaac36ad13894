"""All white markings of a field as geometry: what vision software sees, and what a camera shows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robopitch.spec.field import FieldSpec
from robopitch.spec.marking import ArcMarking, LineMarking

__all__ = ["Markings", "markings_of"]

Floats = NDArray[np.float64]

_SPOT = 0.6  # radius of a penalty mark in widths of a line: 15 cm across beside lines of 12.5 cm, MSL rulebook 2016


@dataclass(frozen=True)
class Markings:
    """Markings in the frame of the field, in metres and radians.

    segments:   ``[n, 4]``, x and y of both ends of the centre line of a painted line. The paint reaches half a width to
                both sides, and half a width beyond both ends
    arcs:       ``[n, 5]``, centre, radius of the centre line, direction of the first point, angle counter-clockwise
    spots:      ``[n, 3]``, centre and radius of a filled disc
    line_width: of segments and arcs
    """

    segments: Floats
    arcs: Floats
    spots: Floats
    line_width: float


def markings_of(field: FieldSpec) -> Markings:
    """The markings that the sizes of a field imply, and those of its own list.

    Lines belong to the areas that they bound: their centre lines lie half a width inside.
    """
    half = field.line_width / 2
    x, y = field.length / 2 - half, field.width / 2 - half
    segments = [(-x, -y, x, -y), (x, -y, x, y), (x, y, -x, y), (-x, y, -x, -y), (0.0, -y, 0.0, y)]
    if field.centre_line:
        segments.append((-x, 0.0, x, 0.0))
    arcs, spots = [], []
    for side in (-1.0, 1.0):
        for depth, width in (
            (field.penalty_area_depth, field.penalty_area_width),
            (field.goal_area_depth, field.goal_area_width),
        ):
            if depth > field.line_width and width > field.line_width:
                front, edge = side * (field.length / 2 - depth + half), width / 2 - half
                line = side * x
                segments += [
                    (line, -edge, front, -edge),
                    (front, -edge, front, edge),
                    (front, edge, line, edge),
                ]
        if field.penalty_mark > 0:
            spots.append((side * (field.length / 2 - field.penalty_mark), 0.0, _SPOT * field.line_width))
    if field.centre_circle_radius > half:
        arcs.append((0.0, 0.0, field.centre_circle_radius - half, 0.0, 2 * math.pi))
    if field.corner_arc_radius > half:
        for quarter, (side, end) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
            corner = side * field.length / 2, end * field.width / 2
            arcs.append((*corner, field.corner_arc_radius - half, quarter * math.pi / 2, math.pi / 2))
    for own in field.markings:
        if isinstance(own, LineMarking):
            segments.append((*own.start, *own.end))
        elif isinstance(own, ArcMarking):
            arcs.append((*own.centre, own.radius, own.begin, own.sweep))
        else:
            spots.append((*own.centre, own.radius))
    return Markings(
        segments=np.array(segments, np.float64),
        arcs=np.array(arcs, np.float64).reshape(len(arcs), 5),
        spots=np.array(spots, np.float64).reshape(len(spots), 3),
        line_width=float(field.line_width),
    )
