"""What cameras saw of a thing in a run, and how far such a sight may be off.

A camera that is not quite where it is said to be reports everything shifted and stretched by a little, and a flying
ball somewhere else. Nobody knows by how much, so a fit seeks it along with what it is made for (`Views`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.fit.solve import Guess
from robopitch.measure.run import Run
from robopitch.sensors.overhead.mounting import place_cameras
from robopitch.spec import LeagueSpec

__all__ = ["Sightings", "Views", "camera_positions", "noise_of", "robots_in", "seen"]

Floats = NDArray[np.float64]

SHIFT = 0.02  # m: how far off a calibrated camera may report things; what teams see where two cameras overlap
STRETCH = 0.01  # and by which share it may stretch distances
MISPLACED = 0.1  # m: how far from its published place a camera may hang (ER-Force's simulator has this much)
OWN = 5  # numbers of a camera: shift x, y, stretch, misplaced x, y
_ROBOT = re.compile(r"seen\.(blue|yellow)\.(\d+)\.x$")
BETWEEN = 0.05  # s: sightings by one camera that are farther apart in time say nothing of its noise


@dataclass(frozen=True)
class Sightings:
    """When, by which camera and where a thing was seen, in the order of time."""

    times: Floats  # s: when the picture was taken
    cameras: NDArray[np.int64]
    places: Floats  # [n, 2] x, y or [n, 3] x, y, heading; the heading without jumps by 2π
    arrivals: Floats  # s: when it was known; NaN where nobody says

    def __len__(self) -> int:
        return len(self.times)

    def __getitem__(self, which: slice | NDArray[np.bool_] | NDArray[np.int64]) -> Sightings:
        return Sightings(self.times[which], self.cameras[which], self.places[which], self.arrivals[which])


def seen(run: Run, thing: str, cameras: Floats) -> Sightings:
    """The sightings of "ball" or "blue.3"; a ValueError where signals do not belong together."""
    names = ["x", "y"] if thing == "ball" else ["x", "y", "heading"]
    parts = []
    for name in names:
        signal = run.signals.get(f"seen.{thing}.{name}")
        if signal is None:
            return Sightings(np.zeros(0), np.zeros(0, np.int64), np.zeros((0, len(names))), np.zeros(0))
        parts.append(signal)
    times = parts[0].times
    for signal in parts:
        if len(signal.times) != len(times) or not np.array_equal(signal.times, times):
            raise ValueError(f"{run.title}: {signal.name} and {parts[0].name} were not seen at the same times")
    places = np.stack([signal.values for signal in parts], axis=1)
    by, arrival = run.signals.get(f"seen.{thing}.camera"), run.signals.get(f"seen.{thing}.arrival")
    if by is not None and len(by.values) == len(times):
        which = np.nan_to_num(by.values, nan=0.0).astype(np.int64)
    else:  # the nearest; wrong only where they overlap
        apart = np.linalg.norm(places[:, None, :2] - cameras[None, :, :2], axis=2)
        which = np.where(np.isfinite(apart).all(axis=1), np.argmin(np.nan_to_num(apart, nan=1e9), axis=1), 0)
    known = arrival.values if arrival is not None and len(arrival.values) == len(times) else np.full(len(times), np.nan)
    if len(which) and not 0 <= which.min() <= which.max() < len(cameras):
        raise ValueError(
            f"{run.title}: cameras {which.min()} to {which.max()} saw {thing}, but where they hang is known only of "
            f"{len(cameras)}; the note 'cameras' should list all, from number 0 on"
        )
    good = np.isfinite(places).all(axis=1)
    if places.shape[1] == 3:
        places = places[good]
        places[:, 2] = np.unwrap(places[:, 2])
        return Sightings(times[good], which[good], places, known[good])
    return Sightings(times[good], which[good], places[good], known[good])


def robots_in(run: Run) -> list[str]:
    """The robots that cameras saw: "blue.3", …"""
    found = {(match[1], int(match[2])) for match in map(_ROBOT.match, run.signals) if match is not None}
    return [f"{team}.{number}" for team, number in sorted(found)]


def camera_positions(run: Run, league: LeagueSpec) -> Floats:
    """Where cameras hang, [n, 3]: as the run says, else as the league places them."""
    told = run.notes.get("cameras")
    cameras = [camera.position for camera in place_cameras(league)] if told is None else told
    try:
        positions = np.array(cameras, np.float64).reshape(-1, 3)
    except (TypeError, ValueError):
        raise ValueError(f"{run.title}: the note 'cameras' is {told!r}; a list of x, y, z in m is wanted") from None
    if len(positions) == 0 or not np.isfinite(positions).all() or (positions[:, 2] <= 0.5).any():
        raise ValueError(f"{run.title}: cameras at {positions.tolist()}; at least one, over the pitch, is wanted")
    return positions


def noise_of(sightings: Sightings) -> Floats:
    """Standard deviation of x, y (and heading) from frame to frame, from second differences by each camera.

    A thing that speeds up moves by less than the noise in that; those with a jump do not count in a median.
    """
    differences = []
    for camera in np.unique(sightings.cameras):
        own = sightings[sightings.cameras == camera]
        if len(own) > 2:
            near = (own.times[2:] - own.times[:-2]) < BETWEEN
            middle = (own.times[1:-1] - own.times[:-2]) / np.maximum(own.times[2:] - own.times[:-2], 1e-9)
            between = own.places[:-2] + middle[:, None] * (own.places[2:] - own.places[:-2])
            differences.append((own.places[1:-1] - between)[near])
    if not differences or not sum(map(len, differences)):
        return np.array([0.002, 0.002, 0.01])[: sightings.places.shape[1]]
    spread = 1.4826 * np.median(np.abs(np.concatenate(differences)), axis=0) / np.sqrt(1.5)
    return np.maximum(spread, 1e-4)


class Views:
    """How each camera reports a place: the numbers of cameras within the shared ones of a fit."""

    def __init__(self, cameras: Floats, ball_radius: float) -> None:
        self._cameras, self._radius = cameras, ball_radius

    @property
    def guess(self) -> Guess:
        """Nothing is off, as far as anybody knows."""
        one = [(0.0, 0.0, spread, spread / 20) for spread in (SHIFT, SHIFT, STRETCH, MISPLACED, MISPLACED)]
        return Guess.of(*one * len(self._cameras))

    def report(self, places: Floats, cameras: NDArray[np.int64], numbers: Floats) -> Floats:
        """Where cameras report things that are at *places* [n, 2]."""
        own = numbers.reshape(-1, OWN)[cameras]
        return places + own[:, :2] + own[:, 2:3] * (places - self._cameras[cameras, :2])

    def report_ball(self, places: Floats, cameras: NDArray[np.int64], numbers: Floats) -> Floats:
        """The same for a ball in space [n, 3]: on the plane of a resting one, along the ray from the camera."""
        own = numbers.reshape(-1, OWN)[cameras]
        at = self._cameras[cameras, :2] + own[:, 3:]
        below = self._cameras[cameras, 2] - self._radius
        stretch = below / np.maximum(self._cameras[cameras, 2] - places[:, 2], 0.1)
        return self.report(at + (places[:, :2] - at) * stretch[:, None], cameras, numbers)
