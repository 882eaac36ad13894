"""Formats in which cameras deliver images, made from red, green and blue with whole numbers.

| format | bytes |
|---|---|
| rgb | red, green, blue of each pixel |
| yuv422 | U Y V Y of each pair of pixels (UYVY), ITU-R BT.601 with the range 16 to 235 |
| bayer | one colour of each pixel; rows begin R G R G …, G B G B … |

>>> white = np.full((2, 2, 3), 255, np.uint8)
>>> encode(white, "yuv422").hex(" ")
'80 eb 80 eb 80 eb 80 eb'
>>> decode(encode(white, "bayer"), "bayer", 2, 2)[0, 0].tolist()
[255, 255, 255]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["FORMATS", "decode", "encode"]

Bytes = NDArray[np.uint8]
FORMATS = ("rgb", "yuv422", "bayer")


def encode(image: Bytes, form: str) -> bytes:
    """The bytes of an image ``[row, column, 3]``; yuv422 and bayer need an even width, bayer an even height."""
    if form == "yuv422":
        # No sum here exceeds 16 bits: twice as fast as 32.
        red, green, blue = (image[:, :, colour].astype("int16") for colour in range(3))
        luma = _mixed(66 * red.view("uint16"), 129 * green.view("uint16"), 25 * blue.view("uint16"), 16)
        u = _mixed(112 * blue, -38 * red, -74 * green, 128)
        v = _mixed(112 * red, -94 * green, -18 * blue, 128)
        packed = np.empty((image.shape[0], 2 * image.shape[1]), np.uint8)
        packed[:, 1::2] = luma
        packed[:, 0::4] = (u[:, 0::2] + u[:, 1::2] + 1) >> 1
        packed[:, 2::4] = (v[:, 0::2] + v[:, 1::2] + 1) >> 1
        return packed.tobytes()
    if form == "bayer":
        mosaic = np.empty(image.shape[:2], np.uint8)
        mosaic[0::2, 0::2] = image[0::2, 0::2, 0]
        mosaic[0::2, 1::2] = image[0::2, 1::2, 1]
        mosaic[1::2, 0::2] = image[1::2, 0::2, 1]
        mosaic[1::2, 1::2] = image[1::2, 1::2, 2]
        return mosaic.tobytes()
    if form != "rgb":
        raise ValueError(f"there is no format {form!r}; {', '.join(FORMATS)} are possible")
    return image.tobytes()


def _mixed(first: NDArray[Any], second: NDArray[Any], third: NDArray[Any], offset: int) -> NDArray[Any]:
    """A sum of three parts, of 256, rounded, plus an offset; written into the first one."""
    first += second
    first += third
    first += 128
    first >>= 8
    first += offset
    return first


def decode(data: bytes, form: str, width: int, height: int) -> Bytes:
    """The image ``[row, column, 3]`` of these bytes, for people to look at; a ValueError if they do not fit.

    Of bayer, each block of two by two pixels gets one colour.
    """
    sizes = {"rgb": 3 * width * height, "yuv422": 2 * width * height, "bayer": width * height}
    if form not in sizes:
        raise ValueError(f"there is no format {form!r}; {', '.join(FORMATS)} are possible")
    if len(data) != sizes[form]:
        raise ValueError(f"{len(data)} bytes are not an image of {width} × {height} px in {form}")
    flat = np.frombuffer(data, np.uint8)
    if form == "rgb":
        return flat.reshape(height, width, 3)
    image = np.empty((height, width, 3), np.uint8)
    if form == "yuv422":
        packed = flat.reshape(height, 2 * width).astype(np.int32)
        luma = 298 * (packed[:, 1::2] - 16) + 128
        u, v = (np.repeat(packed[:, first::4], 2, axis=1) - 128 for first in (0, 2))
        for colour, value in enumerate((luma + 409 * v, luma - 100 * u - 208 * v, luma + 516 * u)):
            image[:, :, colour] = np.clip(value >> 8, 0, 255)
        return image
    mosaic = flat.reshape(height, width).astype(np.int32)
    green = (mosaic[0::2, 1::2] + mosaic[1::2, 0::2] + 1) >> 1
    for colour, value in enumerate((mosaic[0::2, 0::2], green, mosaic[1::2, 1::2])):
        for row in (0, 1):
            for column in (0, 1):
                image[row::2, column::2, colour] = value
    return image
