"""Outlines: the shape of a robot from above, x forward and y left, the origin at its centre.

Each has `circumradius`, `face` (the width of its front) and `ball_front` (where a ball rests at its front).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field

from robopitch.elementary import atan2, hypot
from robopitch.spec.base import Spec
from robopitch.spec.quantity import Physical, assumed

__all__ = ["Box", "Disc", "DiscWithFlatFront", "DiscWithMouth", "Outline", "Polygon"]

Length = Annotated[float, Physical("m", gt=0, le=2)]
Coordinate = Annotated[float, Physical("m", ge=-2, le=2)]

NO_HOLLOW = assumed(0.0, "m", "no hollow")


class Disc(Spec):
    """A circle."""

    kind: Literal["disc"] = Field(description="shape")
    radius: Length = Field(description="radius")

    @property
    def circumradius(self) -> float:
        """Distance from the centre to the farthest point."""
        return float(self.radius)

    @property
    def face(self) -> float:
        """Maximum width of kicker and holder: from left to right."""
        return 2 * self.radius

    def ball_front(self, ball_radius: float) -> float:
        """Distance from the centre to the near side of a ball that rests at the front."""
        return float(self.radius)


class DiscWithFlatFront(Spec):
    """A circle cut off by a straight front."""

    kind: Literal["disc-with-flat-front"] = Field(description="shape")
    radius: Length = Field(description="radius")
    front: Length = Field(description="from the centre to the flat face")

    @property
    def circumradius(self) -> float:
        """Distance from the centre to the farthest point."""
        return float(self.radius)

    @property
    def face(self) -> float:
        """Maximum width of kicker and holder: the flat front."""
        return 2 * math.sqrt(max(0.0, self.radius * self.radius - self.front * self.front))

    def ball_front(self, ball_radius: float) -> float:
        """Distance from the centre to the near side of a ball that rests at the front."""
        return float(self.front)

    def problems(self) -> Iterator[tuple[str, str]]:
        """The face must cut the circle."""
        if self.front >= self.radius:
            yield (
                "front",
                f"{self.front:.12g} m does not cut the disc; it must be below its radius {self.radius:.12g} m",
            )


class DiscWithMouth(Spec):
    """A circle with a slot at the front, in which the ball lies."""

    kind: Literal["disc-with-mouth"] = Field(description="shape")
    radius: Length = Field(description="radius")
    mouth_width: Length = Field(description="clear width of the mouth")
    mouth_wall: Length = Field(description="from the centre to the inner wall of the mouth")

    @property
    def circumradius(self) -> float:
        """Distance from the centre to the farthest point."""
        return float(self.radius)

    @property
    def face(self) -> float:
        """Maximum width of kicker and holder: the clear width of the mouth."""
        return float(self.mouth_width)

    @property
    def lip(self) -> float:
        """Distance of the mouth's two corners in front of the centre."""
        half = self.mouth_width / 2
        return math.sqrt(self.radius * self.radius - half * half)

    def ball_front(self, ball_radius: float) -> float:
        """Distance from the centre to the near side of a ball that rests at the front.

        A ball wider than the mouth rests on its two corners, if the inner wall lies deeper.
        """
        half, on_corners = self.mouth_width / 2, 0.0
        if half < ball_radius:
            on_corners = self.lip + math.sqrt(ball_radius * ball_radius - half * half) - ball_radius
        return float(max(self.mouth_wall, on_corners))

    def problems(self) -> Iterator[tuple[str, str]]:
        """The mouth must lie inside the circle."""
        if self.mouth_width >= 2 * self.radius:
            yield (
                "mouth_width",
                f"{self.mouth_width:.12g} m is wider than the disc; it must be below {2 * self.radius:.12g} m",
            )
            return
        if self.mouth_wall >= self.lip:
            yield (
                "mouth_wall",
                f"{self.mouth_wall:.12g} m leaves no mouth; it must be below {self.lip:.4g} m, where its edges are",
            )


class Box(Spec):
    """A rectangle, with an optional shallow hollow in its front for the ball."""

    kind: Literal["box"] = Field(description="shape")
    length: Length = Field(description="along x, front to back")
    width: Length = Field(description="along y, side to side")
    hollow_depth: Annotated[float, Physical("m", ge=0, le=1)] = Field(
        default=NO_HOLLOW, description="depth of the hollow in the front; 0 = none"
    )
    hollow_width: Annotated[float, Physical("m", ge=0, le=2)] = Field(
        default=NO_HOLLOW, description="width of the hollow; 0 = none"
    )

    @property
    def circumradius(self) -> float:
        """Distance from the centre to the farthest point."""
        return hypot(self.length, self.width) / 2

    @property
    def face(self) -> float:
        """Maximum width of kicker and holder: from left to right."""
        return float(self.width)

    def ball_front(self, ball_radius: float) -> float:
        """Distance from the centre to the near side of a ball that rests at the front, or in its hollow."""
        return self.length / 2 - self.hollow_depth

    def problems(self) -> Iterator[tuple[str, str]]:
        """The hollow must lie inside the front half."""
        if (self.hollow_depth > 0) != (self.hollow_width > 0):
            yield "hollow_depth", "hollow_depth and hollow_width must both be above 0, or both 0 for none"
        if self.hollow_width >= self.width:
            yield "hollow_width", f"{self.hollow_width:.12g} m is not below the width of the box, {self.width:.12g} m"
        if self.hollow_depth >= self.length / 2:
            yield (
                "hollow_depth",
                f"{self.hollow_depth:.12g} m reaches the centre; it must be below {self.length / 2:.12g} m",
            )


class Polygon(Spec):
    """A convex polygon, its vertices counter-clockwise around the origin."""

    kind: Literal["polygon"] = Field(description="shape")
    vertices: list[tuple[Coordinate, Coordinate]] = Field(
        min_length=3, max_length=8, description="[x, y] of each vertex, counter-clockwise, 3 to 8 of them"
    )

    @property
    def circumradius(self) -> float:
        """Distance from the centre to the farthest point."""
        return max(hypot(x, y) for x, y in self.vertices)

    @property
    def face(self) -> float:
        """Maximum width of kicker and holder: from left to right."""
        return max(y for _, y in self.vertices) - min(y for _, y in self.vertices)

    def ball_front(self, ball_radius: float) -> float:
        """Distance from the centre to the near side of a ball that rests at the front: the side that x crosses."""
        for (ax, ay), (bx, by) in pairwise([*self.vertices, self.vertices[0]]):
            if ay <= 0 < by:
                return float(ax + (bx - ax) * (0 - ay) / (by - ay))
        return max(float(x) for x, _ in self.vertices)

    def problems(self) -> Iterator[tuple[str, str]]:
        """The polygon must be convex, counter-clockwise and simple, with the origin inside."""
        points = self.vertices
        edges = list(zip(points, points[1:] + points[:1], strict=True))
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in edges]
        turns = [
            atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1])
            for u, v in zip(steps, steps[1:] + steps[:1], strict=True)
        ]
        sides = [a[0] * b[1] - a[1] * b[0] for a, b in edges]
        area = around = 0.0
        for side, turn in zip(sides, turns, strict=True):
            area, around = area + side, around + turn
        if area < 0:
            yield "vertices", "they run clockwise; list them counter-clockwise (x forward, y left)"
        elif min(turns) <= 0:
            corner = (turns.index(min(turns)) + 1) % len(points)
            yield "vertices", f"not convex at vertex {corner}; leave it out, or move it outwards"
        elif around > 3 * math.pi:  # a pentagram turns left everywhere too, but twice around
            yield "vertices", "they cross over themselves; list them in order around the robot"
        elif min(sides) <= 0:
            yield "vertices", "the origin, the robot's centre, is not inside; shift them so that it is"


Outline = Annotated[Disc | DiscWithFlatFront | DiscWithMouth | Box | Polygon, Field(discriminator="kind")]
"""Any of the outlines, selected by `kind`."""
