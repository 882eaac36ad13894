"""The height of a ball that cameras above the robots see on the ground [CAMBADA-control §7.2].

A camera with a mirror sees a direction, not a distance. A ball above the ground seems to be where the line of sight
meets the ground, farther away than it is: d = h d′ / (h − z) for a camera at height h [CAMBADA-sim eq. 4.1]. As a ball
in the air falls freely, its trajectory follows from a few such sightings, of one robot or several.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Flight", "fitted_flight", "height_at_line", "seen_on_ground"]

Floats = NDArray[np.float64]
Point = tuple[float, float]

GRAVITY = 9.81  # m/s²
LEAST = 4  # sightings: three give a trajectory, the fourth shows whether it is one
CLOSE = 9.0  # square of the deviations by which sightings may be off the trajectory, mean
SURER = 3.0  # factor by which a rolling ball has to fit worse …
ROLLS = 3.0  # … and the square of the deviations up to which a rolling ball explains the sightings
GROUND = 0.1  # m: a lower ball rolls


class Flight(NamedTuple):
    """The trajectory of a flying ball."""

    position: tuple[float, float, float]  # m, at the time 0 of the fit
    velocity: tuple[float, float, float]  # m/s
    error: float  # root mean square distance of the sightings, in deviations, by degrees of freedom
    deviation: float  # m, of the height at the time 0

    def at(self, time: float, gravity: float = GRAVITY) -> tuple[float, float, float]:
        """The position after some seconds, without ground."""
        (x, y, z), (vx, vy, vz) = self.position, self.velocity
        return x + time * vx, y + time * vy, z + time * vz - gravity * time * time / 2


def seen_on_ground(ball: ArrayLike, camera: ArrayLike, height: float) -> Floats:
    """Where a camera sees balls ``[..., 3]`` on the ground [CAMBADA-sim eq. 4.1].

    camera: ``[..., 2]``, positions; height: m, of the camera, above the ball

    >>> seen_on_ground((2.0, 0.0, 0.35), (0.0, 0.0), 0.7).tolist()
    [4.0, 0.0]
    """
    places, feet = np.asarray(ball, np.float64), np.asarray(camera, np.float64)
    return feet + (places[..., :2] - feet) * (height / (height - places[..., 2:]))


def fitted_flight(
    times: ArrayLike,
    sightings: ArrayLike,
    cameras: ArrayLike,
    height: float,
    deviations: ArrayLike,
    gravity: float = GRAVITY,
) -> Flight | None:
    """The trajectory of a ball in free flight that was seen at these places on the ground; None if there is none.

    With a the place on the ground, c the camera and h its height, (a − c)(h − z) = h (x − c): with z and x of free
    flight this is linear in position and velocity at the time 0, and solved by least squares.

    times:      ``[n]``, s, small numbers: the time 0 is that of the result
    sightings:  ``[n, 2]``, m, on the field
    cameras:    ``[n, 2]``, m, where the robot that saw it was
    deviations: ``[n]`` or one number, m, of the sightings
    """
    moments, seen = np.asarray(times, np.float64), np.asarray(sightings, np.float64).reshape(-1, 2)
    feet = np.broadcast_to(np.asarray(cameras, np.float64), seen.shape)
    if len(seen) < LEAST or moments.max() - moments.min() <= 0:
        return None
    ray = seen - feet
    rows = np.zeros((len(seen), 2, 6))  # by x, y, z and their velocities
    for axis in (0, 1):
        rows[:, axis, axis], rows[:, axis, 3 + axis] = height, height * moments
        rows[:, axis, 2], rows[:, axis, 5] = ray[:, axis], ray[:, axis] * moments
    right = ray * (height + gravity * moments**2 / 2)[:, None] + height * feet
    # An error of the sighting is multiplied by h − z, which is h at most.
    weights = 1.0 / (height * np.broadcast_to(np.asarray(deviations, np.float64), len(seen)))
    matrix = (rows * weights[:, None, None]).reshape(-1, 6)
    vector = (right * weights[:, None]).reshape(-1)
    inverse = np.linalg.pinv(matrix.T @ matrix, rcond=1e-12, hermitian=True)
    found = inverse @ (matrix.T @ vector)
    error = float(((matrix @ found - vector) ** 2).sum()) / (2 * len(seen) - 6)
    x, y, z, vx, vy, vz = found.tolist()
    if not all(map(math.isfinite, (x, y, z, vx, vy, vz))) or error > CLOSE or z >= height:
        return None
    if SURER * error > _rolling_error(moments, seen, height * weights) or z < GROUND:
        return None
    return Flight((x, y, z), (vx, vy, vz), math.sqrt(error), math.sqrt(max(float(inverse[2, 2]), 0.0)))


def _rolling_error(times: Floats, seen: Floats, weights: Floats) -> float:
    """Mean square distance, in deviations, of sightings from a straight line at constant velocity, less `ROLLS`."""
    matrix = np.stack((np.ones_like(times), times), axis=1) * weights[:, None]
    vector = seen * weights[:, None]
    found = np.linalg.pinv(matrix) @ vector
    return float(((matrix @ found - vector) ** 2).sum()) / (2 * len(seen) - 4) - ROLLS


def height_at_line(flight: Flight, line: float, radius: float, gravity: float = GRAVITY) -> tuple[float, Point] | None:
    """Where and how high a ball crosses the line x = *line*: seconds from the time 0, (y, height of its centre).

    For a keeper on its goal line. A ball that comes down before counts as rolling: its height is its *radius*. None if
    it does not move towards the line.
    """
    (x, _, _), (vx, _, _) = flight.position, flight.velocity
    if vx * (line - x) <= 0:
        return None
    time = (line - x) / vx
    _, y, z = flight.at(time, gravity)
    return time, (y, max(z, radius))
