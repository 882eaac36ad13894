"""The markings of a field as rows of numbers for the ray caster, in a grid in which they are found quickly."""

from __future__ import annotations

import math
from itertools import accumulate

import numpy as np

from robopitch.elementary import cos, sin
from robopitch.physics.scalar import Floats, Ints
from robopitch.spec.markings import Markings

__all__ = ["MARK_NUMBERS", "Paint"]

CELLS = 96  # along the field

# ---- columns of a marking -------------------------------------------------------------------------------------------
KIND, HALF = 0, 1  # half the width of a line
LINE, ARC, SPOT = 0, 1, 2
MID_X, MID_Y = 2, 3
ALONG_X, ALONG_Y, REACH = 4, 5, 6  # a line: unit vector, and half the length of the paint
RADIUS, FROM_X, FROM_Y, TO_X, TO_Y, TURN = 4, 5, 6, 7, 8, 9  # an arc; a spot has the radius
SHORT, LONG, WHOLE = 0, 1, 2  # values of TURN: up to half a turn, more than half a turn, a circle
MARK_NUMBERS = 10


class Paint:
    """The markings of a field.

    rows:    the markings
    first:   for each cell of the grid, along x first, where its markings begin in `members`; one more at the end
    members: rows of the markings that may touch each cell
    grid:    x and y of the first corner, cells per metre, cells along x, cells along y
    """

    def __init__(self, markings: Markings, half_length: float, half_width: float) -> None:
        rows = _rows(markings)
        cell = 2 * half_length / CELLS
        down = math.ceil(2 * half_width / cell)
        x = -half_length + (np.arange(CELLS) + 0.5) * cell
        y = -half_width + (np.arange(down) + 0.5) * cell
        reach = 0.75 * cell  # more than half the diagonal of a cell
        touched = np.empty((down * CELLS, len(rows)), np.bool_)
        for index, row in enumerate(rows):
            touched[:, index] = (_distance(row, x[None, :], y[:, None]) <= reach).reshape(down * CELLS)
        cells, members = np.nonzero(touched)
        counts = [0] * (down * CELLS)
        for number in cells.tolist():
            counts[number] += 1
        self.rows: Floats = np.array(rows, np.float64).reshape(len(rows), MARK_NUMBERS)
        self.first: Ints = np.array([0, *accumulate(counts)], np.int64)
        self.members: Ints = np.ascontiguousarray(members)
        self.grid: Floats = np.array([-half_length, -half_width, 1 / cell, CELLS, down], np.float64)


def _rows(markings: Markings) -> list[list[float]]:
    half = markings.line_width / 2
    rows = []
    for ax, ay, bx, by in markings.segments.tolist():
        length = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        along = ((bx - ax) / length, (by - ay) / length) if length > 0 else (1.0, 0.0)
        rows.append([LINE, half, (ax + bx) / 2, (ay + by) / 2, *along, length / 2 + half, 0.0, 0.0, 0.0])
    for x, y, radius, begin, sweep in markings.arcs.tolist():
        turn = SHORT if sweep <= math.pi else LONG if sweep < 2 * math.pi - 1e-9 else WHOLE
        end = begin + sweep
        rows.append([ARC, half, x, y, radius, cos(begin), sin(begin), cos(end), sin(end), turn])
    for x, y, radius in markings.spots.tolist():
        rows.append([SPOT, radius, x, y, radius, 0.0, 0.0, 0.0, 0.0, 0.0])
    return rows


def _distance(row: list[float], x: Floats, y: Floats) -> Floats:
    """A lower bound of the distance of points from the paint; arcs count as circles."""
    dx, dy = x - row[MID_X], y - row[MID_Y]
    if row[KIND] == LINE:
        along = np.abs(dx * row[ALONG_X] + dy * row[ALONG_Y]) - row[REACH]
        across = np.abs(dx * row[ALONG_Y] - dy * row[ALONG_X]) - row[HALF]
        return np.maximum(along, across)
    apart = np.sqrt(dx * dx + dy * dy) - row[RADIUS]
    return apart if row[KIND] == SPOT else np.abs(apart) - row[HALF]
