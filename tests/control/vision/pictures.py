"""Small images in UYVY, painted by hand."""

from __future__ import annotations

import numpy as np

from robopitch.control.vision.calibration import cube_of_colour
from robopitch.control.vision.colours import yuv_of

COLOURS = {"ball": (240, 96, 26), "blue": (47, 111, 228), "pink": (230, 60, 150), "teal": (30, 200, 160)}
CUBES = {name: cube_of_colour(*colour) for name, colour in COLOURS.items()}


def dark(width=64, height=48):
    """A black image."""
    image = np.full((height, 2 * width), 128, np.uint8)
    image[:, 1::2] = 20
    return image


def paint(image, inside, colour):
    """Paint the pixels of a mask ``[row, column]``; U and V of two pixels are their mean."""
    y, u, v = yuv_of(*COLOURS[colour])
    image[:, 1::2][inside] = round(y)
    share = (inside[:, 0::2].astype(float) + inside[:, 1::2]) / 2
    for channel, value in ((0, u), (2, v)):
        part = image[:, channel::4]
        part[:] = np.rint(part + share * (value - part))
    return image


def box(image, left, top, width, height):
    """The mask of a rectangle."""
    inside = np.zeros((image.shape[0], image.shape[1] // 2), bool)
    inside[top : top + height, left : left + width] = True
    return inside
