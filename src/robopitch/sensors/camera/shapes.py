"""Shapes of robots and goals as rows of numbers for the ray caster: prisms, cut discs, cones, spheres and nets."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from robopitch.spec import FieldSpec, RobotSpec
from robopitch.spec.outline import Box, Disc, DiscWithFlatFront, DiscWithMouth, Outline

__all__ = ["PART_NUMBERS", "Part", "Patch", "boards_of", "goal_parts", "robot_parts"]

# ---- columns of a part ----------------------------------------------------------------------------------------------
KIND = 0
SPHERE, CUT_DISC, PRISM, NET, CONE = 0, 1, 2, 3, 4
LOW, HIGH = 1, 2  # z of bottom and top
RADIUS = 3  # of a sphere or a disc
CUT_X, CUT_Y, CUT = 4, 5, 6  # a cut disc ends where CUT_X x + CUT_Y y = CUT
TAPER = 4  # of a cone: m of radius that it loses per m of height; RADIUS is that of its lower side
VERTEX, VERTICES = 7, 8  # of a prism: the first row of its vertices, and how many
AXIS = 7  # of a net: the axis across it, 0 to 2; RADIUS is its place on that axis,
FIRST_LOW, FIRST_HIGH, SECOND_LOW, SECOND_HIGH = 4, 5, 6, 8  # and these are its limits on the two other axes, in order
SIDE, ROOF = 9, 12  # colours
BAND_LOW, BAND_HIGH, BAND = 15, 16, 17  # a coloured band around the sides
PART_NUMBERS = 20

# ---- columns of a patch ---------------------------------------------------------------------------------------------
PATCH_X, PATCH_Y, PATCH_RADIUS, PATCH_ASIDE, PATCH_COLOUR = 0, 1, 2, 3, 4
PATCH_NUMBERS = 7

_UNCUT = 1e9

Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Patch:
    """A coloured disc on the cover of a robot, or a rectangle along its axes, in its frame.

    radius: of a disc; half the length of a rectangle
    aside:  half the width of a rectangle; 0: it is a disc
    """

    x: float
    y: float
    radius: float
    colour: Colour
    aside: float = 0.0

    @property
    def row(self) -> tuple[float, ...]:
        """For the ray caster."""
        return self.x, self.y, self.radius, self.aside, *self.colour


@dataclass(frozen=True, slots=True)
class Part:
    """A convex part of a thing, in the frame of the thing.

    corners: of a prism, counter-clockwise
    band:    lower and upper edge of a coloured band around the sides
    """

    kind: int
    low: float
    high: float
    colour: Colour
    radius: float = 0.0
    cut: tuple[float, float, float] = (1.0, 0.0, _UNCUT)
    corners: tuple[tuple[float, float], ...] = ()
    net: tuple[int, float, float, float, float] | None = None  # axis, then limits on the other two
    taper: float = 0.0  # of a cone
    band: tuple[float, float] = (0.0, 0.0)
    band_colour: Colour = (0.0, 0.0, 0.0)

    def row(self, vertex: int) -> list[float]:
        """For the ray caster; its corners begin at this row of the table of vertices."""
        row = [0.0] * PART_NUMBERS
        row[KIND], row[LOW], row[HIGH], row[RADIUS] = self.kind, self.low, self.high, self.radius
        row[CUT_X], row[CUT_Y], row[CUT] = self.cut
        if self.kind == CONE:
            row[TAPER] = self.taper
        row[VERTEX], row[VERTICES] = vertex, len(self.corners)
        if self.net is not None:
            row[AXIS], row[FIRST_LOW], row[FIRST_HIGH], row[SECOND_LOW], row[SECOND_HIGH] = self.net
        row[SIDE : SIDE + 3] = row[ROOF : ROOF + 3] = self.colour
        row[BAND_LOW], row[BAND_HIGH] = self.band
        row[BAND : BAND + 3] = self.band_colour
        return row

    @property
    def reach(self) -> float:
        """Distance of its farthest point from the vertical axis of the thing."""
        if self.net is not None:
            axis, *limits = self.net
            aside = max(abs(limit) for limit in limits[:2])
            other = max(abs(limits[2]), abs(limits[3])) if axis == 2 else abs(self.radius)
            return math.sqrt(aside * aside + other * other)
        return max((math.sqrt(x * x + y * y) for x, y in self.corners), default=self.radius)


# ---- robots ---------------------------------------------------------------------------------------------------------


def robot_parts(robot: RobotSpec, body: Colour, band: Colour) -> list[Part]:
    """The parts of a robot: its layers, or its outline at every height; a band in the colour of its team around it."""
    height = float(robot.height)
    around = (0.62 * height, 0.82 * height)
    found: list[Part] = []
    for layer in robot.body.parts:
        low, high = float(layer.bottom), float(layer.top)
        if layer.taper > 0:
            found.append(Part(CONE, low, high, body, layer.outline.circumradius, taper=layer.taper))
        else:
            found += _outline_parts(layer.outline, low, high, body)
    found = found or list(_outline_parts(robot.outline, 0.0, height, body))
    return [replace(part, band=around, band_colour=band) for part in found]


def _outline_parts(outline: Outline, low: float, high: float, colour: Colour) -> Iterator[Part]:
    """Convex parts that make up an outline; the shallow hollow of a box is left out."""
    if isinstance(outline, Disc):
        yield Part(CUT_DISC, low, high, colour, float(outline.radius))
    elif isinstance(outline, DiscWithFlatFront):
        yield Part(CUT_DISC, low, high, colour, float(outline.radius), (1.0, 0.0, float(outline.front)))
    elif isinstance(outline, DiscWithMouth):
        half, radius = float(outline.mouth_width) / 2, float(outline.radius)
        yield Part(CUT_DISC, low, high, colour, radius, (1.0, 0.0, float(outline.mouth_wall)))
        yield Part(CUT_DISC, low, high, colour, radius, (0.0, -1.0, -half))
        yield Part(CUT_DISC, low, high, colour, radius, (0.0, 1.0, -half))
    elif isinstance(outline, Box):
        x, y = float(outline.length) / 2, float(outline.width) / 2
        yield Part(PRISM, low, high, colour, corners=((x, -y), (x, y), (-x, y), (-x, -y)))
    else:
        corners = tuple((float(x), float(y)) for x, y in outline.vertices)
        yield Part(PRISM, low, high, colour, corners=corners)


# ---- goals and boards -----------------------------------------------------------------------------------------------


def _box(
    x: tuple[float, float], y: tuple[float, float], z: tuple[float, float], side: float, middle: float, colour: Colour
) -> Part:
    """A box at the end *side* of the field, x counted outwards, in the frame of a thing at (side · middle, 0)."""
    low, high = sorted((side * (x[0] - middle), side * (x[1] - middle)))
    corners = ((low, y[0]), (high, y[0]), (high, y[1]), (low, y[1]))
    return Part(PRISM, z[0], z[1], colour, corners=corners)


def goal_parts(field: FieldSpec, side: float, middle: float, colour: Colour, net: Colour) -> list[Part]:
    """The goal at the end *side* (−1 or 1) of the field, in the frame of a thing at (side · middle, 0)."""
    goal = field.goal
    line, half, thick = float(field.length) / 2, float(goal.width) / 2, float(goal.thickness)
    back, top = line + float(goal.depth), float(goal.height) + thick
    found = []
    if goal.kind == "recess":
        return []
    if goal.kind == "plates":
        end = max(line + float(field.margin_goal), back + thick) if goal.reaches_wall else back + thick
        for low, high in ((half, half + thick), (-half - thick, -half)):
            found.append(_box((line, end), (low, high), (0.0, top), side, middle, colour))
        found.append(_box((back, back + thick), (-half - thick, half + thick), (0.0, top), side, middle, colour))
        if goal.crossbar:
            found.append(_box((line, line + thick), (-half, half), (goal.height, top), side, middle, colour))
        if goal.roof:
            found.append(_box((line + thick, back), (-half, half), (goal.height, top), side, middle, colour))
        return found
    for low, high in ((half, half + thick), (-half - thick, -half)):
        found.append(_box((line, line + thick), (low, high), (0.0, top), side, middle, colour))
    if goal.crossbar:
        found.append(_box((line, line + thick), (-half, half), (goal.height, top), side, middle, colour))
    x_low, x_high = sorted((side * (line + thick - middle), side * (back - middle)))
    high = float(goal.height)
    found.append(Part(NET, 0.0, high, net, side * (back - middle), net=(0, -half, half, 0.0, high)))
    for y in (-half, half):
        found.append(Part(NET, 0.0, high, net, y, net=(1, x_low, x_high, 0.0, high)))
    if goal.roof:
        found.append(Part(NET, high, high, net, high, net=(2, x_low, x_high, -half, half)))
    return found


def boards_of(field: FieldSpec, colour: Colour) -> list[tuple[float, float, Part]]:
    """Walls inside the outer rectangle: (x, y) of each, and its shape around that point.

    They fill corners, and the goal line beside a goal that is a gap in the wall or stands in one.
    """
    high = float(field.wall_height)
    if high == 0:
        return []
    found = []
    y = field.width / 2 + field.margin_touch
    for side in (-1.0, 1.0):
        for end in (-1.0, 1.0):
            for at_x, at_y, leg, way in field.fillings:
                corners = [(0.0, 0.0), (-side * leg, 0.0), (0.0, -end * way * leg)]
                if side * end * way < 0:
                    corners.reverse()
                found.append((side * at_x, end * at_y, Part(PRISM, 0.0, high, colour, corners=tuple(corners))))
            if field.recess > 0:
                depth = field.recess
                half = float(field.goal.width) / 2 if field.goal.kind == "recess" else field.goal_side
                wide, deep = (y - half) / 2, depth / 2
                corners = [(-deep, -wide), (deep, -wide), (deep, wide), (-deep, wide)]
                place = (side * (field.length / 2 + deep), end * (half + wide))
                found.append((*place, Part(PRISM, 0.0, high, colour, corners=tuple(corners))))
    return found
