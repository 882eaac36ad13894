"""The vision of one camera: an image becomes a snapshot [MI20 §2.4.1].

vision = Vision(cubes, projection, {"blue": Team(scheme, 0.048)}, ball_radius=0.02135)
snapshot = vision.look(image)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robopitch.control.vision.colours import ColourCube, ColourTable
from robopitch.control.vision.patches import PatchScheme, Spots, find_robots
from robopitch.control.vision.projection import Projection
from robopitch.control.vision.regions import Regions, find_regions
from robopitch.control.vision.snapshot import SeenBall, SeenRobot, Snapshot

__all__ = ["BALL", "Team", "Vision"]

Bytes = NDArray[np.uint8]

BALL = "ball"  # the name of its colour
LEAST_BALL = 0.2  # share of the pixels of a whole ball: less is noise


@dataclass(frozen=True)
class Team:
    """The robots of a team: their patches, and the height of their covers, m."""

    scheme: PatchScheme
    height: float


class Vision:
    """Finds robots and balls in images.

    cubes:      the colours by name: "ball", the names of the teams, and those of the other patches
    teams:      by name; a team whose other patches are not known has a scheme with the team patch alone
    least_area: px; smaller regions are noise
    """

    def __init__(
        self,
        cubes: Mapping[str, ColourCube],
        projection: Projection,
        teams: Mapping[str, Team],
        ball_radius: float,
        least_area: int = 6,
    ) -> None:
        self.cubes, self.projection, self.teams = dict(cubes), projection, dict(teams)
        self.ball_radius, self._least = ball_radius, least_area
        self._table = ColourTable.of(self.cubes)

    def look(self, image: Bytes) -> Snapshot:
        """What an image in UYVY, ``[row, 2 × column]``, shows."""
        return self.snapshot(self.regions(image))

    def regions(self, image: Bytes) -> Regions:
        """The regions of all colours in an image."""
        return find_regions(image, self._table, self._least)

    def snapshot(self, regions: Regions) -> Snapshot:
        """The robots and balls that consist of these regions."""
        spots: dict[float, Spots] = {}
        robots: dict[str, tuple[SeenRobot, ...]] = {}
        for name, team in self.teams.items():
            if team.height not in spots:
                spots[team.height] = self._spots(regions, team.height)
            robots[name] = tuple(find_robots(name, team.scheme, spots[team.height]))
        return Snapshot(self._balls(regions), robots)

    def _spots(self, regions: Regions, height: float) -> Spots:
        names = self._table.names
        scale = self.projection.scale(height)
        return Spots(
            [names[colour] for colour in regions.colour.tolist()],
            self.projection.places(regions.centre, height),
            regions.centre,
            regions.area / (scale * scale),
        )

    def _balls(self, regions: Regions) -> tuple[SeenBall, ...]:
        if BALL not in self._table.names:
            return ()
        rows = np.flatnonzero(regions.colour == self._table.names.index(BALL))
        radius = self.ball_radius * self.projection.scale(self.ball_radius)
        whole = math.pi * radius * radius
        rows = rows[regions.area[rows] > LEAST_BALL * whole]
        rows = rows[np.argsort(-regions.area[rows], kind="stable")]
        places = self.projection.places(regions.centre[rows], self.ball_radius)
        return tuple(
            SeenBall(x, y, column, row, area, min(area / whole, 1.0))
            for (x, y), (column, row), area in zip(
                places.tolist(), regions.centre[rows].tolist(), regions.area[rows].tolist(), strict=True
            )
        )
