"""Colours as cubes in the YUV space: a pixel has a colour if its Y, U and V are in three intervals [MI20 §2.4.1].

Each channel has a table of 256 bytes. A bit of a byte stands for a colour, and is set where the value is in the
interval of that colour: three look-ups and two ANDs find all colours of a pixel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["MOST_COLOURS", "ColourCube", "ColourTable", "overlaps", "yuv_of"]

MOST_COLOURS = 8  # bits of a byte

Bytes = NDArray[np.uint8]


class ColourCube(NamedTuple):
    """A box in the YUV space; the limits, 0 to 255, belong to it."""

    y_least: int
    y_most: int
    u_least: int
    u_most: int
    v_least: int
    v_most: int

    @property
    def intervals(self) -> tuple[tuple[int, int], ...]:
        """Least and most of Y, U and V."""
        return tuple(zip(self[0::2], self[1::2], strict=True))


def yuv_of(red: float, green: float, blue: float) -> tuple[float, float, float]:
    """Y, U and V of a colour, ITU-R BT.601 with the range 16 to 235; all numbers of 255.

    >>> [round(value) for value in yuv_of(255, 255, 255)]
    [235, 128, 128]
    """
    y = 16 + (65.738 * red + 129.057 * green + 25.064 * blue) / 256
    u = 128 + (-37.945 * red - 74.494 * green + 112.439 * blue) / 256
    v = 128 + (112.439 * red - 94.154 * green - 18.285 * blue) / 256
    return y, u, v


def overlaps(cubes: Mapping[str, ColourCube]) -> list[tuple[str, str]]:
    """The pairs of colours that have pixels in common: the first of each pair gets them."""
    names = list(cubes)
    return [
        (one, other)
        for index, one in enumerate(names)
        for other in names[index + 1 :]
        if all(
            max(a, c) <= min(b, d) for (a, b), (c, d) in zip(cubes[one].intervals, cubes[other].intervals, strict=True)
        )
    ]


@dataclass(frozen=True)
class ColourTable:
    """The colours of an image, prepared for fast look-up.

    names: of the colours; of two that have a pixel in common, the first one gets it
    y, u, v: for each value of a channel, the colours that it can belong to, one bit each
    first: for each set of bits, the index of the first colour in it
    """

    names: tuple[str, ...]
    y: Bytes
    u: bytes
    v: bytes
    first: Bytes

    @classmethod
    def of(cls, cubes: Mapping[str, ColourCube]) -> ColourTable:
        """The table of these colours; raises a ValueError if there are too many."""
        if len(cubes) > MOST_COLOURS:
            raise ValueError(f"{len(cubes)} colours; at most {MOST_COLOURS} can be told apart")
        tables = np.zeros((3, 256), np.uint8)
        for bit, cube in enumerate(cubes.values()):
            for table, (least, most) in zip(tables, cube.intervals, strict=True):
                table[max(least, 0) : max(most, -1) + 1] |= 1 << bit
        first = np.array([(bits & -bits).bit_length() - 1 if bits else 0 for bits in range(256)], np.uint8)
        return cls(tuple(cubes), tables[0], tables[1].tobytes(), tables[2].tobytes(), first)

    def classify(self, image: Bytes) -> tuple[NDArray[np.intp], Bytes]:
        """Where the pixels are that have a colour, row by row, and the index of its colour for each.

        image: ``[row, 2 × column]`` in UYVY, as cameras deliver it: two pixels share their U and V
        """
        chroma = np.frombuffer(image[:, 0::4].tobytes().translate(self.u), np.uint8) & np.frombuffer(
            image[:, 2::4].tobytes().translate(self.v), np.uint8
        )
        pairs = np.flatnonzero(chroma)  # most of a field has no colour: only these are looked at further
        flat = np.ascontiguousarray(image).reshape(-1)
        bits = np.empty((len(pairs), 2), np.uint8)
        bits[:, 0], bits[:, 1] = self.y[flat[4 * pairs + 1]], self.y[flat[4 * pairs + 3]]
        bits &= chroma[pairs][:, None]
        found = bits.reshape(-1)
        places = (2 * pairs[:, None] + np.arange(2)).reshape(-1)
        has_colour = found > 0
        return places[has_colour], self.first[found[has_colour]]
