"""The lines of a field as a map: for any point, the nearest line and the distance from it.

A robot compares the white points that it sees with this map (`localisation.py`). The map is computed once. A cell holds
the normal form of the line nearest to its centre: a lookup gives the exact distance of a point, not that of the cell,
as long as the same line is nearest. For an arc, the tangent takes its place.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["FieldLines", "FieldMap", "field_lines"]

Floats = NDArray[np.float64]

CELL = 0.1  # m, chosen: the nearest line of a cell's centre is that of all its points, except between two lines
AROUND = 3.0  # m of the map beyond the lines, chosen: a robot stands up to 1.5 m outside and turns its points outwards
SPOT = 0.01  # m, radius of the circle that stands for a spot


class FieldLines(NamedTuple):
    """Painted lines, each by the middle of its stroke."""

    segments: Floats  # [segment, (x, y, x, y)], m
    arcs: Floats  # [arc, (x, y, radius, start, sweep)]: centre, m, and angles anticlockwise, rad
    width: float  # m, of the strokes


def field_lines(
    length: float,
    width: float,
    line_width: float,
    circle_radius: float = 0.0,
    areas: Iterable[tuple[float, float]] = (),
    corner_radius: float = 0.0,
    spots: Iterable[tuple[float, float]] = (),
) -> FieldLines:
    """The lines of a soccer field whose centre is the origin and whose goals are at x = ∓length/2.

    All sizes are to the outside of the lines, as rules state them.

    areas:         depth and width of the areas before each goal
    corner_radius: of the arcs at the corners; 0: none
    spots:         painted discs, such as penalty marks, of which a camera reports the middle

    >>> field_lines(22.0, 14.0, 0.125).segments[0].tolist()
    [-10.9375, -6.9375, 10.9375, -6.9375]
    """
    half = line_width / 2
    x, y = length / 2 - half, width / 2 - half
    segments = [(-x, -y, x, -y), (-x, y, x, y), (-x, -y, -x, y), (x, -y, x, y), (0.0, -y, 0.0, y)]
    for depth, across in areas:
        front, side = length / 2 - depth + half, across / 2 - half
        for end in (-1.0, 1.0):
            segments += [(end * front, -side, end * front, side)]
            segments += [(end * front, edge, end * x, edge) for edge in (-side, side)]
    arcs = [(0.0, 0.0, circle_radius - half, 0.0, math.tau)] if circle_radius > 0 else []
    if corner_radius > 0:
        for number, (side, end) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
            arcs.append((side * length / 2, end * width / 2, corner_radius - half, number * math.pi / 2, math.pi / 2))
    arcs += [(x, y, SPOT, 0.0, math.tau) for x, y in spots]
    return FieldLines(np.array(segments), np.array(arcs).reshape(-1, 5), line_width)


class FieldMap:
    """Distances from the lines of a field.

    lines:  the lines
    cell:   m, size of the cells
    around: m of the map beyond the lines; a point beyond that is compared with the line nearest to the map's edge
    """

    def __init__(self, lines: FieldLines, cell: float = CELL, around: float = AROUND) -> None:
        self.lines = lines
        low, high = _extent(lines)
        self.low, self.high = low, high  # corners of the rectangle that holds all lines, [2], m
        self._origin: Floats = low - around
        self._cells = np.ceil((high - low + 2 * around) / cell).astype(np.int64)  # along x and y
        self._per_metre = 1.0 / cell
        self._table = _normal_forms(lines, self._origin, self._cells, cell)

    def nearest(self, points: ArrayLike) -> tuple[Floats, Floats]:
        """Signed distances ``[...]`` of points ``[..., 2]`` from their nearest lines, and unit normals ``[..., 2]``.

        The distance is positive on the side to which the normal points: it is the gradient of the distance.
        """
        places: Floats = np.asarray(points, np.float64)
        index = ((places - self._origin) * self._per_metre).astype(np.int64)
        np.maximum(index, 0, out=index)
        np.minimum(index, self._cells - 1, out=index)
        forms = self._table[index[..., 0] * self._cells[1] + index[..., 1]]
        normals = forms[..., :2]
        return normals[..., 0] * places[..., 0] + normals[..., 1] * places[..., 1] - forms[..., 2], normals


def _extent(lines: FieldLines) -> tuple[Floats, Floats]:
    """The corners of the smallest rectangle that holds all lines; of an arc, its whole circle if there is nothing else.

    Arcs of a field lie inside its border, so only a field without segments is measured by them.
    """
    if len(lines.segments) > 0:
        ends = lines.segments.reshape(-1, 2)
    elif len(lines.arcs) > 0:
        centres, radii = lines.arcs[:, :2], lines.arcs[:, 2:3]
        ends = np.concatenate((centres - radii, centres + radii))
    else:
        raise ValueError("a field without lines has no map")
    return ends.min(axis=0), ends.max(axis=0)


def _normal_forms(lines: FieldLines, origin: Floats, cells: NDArray[np.int64], cell: float) -> Floats:
    """For each cell the unit normal of the nearest line and its distance from the origin, ``[cell, 3]``."""
    rows, columns = (np.arange(count) + 0.5 for count in cells.tolist())
    x = np.repeat(origin[0] + cell * rows, len(columns))
    y = np.tile(origin[1] + cell * columns, len(rows))
    best = np.full(len(x), np.inf)
    table = np.zeros((len(x), 3))
    for segment in lines.segments.tolist():
        _enter(table, best, x, y, *_on_segment(x, y, *segment))
    for arc in lines.arcs.tolist():
        _enter(table, best, x, y, *_on_arc(x, y, *arc))
    return table


def _enter(table: Floats, best: Floats, x: Floats, y: Floats, foot: Floats, normal: Floats) -> None:
    """Write a line into the cells to which it is nearer than others; *foot*: its nearest points, ``[2, cell]``."""
    square = (x - foot[0]) ** 2 + (y - foot[1]) ** 2
    nearer = square < best
    best[nearer] = square[nearer]
    table[nearer, 0], table[nearer, 1] = normal[0, nearer], normal[1, nearer]
    table[nearer, 2] = (normal * foot).sum(axis=0)[nearer]


def _on_segment(x: Floats, y: Floats, ax: float, ay: float, bx: float, by: float) -> tuple[Floats, Floats]:
    """The nearest points of a segment, and the normals there."""
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    along = (x - ax) * ux + (y - ay) * uy
    inside = np.minimum(np.maximum(along, 0.0), length)
    foot = np.stack((ax + inside * ux, ay + inside * uy))
    normal = np.empty_like(foot)
    normal[0], normal[1] = -uy, ux
    past = along != inside  # beyond an end, the distance is that from the end point
    _point_away(normal, foot, x, y, past)
    return foot, normal


def _on_arc(
    x: Floats, y: Floats, cx: float, cy: float, radius: float, start: float, sweep: float
) -> tuple[Floats, Floats]:
    """The nearest points of an arc, and the normals there."""
    angle = np.arctan2(y - cy, x - cx)
    turned = np.mod(angle - start, math.tau)
    past = turned > sweep
    nearer_end = np.where(turned - sweep < math.tau - turned, start + sweep, start)
    angle = np.where(past, nearer_end, angle)
    normal = np.stack((np.cos(angle), np.sin(angle)))
    foot = np.array([[cx], [cy]]) + radius * normal
    _point_away(normal, foot, x, y, past)
    return foot, normal


def _point_away(normal: Floats, foot: Floats, x: Floats, y: Floats, where: NDArray[np.bool_]) -> None:
    """Let normals point from the feet to the cells."""
    dx, dy = x[where] - foot[0, where], y[where] - foot[1, where]
    distance = np.sqrt(dx * dx + dy * dy) + 1e-12
    normal[0, where], normal[1, where] = dx / distance, dy / distance
