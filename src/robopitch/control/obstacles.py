"""Obstacles: moving discs, and forbidden rectangles.

Points are complex numbers inside, because a rotation is then a product; all pairs are computed at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Area", "Obstacles", "as_complex", "crosses", "meeting_places", "too_close"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Bools = NDArray[np.bool_]

RESTS = 0.2  # m/s: a slower obstacle does not approach
_NEVER = 1e6  # for obstacles that never approach


class Obstacles(NamedTuple):
    """Moving discs: robots, and forbidden circles, such as that around the ball while the game is stopped."""

    positions: Floats  # [obstacle, 2], m
    velocities: Floats  # [obstacle, 2], m/s
    radii: Floats  # [obstacle], m


class Area(NamedTuple):
    """A rectangle: the field, or a forbidden area. An area at a goal line should extend far beyond the line."""

    left: float  # least x, m
    right: float
    low: float  # least y
    high: float

    def grown(self, by: float) -> Area:
        """The rectangle enlarged by a border, or reduced if it is negative."""
        return Area(self.left - by, self.right + by, self.low - by, self.high + by)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is inside."""
        return self.left < x < self.right and self.low < y < self.high


def as_complex(points: Floats) -> Complexes:
    """Points ``[…, 2]`` as complex numbers: a rotation is then a product."""
    return np.ascontiguousarray(points, np.float64).view(np.complex128)[..., 0]


def meeting_places(
    start: Complexes, obstacles: Obstacles, speed: float, horizon: float
) -> tuple[Complexes, Bools | None]:
    """Where each robot could collide with each obstacle, and whether the obstacle approaches, ``[robot, obstacle]``.

    A robot that drives straight at *speed* reaches an obstacle's centre where ‖o + w t − p‖ = speed · t, for every
    direction: only there is the obstacle in the way.
    """
    place, velocity = as_complex(obstacles.positions), as_complex(obstacles.velocities)
    if not velocity.any():
        return np.repeat(place[None, :], len(start), axis=0), None
    q = place - start[:, None]
    w2 = np.vecdot(obstacles.velocities, obstacles.velocities)
    # A faster obstacle could be out of reach: assume that the robot is slightly faster.
    a = np.maximum(1.1 * w2, speed * speed) - w2
    b = (q * velocity.conj()).real
    q2 = q.real**2 + q.imag**2
    square = b * b
    time = (b + np.sqrt(square + a * q2)) / a
    # Two robots that approach each other, to within 60°, both keep right and so pass.
    towards = b < np.minimum(-0.5 * np.sqrt(w2), -_NEVER * (w2 < RESTS * RESTS)) * np.sqrt(q2)
    return place + velocity * np.minimum(time, horizon), towards


def too_close(off: Complexes, leg: Complexes, room: Floats) -> Bools:
    """Which straight legs pass which obstacles more closely than allowed, ``[…, obstacle]``.

    off: the obstacles, relative to the start of the leg; leg: ``[…]``
    """
    length = np.abs(leg)
    unit = (leg.conj() + 1e-12) / (length + 1e-12)  # a unit vector, also for a leg of length 0
    seen = off * unit[..., None]  # along the leg, and to the left of it
    beyond = np.maximum(seen.real, 0.0)
    np.minimum(beyond, length[..., None], out=beyond)
    beyond -= seen.real
    beyond *= beyond
    aside = seen.imag
    beyond += aside * aside
    return beyond < room * room


def crosses(begin: Complexes, end: Complexes, areas: Sequence[Area]) -> Bools:
    """Which legs cross one of the rectangles, by the separating axis test."""
    half = (end - begin) * 0.5
    middle = begin + half
    ahead, up = half.real, half.imag
    long, tall = np.abs(ahead), np.abs(up)
    found: Bools = np.zeros(half.shape, np.bool_)
    for area in areas:
        wide, high = (area.right - area.left) / 2, (area.high - area.low) / 2
        x, y = middle.real - (area.left + wide), middle.imag - (area.low + high)
        overlaps = np.abs(x) < wide + long
        overlaps &= np.abs(y) < high + tall
        if overlaps.any():  # mostly no leg is near
            overlaps &= np.abs(ahead * y - up * x) < wide * tall + high * long + 1e-12  # a point has no axis
            found |= overlaps
    return found
