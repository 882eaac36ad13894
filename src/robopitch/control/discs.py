"""Robots as discs, from the points that a camera sees of them [CAMBADA-sim §4.5.1].

A camera on a robot reports black points: for each direction, the nearest point of an obstacle. Points side by side
belong to one robot, whose radius is known roughly; its centre lies that much behind them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from robopitch.control.geometry import Pose

__all__ = ["Discs", "discs_of", "merged", "on_field", "without"]

Floats = NDArray[np.float64]

RADIUS = 0.25  # m, of a robot [CAMBADA-sim §3.3.1]
FARTHEST = 100.0  # m: no camera on a robot sees a point farther away
LEAST = 2  # points of a robot, chosen: one alone may be noise
WIDE = 1.3  # diameters beyond which points belong to two robots, chosen
FITS = 4  # steps of the fit
NEAR = 0.7  # radii from each other at which discs of two robots are the same, besides their deviations: discs that
# overlap by that much cannot be two


class Discs(NamedTuple):
    """Centres of robots."""

    positions: Floats  # [disc, 2], m
    deviations: Floats  # [disc], m


def discs_of(
    points: ArrayLike, deviations: ArrayLike, radius: float = RADIUS, spacing: float = math.radians(1.5)
) -> Discs:
    """The robots whose near sides are these points, in the frame of the camera.

    points:     ``[n, 2]``, m
    deviations: ``[n]`` or one number, m
    spacing:    rad between two directions of the camera; robots farther apart than two of them are different ones
    """
    places: Floats = np.asarray(points, np.float64).reshape(-1, 2)
    noise = np.broadcast_to(np.asarray(deviations, np.float64), len(places))
    usable = (np.abs(places) < FARTHEST).all(axis=1) & (noise < FARTHEST)  # not so for NaN
    places, noise = places[usable], noise[usable]
    groups = [group for group in _groups(places, noise, radius, spacing) if len(group) >= LEAST]
    if not groups:
        return Discs(np.empty((0, 2)), np.empty(0))
    counts = np.array([len(group) for group in groups])
    owners = np.repeat(np.arange(len(groups)), counts)  # the disc of each point
    order = np.concatenate(groups)
    errors = np.bincount(owners, noise[order]) / counts / np.sqrt(counts) + 0.1 * radius
    return Discs(_centres(places[order], owners, counts, radius), errors)


def on_field(discs: Discs, pose: Pose, deviation: float = 0.0, heading_deviation: float = 0.0) -> Discs:
    """The discs that a robot at a pose sees, on the field; deviations of the pose are added to theirs."""
    c, s = math.cos(pose.heading), math.sin(pose.heading)
    x, y = discs.positions[:, 0], discs.positions[:, 1]
    places = np.stack((pose.x + c * x - s * y, pose.y + s * x + c * y), axis=1)
    swing = heading_deviation**2 * (x * x + y * y)
    return Discs(places, np.sqrt(discs.deviations**2 + deviation**2 + 0.5 * swing))


def merged(seen: Sequence[Discs], radius: float = RADIUS) -> Discs:
    """The robots that several robots see: those at the same place are averaged, by weight.

    The most precise ones come first, each with the nearest one of every other observer.
    """
    seen = [discs for discs in seen if len(discs.positions) > 0]
    if len(seen) == 1:
        return seen[0]
    positions = np.concatenate([np.empty((0, 2)), *(discs.positions for discs in seen)])
    deviations = np.concatenate([np.empty(0), *(discs.deviations for discs in seen)])
    observers = np.concatenate(
        [np.empty(0, np.int64), *(np.full(len(discs.positions), i) for i, discs in enumerate(seen))]
    )
    left = np.ones(len(positions), np.bool_)
    centres, errors = [], []
    for first in np.argsort(deviations, kind="stable").tolist():
        if not left[first]:
            continue
        left[first] = False
        same = [first]
        away = np.hypot(*(positions - positions[first]).T)
        reach = NEAR * radius + 2 * np.hypot(deviations, deviations[first])
        for other in np.argsort(away, kind="stable").tolist():
            if away[other] > 2 * radius + 1.0:
                break
            if left[other] and away[other] <= reach[other] and observers[other] not in observers[same]:
                same.append(other)
                left[other] = False
        weights = 1.0 / deviations[same] ** 2
        centres.append((positions[same] * weights[:, None]).sum(axis=0) / weights.sum())
        errors.append(1.0 / math.sqrt(float(weights.sum())))
    return Discs(np.array(centres).reshape(-1, 2), np.array(errors))


def without(discs: Discs, places: ArrayLike, reach: float = 2 * RADIUS) -> Discs:
    """The discs that are farther than *reach* from all of these places: others than the own robots, ``[n, 2]``."""
    known: Floats = np.asarray(places, np.float64).reshape(-1, 2)
    if len(known) == 0 or len(discs.positions) == 0:
        return discs
    apart = discs.positions[:, None] - known
    stay = (np.hypot(apart[..., 0], apart[..., 1]) > reach + discs.deviations[:, None]).all(axis=1)
    return Discs(discs.positions[stay], discs.deviations[stay])


def _groups(places: Floats, noise: Floats, radius: float, spacing: float) -> list[NDArray[np.int64]]:
    """Indices of the points of each robot: neighbours in direction and distance, not wider than a robot."""
    if len(places) == 0:
        return []
    bearings = np.arctan2(places[:, 1], places[:, 0])
    order = np.argsort(bearings, kind="stable")
    ranges = np.hypot(places[order, 0], places[order, 1])
    turn = np.mod(
        np.diff(bearings[order], append=bearings[order[0]]), math.tau
    )  # to the next, the last one's to the first
    jump = np.abs(np.roll(ranges, -1) - ranges)
    ends = (turn > 2.5 * spacing) | (jump > radius + 3 * np.maximum(noise[order], np.roll(noise[order], -1)))
    cut = int(np.flatnonzero(ends)[0]) + 1 if ends.any() else 0
    order, ends = np.roll(order, -cut), np.roll(ends, -cut)  # begin behind a gap
    groups = np.split(order, np.flatnonzero(ends[:-1]) + 1)
    return [part for group in groups for part in _narrow(places, group, radius)]


def _narrow(places: Floats, group: NDArray[np.int64], radius: float) -> list[NDArray[np.int64]]:
    """A group that is too wide for one robot, in equal parts."""
    first, last = places[group[0]], places[group[-1]]
    parts = math.ceil(math.dist(first, last) / (2 * radius * WIDE) - 1e-9)
    return np.array_split(group, parts) if parts > 1 else [group]


def _centres(points: Floats, owners: NDArray[np.int64], counts: NDArray[np.int64], radius: float) -> Floats:
    """The centres of the discs on whose near sides these points lie, by least squares, for all discs at once.

    The direction is that of the middle of the points; then Gauss-Newton steps of the distances from the circle. These
    move a centre across its direction only if the points cover a large part of the circle.

    owners: the disc of each point; counts: the number of points of each disc
    """
    px, py = points[:, 0], points[:, 1]
    x, y = np.bincount(owners, px) / counts, np.bincount(owners, py) / counts
    away = np.hypot(x, y) + 1e-9
    ux, uy = x / away, y / away
    x, y = x + 0.9 * radius * ux, y + 0.9 * radius * uy  # between 1 for a point and 0.79 for half a circle
    stiff = 0.3 * counts
    for _ in range(FITS):
        dx, dy = x[owners] - px, y[owners] - py
        lengths = np.hypot(dx, dy) + 1e-9
        dx, dy = dx / lengths, dy / lengths
        miss = lengths - radius
        a = np.bincount(owners, dx * dx) + stiff * uy * uy
        b = np.bincount(owners, dx * dy) - stiff * ux * uy
        d = np.bincount(owners, dy * dy) + stiff * ux * ux
        gx, gy = np.bincount(owners, dx * miss), np.bincount(owners, dy * miss)
        determinant = a * d - b * b
        x, y = x - (d * gx - b * gy) / determinant, y - (a * gy - b * gx) / determinant
    return np.stack((x, y), axis=1)
