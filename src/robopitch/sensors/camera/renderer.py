"""Pictures of a scene through a lens."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from robopitch.messages import Body
from robopitch.physics.scalar import Floats, Ints
from robopitch.sensors.camera import kernel as k
from robopitch.sensors.camera import scene as c
from robopitch.sensors.camera.kernel import Bytes, Numbers
from robopitch.sensors.camera.labels import FIRST_BODY, Label, Sighting
from robopitch.sensors.camera.ray_table import RayTable
from robopitch.sensors.camera.scene import CameraScene
from robopitch.sensors.noise import sensor_number, stream

__all__ = ["NO_OWNER", "Picture", "Tone", "render"]

NO_OWNER = -3
_RANGE = math.sqrt(6.0)  # a sum of two uniform numbers of this range has the standard deviation 1


@dataclass(frozen=True, slots=True)
class Tone:
    """Light, exposure, white balance and noise of a picture.

    ambient: share of the light that comes from all sides; the rest comes from one side above
    noise:   standard deviation of each colour, of 255
    slope:   change of the light per metre along x and y of the field; the middle has the usual light
    vignette: share of the light that is lost in the corners of the picture; it grows with the square of the distance
    """

    exposure: float = 1.0
    red: float = 1.0
    green: float = 1.0
    blue: float = 1.0
    ambient: float = 0.7
    light: tuple[float, float, float] = (0.36, 0.24, 0.9)
    noise: float = 0.0
    slope: tuple[float, float] = (0.0, 0.0)
    vignette: float = 0.0

    @property
    def numbers(self) -> Floats:
        """For the ray caster."""
        x, y, z = self.light
        length = math.sqrt(x * x + y * y + z * z)
        # A level surface has its own colour at an exposure of 1.
        gain = self.exposure / (self.ambient + (1.0 - self.ambient) * max(z / length, 0.0))
        gains = [gain * self.red, gain * self.green, gain * self.blue]
        light = [x / length, y / length, z / length]
        uneven = [*self.slope, self.vignette]
        return np.array([*gains, self.ambient, *light, self.noise * _RANGE, *uneven], np.float64)


@dataclass(frozen=True)
class Picture:
    """A rendered picture.

    image:   red, green and blue, ``[row, column, 3]``
    numbers: the number of the thing in each pixel, ``[row, column]``: a label below `FIRST_BODY`, or this plus the
             column of a robot or obstacle
    """

    image: Bytes
    numbers: Numbers
    scene: CameraScene
    counts: Ints

    @cached_property
    def labels(self) -> Bytes:
        """The label of each pixel, ``[row, column]``, as in `Label`."""
        return np.array(self.scene.labels, np.uint8)[self.numbers]

    def sightings(self) -> list[Sighting]:
        """The ball, robots and obstacles that appear in the picture, and those that others hide completely."""
        found = []
        for row, counts in zip(self.scene.things.tolist(), self.counts.tolist(), strict=True):
            number = int(row[c.NUMBER])
            if counts[k.ALONE] == 0 or number < Label.BALL:
                continue
            shown = counts[k.SHOWN]
            box, centre = (0, 0, 0, 0), (math.nan, math.nan)
            if shown:
                box = (counts[k.LEFT], counts[k.TOP], counts[k.RIGHT], counts[k.BOTTOM])
                centre = (counts[k.SUM_COLUMN] / shown + 0.5, counts[k.SUM_ROW] / shown + 0.5)
            share = shown / counts[k.ALONE]
            found.append(Sighting(self._name(number), self.scene.labels[number], shown, share, box, centre))
        return found

    def _name(self, number: int) -> str:
        return "ball" if number == Label.BALL else str(self.scene.bodies[number - FIRST_BODY])


def render(
    scene: CameraScene,
    table: RayTable,
    pose: Floats,
    robots: Floats,
    ball: Floats,
    tone: Tone | None = None,
    owner: Body | None = None,
    own_height: float = 0.0,
    noise_key: tuple[int, str, int] = (0, "", 0),
    only_ball: bool = False,
    rows: int | None = None,
) -> Picture:
    """The picture of a camera.

    pose:       of the camera, from `Mount.pose`
    robots, ball: their blocks of the state (`physics/state.py`)
    owner:      the robot that carries the camera, of which it sees the part below *own_height*
    noise_key:  seed, name of the sensor, and number of the frame
    only_ball:  the parts of the picture in which the ball cannot be stay black, which is faster
    rows:       only so many from the top; the others stay black
    """
    height, width = table.spread.shape
    if robots.shape[1] != len(scene.bodies):
        raise ValueError(f"{robots.shape[1]} bodies on the field, but the scene has {len(scene.bodies)}")
    image, numbers = np.zeros((height, width, 3), np.uint8), np.zeros((height, width), np.int32)
    counts = np.empty((len(scene.things), k.COUNTS), np.int64)
    seed, name, frame = noise_key
    paint = scene.paint
    k.render(
        pose, table.rays, table.origins, table.spread, table.tiles, scene.things, scene.parts, scene.vertices,
        scene.patches, scene.surroundings, paint.rows, paint.first, paint.members, paint.grid,
        (tone or Tone()).numbers, np.uint64(stream(seed % 2**63, sensor_number(name), frame)),
        np.ascontiguousarray(robots, np.float64), np.ascontiguousarray(ball, np.float64),
        NO_OWNER if owner is None else scene.bodies.index(owner), float(own_height),
        scene.ball if only_ball else -1, height if rows is None else min(rows, height), image, numbers, counts,
    )  # fmt: skip
    return Picture(image, numbers, scene, counts)
