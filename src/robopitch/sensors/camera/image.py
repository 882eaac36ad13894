"""The report of a camera: an image."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Body
from robopitch.messages.registry import register
from robopitch.sensors.camera.formats import decode, encode

__all__ = ["CameraImage"]


@dataclass(frozen=True, slots=True)
class CameraImage:
    """An image of a camera: its bytes row by row, in the format of `formats.py`."""

    robot: Body | None  # that carries the camera
    camera: str  # name of the sensor
    number: int  # of the frame, from 1
    capture: float  # s
    width: int  # px
    height: int
    format: str
    data: bytes

    @property
    def image(self) -> NDArray[np.uint8]:
        """Red, green and blue, ``[row, column, 3]``."""
        return decode(self.data, self.format, self.width, self.height)

    @property
    def packed(self) -> NDArray[np.uint8]:
        """U Y V Y of each pair of pixels, ``[row, 2 × column]``, as in the format yuv422."""
        data = self.data if self.format == "yuv422" else encode(self.image, "yuv422")
        return np.frombuffer(data, np.uint8).reshape(self.height, 2 * self.width)


register(CameraImage)
