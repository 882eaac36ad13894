"""Connected regions of one colour in an image, from runs of pixels.

The pixels of a row that have the same colour and touch each other are a run; runs of neighbouring rows that have the
same colour and touch each other, if only at a corner, belong to one region. The method is that of CMVision, which
[MI20 §2.4.1] uses; written here for arrays.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robopitch.control.vision.colours import ColourTable

__all__ = ["Regions", "find_regions"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Regions:
    """Regions, each a row of every array.

    colour: index of the colour in the table
    area:   px
    centre: ``[region, 2]``, mean of the pixels: column and row, px; the first pixel has its centre at (½, ½)
    box:    ``[region, 4]``, left, top, right and bottom edge, px
    """

    colour: Ints
    area: Ints
    centre: Floats
    box: Ints

    def __len__(self) -> int:
        return len(self.colour)


def find_regions(image: NDArray[np.uint8], table: ColourTable, least: int = 4) -> Regions:
    """The regions of an image in UYVY, ``[row, 2 × column]``, that have at least so many pixels."""
    width = image.shape[1] // 2
    places, colours = table.classify(image)
    if len(places) == 0:
        return Regions(np.empty(0, np.int64), np.empty(0, np.int64), np.empty((0, 2)), np.empty((0, 4), np.int64))
    rows, columns = np.divmod(places, width)
    begins = np.empty(len(places), np.bool_)
    begins[0] = True
    begins[1:] = (np.diff(places) != 1) | (columns[1:] == 0) | (colours[1:] != colours[:-1])
    first = np.flatnonzero(begins)
    length = np.diff(first, append=len(places))
    row, left, colour = rows[first], columns[first], colours[first].astype(np.int64)
    labels = _connected(row, left, left + length, colour, width)
    _, which = np.unique(labels, return_inverse=True)
    return _measured(which, row, left, length, colour, least)


def _connected(row: Ints, left: Ints, right: Ints, colour: Ints, width: int) -> Ints:
    """For each run, the index of one run of its region, the same for all of them."""
    count = len(row)
    tall = int(row.max()) + 2
    key = (colour * tall + row) * (width + 2)  # more than a column, so that rows do not touch
    order = np.argsort(key + left, kind="stable")
    starts, ends = (key + left)[order], (key + right)[order]
    # In the next row, the runs of this colour that touch this one, also at a corner: they begin no later than it ends,
    # and end no earlier than it begins. Their ends and their beginnings are in the same order.
    below = width + 2
    low = np.searchsorted(ends, starts + below, side="left")
    high = np.searchsorted(starts, ends + below, side="right")
    many = np.maximum(high - low, 0)
    upper = np.repeat(np.arange(count), many)
    offset = np.arange(len(upper)) - np.repeat(np.cumsum(many) - many, many)
    lower = np.repeat(low, many) + offset
    label = np.arange(count)
    while len(upper):
        least = np.minimum(label[upper], label[lower])
        before = label.copy()
        np.minimum.at(label, before[upper], least)
        np.minimum.at(label, before[lower], least)
        label = label[label]
        if (label == before).all():
            break
    found = np.empty(count, np.int64)
    found[order] = label
    return found


def _measured(which: Ints, row: Ints, left: Ints, length: Ints, colour: Ints, least: int) -> Regions:
    """Area, centre and box of each region, of those that are large enough."""
    count = int(which.max()) + 1
    area = np.bincount(which, length, count)
    across = np.bincount(which, length * (left + 0.5 * length), count) / area
    down = np.bincount(which, length * (row + 0.5), count) / area
    box = np.empty((count, 4), np.int64)
    box[:, :2], box[:, 2:] = np.iinfo(np.int64).max, -1
    for edge, values in ((0, left), (1, row)):
        np.minimum.at(box[:, edge], which, values)
    for edge, values in ((2, left + length), (3, row + 1)):
        np.maximum.at(box[:, edge], which, values)
    named = np.empty(count, np.int64)
    named[which] = colour
    large = area >= least
    centre = np.stack((across, down), axis=1)
    return Regions(named[large], area[large].astype(np.int64), centre[large], box[large])
