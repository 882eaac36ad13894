"""Robots from the colour patches on their covers [MI20 §2.4.1].

A robot carries a patch in the colour of its team and others in front of it. With one other patch, which is the same
for all robots, position and heading follow; with two patches of different colours also the id. The distances between
the patches of one robot differ from those between patches of robots that touch each other, so that each patch has one
owner.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from robopitch.control.vision.snapshot import UNIDENTIFIED, SeenRobot

__all__ = ["PatchPlace", "PatchScheme", "Spots", "find_robots"]

Floats = NDArray[np.float64]

TOLERANCE = 0.009  # m by which a distance between patches may differ: about two pixels
LEAST_SHARE, MOST_SHARE = 0.35, 1.8  # of the area of a patch: less is noise or hidden, more is something else


@dataclass(frozen=True)
class PatchPlace:
    """A rectangular patch on the cover of a robot, in its frame: its centre, and its size along x and y, m."""

    x: float
    y: float
    length: float
    width: float

    @property
    def area(self) -> float:
        """m²."""
        return self.length * self.width


@dataclass(frozen=True)
class PatchScheme:
    """The patches of a team.

    team:   the patch in the colour of the team
    others: the other patches
    codes:  the colours of the others, in this order, and the id of the robot that has them; None: they do not tell
    """

    team: PatchPlace
    others: tuple[PatchPlace, ...] = ()
    codes: Mapping[tuple[str, ...], int | None] = field(default_factory=dict)

    @property
    def colours(self) -> frozenset[str]:
        """The colours of the other patches."""
        return frozenset(colour for code in self.codes for colour in code)


@dataclass(frozen=True)
class Spots:
    """Regions of an image with their places on the field, at the height of the covers.

    colours: the name of the colour of each
    sizes:   m²
    """

    colours: Sequence[str]
    places: Floats
    pixels: Floats
    sizes: Floats


@dataclass(frozen=True)
class _Match:
    """Patches that may belong to one robot: the smaller the error, the better they fit."""

    error: float
    team: int
    others: tuple[int, ...]
    x: float
    y: float
    heading: float


def find_robots(team: str, scheme: PatchScheme, spots: Spots) -> list[SeenRobot]:
    """The robots of a team, whose patches have the colour of that name."""
    fits = spots.sizes / scheme.team.area
    teams = [
        index for index, colour in enumerate(spots.colours) if colour == team and LEAST_SHARE < fits[index] < MOST_SHARE
    ]
    if not scheme.others:
        return [_alone(index, spots) for index in teams]
    least = min(place.area for place in scheme.others)
    most = max(place.area for place in scheme.others)
    wanted = scheme.colours
    others = [
        index
        for index, colour in enumerate(spots.colours)
        if colour in wanted and LEAST_SHARE * least < spots.sizes[index] < MOST_SHARE * most
    ]
    reach = _reach(scheme)
    near = {index: [other for other in others if _apart(spots, index, other) < reach] for index in teams}
    found: list[SeenRobot] = []
    used: set[int] = set()
    left = set(teams)
    matches = [match for index in teams for match in _matches(index, near[index], scheme, spots)]
    for match in sorted(matches, key=lambda one: (one.error, one.team, one.others)):
        if match.team in left and used.isdisjoint(match.others):
            left.remove(match.team)
            used.update(match.others)
            code = tuple(spots.colours[other] for other in match.others)
            known = scheme.codes.get(code)
            id = UNIDENTIFIED if known is None else known
            column, row = spots.pixels[match.team].tolist()
            found.append(SeenRobot(id, match.x, match.y, match.heading, column, row, 1.0))
    for index in sorted(left):
        free = [other for other in near[index] if other not in used]
        found.append(_half_seen(index, free, scheme, spots))
    return found


def _apart(spots: Spots, one: int, other: int) -> float:
    (ax, ay), (bx, by) = spots.places[one].tolist(), spots.places[other].tolist()
    return math.hypot(bx - ax, by - ay)


def _reach(scheme: PatchScheme) -> float:
    """The greatest distance of another patch from the team patch."""
    team = scheme.team
    return max(math.hypot(place.x - team.x, place.y - team.y) for place in scheme.others) + TOLERANCE


def _matches(index: int, near: Sequence[int], scheme: PatchScheme, spots: Spots) -> list[_Match]:
    """All ways in which spots near a team patch can be the other patches of its robot."""
    found = []
    for chosen in permutations(near, len(scheme.others)):
        if tuple(spots.colours[other] for other in chosen) not in scheme.codes:
            continue
        match = _fitted(index, chosen, scheme, spots)
        if match.error < TOLERANCE / 2:
            found.append(match)
    return found


def _fitted(index: int, others: tuple[int, ...], scheme: PatchScheme, spots: Spots) -> _Match:
    """The pose for which the patches are nearest to their spots, weighted by area, and the mean error, m."""
    places = (scheme.team, *scheme.others)
    seen = [tuple(spots.places[one].tolist()) for one in (index, *others)]
    total = math.fsum(place.area for place in places)
    shares = [place.area / total for place in places]
    model_x = math.fsum(share * place.x for share, place in zip(shares, places, strict=True))
    model_y = math.fsum(share * place.y for share, place in zip(shares, places, strict=True))
    mean_x = math.fsum(share * x for share, (x, _) in zip(shares, seen, strict=True))
    mean_y = math.fsum(share * y for share, (_, y) in zip(shares, seen, strict=True))
    along, across = 0.0, 0.0
    for share, place, (x, y) in zip(shares, places, seen, strict=True):
        mx, my, wx, wy = place.x - model_x, place.y - model_y, x - mean_x, y - mean_y
        along += share * (mx * wx + my * wy)
        across += share * (mx * wy - my * wx)
    heading = math.atan2(across, along)
    c, s = math.cos(heading), math.sin(heading)
    x0, y0 = mean_x - (c * model_x - s * model_y), mean_y - (s * model_x + c * model_y)
    squares = [
        (x0 + c * place.x - s * place.y - x) ** 2 + (y0 + s * place.x + c * place.y - y) ** 2
        for place, (x, y) in zip(places, seen, strict=True)
    ]
    return _Match(math.sqrt(math.fsum(squares) / len(squares)), index, others, x0, y0, heading)


def _half_seen(index: int, free: Sequence[int], scheme: PatchScheme, spots: Spots) -> SeenRobot:
    """A robot of which not all patches were found: it looks, about, towards one that was."""
    alone = _alone(index, spots)
    if not free:
        return alone
    nearest = min(free, key=lambda other: (_apart(spots, index, other), other))
    (ax, ay), (bx, by) = spots.places[index].tolist(), spots.places[nearest].tolist()
    heading = math.atan2(by - ay, bx - ax)
    x, y = ax - scheme.team.x * math.cos(heading), ay - scheme.team.x * math.sin(heading)
    return SeenRobot(UNIDENTIFIED, x, y, heading, alone.pixel_x, alone.pixel_y, 0.5)


def _alone(index: int, spots: Spots) -> SeenRobot:
    (x, y), (column, row) = spots.places[index].tolist(), spots.pixels[index].tolist()
    return SeenRobot(UNIDENTIFIED, x, y, None, column, row, 0.25)
