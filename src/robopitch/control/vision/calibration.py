"""Calibration: colour cubes from samples, and the projection from field points [MI20 §2.5].

The calibrated height of the camera matters for everything above the ground: seen from almost straight above, a camera
with twice the focal length at twice the height gives nearly the same picture of a flat field. The height is therefore
measured with a tape, and enters as a measurement.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from robopitch.control.vision.colours import ColourCube, yuv_of
from robopitch.control.vision.projection import Projection

__all__ = ["FieldFit", "cube_from_samples", "cube_of_colour", "fit_projection", "samples_at"]

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

LEAST_POINTS = 6
_TAPE = 0.005  # m, deviation of the measured height of the camera
_PIXEL = 0.5  # px, deviation of a field point that a person has put in its place
_LENS = np.array([1.0, 1.0])  # deviation of k1 and k2 of usual lenses
_STEPS = 50

# ---- colours --------------------------------------------------------------------------------------------------------


def samples_at(image: Bytes, column: float, row: float, radius: int = 1) -> Bytes:
    """Y, U and V ``[sample, 3]`` of the pixels around a place in an image in UYVY, ``[row, 2 × column]``.

    Raises a ValueError if the place is outside the image.
    """
    height, width = image.shape[0], image.shape[1] // 2
    if not (0 <= column < width and 0 <= row < height):
        raise ValueError(f"({column:g}, {row:g}) is outside the picture of {width} × {height} px")
    rows = np.clip(np.arange(int(row) - radius, int(row) + radius + 1), 0, height - 1)
    columns = np.clip(np.arange(int(column) - radius, int(column) + radius + 1), 0, width - 1)
    pair = columns - columns % 2
    parts = [image[np.ix_(rows, places)] for places in (2 * columns + 1, 2 * pair, 2 * pair + 2)]
    return np.stack(parts, axis=-1).reshape(-1, 3)


def cube_from_samples(samples: ArrayLike, cube: ColourCube | None = None, margin: int = 8) -> ColourCube:
    """The cube that contains samples ``[sample, (y, u, v)]`` and a margin around them; and *cube*, if there is one.

    >>> cube_from_samples([[100, 60, 180], [120, 64, 190]], margin=5)
    ColourCube(y_least=95, y_most=125, u_least=55, u_most=69, v_least=175, v_most=195)
    """
    values = np.asarray(samples, np.int64).reshape(-1, 3)
    if len(values) == 0:
        raise ValueError("a colour needs one sample at least")
    least, most = values.min(axis=0) - margin, values.max(axis=0) + margin
    if cube is not None:
        least, most = np.minimum(least, cube[0::2]), np.maximum(most, cube[1::2])
    limits = np.clip(np.stack((least, most), axis=1), 0, 255).reshape(-1).tolist()
    return ColourCube(*limits)


def cube_of_colour(
    red: float, green: float, blue: float, darkest: float = 0.55, brightest: float = 1.15, margin: int = 6
) -> ColourCube:
    """The cube of a known colour, 0 to 255, in light between two shares of the usual one: a first guess."""
    samples = [yuv_of(*(min(light * part, 255.0) for part in (red, green, blue))) for light in (darkest, brightest)]
    return cube_from_samples(np.rint(samples), margin=margin)


# ---- field ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FieldFit:
    """A projection fitted to field points.

    errors: ``[point, 2]``, where the projection puts each point, minus where it was said to be, px
    """

    projection: Projection
    errors: Floats

    @property
    def residual(self) -> float:
        """The root of the mean square distance, px."""
        return float(np.sqrt((self.errors * self.errors).sum(axis=1).mean()))


def fit_projection(points: ArrayLike, pixels: ArrayLike, size: tuple[int, int], height: float) -> FieldFit:
    """The projection that puts points of the field ``[point, (x, y, z)]`` to these pixels, by least squares.

    size:   of the picture, px; its middle is the centre of the lens
    height: of the camera above the field, m

    Raises a ValueError if the points do not determine it: too few, or all of them on a line.
    """
    places, wanted = np.asarray(points, np.float64).reshape(-1, 3), np.asarray(pixels, np.float64).reshape(-1, 2)
    if len(places) < LEAST_POINTS:
        raise ValueError(f"{len(places)} field points; {LEAST_POINTS} are needed at least")
    centre = (size[0] / 2, size[1] / 2)
    turn, values = _first_guess(places, wanted, centre, height)
    known = np.array([height, 0.0, 0.0])
    weights = 1 / np.array([_TAPE, *_LENS])

    def missed(numbers: Floats) -> Floats:
        projection = _projection(numbers, turn, centre)
        errors = (projection.pixels(places) - wanted).reshape(-1) / _PIXEL
        return np.concatenate((errors, weights * (numbers[[5, 7, 8]] - known)))

    with np.errstate(all="ignore"):  # a step that goes too far is not taken
        values = _least_squares(missed, values)
    projection = _projection(values, turn, centre)
    errors = projection.pixels(places) - wanted
    if not (np.isfinite(errors).all() and projection.focal_length > 0):
        raise ValueError("the field points are not where a camera could see them")
    return FieldFit(projection, errors)


def _first_guess(places: Floats, pixels: Floats, centre: tuple[float, float], height: float) -> tuple[Floats, Floats]:
    """The rotation of a camera that looks straight down, and the numbers of `_projection`."""
    flat = np.column_stack((places[:, :2], np.ones(len(places))))
    linear, _, rank, _ = np.linalg.lstsq(flat, pixels, rcond=None)
    across, down = linear[:2].T
    determinant = float(across[0] * down[1] - across[1] * down[0])
    if rank < 3 or abs(determinant) < 1e-6:
        raise ValueError("the field points are all on one line")
    if determinant > 0:
        raise ValueError("the field points are mirrored: right and left are exchanged in the picture")
    below = np.linalg.solve(linear[:2].T, np.array(centre) - linear[2])
    right = np.array([across[0] - down[1], across[1] + down[0]])  # both columns of the picture say where right is
    right /= np.hypot(*right)
    turn = np.array([[right[0], right[1], 0.0], [right[1], -right[0], 0.0], [0.0, 0.0, -1.0]])
    focal = float(np.sqrt(-determinant)) * height
    return turn, np.array([0.0, 0.0, 0.0, *below, height, focal, 0.0, 0.0])


def _projection(numbers: Floats, turn: Floats, centre: tuple[float, float]) -> Projection:
    """Small turns about the axes of the camera, its position, focal length, k1 and k2."""
    return Projection(
        float(numbers[6]),
        centre,
        (float(numbers[7]), float(numbers[8])),
        _rotation(numbers[:3]) @ turn,
        numbers[3:6].copy(),
    )


def _rotation(vector: Floats) -> Floats:
    """The rotation by a vector: about its direction, by its length (Rodrigues)."""
    angle = float(np.sqrt(vector @ vector))
    x, y, z = vector
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    if angle < 1e-12:
        return np.eye(3) + cross
    found: Floats = np.eye(3) + np.sin(angle) / angle * cross + (1 - np.cos(angle)) / angle**2 * (cross @ cross)
    return found


def _least_squares(missed: Callable[[Floats], Floats], start: Floats) -> Floats:
    """The numbers for which the sum of squares is least, by Levenberg's and Marquardt's method."""
    numbers, damping = start, 1e-3
    steps = 1e-6 * np.maximum(np.abs(start), 1.0)
    errors = missed(numbers)
    for _ in range(_STEPS):
        slopes = np.stack([(missed(numbers + step) - errors) / step.max() for step in np.diag(steps)], axis=1)
        normal, side = slopes.T @ slopes, slopes.T @ errors
        if not np.isfinite(normal).all():
            break
        change = np.linalg.lstsq(normal + damping * np.diag(np.diag(normal)), -side, rcond=None)[0]
        tried = missed(numbers + change)
        gain = float(errors @ errors - tried @ tried)
        if gain > 0:  # also not if it is not a number
            numbers, errors, damping = numbers + change, tried, 0.1 * damping
            if gain < 1e-12 * float(errors @ errors) + 1e-15:
                break
        else:
            damping *= 10.0
            if damping > 1e8:
                break
    return numbers
