"""The report of a camera: an image."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Body
from robopitch.messages.registry import register
from robopitch.sensors.camera.formats import decode

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


register(CameraImage)
